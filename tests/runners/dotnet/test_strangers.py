"""Another user of the machine: reaches the loopback servers of .NET's hosts, and reads command lines of processes."""

import http.client
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.runners.dotnet.test_platforms import OPEN, SCHOOL, loaded
from tests.runners.places import Bench, Place
from tests.runners.talk import Talk, seen_by_others
from wirelab.protocol.messages import Encode, Encoded, Opened

SERVING = {"dotnet-server", "dotnet-wasm-browser"}
JSON = "application/json"

pytestmark = [pytest.mark.timeout(1800), pytest.mark.builds]


@pytest.fixture
def served(bench: Bench, place: Place) -> Iterator[tuple[Talk, list[int]]]:
    """A process that has answered, and the ports that it listens on."""
    if place.platform not in SERVING:
        pytest.skip("it has no server")
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    talk = Talk(bench.program(place, SCHOOL), place.answer_s)
    started = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    listening = list[int]()
    for child in started:
        with suppress(psutil.NoSuchProcess):  # a browser's helpers come and go
            listening += [each.laddr.port for each in child.net_connections("tcp") if each.status == "LISTEN"]
    yield talk, listening
    talk.end()


@pytest.mark.parametrize("headers", [
    {"Content-Type": JSON},
    {"Content-Type": "text/plain"},
    {"Content-Type": JSON, "Host": "rebound.example.org", "Origin": "http://rebound.example.org"},
    {"Content-Type": JSON, "Origin": "null"},
    {"Content-Type": JSON, "Wirelab-Secret": ""},
    {"Content-Type": JSON, "Wirelab-Secret": "0" * 64},
], ids=["no secret", "a form", "another name", "a page of no origin", "an empty secret", "a wrong secret"])  # fmt: skip
def test_a_stranger_is_refused_and_nothing_changes(
    served: tuple[Talk, list[int]], headers: dict[str, str], tmp_path: Path, bench: Bench
) -> None:
    talk, ports = served
    victim = tmp_path / "victim"
    assert ports
    for port in ports:
        for method, path in [
            *(
                ("POST", "/"),
                ("POST", "/next"),
                ("POST", f"/{'0' * 64}/next"),
                ("GET", "/0"),
                ("GET", "/file?path=/etc/passwd"),
                ("GET", "//file?path=/etc/passwd"),
                ("GET", "/%2e%2e/file?path=/etc/passwd"),
                ("HEAD", "/"),
                ("OPTIONS", "/"),
                ("DELETE", "/"),
            ),
            *(("PUT", f"/file?path={victim}"), ("PUT", f"/{'0' * 64}/file?path={victim}")),
        ]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(method, path, body=b'{"type":"bye"}', headers=headers)
            assert connection.getresponse().status == 403, (method, path)
            connection.close()
    assert not victim.exists()
    objects = tmp_path / "objects"
    objects.write_bytes(bench.smallest(SCHOOL).objects.read_bytes())
    loaded(talk, objects)
    assert talk.ask(OPEN) == Opened()
    assert isinstance(talk.ask(Encode(copy_index=0, file=str(tmp_path / "encoded"))), Encoded)


def test_no_command_line_and_no_environment_has_an_address(served: tuple[Talk, list[int]]) -> None:
    _, ports = served
    seen = seen_by_others()
    assert seen
    assert [text for text in seen for port in ports if f"127.0.0.1:{port}" in text] == []

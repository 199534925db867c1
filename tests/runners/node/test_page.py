"""The page and its host: its means of measuring, and the things that a machine and its other users can do to it."""

import http.client
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.building.test_build import is_gone
from tests.runners.dotnet.test_bad_input import ask, below, id_of, program, started, with_browser
from tests.runners.places import WORKLOADS, Bench, Place
from tests.runners.talk import Talk, seen_by_others
from wirelab.execution.outputs import expected_sink, sums_of
from wirelab.model.cell import Operation
from wirelab.protocol.messages import (
    Decode,
    Decoded,
    Encode,
    Encoded,
    Fault,
    Load,
    Loaded,
    Open,
    Opened,
    Ready,
    Time,
    Timed,
)
from wirelab.schema.objects import frames_of

EVENTS = WORKLOADS["site-events"]
ZIPPED = Open(codec="json-v8", parameters={}, compressor="gzipstream", level=6)
FINEST_NS = 4_000, 6_000  # the clock of a page that is cross-origin isolated
CALLS, BATCHES = 3, 2

pytestmark = [pytest.mark.timeout(1800), pytest.mark.builds]


@pytest.fixture
def talk(bench: Bench, in_page: Place) -> Iterator[Talk]:
    """A process of its own."""
    talk = Talk(bench.program(in_page, EVENTS), in_page.answer_s)
    yield talk
    talk.end()


def test_it_is_isolated_and_times_what_a_compressor_makes_that_is_waited_for(
    bench: Bench, talk: Talk, tmp_path: Path
) -> None:
    ready, objects = talk.greeted, bench.smallest(EVENTS).objects
    assert isinstance(ready, Ready)
    assert ready.details["page"].startswith("cross-origin isolated")
    assert FINEST_NS[0] <= ready.timer_resolution_ns <= FINEST_NS[1]
    encoded, decoded = tmp_path / "encoded", tmp_path / "decoded"
    frames = frames_of(objects.read_bytes())
    assert talk.ask(Load(copies=[str(objects)])) == Loaded(objects=len(frames))
    assert talk.ask(ZIPPED) == Opened()
    assert isinstance(talk.ask(Encode(copy_index=0, file=str(encoded))), Encoded)
    assert isinstance(talk.ask(Decode(encoded=str(encoded), file=str(decoded))), Decoded)
    assert decoded.read_bytes() == objects.read_bytes()
    sums = [sums_of([data for _, data in frames_of(encoded.read_bytes())])]
    for files in (None, str(tmp_path)):
        for operation in (Operation.SERIALIZE, Operation.DESERIALIZE):
            answer = talk.ask(Time(operation=operation, calls=CALLS, batches=BATCHES, collect=True, files=files))
            assert isinstance(answer, Timed), answer
            assert answer.sink == expected_sink(operation, sums, CALLS * BATCHES, compressed=True)
            assert {name for name, column in answer if column is None} == {
                "allocated_bytes", "cpu_ns", "process_cpu_ns", "gc_count", "gc_ns", "compiled",
            }  # fmt: skip


def wait_for(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


# --- a machine --------------------------------------------------------------------------------------------------------


def test_a_browser_that_cannot_start_is_the_hosts_fault(bench: Bench, in_page: Place, tmp_path: Path) -> None:
    fake = program(tmp_path / "chromium", "echo 'libnss3.so: no such file' >&2; exit 127")
    with started(with_browser(bench.programs(in_page).bare, fake)) as transport:
        for _ in range(2):
            answer = ask(transport)
            assert isinstance(answer, Fault)
            assert answer.whose == "host"
            said = "it ended with status 127; it said last: libnss3.so: no such file"
            assert f"{fake}: {said}. Try `{fake} " in answer.message
        transport.close_input()
        assert transport.wait(10) == 0


@pytest.mark.parametrize("part", ["--headless=new", "--type=renderer"], ids=["the browser", "the page"])
def test_what_is_killed_is_the_hosts_fault_and_another_process_is_none_the_worse(
    bench: Bench, in_page: Place, part: str
) -> None:
    found = bench.programs(in_page).bare
    with started(found) as transport:
        assert isinstance(ask(transport), Ready)
        everything = below(id_of(transport))
        killed = [
            pid for pid, args in everything.items() if part in args and ("--type=" in part) == ("--type=" in args)
        ]
        assert killed
        for pid in killed:
            with suppress(ProcessLookupError):  # a spare renderer may have ended by itself
                os.kill(pid, signal.SIGKILL)
        if "--type=" not in part:
            wait_for(lambda: all(is_gone(pid) for pid, args in everything.items() if " watch " not in args))
        answer = ask(transport)
        assert isinstance(answer, Fault)
        assert answer.whose == "host"
        assert "it ended with signal SIGKILL" in answer.message or "the page is gone" in answer.message
        transport.close_input()
        assert transport.wait(10) == 0
    wait_for(lambda: all(map(is_gone, everything)))
    with started(found) as transport:
        assert isinstance(ask(transport), Ready)


@pytest.mark.parametrize("deaf", [False, True], ids=["chromium", "one that hears nothing"])
def test_no_browser_and_no_folder_outlives_a_host_that_is_killed(
    bench: Bench, in_page: Place, tmp_path: Path, deaf: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(tempfile.mkdtemp(dir=tempfile.gettempdir()))  # the path of Chromium's socket is short
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    found = bench.programs(in_page).bare
    if deaf:
        found = with_browser(found, program(tmp_path / "bin" / "chromium", "trap '' PIPE TERM HUP; exec sleep 300"))
    with started(found) as transport:
        if deaf:
            transport.send(b'{"type":"hello","protocol":2}\n')
            wait_for(lambda: any("sleep 300" in args for args in below(id_of(transport)).values()))
        else:
            assert isinstance(ask(transport), Ready)
        everything = below(id_of(transport))
        assert len(everything) > 1
        (own,) = folder.iterdir()
        assert {each.name for each in own.iterdir()} > {".alive"}
        os.kill(id_of(transport), signal.SIGKILL)
        wait_for(lambda: all(map(is_gone, everything)) and {each.name for each in own.iterdir()} == {".alive"})
    folder.rmdir()


# --- its other users --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [
    {"Content-Type": "application/json"},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/json", "Host": "rebound.example.org", "Origin": "http://rebound.example.org"},
    {"Content-Type": "application/json", "Origin": "null"},
], ids=["no secret", "a form", "another name", "a page of no origin"])  # fmt: skip
def test_a_stranger_is_refused_and_nothing_changes(
    bench: Bench, talk: Talk, headers: dict[str, str], tmp_path: Path
) -> None:
    victim, (port,) = tmp_path / "victim", ports_of(talk)
    for method, path in [
        ("POST", "/"),
        ("POST", "/next"),
        ("POST", f"/{'0' * 64}/next"),
        ("POST", f"/{'0' * 64}/failed"),
        ("PUT", f"/{'0' * 64}/file?path={victim}"),
        ("GET", f"/{'0' * 64}/file?path=/etc/passwd"),
        ("GET", f"/{'0' * 64}/index.html"),
    ]:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request(method, path, body=b'{"type":"bye"}', headers=headers)
        assert connection.getresponse().status == 403, (method, path)
        connection.close()
    assert not victim.exists()
    objects = bench.smallest(EVENTS).objects
    assert isinstance(talk.ask(Load(copies=[str(objects)])), Loaded)


def test_no_command_line_and_no_environment_has_an_address(talk: Talk) -> None:
    (port,) = ports_of(talk)
    seen = seen_by_others()
    assert any("chrom" in text for text in seen)
    assert [text for text in seen if f"127.0.0.1:{port}" in text] == []


def ports_of(talk: Talk) -> list[int]:
    host = psutil.Process(talk._transport._child.pid)
    return [each.laddr.port for each in host.net_connections("tcp") if each.status == "LISTEN"]


def test_the_page_reads_and_writes_no_file_that_is_a_link(bench: Bench, talk: Talk, tmp_path: Path) -> None:
    objects, victim, link = bench.smallest(EVENTS).objects, tmp_path / "victim", tmp_path / "link"
    link.symlink_to(victim)
    assert isinstance(talk.ask(Load(copies=[str(objects)])), Loaded)
    assert talk.ask(ZIPPED) == Opened()
    answer = talk.ask(Encode(copy_index=0, file=str(link)))
    assert isinstance(answer, Fault)
    assert answer.whose == "host"
    assert not victim.exists()

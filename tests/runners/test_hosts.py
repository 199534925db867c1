"""Hosts that answer behind a server on loopback, or in a page: what a machine and its other users can do to them."""

import http.client
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from tests.building.test_build import is_gone
from tests.runners.places import ON_REQUEST, PLACES, WORKLOADS, Bench, Place, Talk
from wirelab.building.program import Program, open_process
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.process.transport import Transport
from wirelab.protocol.lines import encode_request, parse_answer
from wirelab.protocol.messages import Answer, Encode, Encoded, Fault, Hello, Load, Loaded, Opened, Ready

EVENTS = WORKLOADS["site-events"]
JSON = "application/json"
SERVING = [
    place
    for place in (*PLACES, *ON_REQUEST)
    if (place.runner, place.platform)
    in {("node", "browser"), ("dotnet", "dotnet-wasm-browser"), ("dotnet", "dotnet-server")}
]

pytestmark = [pytest.mark.timeout(1800), pytest.mark.builds]


@pytest.fixture(params=[place.param() for place in SERVING if "browser" in place.platform])
def in_page(request: pytest.FixtureRequest, bench: Bench) -> Place:
    """Each platform in a browser whose tools are here."""
    bench.require(request.param)
    found: Place = request.param
    return found


@pytest.fixture(params=[place.param() for place in SERVING])
def served(request: pytest.FixtureRequest, bench: Bench) -> Iterator[tuple[Place, Talk, list[int]]]:
    """A process of each host that has answered, and the ports that it listens on."""
    place: Place = request.param
    bench.require(place)
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    talk = Talk(bench.program(place, EVENTS), place.answer_s)
    started = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    listening = [
        each.laddr.port for child in started for each in child.net_connections("tcp") if each.status == "LISTEN"
    ]
    yield place, talk, listening
    talk.end()


def program(path: Path, script: str) -> Path:
    """A program that is a shell's script."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def ask(transport: Transport, timeout_s: float = 90) -> Answer:
    transport.send(encode_request(Hello()))
    return parse_answer(transport.receive(timeout_s))


def id_of(transport: Transport) -> int:
    return transport._child.pid


@contextmanager
def started(program: Program) -> Iterator[Transport]:
    transport = open_process(program)
    try:
        yield transport
    finally:
        transport.kill()


def with_browser(found: Program, path: Path) -> Program:
    return replace(found, tools={**found.tools, "chromium": str(path)})


def below(pid: int) -> dict[int, str]:
    """The processes below one, with their commands."""
    table = subprocess.run(["ps", "-ewwo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    children = {int(one[0]): one[2] for one in rows if len(one) == 3 and int(one[1]) == pid}
    return children | {each: args for child in children for each, args in below(child).items()}


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
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        if "--type=" not in part:
            wait_for(lambda: all(is_gone(pid) for pid, args in everything.items() if " watch " not in args))
        answer = ask(transport)
        assert isinstance(answer, Fault)
        assert answer.whose == "host"
        assert re.search("it ended with signal (SIGKILL|9)|the page is gone", answer.message)
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
    monkeypatch.setenv("TMPDIR", str(folder))
    found = bench.programs(in_page).bare
    if deaf:
        found = with_browser(found, program(tmp_path / "bin" / "chromium", "trap '' PIPE TERM HUP; exec sleep 300"))
    with started(found) as transport:
        if deaf:
            transport.send(encode_request(Hello()))
            wait_for(lambda: any("sleep 300" in args for args in below(id_of(transport)).values()))
        else:
            assert isinstance(ask(transport), Ready)
        everything = below(id_of(transport))
        assert len(everything) > 1
        assert list(folder.iterdir())
        os.kill(id_of(transport), signal.SIGKILL)
        wait_for(lambda: all(map(is_gone, everything)) and not list(folder.iterdir()))
    folder.rmdir()


# --- its other users --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [
    {"Content-Type": JSON},
    {"Content-Type": "text/plain"},
    {"Content-Type": JSON, "Host": "rebound.example.org", "Origin": "http://rebound.example.org"},
    {"Content-Type": JSON, "Origin": "null"},
    {"Content-Type": JSON, "Wirelab-Secret": ""},
    {"Content-Type": JSON, "Wirelab-Secret": "0" * 64},
], ids=["no secret", "a form", "another name", "a page of no origin", "an empty secret", "a wrong secret"])  # fmt: skip
def test_a_stranger_is_refused_and_nothing_changes(
    bench: Bench, served: tuple[Place, Talk, list[int]], headers: dict[str, str], tmp_path: Path
) -> None:
    place, talk, ports = served
    victim, guessed = tmp_path / "victim", "0" * 64
    assert ports
    for port in ports:
        for method, path in [
            ("POST", "/"),
            ("POST", "/next"),
            ("POST", f"/{guessed}/next"),
            ("POST", f"/{guessed}/failed"),
            ("GET", "/0"),
            ("GET", "/file?path=/etc/passwd"),
            ("GET", "//file?path=/etc/passwd"),
            ("GET", "/%2e%2e/file?path=/etc/passwd"),
            ("GET", f"/{guessed}/file?path=/etc/passwd"),
            ("GET", f"/{guessed}/index.html"),
            ("HEAD", "/"),
            ("OPTIONS", "/"),
            ("DELETE", "/"),
            ("PUT", f"/file?path={victim}"),
            ("PUT", f"/{guessed}/file?path={victim}"),
        ]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(method, path, body=b'{"type":"bye"}', headers=headers)
            assert connection.getresponse().status == 403, (method, path)
            connection.close()
    assert not victim.exists()
    opened(bench, place, talk)
    assert isinstance(talk.ask(Encode(copy_index=0, file=str(tmp_path / "encoded"))), Encoded)


def test_no_command_line_and_no_environment_has_an_address(served: tuple[Place, Talk, list[int]]) -> None:
    _, _, ports = served
    for child in psutil.Process().children(recursive=True):
        with child.oneshot():
            known = [*child.cmdline(), *child.environ().values()]
        assert [text for text in known for port in ports if f"127.0.0.1:{port}" in text] == []


def test_a_page_reads_and_writes_no_file_that_is_a_link(bench: Bench, in_page: Place, tmp_path: Path) -> None:
    victim, link = tmp_path / "victim", tmp_path / "link"
    link.symlink_to(victim)
    talk = Talk(bench.program(in_page, EVENTS), in_page.answer_s)
    opened(bench, in_page, talk)
    answer = talk.ask(Encode(copy_index=0, file=str(link)))
    talk.end()
    assert isinstance(answer, Fault)
    assert answer.whose == "host"
    assert not victim.exists()


def opened(bench: Bench, place: Place, talk: Talk) -> None:
    """It loads, and opens its first codec."""
    ready = bench.ready(place)
    assert isinstance(talk.ask(Load(copies=[str(bench.smallest(EVENTS).objects)])), Loaded)
    assert talk.ask(open_request(Subject(ready.codecs[0].name), ready)) == Opened()

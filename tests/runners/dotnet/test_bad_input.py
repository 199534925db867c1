"""Things that a machine can lack or do to .NET's platforms: they are reported, and cost only that platform."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.again import first
from tests.app.studies import write_study
from tests.building.test_build import is_gone
from tests.conftest import Wirelab
from tests.runners.dotnet.conftest import DOTNET
from tests.runners.places import WORKLOADS, Bench, Place
from wirelab.building.program import Program, open_process
from wirelab.process.transport import Transport
from wirelab.protocol.lines import encode_request, parse_answer
from wirelab.protocol.messages import Answer, Fault, Hello, Ready

SCHOOL = WORKLOADS["school"]
SDKS = [
    ("echo 8.0.100", "is version 8.0.100, but 10.0.100 or newer is needed"),
    (None, "'dotnet' is not on PATH or at $DOTNET_ROOT/dotnet, ~/.dotnet/dotnet"),
    ("echo 11.0.100", "is version 11.0.100, but a version below 11 is needed"),
    ("echo 'No .NET SDKs were found.' >&2; exit 145", "printed no version, only 'No .NET SDKs were found.'"),
]


def program(path: Path, script: str) -> Path:
    """A program that is a shell's script."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(("script", "why"), first(2, SDKS), ids=["too old", "missing", "too new", "runtime alone"])
@pytest.mark.long
def test_an_sdk_that_cannot_be_used_is_reported_with_the_way_to_one(
    wirelab: Wirelab, tmp_path: Path, script: str | None, why: str
) -> None:
    found = os.environ["PATH"].split(":")
    if script is None:
        found = [folder for folder in found if not Path(folder, "dotnet").exists()]
    else:
        found.insert(0, str(program(tmp_path / "bin" / "dotnet", script).parent))
    here = {"PATH": ":".join(found), "HOME": str(tmp_path), "DOTNET_ROOT": "", "WIRELAB_CACHE": str(tmp_path / "cache")}

    told = wirelab("doctor", **here).stdout
    assert len(re.findall(rf"^– platform dotnet-\S+ dotnet .*{re.escape(why)}$", told, re.MULTILINE)) == len(DOTNET)
    assert "→ sudo apt-get install dotnet-sdk-10.0" in told

    study = write_study(tmp_path, "steady", "system-text-json", rounds=1)
    ended = wirelab("run", study, "--platform", "fake", "--platform", "dotnet-console", **here)
    assert ended.returncode == 5, ended.stderr  # not all named subjects were measured
    assert "skipping runner dotnet on dotnet-console: " in ended.stderr
    assert f"{why} (to install: sudo apt-get install dotnet-sdk-10.0)" in ended.stderr
    assert "steady on fake took the least time" in ended.stdout


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


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.builds
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


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.builds
def test_a_browser_that_is_killed_is_the_hosts_fault_and_another_process_is_none_the_worse(
    bench: Bench, in_page: Place
) -> None:
    found = bench.programs(in_page).bare
    with started(found) as transport:
        assert isinstance(ask(transport), Ready)
        everything = below(id_of(transport))
        main = [pid for pid, args in everything.items() if "--headless=new" in args and "--type=" not in args]
        for pid in main:
            os.kill(pid, signal.SIGKILL)
        watcher = [pid for pid, args in everything.items() if " watch " in args]
        assert [args for pid, args in everything.items() if pid not in watcher and not is_gone(pid)] == []
        answer = ask(transport)
        assert isinstance(answer, Fault)
        assert (answer.whose, "it ended with signal 9" in answer.message) == ("host", True)
        transport.close_input()
        assert transport.wait(10) == 0
    assert [args for pid, args in everything.items() if not is_gone(pid)] == []
    with started(found) as transport:
        assert isinstance(ask(transport), Ready)


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.builds
@pytest.mark.parametrize("deaf", [False, True], ids=["chromium", "one that hears nothing"])
def test_no_browser_outlives_a_host_that_is_killed(bench: Bench, in_page: Place, tmp_path: Path, deaf: bool) -> None:
    found = bench.programs(in_page).bare
    if deaf:
        found = with_browser(found, program(tmp_path / "chromium", "trap '' PIPE TERM HUP; exec sleep 300"))
    with started(found) as transport:
        if deaf:
            transport.send(encode_request(Hello()))
            deadline = time.monotonic() + 30
            while not any("sleep 300" in args for args in below(id_of(transport)).values()):
                assert time.monotonic() < deadline
                time.sleep(0.1)
        else:
            assert isinstance(ask(transport), Ready)
        everything = below(id_of(transport))
        assert len(everything) > 1
        os.kill(id_of(transport), signal.SIGKILL)
        time.sleep(2.5)
        assert [args for pid, args in everything.items() if not is_gone(pid)] == []


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.builds
@pytest.mark.parametrize("platform", ["dotnet-server", "dotnet-wasm-browser"])
def test_no_free_port_is_the_hosts_fault(bench: Bench, root: None, platform: str) -> None:
    (place,) = (place for place in DOTNET if place.platform == platform)
    bench.require(place)
    command = bench.programs(place).bare.command()
    try:
        ended = subprocess.run(
            ["unshare", "--net", sys.executable, "-c", TAKEN, *command],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    except FileNotFoundError:
        pytest.skip("no unshare here, which makes a network without a free port")
    if "Operation not permitted" in ended.stderr:
        pytest.skip("no network of its own can be made here")
    answer = parse_answer(ended.stdout.splitlines()[0].encode())
    assert isinstance(answer, Fault), ended
    assert (answer.whose, "no port of 127.0.0.1 is free to listen on" in answer.message) == ("host", True)


TAKEN = """
import pathlib, socket, subprocess, sys
subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").write_text("50000 50000")
taken = socket.create_server(("127.0.0.1", 0))
sys.exit(subprocess.run(sys.argv[1:], input=b'{"type":"hello","protocol":2}', timeout=60).returncode)
"""

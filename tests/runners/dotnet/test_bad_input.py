"""What a machine can lack or do to .NET's platforms: reported, and paid for by only that platform."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from tests.runners.dotnet.conftest import DOTNET
from tests.runners.places import Bench
from tests.runners.test_hosts import program
from wirelab.protocol.lines import parse_answer
from wirelab.protocol.messages import Fault

SDKS = [
    ("echo 8.0.100", "is version 8.0.100, but 10.0.100 or newer is needed"),
    ("echo 11.0.100", "is version 11.0.100, but a version below 11 is needed"),
    ("echo 'No .NET SDKs were found.' >&2; exit 145", "printed no version, only 'No .NET SDKs were found.'"),
    (None, "'dotnet' is not on PATH or at $DOTNET_ROOT/dotnet, ~/.dotnet/dotnet"),
]


@pytest.mark.parametrize(("script", "why"), SDKS, ids=["too old", "too new", "runtime alone", "missing"])
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
    assert ended.returncode == 5, ended.stderr  # what was named was not all measured
    assert "skipping runner dotnet on dotnet-console: " in ended.stderr
    assert f"{why} (to install: sudo apt-get install dotnet-sdk-10.0)" in ended.stderr
    assert "steady on fake took the least time" in ended.stdout


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
        pytest.skip("no unshare here: a network of its own is what has no free port")
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

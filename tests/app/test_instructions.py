"""Instructions of a call, counted beside its time: by an emulator that only adds up the calls, and by the real one."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab, require
from wirelab.execution.conversation import LostError
from wirelab.execution.instructions import EMULATOR, total_in

A_CALL = {"serialize": 370, "deserialize": 210}
# Runs the command behind its two options, and counts the calls that it is asked for.
ADDS_UP = f"""#!{sys.executable}
import json, subprocess, sys
file, total = sys.argv[2].partition("=")[2], 1_000_000
child = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["type"] == "time":
        total += {A_CALL!r}[request["operation"]] * request["calls"] * request["batches"]
    child.stdin.write(line)
    child.stdin.flush()
child.stdin.close()
status = child.wait()
with open(file, "w") as counts:
    counts.write(f"events: Ir\\ntotals: {{total}}\\n")
sys.exit(status)
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where commands are looked for: the emulator first."""
    emulator = tmp_path / "bin" / EMULATOR
    emulator.parent.mkdir()
    emulator.write_text(ADDS_UP)
    emulator.chmod(0o755)
    return f"{emulator.parent}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.long
def test_instructions_of_a_call_are_the_difference_of_processes(wirelab: Wirelab, tmp_path: Path, path: str) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=2)
    ended = wirelab("run", study, "--instructions", "--json", PATH=path)
    assert ended.returncode == 0, ended.stderr
    found = {(each["cell"]["operation"], each["instructions"]) for each in json.loads(ended.stdout)["findings"]}
    assert found
    assert found <= set(A_CALL.items())
    shown = wirelab("report", "--out", "-", "--format", "markdown")
    assert "370" in shown.stdout
    assert "instructions" in shown.stdout


@pytest.mark.long
def test_what_does_not_return_its_values_is_not_counted(wirelab: Wirelab, tmp_path: Path, path: str) -> None:
    study = write_study(tmp_path, "steady", "mismatch", rounds=2)
    ended = wirelab("run", study, "--instructions", "--json", PATH=path)
    assert ended.returncode == 5, ended.stderr
    found = {(each["cell"]["subject"], each["instructions"] is None) for each in json.loads(ended.stdout)["findings"]}
    assert found == {("steady", False), ("mismatch", True)}


@pytest.mark.long
def test_without_the_emulator_times_are_measured(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=2)
    ended = wirelab("run", study, "--instructions", "--json", PATH=str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert "no instructions are counted: valgrind is missing" in ended.stderr
    assert {each["instructions"] for each in json.loads(ended.stdout)["findings"]} == {None}


@pytest.mark.parametrize("text", ["", "events: Ir\n", "totals: \n", "totals: many\n"])
def test_an_emulator_that_leaves_no_count_is_a_loss(tmp_path: Path, text: str) -> None:
    (tmp_path / "counts").write_text(text)
    with pytest.raises(LostError, match="valgrind left no count"):
        total_in(tmp_path / "counts")


@pytest.mark.exhaustive
@pytest.mark.builds
@pytest.mark.long
def test_two_counts_of_a_native_codec_agree(wirelab: Wirelab) -> None:
    require(EMULATOR, bool(shutil.which(EMULATOR)), "no valgrind on PATH")
    require("cargo", bool(shutil.which("cargo")), "no cargo on PATH")
    counts = []
    for lab in ("one.duckdb", "other.duckdb"):
        words = ("--codec", "prost", "--workload", "school", "--size", "110", "--rounds", "1", "--instructions")
        ended = wirelab("run", *words, "--lab", lab, "--json", timeout=900)
        assert ended.returncode == 0, ended.stderr
        counts.append(
            {each["cell"]["operation"]: each["instructions"] for each in json.loads(ended.stdout)["findings"]}
        )
    for operation in A_CALL:
        assert counts[0][operation] == pytest.approx(counts[1][operation], rel=0.01)
        assert counts[0][operation] > 10_000

"""The lab and pyperf measure the same operations: whether their times agree, a quiet machine tells, not a test."""

import json
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Wirelab

sys.path.append(str(ROOT / "runners" / "python" / "harness"))  # what stands beside pyperf

from canaries import Canaries


@pytest.mark.timeout(600)
@pytest.mark.builds
def test_a_cross_check_measures_both_sides_and_keeps_what_it_measured(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("crosscheck", "python", "--codec", "cbor2", "--rounds", "2", "--keep", "turns", "--json")
    stopped, told = interrupted(words, tmp_path, after=b"round 2")
    assert (stopped, told["interrupted"], told["ok"]) == (130, True, False)
    assert [each["processes"] for each in told["agreements"]] == [1]

    ended = wirelab(*words, timeout=500)
    assert ended.returncode in (0, 5), ended.stderr
    found = json.loads(ended.stdout)
    assert (found["losses"], found["harness"].split()[0]) == ([], "pyperf")
    (each,) = found["agreements"]
    assert (each["processes"], found["machine"]["canaries"] > 20) == (2, True)
    # The same work on both sides: wide enough for a machine that is busy with other tests.
    assert each["lab_ns"] is None or 0.02 < each["lab_ns"] / each["harness_ns"] < 50

    again = wirelab(*words, timeout=100)
    assert (again.returncode, json.loads(again.stdout)) == (ended.returncode, found)
    assert "are in turns already and are not measured again" in again.stderr
    other = wirelab(*words, "--seed", "1", timeout=100)
    assert other.returncode == 2
    assert "it holds a cross-check with another seed" in other.stderr


def interrupted(words: tuple[str, ...], folder: Path, *, after: bytes) -> tuple[int, dict[str, Any]]:
    """Type Ctrl-C once the command has said `after`; its exit code and its answer."""
    log, command = folder / "log", [sys.executable, "-m", "wirelab", *words]
    with (
        log.open("wb") as stderr,
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=stderr) as process,
    ):
        until = time.monotonic() + 300
        while after not in log.read_bytes() and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    return process.returncode, json.loads(told)


def test_a_platform_without_a_harness_says_so(wirelab: Wirelab) -> None:
    ended = wirelab("crosscheck", "fake")
    assert ended.returncode == 2
    assert "none of its runners has a harness" in ended.stderr


def test_the_canary_is_timed_around_each_value() -> None:
    canary = count(1)
    Canaries.time, Canaries.taken_ns = lambda: next(canary), []
    for _ in range(2):  # pyperf makes one for each benchmark
        hook = Canaries()
        with hook:
            assert next(canary) in {2, 5}
    assert Canaries.taken_ns == [(1, 3), (4, 6)]

"""The lab and pyperf measure the same operations: whether their times agree, a quiet machine tells, not a test."""

import json
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab

sys.path.append(str(ROOT / "runners" / "python" / "harness"))  # what stands beside pyperf

from turns import WARM_AGAIN, Turn, Turns


@pytest.mark.timeout(600)
@pytest.mark.builds
def test_a_cross_check_measures_both_sides(wirelab: Wirelab) -> None:
    ended = wirelab("crosscheck", "python", "--codec", "cbor2", "--rounds", "2", "--json", timeout=500)
    assert ended.returncode in (0, 5), ended.stderr
    found = json.loads(ended.stdout)
    assert (found["losses"], found["harness"].split()[0]) == ([], "pyperf")
    (each,) = found["agreements"]
    assert (each["processes"], found["machine"]["canaries"] > 20) == (2, True)
    # The same work on both sides: wide enough for a machine that is busy with other tests.
    assert each["lab_ns"] is None or 0.02 < each["lab_ns"] / each["harness_ns"] < 50


def test_a_platform_without_a_harness_says_so(wirelab: Wirelab) -> None:
    ended = wirelab("crosscheck", "fake")
    assert ended.returncode == 2
    assert "none of its runners has a harness" in ended.stderr


def test_a_turn_begins_when_it_is_granted_and_its_first_value_does_not_count() -> None:
    canary, waited = count(1), list[int]()
    Turn.turns = Turns(samples=2, wait=lambda: waited.append(taken), canary=lambda: next(canary))
    for taken in range(2 * (WARM_AGAIN + 2)):  # noqa: B007  what `wait` reads
        with Turn():
            pass
    assert waited == [0, 3]
    assert Turn.turns.counted([10.0, 11.0, 12.0, 20.0, 21.0, 22.0]) == [
        {"ns": 11.0, "canary_ns": 3, "next_canary_ns": 4},
        {"ns": 12.0, "canary_ns": 5, "next_canary_ns": 6},
        {"ns": 21.0, "canary_ns": 9, "next_canary_ns": 10},
        {"ns": 22.0, "canary_ns": 11, "next_canary_ns": 12},
    ]


@pytest.mark.timeout(600)
@pytest.mark.builds
def test_what_was_measured_before_an_interrupt_is_told(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "wirelab", "crosscheck", "python", "--codec", "cbor2", "--rounds", "50", "--json"]
    log = tmp_path / "log"
    with log.open("wb") as stderr, subprocess.Popen(words, stdout=subprocess.PIPE, stderr=stderr) as process:
        assert process.stdout is not None
        until = time.monotonic() + 300
        while b"round 2" not in log.read_bytes() and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    found = json.loads(told)
    assert (process.returncode, found["interrupted"], found["ok"]) == (130, True, False)
    assert [each["processes"] for each in found["agreements"]] == [1]

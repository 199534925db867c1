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


def test_a_turn_begins_when_it_is_granted_and_its_first_values_do_not_count() -> None:
    canary, waited = count(1), list[int]()
    Turn.turns = Turns(samples=2, wait=lambda: waited.append(taken), canary=lambda: next(canary))
    each = WARM_AGAIN + 2
    for taken in range(2 * each):  # noqa: B007  what `wait` reads
        with Turn():
            pass
    assert waited == [0, each]
    counting = [WARM_AGAIN, WARM_AGAIN + 1, each + WARM_AGAIN, each + WARM_AGAIN + 1]
    assert Turn.turns.counted([10.0 + at for at in range(2 * each)]) == [
        {"ns": 10.0 + at, "canary_ns": 2 * at + 1, "next_canary_ns": 2 * at + 2} for at in counting
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

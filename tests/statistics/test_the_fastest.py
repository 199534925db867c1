"""The fastest of two equal sides of a cross-check is nearly the same, though one is disturbed more than the other.

Batches scatter by 2 %. Those that are disturbed take 1.3 to 1.8 times as long. 1,000 rounds a case.
"""

import math
import random
from statistics import median

import pytest

from tests.unit.test_analysis_agreement import CELL, FAST_NS, SLOW_NS, process, sample
from wirelab.analysis.agreement import agreement
from wirelab.app.crosscheck import SAMPLES
from wirelab.execution.turns import LEAST_TURNS

ROUNDS, MOST = 1_000, 0.02
EACH = SAMPLES * LEAST_TURNS


def times_ns(count: int, fast: int, source: random.Random) -> list[float]:
    """So many, of which the first `fast` are undisturbed."""
    slow = (1.0 if at < fast else source.uniform(1.3, 1.8) for at in range(count))
    return [1e6 * each * math.exp(source.gauss(0, 0.02)) for each in slow]


def ratio(count: int, fast: int, fast_of_harness: int, source: random.Random) -> float:
    """Of one round, the lab's time over the harness's."""
    mine, theirs = times_ns(count, fast, source), times_ns(EACH, fast_of_harness, source)
    # A slow canary stands on both sides of what is slow, so one batch more has a fast one before it.
    batches = [(ns, FAST_NS if at <= fast else SLOW_NS) for at, ns in enumerate(mine)]
    samples = [sample(ns, FAST_NS if at < fast_of_harness else SLOW_NS) for at, ns in enumerate(theirs)]
    taken = {0: (process(*batches, last_canary_ns=FAST_NS if fast == count else SLOW_NS), samples)}
    found = agreement(CELL, None, taken, fast_ns=150, band=0.05, confidence=0.95)
    assert found.lab_ns is not None
    assert found.harness_ns is not None
    return found.lab_ns / found.harness_ns


@pytest.mark.parametrize("fast_of_harness", [20, 30, EACH])
@pytest.mark.parametrize(("count", "fast"), [(EACH, 20), (EACH, EACH), (2 * EACH, EACH)])
def test_equal_sides_differ_by_little(count: int, fast: int, fast_of_harness: int) -> None:
    source = random.Random(f"{count}/{fast}/{fast_of_harness}")
    ratios = [ratio(count, fast, fast_of_harness, source) for _ in range(ROUNDS)]
    assert abs(math.log(median(ratios))) <= MOST

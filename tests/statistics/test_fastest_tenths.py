"""Two equal sides of a cross-check have nearly the same fastest tenth, though one has few batches and one has many.

Batches scatter by 2 %; those that are disturbed take 1.3 to 1.8 times as long. As many as a round may have are. 2,000
rounds a case.
"""

import math
import random
from statistics import median

import pytest

from tests.unit.test_analysis_agreement import CELL, FAST_NS, SLOW_NS, process, sample
from wirelab.analysis.agreement import agreement

ROUNDS, OF_THE_HARNESS, MOST = 2_000, 40, 0.015


def times_ns(count: int, fast: int, source: random.Random) -> list[float]:
    """So many, of which the first `fast` are undisturbed."""
    slow = (1.0 if at < fast else source.uniform(1.3, 1.8) for at in range(count))
    return [1e6 * each * math.exp(source.gauss(0, 0.02)) for each in slow]


def ratio(count: int, fast: int, fast_of_harness: int, source: random.Random) -> float:
    """Of one round, the lab's time over the harness's."""
    batches = [(ns, FAST_NS if at <= fast else SLOW_NS) for at, ns in enumerate(times_ns(count, fast, source))]
    theirs = times_ns(OF_THE_HARNESS, fast_of_harness, source)
    samples = [sample(ns, FAST_NS if at < fast_of_harness else SLOW_NS) for at, ns in enumerate(theirs)]
    found = agreement(CELL, None, {0: (process(*batches), samples)}, fast_ns=150, band=0.05, confidence=0.95)
    assert found.lab_ns is not None
    assert found.harness_ns is not None
    return found.lab_ns / found.harness_ns


@pytest.mark.parametrize("fast_of_harness", [20, 30, 40])
@pytest.mark.parametrize(("count", "fast"), [(5, 5), (8, 5), (10, 5), (20, 10), (20, 20), (50, 25)])
def test_equal_sides_differ_by_little(count: int, fast: int, fast_of_harness: int) -> None:
    source = random.Random(f"{count}/{fast}/{fast_of_harness}")
    assert abs(math.log(median(ratio(count, fast, fast_of_harness, source) for _ in range(ROUNDS)))) <= MOST

"""Two equal sides of a cross-check have nearly the same fastest tenth, though one has few batches and one has many.

Batches scatter by 2 %. Those that are disturbed take 1.3 to 1.8 times as long; canaries feel most of them, but of those
that canaries call fast three in ten may be disturbed, too. 1,000 rounds a case.
"""

import math
import random
from collections.abc import Iterator
from statistics import median

import pytest

from tests.unit.test_analysis_agreement import CELL, FAST_NS, SLOW_NS, process, sample
from wirelab.analysis.agreement import agreement

ROUNDS, OF_THE_HARNESS, MOST = 1_000, 40, 0.015


def times_ns(count: int, fast: int, unfelt: float, source: random.Random) -> Iterator[float]:
    """So many, of which `fast` are felt to be undisturbed, the first of them."""
    for at in range(count):
        disturbed = at >= fast or source.random() < unfelt
        yield 1e6 * (source.uniform(1.3, 1.8) if disturbed else 1) * math.exp(source.gauss(0, 0.02))


def ratio(count: int, fast: int, fast_of_harness: int, unfelt: tuple[float, float], source: random.Random) -> float:
    """Of one round, the lab's time over the harness's."""
    mine, theirs = (
        times_ns(count, fast, unfelt[0], source),
        times_ns(OF_THE_HARNESS, fast_of_harness, unfelt[1], source),
    )
    # A slow canary stands on both sides of what is slow, so one batch more has a fast one before it.
    batches = [(ns, FAST_NS if at <= fast else SLOW_NS) for at, ns in enumerate(mine)]
    samples = [sample(ns, FAST_NS if at < fast_of_harness else SLOW_NS) for at, ns in enumerate(theirs)]
    last_ns = FAST_NS if fast == count else SLOW_NS
    taken = {0: (process(*batches, last_canary_ns=last_ns), samples)}
    found = agreement(CELL, None, taken, fast_ns=150, band=0.05, confidence=0.95)
    assert found.lab_ns is not None
    assert found.harness_ns is not None
    return found.lab_ns / found.harness_ns


@pytest.mark.parametrize("unfelt", [(0, 0), (0, 0.3), (0.3, 0), (0.3, 0.3)], ids=str)
@pytest.mark.parametrize("fast_of_harness", [5, 10, 40])
@pytest.mark.parametrize(("count", "fast"), [(5, 5), (20, 5), (20, 10), (50, 45)])
def test_equal_sides_differ_by_little(count: int, fast: int, fast_of_harness: int, unfelt: tuple[float, float]) -> None:
    source = random.Random(f"{count}/{fast}/{fast_of_harness}/{unfelt}")
    ratios = [ratio(count, fast, fast_of_harness, unfelt, source) for _ in range(ROUNDS)]
    assert abs(math.log(median(ratios))) <= MOST

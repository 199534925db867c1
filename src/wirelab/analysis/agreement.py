"""Whether the lab's times are those of a platform's own harness. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import median

from wirelab.analysis.intervals import median_ratio
from wirelab.analysis.states import in_fast_state
from wirelab.model.cell import Cell
from wirelab.model.finding import Agreement, Agrees, Interval
from wirelab.model.measurement import HarnessSample, Phase, ProcessRecord

ENOUGH = Fraction(9, 10)
"""Share of the cells that have to be within."""
LEAST_FAST = 20
"""Batches or values of the fast state that either side needs for a round to count."""
Taken = Mapping[int, tuple[ProcessRecord, Sequence[HarnessSample]]]


def agreement(
    cell: Cell,
    benchmark: str | None,
    taken: Taken,
    *,
    fast_ns: float | None,
    band: float,
    confidence: float,
) -> Agreement:
    """Compare what a process of either side measured of `cell` in each round.

    A round's ratio is of the fastest: the least time of the lab's measured batches over that of the harness's values,
    which are as short, and as many where the machine is in its fast state. A disturbance only ever slows, and no canary
    feels all of it, so the fastest is what both sides have in common
    (docs/decisions/0011-crosscheck-with-the-platforms-own-harness.md). A round counts if twenty of either side's, or
    all where it has fewer, were made in the machine's fast state. The ratio is the median over rounds.

    Args:
        cell: the cell.
        benchmark: the harness's own for it, or None.
        taken: by round, the lab's process and the harness's values, in order.
        fast_ns: the longest canary of the machine's fast state; None: it has none of its own, and everything counts.
        band: half-width of what counts as the same: 0.05 for ratios from 0.95 to 1.05.
        confidence: the interval's level.
    """
    pairs = {number: pair for number, sides in taken.items() if (pair := _pair(*sides, fast_ns)) is not None}
    lab_ns, harness_ns = ({number: pair[side] for number, pair in pairs.items()} for side in (0, 1))
    ratio = median_ratio(lab_ns, harness_ns, confidence)
    return Agreement(
        cell=cell,
        benchmark=benchmark,
        lab_ns=median(lab_ns.values()) if pairs else None,
        harness_ns=median(harness_ns.values()) if pairs else None,
        ratio=ratio,
        processes=len(taken),
        steady=sum(bool(record.steady) for record, _ in taken.values()),
        verdict=_verdict(ratio, band),
    )


def enough_fast(canaries_ns: Sequence[tuple[float, float]], fast_ns: float | None) -> bool:
    """Whether enough of a harness's values were made in the machine's fast state for their round to count.

    Args:
        canaries_ns: before and after each value.
        fast_ns: as in `agreement`.
    """
    return sum(_is_fast(*each, fast_ns) for each in canaries_ns) >= LEAST_FAST


def _is_fast(canary_ns: float, next_canary_ns: float, fast_ns: float | None) -> bool:
    return fast_ns is None or max(canary_ns, next_canary_ns) <= fast_ns


def _pair(record: ProcessRecord, samples: Sequence[HarnessSample], fast_ns: float | None) -> tuple[float, float] | None:
    """Time of one operation in ns on either side; None where one of them was hardly in the fast state."""
    fast = in_fast_state(record.batches, record.last_canary_ns, fast_ns)
    measured = [
        (batch.ns / batch.calls, ok)
        for batch, ok in zip(record.batches, fast, strict=True)
        if batch.phase is Phase.MEASURED
    ]
    lab_ns = _fastest(measured)
    harness_ns = _fastest([(each.ns, _is_fast(each.canary_ns, each.next_canary_ns, fast_ns)) for each in samples])
    return None if lab_ns is None or harness_ns is None else (lab_ns, harness_ns)


def _fastest(times_ns: Sequence[tuple[float, bool]]) -> float | None:
    """The least of times, each with whether it is of the fast state; None if too few are."""
    if not times_ns or sum(fast for _, fast in times_ns) < min(LEAST_FAST, len(times_ns)):
        return None
    return min(ns for ns, _ in times_ns)


def _verdict(ratio: Interval | None, band: float) -> Agrees:
    if ratio is None:
        return Agrees.UNRESOLVED
    if 1 - band <= ratio.low and ratio.high <= 1 + band:
        return Agrees.WITHIN
    return Agrees.OUTSIDE if ratio.high < 1 - band or ratio.low > 1 + band else Agrees.UNRESOLVED


def agree(agreements: Sequence[Agreement]) -> bool:
    """Whether at least nine of ten cells are within the band."""
    return sum(each.verdict is Agrees.WITHIN for each in agreements) >= ENOUGH * len(agreements)

"""Whether the lab's times are those of a platform's own harness. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import median, quantiles

from wirelab.analysis.intervals import median_ratio
from wirelab.model.cell import Cell
from wirelab.model.finding import Agreement, Agrees, Interval
from wirelab.model.measurement import HarnessSample, Phase, ProcessRecord

ENOUGH = Fraction(9, 10)
"""Share of the cells that have to be within."""
_ONE_IN = 20
Taken = Mapping[int, tuple[ProcessRecord, Sequence[HarnessSample]]]


def agreement(cell: Cell, benchmark: str | None, taken: Taken, *, band: float, confidence: float) -> Agreement:
    """Compare what a process of either side measured of `cell` in each round.

    A round's ratio is of fastest twentieths: the 5th percentile of the lab's measured batches over that of the
    harness's values, which are as many and as short. A disturbance only ever slows, and no canary feels all of it, so
    the fastest is what both sides have in common (docs/decisions/0011-crosscheck-with-the-platforms-own-harness.md).
    The ratio is the median over rounds.

    Args:
        cell: the cell.
        benchmark: the harness's own for it, or None.
        taken: by round, the lab's process and the harness's values, in order.
        band: half-width of what counts as the same: 0.05 for ratios from 0.95 to 1.05.
        confidence: the interval's level.
    """
    pairs = {number: pair for number, sides in taken.items() if (pair := _pair(*sides)) is not None}
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


def _pair(record: ProcessRecord, samples: Sequence[HarnessSample]) -> tuple[float, float] | None:
    """Time of one operation in ns on either side; None where one of them measured nothing."""
    measured = [batch.ns / batch.calls for batch in record.batches if batch.phase is Phase.MEASURED]
    if not measured or not samples:
        return None
    return _fastest_twentieth(measured), _fastest_twentieth([sample.ns for sample in samples])


def _fastest_twentieth(times_ns: Sequence[float]) -> float:
    """The 5th percentile."""
    return times_ns[0] if len(times_ns) == 1 else quantiles(times_ns, n=_ONE_IN, method="inclusive")[0]


def _verdict(ratio: Interval | None, band: float) -> Agrees:
    if ratio is None:
        return Agrees.UNRESOLVED
    if 1 - band <= ratio.low and ratio.high <= 1 + band:
        return Agrees.WITHIN
    return Agrees.OUTSIDE if ratio.high < 1 - band or ratio.low > 1 + band else Agrees.UNRESOLVED


def agree(agreements: Sequence[Agreement]) -> bool:
    """Whether at least nine of ten cells are within the band."""
    return sum(each.verdict is Agrees.WITHIN for each in agreements) >= ENOUGH * len(agreements)

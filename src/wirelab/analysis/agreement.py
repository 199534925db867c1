"""Whether the lab's times are those of a platform's own harness. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean

from wirelab.analysis.intervals import paired_ratio, time_interval
from wirelab.model.cell import Cell
from wirelab.model.finding import Agreement

ENOUGH = Fraction(11, 12)


def agreement(
    cell: Cell,
    lab_ns: Mapping[int, float],
    harness_ns: Mapping[int, float],
    *,
    steady: Sequence[bool],
    band: float,
    confidence: float,
) -> Agreement:
    """Compare two measurements of `cell`.

    Args:
        cell: the cell.
        lab_ns: process time by round, as the lab measured it.
        harness_ns: likewise, as the harness did.
        steady: whether the lab's warm-up rule was met, by process.
        band: half-width of what counts as the same: 0.05 for ratios from 0.95 to 1.05.
        confidence: the intervals' level.
    """
    ratio = paired_ratio(lab_ns, harness_ns, confidence)
    return Agreement(
        cell=cell,
        lab_ns=time_interval(tuple(lab_ns.values()), confidence) if lab_ns else None,
        harness_ns=time_interval(tuple(harness_ns.values()), confidence) if harness_ns else None,
        ratio=ratio,
        steady_share=fmean(steady) if steady else None,
        within=ratio is not None and abs(ratio.estimate - 1) <= band,
    )


def agree(agreements: Sequence[Agreement]) -> bool:
    """Whether at least 11 of 12 cells are within the band."""
    return sum(each.within for each in agreements) >= ENOUGH * len(agreements)

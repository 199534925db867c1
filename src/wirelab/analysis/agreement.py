"""Whether the lab's times are those of a platform's own harness. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean, median

from wirelab.analysis.intervals import paired_ratio, time_interval
from wirelab.model.cell import Cell
from wirelab.model.finding import Agreement, Interval

ENOUGH = Fraction(11, 12)


def agreement(
    cell: Cell,
    turns_ns: Mapping[int, Sequence[tuple[float, float]]],
    *,
    steady: Sequence[bool],
    band: float,
    confidence: float,
) -> Agreement:
    """Compare two measurements of `cell`, taken in turns by a process of either side in each round.

    A round's ratio is the median of its turns' ratios, so that what the machine does for longer than a turn falls on
    both sides; the interval is over the rounds.

    Args:
        cell: the cell.
        turns_ns: by round, turn by turn, the time as the lab and as the harness measured it; a turn at least.
        steady: whether the lab's warm-up rule was met in its first turn, by process.
        band: half-width of what counts as the same: 0.05 for ratios from 0.95 to 1.05.
        confidence: the intervals' level.
    """
    ratios = {number: [lab / harness for lab, harness in turns] for number, turns in turns_ns.items()}
    ratio = paired_ratio({b: median(each) for b, each in ratios.items()}, dict.fromkeys(ratios, 1.0), confidence)
    return Agreement(
        cell=cell,
        lab_ns=_time([median(lab for lab, _ in turns) for turns in turns_ns.values()], confidence),
        harness_ns=_time([median(harness for _, harness in turns) for turns in turns_ns.values()], confidence),
        ratio=ratio,
        first_ratios=tuple(each[0] for each in ratios.values()),
        steady_share=fmean(steady) if steady else None,
        within=ratio is not None and abs(ratio.estimate - 1) <= band,
    )


def first_turns(agreements: Sequence[Agreement], confidence: float) -> Interval | None:
    """The lab's time over the harness's in the first turns alone, over all cells and rounds; None with fewer than two.

    It is what a study measures of a process: later turns find it warmer than any study does.
    """
    ratios = dict(enumerate(ratio for each in agreements for ratio in each.first_ratios))
    return paired_ratio(ratios, dict.fromkeys(ratios, 1.0), confidence)


def _time(times_ns: Sequence[float], confidence: float) -> Interval | None:
    return time_interval(times_ns, confidence) if times_ns else None


def agree(agreements: Sequence[Agreement]) -> bool:
    """Whether at least 11 of 12 cells are within the band."""
    return sum(each.within for each in agreements) >= ENOUGH * len(agreements)

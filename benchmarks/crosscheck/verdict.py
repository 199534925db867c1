"""Whether the lab and a harness agree on a cell, by the rounds so far. Pure."""

from collections.abc import Sequence
from enum import StrEnum

from wirelab.analysis.decide.intervals import mean_interval, on_ratios
from wirelab.design.sequential import Schedule
from wirelab.model.findings.finding import Interval

BAND = 0.05
ROUNDS = 30
"""The most rounds of a cell."""
_SCHEDULE = Schedule(rounds=ROUNDS, comparisons=1)


class Verdict(StrEnum):
    """It depends on where the whole interval of the ratio is."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "open"


def interval(log_ratios: Sequence[float], *, last: bool) -> Interval | None:
    """The ratio lab / harness with its interval: 95 % over all looks together, one after each round.

    Args:
        log_ratios: of the rounds so far.
        last: whether no round follows, so that this look may use the rest of the error (decision 26).
    """
    if len(log_ratios) < 2:
        return None
    return on_ratios(mean_interval(log_ratios, 1 - _SCHEDULE.level_to_differ(len(log_ratios), last=last)))


def verdict(ratio: Interval | None) -> Verdict:
    """The verdict on a cell with this interval."""
    if ratio is None:
        return Verdict.OPEN
    if ratio.low >= 1 - BAND and ratio.high <= 1 + BAND:
        return Verdict.AGREES
    return Verdict.DIFFERS if ratio.high < 1 - BAND or ratio.low > 1 + BAND else Verdict.OPEN

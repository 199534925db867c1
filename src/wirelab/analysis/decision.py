"""Verdicts, and the sequential rule that says when one is final. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wirelab.analysis.intervals import paired_ratio
from wirelab.design.sequential import PRECISION_FROM, Schedule
from wirelab.model.finding import Interval, Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """What the sequential rule makes of one comparison.

    Attributes:
        verdict: from `interval`.
        decided: no further round is needed; stays so whatever comes later.
        interval: the ratio at the level the look allows (wider than at the level that is shown), or None with fewer
            than two shared rounds.
        rounds: complete rounds it rests on.
    """

    verdict: Verdict
    decided: bool
    interval: Interval | None
    rounds: int


def verdict(interval: Interval | None, band: float) -> Verdict:
    """Hold a ratio's interval against the equivalence band [1/(1 + band), 1 + band].

    The band is symmetric on the log scale, so that exchanging cell and reference does not change the verdict.
    """
    if interval is None:
        return Verdict.UNRESOLVED
    differs = interval.low > 1 or interval.high < 1
    inside = 1 / (1 + band) <= interval.low and interval.high <= 1 + band
    if inside:
        return Verdict.NEGLIGIBLE if differs else Verdict.EQUIVALENT
    return Verdict.DIFFERENT if differs else Verdict.UNRESOLVED


Compared = tuple[Mapping[int, float], Mapping[int, float]]
"""Process times in ns by round of a cell, and of what it is compared with."""


def decide(
    family: Sequence[Compared], *, schedule: Schedule, band: float, rounds: int, ended: bool = False
) -> tuple[Decision, ...]:
    """Replay the looks of `schedule` up to `rounds` complete rounds; the first that decides a comparison is final.

    A look decides when its interval at level 1 - alpha_k excludes 1 or lies within the band, or when it is precise
    enough. Where it excludes 1, alpha_k grows for the others, which are looked at again until none more is found. Being
    a function of the data alone, it says the same after a run was stopped and resumed. Before the first look and
    between looks, verdicts are read at the level that the spending function allows.

    Args:
        family: those of the schedule's comparisons that have been measured.
        schedule: looks and levels.
        band: half-width of the equivalence band.
        rounds: complete rounds of the study.
        ended: the study ends here, at `rounds`, so this is the last look.

    Returns:
        What is decided of each of `family`.
    """
    now = [Decision(Verdict.UNRESOLVED, False, None, rounds) for _ in family]
    last = min(rounds, schedule.rounds)  # a round of retries may come after the last
    for n in sorted({*(look for look in schedule.looks if look < last), last} - {0}):
        _look(now, family, n, schedule, band, final=ended and n == last)
    return tuple(now)


def _look(
    now: list[Decision], family: Sequence[Compared], n: int, schedule: Schedule, band: float, *, final: bool
) -> None:
    """Replace in `now` what the look after `n` rounds says of the comparisons that were open before it."""
    left = [at for at, each in enumerate(now) if not each.decided]
    found_before = -1
    while left and (found := sum(each.decided and each.verdict.differs for each in now)) > found_before:
        found_before = found
        alpha = schedule.alpha_since_look(n, last=final, found=found)
        for at in left:
            now[at] = _at(n, family[at], alpha, schedule, band, final=final)
        left = [at for at in left if not now[at].decided]


def _at(n: int, compared: Compared, alpha: float, schedule: Schedule, band: float, *, final: bool) -> Decision:
    times_ns, reference_times_ns = compared
    # The last look takes in what came after it: the retries of the last round.
    seen = times_ns if n >= schedule.rounds else {b: time for b, time in times_ns.items() if b < n}
    interval = paired_ratio(seen, reference_times_ns, 1 - alpha)
    reached = verdict(interval, band)
    is_look = final or n in schedule.looks
    decided = is_look and (reached is not Verdict.UNRESOLVED or _precise(interval, schedule, n))
    return Decision(reached, decided, interval, n)


def _precise(interval: Interval | None, schedule: Schedule, n: int) -> bool:
    if interval is None or schedule.precision is None or n < PRECISION_FROM:
        return False
    return math.log(interval.high) - math.log(interval.low) <= 2 * math.log1p(schedule.precision)

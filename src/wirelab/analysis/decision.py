"""Verdicts, and the sequential rule that says when one is final. Pure."""

import math
from collections.abc import Mapping
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


def decide(
    times_ns: Mapping[int, float],
    reference_times_ns: Mapping[int, float],
    *,
    schedule: Schedule,
    band: float,
    rounds: int,
    ended: bool = False,
) -> Decision:
    """Replay the looks of `schedule` up to `rounds` complete rounds; the first that decides is final.

    A look decides when its interval at level 1 - alpha_k excludes 1 or lies within the band, or when it is precise
    enough. Being a function of the data alone, it says the same after a run was stopped and resumed. Before the first
    look and between looks, the verdict is read at the level that the spending function allows.

    Args:
        times_ns: the cell's process time by round.
        reference_times_ns: the reference's.
        schedule: looks and levels.
        band: half-width of the equivalence band.
        rounds: complete rounds of the study.
        ended: the study ends here, at `rounds`, so this is the last look.
    """
    now = Decision(Verdict.UNRESOLVED, False, None, rounds)
    last = min(rounds, schedule.rounds)  # a round of retries may come after the last
    for n in sorted({*(look for look in schedule.looks if look < last), last} - {0}):
        now = _at(n, times_ns, reference_times_ns, schedule, band, final=ended and n == last)
        if now.decided:
            break
    return now


def _at(
    n: int,
    times_ns: Mapping[int, float],
    reference_times_ns: Mapping[int, float],
    schedule: Schedule,
    band: float,
    *,
    final: bool,
) -> Decision:
    alpha = schedule.alpha_since_look(n, last=final)
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

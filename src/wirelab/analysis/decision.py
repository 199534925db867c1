"""Verdicts, and the sequential rule that says when one is final. Pure."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wirelab.analysis.intervals import ratio_interval, scatter_of
from wirelab.analysis.round_ratios import Logs
from wirelab.analysis.shrinkage import Scatter, shrunk
from wirelab.design.sequential import Schedule
from wirelab.model.finding import Interval, Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """What the sequential rule makes of one comparison.

    Attributes:
        verdict: from `interval`.
        decided: no further round is needed; stays so whatever comes later.
        interval: the ratio with the interval that the verdict rests on, or None with fewer than two shared rounds.
        rounds: complete rounds it rests on.
        logs: ln of the ratio in each of these.
        found: a look has told the ratio from 1: the error that was kept for this is free for other comparisons.
    """

    verdict: Verdict
    decided: bool
    interval: Interval | None
    rounds: int
    logs: Logs = ()
    found: bool = False


def verdict(interval: Interval | None, band: float) -> Verdict:
    """Hold a ratio's interval against the equivalence band [1/(1 + band), 1 + band].

    The band is symmetric on the log scale, so that exchanging cell and reference does not change the verdict.
    """
    if interval is None:
        return Verdict.UNRESOLVED
    return _verdict(differs=_excludes_1(interval), within=_lies_within(interval, band))


_OPEN = Decision(Verdict.UNRESOLVED, False, None, 0)


def decide(
    family: Sequence[Logs], *, schedule: Schedule, band: float, rounds: int, ended: bool = False
) -> tuple[Decision, ...]:
    """Replay the looks of `schedule` up to `rounds` complete rounds; the first that decides a comparison is final.

    Without a precision, a look decides when its interval excludes 1, or when two one-sided tests place the ratio within
    the band. With one, a look decides when its interval is as narrow as that, and the verdict is what the interval then
    says. Levels are the schedule's. Without a precision, intervals of all looks hold the truth together; with one, a
    comparison stops for the width of its interval, which does not depend on where that lies. So the interval that is
    shown holds the truth whenever a study stops, and why.

    The scatter of a comparison is drawn towards that of the others. Where a difference is found, the level grows for
    the others, which are looked at again until none more is found; likewise where an equivalence is decided. Cells may
    join late: what has fewer rounds of its own than the first look takes waits, unless the study ends. Being a function
    of the data alone, it says the same after a run was stopped and resumed. Before the first look and between looks,
    verdicts are read at the level that the schedule allows.

    Args:
        family: rounds and ln(ratio) in them, of those of the schedule's comparisons that have been measured.
        schedule: looks and levels.
        band: half-width of the equivalence band.
        rounds: complete rounds of the study.
        ended: the study ends here, at `rounds`, so this is the last look.

    Returns:
        What is decided of each of `family`.
    """
    last = min(rounds, schedule.rounds)
    if not last:
        return (_OPEN,) * len(family)
    before = tuple(look for look in schedule.looks if look < last)
    now = list(_replayed(_until(tuple(family), before), before, schedule, band))
    seen = _until(tuple(family), (last,)) if last < schedule.rounds else tuple(family)
    _look(now, seen, _Look(last, schedule, band, ended, decides=ended or last in schedule.looks))
    return tuple(_promising(each, 1 - schedule.alpha) for each in now)


def _until(family: tuple[Logs, ...], looks: Sequence[int]) -> tuple[Logs, ...]:
    """What the last of `looks` saw."""
    n = looks[-1] if looks else 0
    return tuple(own[: bisect_left(own, (n,))] for own in family)


@lru_cache(maxsize=128)
def _replayed(seen: tuple[Logs, ...], looks: tuple[int, ...], schedule: Schedule, band: float) -> tuple[Decision, ...]:
    """What `looks` made of each comparison; `seen` ends with the last of them.

    Remembered, because a study that goes on asks again for all looks but the newest.
    """
    if not looks:
        return (_OPEN,) * len(seen)
    *before, n = looks
    now = list(_replayed(_until(seen, before), tuple(before), schedule, band))
    _look(now, seen, _Look(n, schedule, band, final=False, decides=True))
    return tuple(now)


@dataclass(frozen=True, slots=True)
class _Look:
    n: int
    schedule: Schedule
    band: float
    final: bool
    decides: bool


def _look(now: list[Decision], seen: Sequence[Logs], look: _Look) -> None:
    """Replace in `now` what `look` says of the comparisons that were open before it."""
    left = [at for at, each in enumerate(now) if not each.decided]
    if not left:
        return
    schedule = look.schedule
    # What was decided knows of no later rounds.
    logs = [then.logs if then.decided else own for own, then in zip(seen, now, strict=True)]
    told = {at: scatter_of([log for _, log in own]) for at, own in enumerate(logs) if len(own) >= 2}
    before = None
    while left and (passed := _passed(now)) != before:
        before = found, equated = passed
        to_equate = schedule.level_to_equate(look.n, last=look.final, equated=equated)
        scatters = {}
        for own in {now[at].found for at in left}:
            drawn = shrunk(list(told.values()), schedule.comparisons - (found - own))
            scatters[own] = dict(zip(told, drawn, strict=True))
        for at in left:
            own = now[at].found
            to_differ = schedule.level_to_differ(look.n, last=look.final, found=found - own)
            now[at] = _at(look, logs[at], scatters[own].get(at), to_differ, to_equate, found=own)
        left = [at for at in left if not now[at].decided]


def _passed(now: Sequence[Decision]) -> tuple[int, int]:
    """How many comparisons need no more of the error of finding a difference, and of that of equating."""
    return sum(each.found for each in now), sum(each.decided and each.verdict.equates for each in now)


def _at(
    look: _Look, logs: Logs, scatter: Scatter | None, to_differ: float, to_equate: float, *, found: bool
) -> Decision:
    schedule, n, values = look.schedule, look.n, [log for _, log in logs]
    wide = ratio_interval(values, 1 - to_differ, scatter)
    narrow = wide if 2 * to_equate == to_differ else ratio_interval(values, 1 - 2 * to_equate, scatter)
    if wide is None or narrow is None:
        return Decision(Verdict.UNRESOLVED, False, None, n, logs, found)
    reached = _verdict(differs=_excludes_1(wide), within=_lies_within(narrow, look.band))
    shown = _shown(reached, wide, narrow, look.band)
    may = look.decides and (len(values) >= schedule.looks[0] or look.final or n >= schedule.rounds)
    enough = (
        reached is not Verdict.UNRESOLVED if schedule.precision is None else half_width(shown) <= schedule.precision
    )
    # By a precision, a comparison is told from 1 once: where it stops.
    final = may and (enough or schedule.precision is None or look.final or n >= schedule.rounds)
    return Decision(reached, may and enough, shown, n, logs, found or (final and reached.differs))


def half_width(interval: Interval) -> float:
    """Half of an interval's width, as a share of its estimate: 0.05 for a ratio known to ±5 %."""
    return (interval.high - interval.low) / 2 / interval.estimate


def _promising(decision: Decision, confidence: float) -> Decision:
    """With the interval as one that holds the truth with `confidence`, drawn at the level that it takes for that."""
    drawn = decision.interval
    if drawn is None:
        return decision
    return replace(decision, interval=replace(drawn, confidence=confidence, calibrated=drawn.confidence))


def _shown(reached: Verdict, to_differ: Interval, to_equate: Interval, band: float) -> Interval:
    """The interval that says what the verdict says.

    Two one-sided tests for equivalence have the interval from the lower limit or 1 to the upper limit or 1 (Berger and
    Hsu 1996, "Bioequivalence trials, intersection-union tests and equivalence confidence sets"). Where they find
    nothing but the other interval lies within the band, being the narrower one, it is widened to theirs as far as that
    does not bring in 1.
    """
    match reached:
        case Verdict.EQUIVALENT:
            return replace(to_equate, low=min(1.0, to_equate.low), high=max(1.0, to_equate.high))
        case Verdict.NEGLIGIBLE:
            return replace(to_differ, low=max(to_differ.low, to_equate.low), high=min(to_differ.high, to_equate.high))
        case _ if not _lies_within(to_differ, band):
            return to_differ
        case _:
            low = to_differ.low if to_differ.low > 1 else min(to_differ.low, to_equate.low)
            high = to_differ.high if to_differ.high < 1 else max(to_differ.high, to_equate.high)
            return replace(to_differ, low=low, high=high)


def _excludes_1(interval: Interval) -> bool:
    return interval.low > 1 or interval.high < 1


def _lies_within(interval: Interval, band: float) -> bool:
    return 1 / (1 + band) <= interval.low and interval.high <= 1 + band


def _verdict(*, differs: bool, within: bool) -> Verdict:
    if within:
        return Verdict.NEGLIGIBLE if differs else Verdict.EQUIVALENT
    return Verdict.DIFFERENT if differs else Verdict.UNRESOLVED

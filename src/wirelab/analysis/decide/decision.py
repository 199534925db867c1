"""Numbers that are measured round by round, and the sequential rule by which answers about them become final. Pure.

Comparisons of cells, formats and the numbers of claims are all decided here.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from statistics import fmean, stdev

from wirelab.analysis.decide.intervals import deviation_interval, mean_interval, on_ratios, scatter_of
from wirelab.analysis.decide.round_ratios import Logs
from wirelab.analysis.decide.shrinkage import Scatter, shrunk
from wirelab.design.sequential import Schedule
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.forecast import MOST_ROUNDS

Limits = tuple[float, float]
_ENOUGH = 3  # rounds from which scatter can be estimated


class Scale(StrEnum):
    """How a number scatters when it is measured again."""

    RATIO = "ratio"  # above 0; its logarithm scatters evenly, by something like the same share as that of others
    NUMBER = "number"  # it scatters evenly itself: a slope, a difference
    SPREAD = "spread"  # it is how much a ratio scatters: a standard deviation


@dataclass(frozen=True, slots=True)
class Asked:
    """A number that is measured in each round, and the question about it."""

    values: Logs  # rounds, ascending, and the number in them, or its logarithm if it is a ratio
    apart_from: Limits  # does the number differ from everything between these limits?
    within: Limits  # is it between these limits?
    scale: Scale = Scale.RATIO


def against_1(logs: Logs, band: float) -> Asked:
    """Whether a ratio is 1, or equal to it but for the band [1/(1 + band), 1 + band].

    The band is symmetric on the log scale, so that exchanging cell and reference does not change the verdict.
    """
    return Asked(logs, (1.0, 1.0), (1 / (1 + band), 1 + band))


@dataclass(frozen=True, slots=True)
class Decision:
    """The sequential rule's answer about one number."""

    verdict: Verdict
    decided: bool  # no further round is needed; stays so whatever comes later
    interval: Interval | None
    """The number with the interval that the verdict is based on, or None with fewer than two shared rounds."""
    rounds: int
    values: Logs = ()  # the number in each of these, as `Asked` has it
    found: bool = False  # a look found it to differ, so its share of the error is free for others


def verdict(asked: Asked, to_differ: Interval, to_equate: Interval) -> Verdict:
    """The verdict on a number from two intervals: one to show that it differs, one to show where it is."""
    (low, high), (least, most) = asked.apart_from, asked.within
    differs = to_differ.low > high or to_differ.high < low
    if least <= to_equate.low and to_equate.high <= most:
        return Verdict.NEGLIGIBLE if differs else Verdict.EQUIVALENT
    return Verdict.DIFFERENT if differs else Verdict.UNRESOLVED


def verdict_on(ratio: Interval, band: float) -> Verdict:
    """The verdict on a ratio whose one interval answers both questions."""
    return verdict(against_1((), band), ratio, ratio)


_OPEN = Decision(Verdict.UNRESOLVED, False, None, 0)


def decide(family: Sequence[Asked], *, schedule: Schedule, rounds: int, ended: bool = False) -> tuple[Decision, ...]:
    """Replay the looks of `schedule` up to `rounds` complete rounds; a decision of a look is final.

    Without a precision, a look decides when its interval shows a difference, or when two one-sided tests place it
    within its limits. With one, a look decides when its interval is as narrow as that, and the verdict follows from the
    interval. Without a precision, the intervals of all looks contain the truth together; with one, a comparison stops
    for the width of its interval, which does not depend on where the interval is. So the interval that is shown
    contains the truth whenever, and for whatever reason, a study stops.

    The scatter of a ratio is shrunk towards the others'. If a difference is found, the level grows for the others,
    which are looked at again until no more is found; the same holds when an equivalence is decided. Cells may join
    late: a comparison with fewer rounds of its own than the first look takes waits, unless the study has `ended`. The
    decisions depend only on the data, so they are the same after a run was stopped and resumed. Before the first look
    and between looks, verdicts are read at the level that the schedule allows.
    """
    now = [_OPEN] * len(family)
    for n in (looks := looks_until(schedule, rounds)):
        final = ended and n == looks[-1]
        seen = family if n == schedule.rounds else [_until(own, n) for own in family]
        _look(now, seen, _Look(n, schedule, final, decides=final or n in schedule.looks))
    return tuple(now)


def looks_until(schedule: Schedule, rounds: int) -> tuple[int, ...]:
    """The looks before so many complete rounds, and one after them."""
    last = min(rounds, schedule.rounds)
    return (*(look for look in schedule.looks if look < last), last) if last else ()


def _until(own: Asked, n: int) -> Asked:
    """The number with only the values that a look after `n` rounds sees."""
    return replace(own, values=own.values[: bisect_left(own.values, (n,))])


@dataclass(frozen=True, slots=True)
class _Look:
    n: int
    schedule: Schedule
    final: bool
    decides: bool


def _look(now: list[Decision], seen: Sequence[Asked], look: _Look) -> None:
    """Replace in `now` the decisions that were open before `look`."""
    left = [at for at, each in enumerate(now) if not each.decided]
    if not left:
        return
    schedule = look.schedule
    # Decided comparisons do not see later rounds.
    values = [then.values if then.decided else own.values for own, then in zip(seen, now, strict=True)]
    alike = [at for at, own in enumerate(values) if len(own) >= 2 and seen[at].scale is Scale.RATIO]
    own_scatters = {at: scatter_of([value for _, value in values[at]]) for at in alike}
    before = None
    while left and (passed := _passed(now)) != before:
        before = found, equated = passed
        to_equate = schedule.level_to_equate(look.n, last=look.final, equated=equated)
        scatters = {}
        for own in {now[at].found for at in left}:
            drawn = shrunk(list(own_scatters.values()), schedule.left(found - own))
            scatters[own] = dict(zip(own_scatters, drawn, strict=True))
        for at in left:
            own = now[at].found
            to_differ = schedule.level_to_differ(look.n, last=look.final, found=found - own)
            now[at] = _at(look, seen[at], scatters[own].get(at), to_differ, to_equate, found=own)
        left = [at for at in left if not now[at].decided]


def _passed(now: Sequence[Decision]) -> tuple[int, int]:
    """How many comparisons need no more of the error of finding a difference, and of that of equating."""
    return sum(each.found for each in now), sum(each.decided and each.verdict.equates for each in now)


def _at(
    look: _Look, asked: Asked, scatter: Scatter | None, to_differ: float, to_equate: float, *, found: bool
) -> Decision:
    schedule, n, values = look.schedule, look.n, [value for _, value in asked.values]
    if len(values) < 2:
        return Decision(Verdict.UNRESOLVED, False, None, n, asked.values, found)
    wide = shown = interval_of(asked.scale, values, 1 - to_differ, scatter)
    narrow = wide if 2 * to_equate == to_differ else interval_of(asked.scale, values, 1 - 2 * to_equate, scatter)
    reached = verdict(asked, wide, narrow)
    if narrow is not wide:
        shown = _shown(reached, wide, narrow, asked.within)
    # It contains the truth as often as the schedule promises, because its level is chosen for that.
    shown = replace(shown, confidence=1 - schedule.alpha, calibrated=shown.confidence)
    may = look.decides and (len(values) >= schedule.looks[0] or look.final or n >= schedule.rounds)
    enough = (
        reached is not Verdict.UNRESOLVED if schedule.precision is None else half_width(shown) <= schedule.precision
    )
    # With a precision, a comparison is tested once: where it stops.
    final = may and (enough or schedule.precision is None or look.final or n >= schedule.rounds)
    return Decision(reached, may and enough, shown, n, asked.values, found or (final and reached.differs))


def interval_of(scale: Scale, values: Sequence[float], confidence: float, scatter: Scatter | None = None) -> Interval:
    """A number with its interval at the level `confidence`, from `values` of at least two rounds.

    `scatter` is that of a ratio's logarithm; None: as `values` show it.
    """
    match scale:
        case Scale.SPREAD:
            return deviation_interval(values, confidence)
        case Scale.NUMBER:
            return mean_interval(values, confidence)
        case Scale.RATIO:
            return on_ratios(mean_interval(values, confidence, scatter))


def rounds_needed(asked: Asked, level: float) -> float | None:
    """About how many rounds would decide it, if neither the number nor its scatter changes.

    None: unknown. Infinite: more than `MOST_ROUNDS`. `level` is that of its interval.
    """
    return _rounds_until(asked, level, lambda then: verdict(asked, then, then) is not Verdict.UNRESOLVED)


def rounds_to_know(asked: Asked, level: float, precision: float) -> float | None:
    """About how many rounds would make half of the interval as narrow as `precision`; the rest as `rounds_needed`."""
    return _rounds_until(asked, level, lambda then: half_width(then) <= precision)


def _rounds_until(asked: Asked, level: float, enough: Callable[[Interval], bool]) -> float | None:
    values = [value for _, value in asked.values]
    if len(values) < _ENOUGH:
        return None
    centre, spread = fmean(values), stdev(values)

    def is_enough(rounds: int) -> bool:
        evenly = [2.0 * at - rounds + 1 for at in range(rounds)]
        part = spread / stdev(evenly)
        return enough(interval_of(asked.scale, [centre + part * each for each in evenly], level))

    later = range(len(values) + 1, MOST_ROUNDS + 1)
    at = bisect_left(later, True, key=is_enough)
    return later[at] if at < len(later) else inf


def half_width(interval: Interval) -> float:
    """Half of an interval's width, as a share of its estimate: 0.05 for a ratio known to ±5 %."""
    return (interval.high - interval.low) / 2 / interval.estimate


def _shown(reached: Verdict, to_differ: Interval, to_equate: Interval, within: Limits) -> Interval:
    """The interval of a ratio that agrees with its verdict.

    Two one-sided tests for equivalence have the interval from the lower limit or 1 to the upper limit or 1 (Berger and
    Hsu 1996, "Bioequivalence trials, intersection-union tests and equivalence confidence sets"). If they find nothing,
    but the other, narrower interval is within the band, each of its limits moves to theirs if that does not include 1.
    """
    match reached:
        case Verdict.EQUIVALENT:
            return replace(to_equate, low=min(1.0, to_equate.low), high=max(1.0, to_equate.high))
        case Verdict.NEGLIGIBLE:
            return replace(to_differ, low=max(to_differ.low, to_equate.low), high=min(to_differ.high, to_equate.high))
        case _ if to_differ.low < within[0] or to_differ.high > within[1]:
            return to_differ
        case _:
            low = to_differ.low if to_differ.low > 1 else min(to_differ.low, to_equate.low)
            high = to_differ.high if to_differ.high < 1 else max(to_differ.high, to_equate.high)
            return replace(to_differ, low=low, high=high)

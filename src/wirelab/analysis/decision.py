"""Verdicts, and the sequential rule that says when one is final. Pure."""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wirelab.analysis.intervals import differences, ratio_interval, scatter_of
from wirelab.analysis.moderated import Scatter, moderated
from wirelab.analysis.running import Running
from wirelab.design.sequential import PRECISION_FROM, Schedule
from wirelab.model.finding import Interval, Verdict

Logs = tuple[tuple[int, float], ...]
"""Rounds, ascending, and the differences of ln(time) in them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the sequential rule makes of one comparison.

    Attributes:
        verdict: from `interval`.
        decided: no further round is needed; stays so whatever comes later.
        interval: the ratio with the interval that the verdict rests on, or None with fewer than two shared rounds.
        rounds: complete rounds it rests on.
        logs: ln of the ratio in each of these, the machine's drift within it taken out.
    """

    verdict: Verdict
    decided: bool
    interval: Interval | None
    rounds: int
    logs: Logs = ()


def verdict(interval: Interval | None, band: float) -> Verdict:
    """Hold a ratio's interval against the equivalence band [1/(1 + band), 1 + band].

    The band is symmetric on the log scale, so that exchanging cell and reference does not change the verdict.
    """
    if interval is None:
        return Verdict.UNRESOLVED
    return _verdict(differs=_excludes_1(interval), within=_lies_within(interval, band))


_OPEN = Decision(Verdict.UNRESOLVED, False, None, 0)


Compared = tuple[Mapping[int, float], Mapping[int, float]]
"""Process times in ns by round of a cell, and of what it is compared with."""


def decide(
    family: Sequence[Compared],
    *,
    schedule: Schedule,
    band: float,
    rounds: int,
    ended: bool = False,
    running: Running | None = None,
) -> tuple[Decision, ...]:
    """Replay the looks of `schedule` up to `rounds` complete rounds; the first that decides a comparison is final.

    A look decides when its interval excludes 1, when two one-sided tests place the ratio within the band, or when the
    interval is precise enough. Levels are the schedule's; the scatter of a comparison is drawn towards that of the
    others. Where a difference is found, the level grows for the others, which are looked at again until none more is
    found; likewise where an equivalence is. Cells may join late: what has fewer rounds of its own than the first look
    takes waits, unless the study ends. Being a function of the data alone, it says the same after a run was
    stopped and resumed. Before the first look and between looks, verdicts are read at the level that the spending
    function allows.

    Where it is told when processes ran, what the machine drifts within a round is taken out of its ratios. A look knows
    of no process that came later, nor of one of a cell that nothing open needed any more.

    Args:
        family: those of the schedule's comparisons that have been measured.
        schedule: looks and levels.
        band: half-width of the equivalence band.
        rounds: complete rounds of the study.
        ended: the study ends here, at `rounds`, so this is the last look.
        running: the processes behind `family`, and its pairs in the same order; None: it is not told when they ran.

    Returns:
        What is decided of each of `family`.
    """
    seen = _Seen(tuple(differences(*each) for each in family), running)
    last = min(rounds, schedule.rounds)  # a round of retries may come after the last
    if not last:
        return (_OPEN,) * len(family)
    before = tuple(look for look in schedule.looks if look < last)
    now = list(_replayed(seen.until(before), before, schedule, band))
    if last < schedule.rounds:  # the last look takes in what came after it: the retries of the last round
        seen = seen.until((last,))
    _look(now, seen, _Look(last, schedule, band, ended, decides=ended or last in schedule.looks))
    return tuple(_promising(each, 1 - schedule.alpha) for each in now)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What there is to look at: of each comparison, and of the processes behind all."""

    logs: tuple[Logs, ...]
    running: Running | None

    def until(self, looks: Sequence[int]) -> "_Seen":
        """What the last of `looks` saw."""
        n = looks[-1] if looks else 0
        logs = tuple(own[: bisect_left(own, (n,))] for own in self.logs)
        return _Seen(logs, self.running and self.running.until(n))

    def without_drift(self, now: Sequence[Decision]) -> tuple[Logs, ...]:
        """The logs of each comparison, what the machine drifts within rounds taken out."""
        if self.running is None:
            return self.logs
        from wirelab.analysis.drift import drift_within_rounds  # loads NumPy

        left = {cell for pair, each in zip(self.running.pairs, now, strict=True) if not each.decided for cell in pair}
        done: dict[int, int] = {}
        for pair, each in zip(self.running.pairs, now, strict=True):
            done |= {cell: max(each.rounds, done.get(cell, 0)) for cell in pair if cell not in left}
        drift = drift_within_rounds(self.running.needed(done))
        return tuple(
            tuple((b, log - off.get(b, 0.0)) for b, log in own) for own, off in zip(self.logs, drift, strict=True)
        )


@lru_cache(maxsize=128)
def _replayed(seen: _Seen, looks: tuple[int, ...], schedule: Schedule, band: float) -> tuple[Decision, ...]:
    """What `looks` made of each comparison; `seen` ends with the last of them.

    Remembered, because a study that goes on asks again for all looks but the newest.
    """
    if not looks:
        return (_OPEN,) * len(seen.logs)
    *before, n = looks
    now = list(_replayed(seen.until(before), tuple(before), schedule, band))
    _look(now, seen, _Look(n, schedule, band, final=False, decides=True))
    return tuple(now)


@dataclass(frozen=True, slots=True)
class _Look:
    n: int
    schedule: Schedule
    band: float
    final: bool
    decides: bool

    def levels(self, now: Sequence[Decision]) -> tuple[float, float]:
        """Of an open comparison: two-sided to differ, and to equate on each side."""
        found = self.schedule.comparisons - self.sharing(now)
        equated = sum(each.decided and each.verdict.equates for each in now)
        to_differ = self.schedule.level_to_differ(self.n, last=self.final, found=found)
        return to_differ, self.schedule.level_to_equate(self.n, last=self.final, equated=equated)

    def sharing(self, now: Sequence[Decision]) -> int:
        """How many comparisons share the error of finding a difference."""
        return self.schedule.comparisons - sum(each.decided and each.verdict.differs for each in now)


def _look(now: list[Decision], seen: _Seen, look: _Look) -> None:
    """Replace in `now` what `look` says of the comparisons that were open before it."""
    if not (left := [at for at, each in enumerate(now) if not each.decided]):
        return
    logs = [
        then.logs if then.decided else own  # what was decided knows of no later ones
        for own, then in zip(seen.without_drift(now), now, strict=True)
    ]
    told = {at: scatter_of([log for _, log in own]) for at, own in enumerate(logs) if len(own) >= 2}
    before = None
    while left and (levels := look.levels(now)) != before:
        before = levels
        scatters = dict(zip(told, moderated(list(told.values()), look.sharing(now)), strict=True))
        for at in left:
            now[at] = _at(look, logs[at], scatters.get(at), *levels)
        left = [at for at in left if not now[at].decided]


def _at(look: _Look, logs: Logs, scatter: Scatter | None, to_differ: float, to_equate: float) -> Decision:
    schedule, n, values = look.schedule, look.n, [log for _, log in logs]
    wide = ratio_interval(values, 1 - to_differ, scatter)
    narrow = wide if 2 * to_equate == to_differ else ratio_interval(values, 1 - 2 * to_equate, scatter)
    if wide is None or narrow is None:
        return Decision(Verdict.UNRESOLVED, False, None, n, logs)
    reached = _verdict(differs=_excludes_1(wide), within=_lies_within(narrow, look.band))
    enough = len(values) >= schedule.looks[0] or look.final or n >= schedule.rounds
    decided = enough and look.decides and (reached is not Verdict.UNRESOLVED or _precise(wide, schedule, n))
    return Decision(reached, decided, _shown(reached, wide, narrow, look.band), n, logs)


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


def _precise(interval: Interval, schedule: Schedule, n: int) -> bool:
    if schedule.precision is None or n < PRECISION_FROM:
        return False
    return math.log(interval.high) - math.log(interval.low) <= 2 * math.log1p(schedule.precision)

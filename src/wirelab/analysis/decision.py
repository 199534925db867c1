"""Verdicts, and the sequential rule that says when one is final. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wirelab.analysis.intervals import paired_ratio
from wirelab.design.sequential import PRECISION_FROM, Schedule
from wirelab.model.finding import Interval, Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """What the sequential rule makes of one comparison.

    Attributes:
        verdict: from `interval`.
        decided: no further round is needed; stays so whatever comes later.
        interval: the ratio with the interval that the verdict rests on, or None with fewer than two shared rounds.
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
    return _verdict(differs=_excludes_1(interval), within=_lies_within(interval, band))


Compared = tuple[Mapping[int, float], Mapping[int, float]]
"""Process times in ns by round of a cell, and of what it is compared with."""


def decide(
    family: Sequence[Compared], *, schedule: Schedule, band: float, rounds: int, ended: bool = False
) -> tuple[Decision, ...]:
    """Replay the looks of `schedule` up to `rounds` complete rounds; the first that decides a comparison is final.

    A look decides when its interval at level 1 - alpha_k excludes 1, when two one-sided tests place the ratio within
    the band, or when the interval is precise enough. Where a difference is found, alpha_k grows for the others, which
    are looked at again until none more is found; likewise where an equivalence is. Being a function of the data alone,
    it says the same after a run was stopped and resumed. Before the first look and between looks, verdicts are read at
    the level that the spending function allows.

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
        _look(now, family, _Look(n, schedule, band, final=ended and n == last))
    return tuple(now)


@dataclass(frozen=True, slots=True)
class _Look:
    n: int
    schedule: Schedule
    band: float
    final: bool

    def errors(self, now: Sequence[Decision]) -> tuple[float, float]:
        """What an open comparison may spend on a difference, two-sided, and on equivalence, on each side."""
        found = sum(each.decided and each.verdict.differs for each in now)
        equated = sum(each.decided and each.verdict.equates for each in now)
        difference = self.schedule.alpha_since_look(self.n, last=self.final, found=found)
        return difference, self.schedule.alpha_to_equate(self.n, last=self.final, found=found, equated=equated)


def _look(now: list[Decision], family: Sequence[Compared], look: _Look) -> None:
    """Replace in `now` what `look` says of the comparisons that were open before it."""
    left = [at for at, each in enumerate(now) if not each.decided]
    before = None
    while left and (errors := look.errors(now)) != before:
        before = errors
        for at in left:
            now[at] = _at(look, family[at], *errors)
        left = [at for at in left if not now[at].decided]


def _at(look: _Look, compared: Compared, alpha: float, alpha_to_equate: float) -> Decision:
    times_ns, reference_times_ns = compared
    schedule, n = look.schedule, look.n
    # The last look takes in what came after it: the retries of the last round.
    seen = times_ns if n >= schedule.rounds else {b: time for b, time in times_ns.items() if b < n}
    wide = paired_ratio(seen, reference_times_ns, 1 - alpha)
    if wide is None:
        return Decision(Verdict.UNRESOLVED, False, None, n)
    narrow = wide if 2 * alpha_to_equate <= alpha else paired_ratio(seen, reference_times_ns, 1 - 2 * alpha_to_equate)
    within = next((each for each in (narrow, wide) if each is not None and _lies_within(each, look.band)), None)
    reached = _verdict(differs=_excludes_1(wide), within=within is not None)
    is_look = look.final or n in schedule.looks
    decided = is_look and (reached is not Verdict.UNRESOLVED or _precise(wide, schedule, n))
    shown = _shown(reached, wide, within or wide)
    return Decision(reached, decided, replace(shown, confidence=1 - schedule.alpha, calibrated=shown.confidence), n)


def _shown(reached: Verdict, wide: Interval, within: Interval) -> Interval:
    """The interval that says what the verdict says.

    Two one-sided tests for equivalence have the interval from the lower limit or 1 to the upper limit or 1 (Berger and
    Hsu 1996, "Bioequivalence trials, intersection-union tests and equivalence confidence sets").
    """
    match reached:
        case Verdict.EQUIVALENT:
            return replace(within, low=min(1.0, within.low), high=max(1.0, within.high))
        case Verdict.NEGLIGIBLE:  # both hold; the narrower one, but for sign tests, which exist at some levels only
            return replace(within, low=max(wide.low, within.low), high=min(wide.high, within.high))
        case _:
            return wide


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

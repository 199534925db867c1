"""When the data are looked at, and how much of the error each look may spend."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from wirelab.study.definition import LOOKS, Study

_WIDTH_FACTOR, _WIDTH_POWER = 1.33, 0.851
"""The largest error of intervals at a level that are read when they are narrow enough: 1.33 times its 0.851th power."""
_FEWEST = 3
"""Rounds from which on they may be read: the width of two is so often small by chance that they would err more."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Looks with alpha spending over a family of comparisons.

    After n of at most N rounds, each of the m comparisons of M whose cells were not found to differ so far may have
    spent (alpha/m)·(n/N)²; the found ones need no error any more, so that the others share it. Looks share their data,
    so a look's level is more than it adds to the spent error (`wirelab.design.boundary`). The family error is at most
    alpha: Holm (1979) over comparisons at each look, as Maurer and Bretz (2013) have it ("Multiple testing in group
    sequential trials using graphical approaches").

    Equivalence is a question of its own, with a family error of its own, alpha as well: half of it is spent in the same
    way, the other half is kept for the last look.

    With a precision, a look decides only by the width of an interval. The width follows from how ratios scatter, and
    says nothing about their mean: means of normal data are independent of their variances. So the round in which a
    comparison stops does not depend on its result, and no error has to be spent on looks. But it stops where its
    scatter happens to be estimated low (Chow and Robbins 1965, "On the asymptotic theory of fixed-width sequential
    confidence intervals"), so each is judged at the level with which it then errs alpha/m at most (`level_for_width`;
    docs/decisions/0035-ratios-in-turns.md; simulated in docs/operating-characteristics.md).
    """

    rounds: int  # N, the largest number of rounds; always the last look
    comparisons: int  # M, counted before the first round; twins are not among them
    alpha: float = 0.05  # the family error
    planned: tuple[int, ...] = LOOKS
    """After which numbers of rounds to look, ascending; those from `rounds` on do not matter, and with a precision
    neither do those before the third."""
    precision: float | None = None
    """A comparison is decided when the half-width of its interval is at most this share of the ratio; None: when
    its verdict is."""
    joint: bool = False
    """The intervals of all comparisons and looks contain the truth together, so that anything may be read off them:
    each keeps its share of the error, whatever is found (Bonferroni), and equivalence is read off the interval that
    shows a difference."""

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.comparisons < 1:
            raise ValueError("a schedule needs at least one round and one comparison")
        if not 0 < self.alpha < 0.5:
            raise ValueError(f"alpha {self.alpha} is not between 0 and 0.5")
        if self.precision is not None and self.precision <= 0:
            raise ValueError(f"precision {self.precision} is not above 0")

    @property
    def looks(self) -> tuple[int, ...]:
        """Numbers of complete rounds after which the data are looked at, ascending."""
        return _looks(self.planned, self.rounds, 1 if self.precision is None else _FEWEST)

    @property
    def of_a_twin(self) -> "Schedule":
        """The schedule of one comparison by itself, which continues to the end of a study, however precise it is."""
        return replace(self, comparisons=1, precision=None)

    def level_to_differ(self, n: int, *, last: bool = False, found: int = 0) -> float:
        """Two-sided level at which one comparison is distinguished from 1 after `n` rounds, given the looks before.

        Between looks this is the level that the spending function allows by then (Lan and DeMets 1983), so that an
        unplanned reading of the data is as sound as a planned one. If it is the `last` for a reason that is not in the
        data (budget, the user), all remaining error is spent. Comparisons that were `found` to differ leave their share
        to the others.

        Raises:
            ValueError: `n` is not between 1 and `rounds`, or every comparison was found to differ.
        """
        if not 0 <= found < self.comparisons:
            raise ValueError(f"{found} of {self.comparisons} comparisons were found to differ: none is left")
        left = self.left(found)
        return _level(self, n, last, left) if self.precision is None else level_for_width(self.alpha / left)

    def left(self, found: int) -> int:
        """How many comparisons share the error when so many need none any more."""
        return self.comparisons if self.joint else self.comparisons - found

    def level_to_equate(self, n: int, *, last: bool = False, equated: int = 0) -> float:
        """Level of each of the two one-sided tests for equivalence after `n` rounds.

        `equated` comparisons were found to be equivalent or negligibly different; the rest as for `level_to_differ`.
        """
        if not 0 <= equated < self.comparisons:
            raise ValueError(f"{equated} of {self.comparisons} comparisons were found to be equivalent: none is left")
        if self.joint:
            return self.level_to_differ(n, last=last) / 2
        if self.precision is not None:
            return level_for_width(2 * self.alpha / (self.comparisons - equated)) / 2
        return _level(self, n, last, self.comparisons - equated, kept=0.5, sides=2) / 2


def level_for_width(error: float) -> float:
    """The two-sided level of a t interval that errs at most `error` if it is read when it is narrow enough.

    It is looked at after each round from the third on. How often it then misses the mean was calculated from paths of
    chi-square for every width (`tests/design/test_sequential.py`): with a level of 0.05 up to 0.098. The power law
    errs 0.75 to 0.98 of `error`, from 0.0002 to 0.1.
    """
    return math.pow(error / _WIDTH_FACTOR, 1 / _WIDTH_POWER)


def schedule_of(study: Study, comparisons: int) -> Schedule:
    """A study's looks and levels over so many comparisons, or one if there are none."""
    asked = study.analysis
    return Schedule(study.measure.rounds, max(1, comparisons), asked.alpha, asked.looks, asked.precision)


@lru_cache(maxsize=256)
def _looks(planned: tuple[int, ...], rounds: int, fewest: int) -> tuple[int, ...]:
    return (*(look for look in planned if fewest <= look < rounds), rounds)


@lru_cache(maxsize=4096)
def _level(schedule: Schedule, n: int, last: bool, left: int, kept: float = 0.0, sides: int = 1) -> float:
    """The level of a look at one of `left` comparisons, if a share `kept` of its error is only for the last look."""
    from wirelab.design.boundary import level  # loads NumPy

    if not 1 <= n <= schedule.rounds:
        raise ValueError(f"after {n} rounds of {schedule.rounds} there is nothing to look at")
    looks = (*(look for look in schedule.looks if look < n), n)
    shares = [(1 - kept) * (look / schedule.rounds) ** 2 for look in looks]
    if last or n == schedule.rounds:
        shares[-1] = 1.0
    return level(looks, tuple(sides * schedule.alpha / left * share for share in shares))

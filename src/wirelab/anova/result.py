"""The options of an analysis, and its tables of variance and of levels; frozen values.

Estimates are on the scale of the transformed response unless a name says otherwise. On a log scale (`log10`, `ln`)
differences of means are ratios of geometric means, and every difference comes with its ratio.
"""

import math
from dataclasses import dataclass
from enum import StrEnum


class Transform(StrEnum):
    """The scale on which a response is analysed."""

    LOG10 = "log10"
    LN = "ln"
    NONE = "none"
    BOX_COX = "box-cox"  # (y^lambda - 1) / lambda, lambda from the data


class ComparisonMethod(StrEnum):
    """How levels are compared with each other, all pairs at once."""

    TUKEY = "tukey"  # one error variance for all; Tukey-Kramer where numbers differ
    GAMES_HOWELL = "games-howell"  # variances of their own
    WELCH_HOLM = "welch-holm"  # variances of their own, few observations
    PAIRED_HOLM = "paired-holm"  # differences within blocks
    MAX_T = "max-t"  # differences within blocks, signs of blocks flipped


class SumsOfSquares(StrEnum):
    """Which model a term's sum of squares is compared with."""

    SEQUENTIAL = "I"  # the terms before it
    HIERARCHICAL = "II"  # all terms that do not contain it
    MARGINAL = "III"  # all other terms, under sum contrasts


@dataclass(frozen=True, slots=True)
class ScaledResponse:
    """The response as it was analysed."""

    name: str  # of the response, unit included
    transform: Transform  # the scale
    power: float | None = None  # lambda of Box-Cox, None for other transforms

    @property
    def label(self) -> str:
        """Its name on axes and in tables: `log10(serialize_s)`."""
        match self.transform:
            case Transform.NONE:
                return self.name
            case Transform.BOX_COX:
                return f"box-cox({self.name}, λ = {self.power:.3g})"
            case _:
                return f"{self.transform}({self.name})"


@dataclass(frozen=True, slots=True)
class Effect:
    """Partial omega squared: of the variance that the other terms leave, the share that a term accounts for."""

    estimate: float  # at least 0
    low: float  # lower limit, from the noncentral F distribution
    high: float
    confidence: float
    """Level; 1 - 2 alpha, so that `low` is above 0 exactly where the F test is significant (Steiger 2004)."""


@dataclass(frozen=True, slots=True)
class AnovaRow:
    """One line of an ANOVA table."""

    term: tuple[str, ...]
    """The names of the factors that interact, `("platform", "package")`; the block's name for the block;
    `("error",)` and `("total",)` for the last two lines."""
    freedom: int  # degrees of freedom
    sum_of_squares: float  # adjusted as `AnovaTable.sums` says
    mean_square: float | None = None  # None for the total
    f: float | None = None  # None for error and total, and for a term that has no degrees of freedom
    p: float | None = None  # None in the same rows
    effect: Effect | None = None  # None in the same rows
    lost: int = 0
    """Degrees of freedom that missing combinations take; a term without any left has no mean square, F and p."""

    @property
    def name(self) -> str:
        """`platform:package`."""
        return ":".join(self.term)


@dataclass(frozen=True, slots=True)
class AnovaTable:
    """The terms of one model."""

    order: int  # factors in the highest interaction of the model; 1: additive
    sums: SumsOfSquares  # the type of the sums of squares; all types agree where the design is balanced
    rows: tuple[AnovaRow, ...]  # the block first if there is one, then terms by order, then error and total
    r_squared: float  # share of the total sum of squares that the model accounts for
    predicted: float | None
    """The same for observations that the model has not seen, each left out in turn (Allen 1974); None where one of
    them alone determines an estimate."""

    @property
    def s(self) -> float:
        """The error's standard deviation."""
        error = self.rows[-2]  # not by its name, which a factor may have
        return math.sqrt(error.sum_of_squares / error.freedom)

    @property
    def adjusted(self) -> float:
        """R² with variances instead of sums of squares."""
        error, total = self.rows[-2:]
        return 1 - (error.sum_of_squares / error.freedom) / (total.sum_of_squares / total.freedom)


@dataclass(frozen=True, slots=True)
class LevelMean:
    """The results for one level, or for one combination of levels."""

    labels: tuple[str, ...]  # the level of each factor in `Grouping.term`
    n: int  # observations
    mean: float  # adjusted: the model's expected value, with equal weights for all combinations of the other factors
    low: float  # lower limit of its own interval, not adjusted for the number of levels
    high: float
    centre: float  # `mean` in the response's own unit (a geometric mean after a log)
    centre_low: float  # `low` in that unit
    centre_high: float  # `high` in that unit
    letters: str  # levels that share a letter do not differ significantly; A is at the highest mean


@dataclass(frozen=True, slots=True)
class Ratio:
    """A difference on a log scale, as a ratio."""

    estimate: float  # of the first level's geometric mean to the second's
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LevelComparison:
    """Two levels compared with each other; limits and p hold for all pairs of the grouping together."""

    labels: tuple[str, ...]  # the level (combination) of the minuend
    other: tuple[str, ...]  # of the subtrahend
    difference: float  # of the adjusted means
    low: float  # lower limit; -inf where nothing can be said, 0 where the sign is known and no more
    high: float  # upper limit; inf or 0 in the same way
    p: float  # adjusted for all pairs
    ratio: Ratio | None  # the same as a ratio; None unless the scale is a log
    significant: bool  # p is below alpha


@dataclass(frozen=True, slots=True)
class Grouping:
    """All levels of a factor (combinations of levels, for an interaction) compared with each other."""

    term: tuple[str, ...]  # the factors whose levels are compared
    within: tuple[tuple[str, str], ...]  # the (factor, level) pairs that are held fixed: empty, or a simple effect
    method: ComparisonMethod  # of the comparisons
    why: str  # why this method, a sentence
    alpha: float  # family error over all pairs of the grouping
    means: tuple[LevelMean, ...]  # highest first
    unknown: tuple[tuple[str, ...], ...]
    """Labels of levels that were observed, but whose mean the observations do not determine."""
    comparisons: tuple[LevelComparison, ...]
    """All pairs, in the order of `means`: the first minus the second, and so on."""
    sentence: str  # the result

    @property
    def name(self) -> str:
        """`package`, or `package within platform = Server`."""
        fixed = ", ".join(f"{factor} = {level}" for factor, level in self.within)
        return ":".join(self.term) + (f" within {fixed}" if fixed else "")


@dataclass(frozen=True, slots=True)
class WelchTest:
    """Welch's one-factor analysis of variance, which lets each level have its own variance (Welch 1951)."""

    f: float
    freedom: int  # of the numerator
    error_freedom: float  # of the denominator
    p: float  # upper tail of F


@dataclass(frozen=True, slots=True)
class FactorialOptions:
    """The options of a user, with their defaults."""

    transform: Transform = Transform.LN  # the scale of the analysis
    alpha: float = 0.05  # level of tests, and family error of each grouping
    interactions: int | None = None  # factors in the highest interaction; None: all of them
    sums: SumsOfSquares | None = None
    """Type of the sums of squares; None: II where the design is balanced (all types agree there) or combinations
    were never observed, III where numbers differ."""
    method: ComparisonMethod | None = None  # of the comparisons; None: by rule
    in_run_order: bool = True  # observations are in the order in which they were measured, so that it can be checked

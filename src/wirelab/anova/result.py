"""What a user may choose of an analysis, and its tables of variance and of levels; frozen values.

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
    """The response as it was analysed.

    Attributes:
        name: of the response, unit included.
        transform: the scale.
        power: lambda of Box-Cox, None for other transforms.
    """

    name: str
    transform: Transform
    power: float | None = None

    @property
    def label(self) -> str:
        """How axes and tables call it: `log10(serialize_s)`."""
        match self.transform:
            case Transform.NONE:
                return self.name
            case Transform.BOX_COX:
                return f"box-cox({self.name}, λ = {self.power:.3g})"
            case _:
                return f"{self.transform}({self.name})"


@dataclass(frozen=True, slots=True)
class Effect:
    """Partial omega squared: the share of variance a term accounts for, of what the other terms leave.

    Attributes:
        estimate: at least 0.
        low: lower limit, from the noncentral F distribution.
        high: upper limit.
        confidence: level; 1 - 2 alpha, so that `low` is above 0 exactly where the F test is significant (Steiger 2004).
    """

    estimate: float
    low: float
    high: float
    confidence: float


@dataclass(frozen=True, slots=True)
class AnovaRow:
    """One line of an ANOVA table.

    Attributes:
        term: the names of the factors that interact, `("platform", "package")`; the block's name for the block;
            `("error",)` and `("total",)` for the last two lines.
        freedom: degrees of freedom.
        sum_of_squares: adjusted as `AnovaTable.sums` says.
        mean_square: None for the total.
        f: None for error and total, and for a term that has no degrees of freedom.
        p: likewise.
        effect: likewise.
        lost: degrees of freedom that missing combinations take; a term without any left has no mean square, F and p.
    """

    term: tuple[str, ...]
    freedom: int
    sum_of_squares: float
    mean_square: float | None = None
    f: float | None = None
    p: float | None = None
    effect: Effect | None = None
    lost: int = 0

    @property
    def name(self) -> str:
        """`platform:package`."""
        return ":".join(self.term)


@dataclass(frozen=True, slots=True)
class AnovaTable:
    """The terms of one model.

    Attributes:
        order: factors in the highest interaction of the model; 1: additive.
        sums: the type of the sums of squares; all types agree where the design is balanced.
        rows: the block first if there is one, then terms by order, then error and total.
        r_squared: share of the total sum of squares that the model accounts for.
        predicted: the same of observations that the model has not seen, each left out in turn (Allen 1974); None where
            one of them alone determines an estimate.
    """

    order: int
    sums: SumsOfSquares
    rows: tuple[AnovaRow, ...]
    r_squared: float
    predicted: float | None

    @property
    def s(self) -> float:
        """The error's standard deviation."""
        return math.sqrt(self.row("error").sum_of_squares / self.row("error").freedom)

    @property
    def adjusted(self) -> float:
        """R² with variances instead of sums of squares."""
        error, total = self.row("error"), self.row("total")
        return 1 - (error.sum_of_squares / error.freedom) / (total.sum_of_squares / total.freedom)

    def row(self, *term: str) -> AnovaRow:
        """The line of a term; KeyError where the model has none."""
        for row in self.rows:
            if row.term == term:
                return row
        raise KeyError(":".join(term))


@dataclass(frozen=True, slots=True)
class LevelMean:
    """What is known of one level, or of one combination of levels.

    Attributes:
        labels: the level of each factor in `Grouping.term`.
        n: observations.
        mean: adjusted: what the model expects, all combinations of the other factors weighing the same.
        low: lower limit of its own interval, not adjusted for the number of levels.
        high: upper limit.
        centre: `mean` in the response's own unit (a geometric mean after a log).
        centre_low: `low` likewise.
        centre_high: `high` likewise.
        letters: levels that share a letter do not differ significantly; A stands at the highest mean.
    """

    labels: tuple[str, ...]
    n: int
    mean: float
    low: float
    high: float
    centre: float
    centre_low: float
    centre_high: float
    letters: str


@dataclass(frozen=True, slots=True)
class Ratio:
    """A difference on a log scale, as a ratio.

    Attributes:
        estimate: of the first level's geometric mean to the second's.
        low: lower limit.
        high: upper limit.
    """

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LevelComparison:
    """Two levels held against each other; limits and p hold for all pairs of the grouping together.

    Attributes:
        labels: the level (combination) of the minuend.
        other: of the subtrahend.
        difference: of the adjusted means.
        low: lower limit; -inf where nothing can be said, 0 where the sign is known and no more.
        high: upper limit, likewise.
        p: adjusted for all pairs.
        ratio: the same as a ratio; None unless the scale is a log.
        significant: p is below alpha.
    """

    labels: tuple[str, ...]
    other: tuple[str, ...]
    difference: float
    low: float
    high: float
    p: float
    ratio: Ratio | None
    significant: bool


@dataclass(frozen=True, slots=True)
class Grouping:
    """All levels of a factor (combinations of levels, for an interaction) held against each other.

    Attributes:
        term: the factors whose levels are compared.
        within: the (factor, level) pairs that are held fixed: empty, or a simple effect.
        method: of the comparisons.
        why: why this method, a sentence.
        alpha: family error over all pairs of the grouping.
        means: highest first.
        unknown: labels of levels that were observed, but whose mean the observations do not tell.
        comparisons: all pairs, in the order of `means`: the first minus the second, and so on.
        sentence: what came out.
    """

    term: tuple[str, ...]
    within: tuple[tuple[str, str], ...]
    method: ComparisonMethod
    why: str
    alpha: float
    means: tuple[LevelMean, ...]
    unknown: tuple[tuple[str, ...], ...]
    comparisons: tuple[LevelComparison, ...]
    sentence: str

    @property
    def name(self) -> str:
        """`package`, or `package within platform = Server`."""
        fixed = ", ".join(f"{factor} = {level}" for factor, level in self.within)
        return ":".join(self.term) + (f" within {fixed}" if fixed else "")


@dataclass(frozen=True, slots=True)
class WelchTest:
    """Welch's one-factor analysis of variance, which lets each level have its own variance (Welch 1951).

    Attributes:
        f: the statistic.
        freedom: of the numerator.
        error_freedom: of the denominator.
        p: two-sided by nature of F.
    """

    f: float
    freedom: int
    error_freedom: float
    p: float


@dataclass(frozen=True, slots=True)
class FactorialOptions:
    """What a user may choose; the defaults are METHOD's.

    Attributes:
        transform: the scale of the analysis.
        alpha: level of tests, and family error of each grouping.
        interactions: factors in the highest interaction; None: all of them.
        sums: type of the sums of squares; None: II where the design is balanced (all types agree there) or combinations
            were never observed, III where numbers differ.
        method: of the comparisons; None: by rule.
        in_run_order: observations are in the order in which they were measured, so that it can be checked.
    """

    transform: Transform = Transform.LN
    alpha: float = 0.05
    interactions: int | None = None
    sums: SumsOfSquares | None = None
    method: ComparisonMethod | None = None
    in_run_order: bool = True

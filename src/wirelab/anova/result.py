"""What a factorial analysis concludes; frozen, so that store, report and CLI show the same.

Estimates are on the scale of the transformed response unless a name says otherwise. On a log scale (`log10`, `ln`)
differences of means are ratios of geometric means, and every difference comes with its ratio.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
class Check:
    """An assumption held against the residuals.

    Attributes:
        assumption: `equal variances`, `normal residuals`, `order`, `scale`.
        test: its name, such as `Brown-Forsythe`.
        over: what the groups are, for tests that compare groups: a term's name, or nothing.
        statistic: of the test; lambda for Box-Cox.
        p: of the test.
        level: of p, below which the assumption counts as violated.
        holds: p is at least `level`.
        sentence: what it says, and where it fails, what the analysis did about it.
        draws: simulations that p was found by; 0: it is of a distribution.
    """

    assumption: str
    test: str
    over: str
    statistic: float
    p: float
    level: float
    holds: bool
    sentence: str
    draws: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class BoxCoxProfile:
    """Which power of the response suits the model best, by profile likelihood (Box and Cox 1964).

    Attributes:
        power: lambda at the maximum; 0 is the log, 1 the response as it is.
        low: lower limit.
        high: upper limit.
        confidence: level of the limits.
        p_log: of the test of lambda = 0, by the F distribution.
        p_none: of lambda = 1.
        powers: shape (m,), a grid for figures.
        log_likelihoods: shape (m,), at `powers`, the maximum being 0.
    """

    power: float
    low: float
    high: float
    confidence: float
    p_log: float
    p_none: float
    powers: "NDArray[np.float64]"
    log_likelihoods: "NDArray[np.float64]"


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """What the chosen model leaves, as data for figures; each of shape (n,), in run order unless said otherwise.

    Attributes:
        fitted: what the model expects.
        residuals: observed minus fitted.
        studentized: residuals by their own standard errors (internally studentized); 0 where the model is exact.
        quantiles: standard normal quantiles of the ordered studentized residuals, ascending.
        ordered: the studentized residuals, ascending.
    """

    fitted: "NDArray[np.float64]"
    residuals: "NDArray[np.float64]"
    studentized: "NDArray[np.float64]"
    quantiles: "NDArray[np.float64]"
    ordered: "NDArray[np.float64]"


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


@dataclass(frozen=True, slots=True, eq=False)
class FactorialAnalysis:
    """Everything a report needs of one response.

    Attributes:
        response: name and scale.
        factors: names, in the table's order.
        block: name, or None.
        n: observations.
        alpha: level of tests and of comparisons.
        balanced: every combination (in every block) was observed equally often.
        full: the model with interactions up to the order asked for, as far as the data can estimate them.
        additive: the model without interactions, where `full` has some; else None.
        chosen: the model of the factors, the interactions that matter, and what these contain: `full`, `additive` or
            one in between. Groupings rest on it.
        welch: for one factor without a block whose variances differ; else None.
        groupings: one for each factor, then one for each interaction that matters.
        simple_effects: for each interaction that matters, each of its factors within the levels of the others.
        checks: of the assumptions, on the chosen model's residuals.
        box_cox: None where a value is not above 0.
        residuals: of the chosen model.
        notes: what the reader must know of the design, as sentences (what is nested, terms left out, and why).
        sentences: the results, one sentence each, in the order in which to read them.
    """

    response: ScaledResponse
    factors: tuple[str, ...]
    block: str | None
    n: int
    alpha: float
    balanced: bool
    full: AnovaTable
    additive: AnovaTable | None
    chosen: AnovaTable
    welch: WelchTest | None
    groupings: tuple[Grouping, ...]
    simple_effects: tuple[Grouping, ...]
    checks: tuple[Check, ...]
    box_cox: BoxCoxProfile | None
    residuals: Residuals
    notes: tuple[str, ...]
    sentences: tuple[str, ...]


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

"""The assumptions of an analysis of variance, compared with the residuals. Pure."""

import math
from collections.abc import Iterator

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova.checks.equal_variances import GroupTest, Scatter, brown_forsythe, levene, unequal_below
from wirelab.anova.factorial_analysis import BoxCoxProfile, Check, Residuals
from wirelab.anova.factors import Term
from wirelab.anova.least_squares import Fit
from wirelab.anova.result import ComparisonMethod, Transform
from wirelab.anova.sentences import limits, p_value

_ALPHA = 0.01  # level at which an assumption other than equal variances (`unequal_below`) counts as violated
_FEWEST = 8  # residuals, for a judgement of their distribution and order
_MANY = 50  # observations from which the distribution of residuals hardly affects F tests
_SHAPIRO_UP_TO = 5_000  # SciPy's p value is not accurate beyond


def variance_sentence(test: str, over: str, p: float, method: ComparisonMethod | None, level: float) -> str:
    """The result of a test of equal variances over a term's levels, and its effect on the comparisons."""
    if p >= level:
        return f"{test} finds no difference in variance between the levels of {over} ({p_value(p)})."
    if test == "Levene":
        return (
            f"Levene's test finds that variance differs between the levels of {over} ({p_value(p)}). The analysis "
            "follows Brown-Forsythe instead, which long tails mislead less."
        )
    done = {
        None: "the F tests assume equal variances",
        ComparisonMethod.TUKEY: "its comparisons and the F tests still assume equal variances",
        ComparisonMethod.GAMES_HOWELL: "its comparisons (Games-Howell) allow for that, but the F tests do not",
        ComparisonMethod.WELCH_HOLM: "its comparisons (Welch's t) allow for that, but the F tests do not",
        ComparisonMethod.PAIRED_HOLM: "its levels were compared within blocks, but the F tests assume equal variances",
        ComparisonMethod.MAX_T: "its levels were compared within blocks, but the F tests assume equal variances",
    }[method]
    return f"{test} finds that variance differs between the levels of {over} ({p_value(p)}): {done}."


def normality_sentence(test: str, residuals: NDArray[np.float64], p: float) -> str:
    """The result of a test of normal residuals, and how much it matters."""
    if p >= _ALPHA:
        return f"{test} finds no sign that the residuals are not normal ({p_value(p)})."
    centred = (residuals - residuals.mean()) / residuals.std()
    skewness, tails = float(np.mean(centred**3)), float(np.mean(centred**4) - 3)
    mind = (
        f"with {len(residuals):,} observations this hardly affects the F tests"
        if len(residuals) >= _MANY
        else "with so few observations, treat p values near alpha with care"
    )
    shape = f"skewness {skewness:.2f}, excess kurtosis {tails:.2f}"
    return f"{test} finds that the residuals are not normal ({p_value(p)}; {shape}); {mind}."


def trend_sentence(rho: float, p: float) -> str:
    """The result of Spearman's correlation of residuals with their order."""
    seen = f"(Spearman {rho:.2f}, {p_value(p)})"
    if p >= _ALPHA:
        return f"The residuals show no trend in the order of the observations {seen}."
    return (
        f"The residuals drift in the order of the observations {seen}. If they were measured in that order, the "
        "machine changed meanwhile, and a block would account for it."
    )


def lag_sentence(r: float, p: float) -> str:
    """The result of the correlation of each residual with the next."""
    seen = f"(lag-1 autocorrelation {r:.2f}, {p_value(p)})"
    if p >= _ALPHA:
        return f"Successive residuals are no more alike than chance would make them {seen}."
    alike, wide = ("alike", "narrow") if r > 0 else ("unlike", "wide")
    return (
        f"Successive residuals are more {alike} than chance would make them {seen}. This is not corrected for: if the "
        f"observations were measured in this order, the intervals are too {wide}."
    )


def scale_sentence(profile: BoxCoxProfile, transform: Transform, power: float, holds: bool) -> str:
    """Whether the profile of Box-Cox powers supports the scale."""
    seen = f"λ = {profile.power:.2f} {limits(profile.low, profile.high, '.2f')}, while `{transform}` is λ = {power:.0f}"
    if holds:
        return f"Box-Cox supports the scale of the analysis ({seen})."
    return f"Box-Cox suggests another scale ({seen}); the scale was kept."


def check_assumptions(
    model: Fit,
    residuals: Residuals,
    scatter: Scatter,
    *,
    transform: Transform,
    box_cox: BoxCoxProfile | None,
    methods: dict[Term, ComparisonMethod],
    in_run_order: bool,
) -> tuple[Check, ...]:
    """All checks, in the order in which a report shows them.

    `methods` of the comparisons of each factor say what was done about unequal variances.
    """
    checks = [*_variances(model, scatter, methods)]
    if len(residuals.residuals) >= _FEWEST and np.ptp(residuals.residuals) > 0:
        checks.append(_normality(residuals.studentized))
        checks += _order(model, residuals.residuals) if in_run_order else ()
    if box_cox is not None and transform is not Transform.BOX_COX:
        checks.append(_scale(box_cox, transform))
    return tuple(checks)


def lag_one(model: Fit) -> GroupTest:
    """Lag-1 autocorrelation of a model's residuals, and its two-sided p if errors were independent.

    r = sum e_i e_(i+1) / sum e_i^2. Residuals of independent errors are correlated through the hat matrix H: r has mean
    -sum H_(i,i+1) / (n - p): in small blocks neighbours are unlike by construction. Its variance is taken as that over
    random orders, (n - 2)^2 / (n^2 (n - 1)) (Moran 1948), which is conservative in
    small blocks, and its distribution as normal.
    """
    residuals = model.residuals()
    n = len(residuals)
    r = float(residuals[1:] @ residuals[:-1] / (residuals @ residuals))
    expected = -model.neighbour_leverage() / model.error_freedom
    z = (r - expected) / ((n - 2) / (n * math.sqrt(n - 1)))
    return GroupTest(r, float(2 * scipy.special.ndtr(-abs(z))))


def anderson_darling(values: NDArray[np.float64]) -> GroupTest:
    """Anderson and Darling's A² for normality, mean and variance estimated; p after D'Agostino and Stephens (1986)."""
    n = len(values)
    ordered = np.sort((values - values.mean()) / values.std(ddof=1))
    weights = 2 * np.arange(1, n + 1) - 1
    statistic = float(
        -n - (weights * (scipy.special.log_ndtr(ordered) + scipy.special.log_ndtr(-ordered[::-1]))).sum() / n
    )
    a = statistic * (1 + 0.75 / n + 2.25 / n**2)
    if a >= 13:
        p = 0.0  # below 1e-30; the fit below does not reach so far
    elif a >= 0.6:
        p = math.exp(1.2937 - 5.709 * a + 0.0186 * a * a)
    elif a >= 0.34:
        p = math.exp(0.9177 - 4.279 * a - 1.38 * a * a)
    elif a >= 0.2:
        p = 1 - math.exp(-8.318 + 42.796 * a - 59.938 * a * a)
    else:
        p = 1 - math.exp(-13.436 + 101.14 * a - 223.73 * a * a)
    return GroupTest(statistic, p)


def _variances(model: Fit, scatter: Scatter, methods: dict[Term, ComparisonMethod]) -> list[Check]:
    table = model.table
    groups: list[tuple[str, NDArray[np.intp], ComparisonMethod | None]] = [
        (factor.name, factor.codes, methods.get((index,))) for index, factor in enumerate(table.factors)
    ]
    if len(table.factors) > 1:
        _, by_cell = np.unique(table.levels, axis=0, return_inverse=True)
        name = ":".join(factor.name for factor in table.factors)
        groups.append((name, by_cell.reshape(-1)[table.member], methods.get(tuple(range(len(table.factors))))))
    checks = []
    for name, member, method in groups:
        for test, run in (("Brown-Forsythe", brown_forsythe), ("Levene", levene)):
            found = run(scatter, member)
            if found is not None:
                level = unequal_below(member)
                said = variance_sentence(test, name, found.p, method, level)
                checks.append(_check("equal variances", test, found, said, over=name, level=level))
    return checks


def _normality(studentized: NDArray[np.float64]) -> Check:
    if len(studentized) <= _SHAPIRO_UP_TO:
        statistic, p = map(float, scipy.stats.shapiro(studentized))
        test, found = "Shapiro-Wilk", GroupTest(statistic, p)
    else:
        test, found = "Anderson-Darling", anderson_darling(studentized)
    return _check("normal residuals", test, found, normality_sentence(test, studentized, found.p))


def _order(model: Fit, residuals: NDArray[np.float64]) -> Iterator[Check]:
    ranked = np.round(residuals / np.ptp(residuals), 9)  # equal ones differ in their last bits, processor by processor
    rho, p = map(float, scipy.stats.spearmanr(np.arange(len(residuals)), ranked))
    yield _check("order", "Spearman", GroupTest(rho, p), trend_sentence(rho, p))
    lag = lag_one(model)
    yield _check("order", "lag-1 autocorrelation", lag, lag_sentence(lag.statistic, lag.p))


def _check(assumption: str, test: str, found: GroupTest, said: str, *, over: str = "", level: float = _ALPHA) -> Check:
    return Check(assumption, test, over, found.statistic, found.p, level, found.p >= level, said, found.draws)


def _scale(profile: BoxCoxProfile, transform: Transform) -> Check:
    """Whether the chosen scale is within the limits of lambda, as a check."""
    power = 1.0 if transform is Transform.NONE else 0.0
    holds = profile.low <= power <= profile.high
    p = profile.p_none if power else profile.p_log
    said = scale_sentence(profile, transform, power, holds)
    return Check("scale", "Box-Cox", "", profile.power, p, 1 - profile.confidence, holds, said)

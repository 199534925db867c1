"""Results as plain sentences. Pure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.result import (
    AnovaRow,
    AnovaTable,
    BoxCoxProfile,
    ComparisonMethod,
    Effect,
    LevelComparison,
    LevelMean,
    ScaledResponse,
    Transform,
    WelchTest,
)

_MANY = 50  # observations from which F tests hardly mind what residuals look like


def p_value(p: float) -> str:
    """`p = 0.572`, or `p < 0.001`."""
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def f_test(row: AnovaRow, error_freedom: int) -> str:
    """`F(2, 42) = 200.24, p < 0.001`."""
    assert row.f is not None
    assert row.p is not None
    return f"F({row.freedom}, {error_freedom}) = {row.f:.2f}, {p_value(row.p)}"


def term_sentence(row: AnovaRow, error_freedom: int, alpha: float) -> str:
    """What one line of an ANOVA table says."""
    assert row.p is not None
    assert row.effect is not None
    said = f_test(row, error_freedom)
    many = len(row.term) > 1
    if row.p >= alpha:
        what = "show no significant interaction" if many else "makes no significant difference"
        return f"{_names(row.term)} {what} ({said})."
    what = "interact" if many else "matters"
    share, limits = _effect(row.effect)
    return f"{_names(row.term)} {what}, explaining {share} of the variance that other terms leave ({limits}; {said})."


def model_sentence(full: AnovaTable, additive: AnovaTable | None, chosen: AnovaTable, alpha: float) -> str:
    """Which model stands, and why; empty where there was no choice."""
    if additive is None:
        return ""
    interactions = [row for row in full.rows if row.p is not None and len(row.term) > 1]
    tests = ", ".join(f"{row.name} {p_value(row.p)}" for row in interactions if row.p is not None)
    if chosen is additive:
        return f"No interaction is significant at {alpha:g} ({tests}), so the additive model is used."
    kept = [row.name for row in chosen.rows if row.p is not None and len(row.term) > 1]
    what = "its interactions" if chosen is full else f"{', '.join(kept)} and no other interaction"
    return (
        f"An interaction is significant at {alpha:g} ({tests}), so the model keeps {what}: the effect of one factor "
        "depends on the others."
    )


def untold_sentence(term: str) -> str:
    """Why levels are not compared."""
    return (
        f"The levels of {term} are not compared, because their means over the other factors would need combinations "
        "that were never observed. Compare them within levels that they share (--where)."
    )


def welch_sentence(factor: str, test: WelchTest) -> str:
    """Welch's F beside the one that assumes equal variances."""
    said = f"F({test.freedom}, {test.error_freedom:.1f}) = {test.f:.2f}, {p_value(test.p)}"
    return f"{factor}, without assuming equal variances (Welch): {said}."


def grouping_sentence(
    term: Sequence[str],
    within: Sequence[tuple[str, str]],
    means: Sequence[LevelMean],
    comparisons: Sequence[LevelComparison],
    response: ScaledResponse,
) -> str:
    """How many pairs differ, and how far apart the ends are."""
    name = ":".join(term) + (
        " within " + ", ".join(f"{factor} = {level}" for factor, level in within) if within else ""
    )
    differ = sum(pair.significant for pair in comparisons)
    ends = next(pair for pair in comparisons if (pair.labels, pair.other) == (means[0].labels, means[-1].labels))
    top, bottom = " ".join(ends.labels), " ".join(ends.other)
    if ends.ratio is not None:
        far = f"{ends.ratio.estimate:.3g}× [{ends.ratio.low:.3g}, {ends.ratio.high:.3g}] the lowest, {bottom}"
    else:
        unit = "" if response.transform is Transform.NONE else " (on the scale of the analysis)"
        far = f"{ends.difference:.3g} [{ends.low:.3g}, {ends.high:.3g}] above the lowest, {bottom}{unit}"
    if len(comparisons) == 1:
        count = "the two levels differ" if differ else "the two levels do not differ significantly"
    else:
        count = (
            f"{differ} of {len(comparisons)} pairs differ"
            if differ
            else f"none of {len(comparisons)} pairs differs significantly"
        )
    return f"{name}: {count}. The highest, {top}, is {far}."


def variance_sentence(test: str, over: str, p: float, holds: bool, method: ComparisonMethod | None) -> str:
    """What a test of equal variances over a term's levels found, and what the comparisons made of it."""
    if holds:
        return f"{test} finds no difference in variance between the levels of {over} ({p_value(p)})."
    if test == "Levene":
        return (
            f"Levene's test finds that variance differs between the levels of {over} ({p_value(p)}). The analysis "
            "follows Brown-Forsythe instead, which long tails mislead less."
        )
    done = {
        None: "the F tests assume equal variances",
        ComparisonMethod.TUKEY: "its comparisons and the F tests still assume equal variances",
        ComparisonMethod.GAMES_HOWELL: "its comparisons (Games-Howell) allow for that, the F tests do not",
        ComparisonMethod.WELCH_HOLM: "its comparisons (Welch's t) allow for that, the F tests do not",
        ComparisonMethod.PAIRED_HOLM: "its levels were compared within blocks; the F tests assume equal variances",
        ComparisonMethod.MAX_T: "its levels were compared within blocks; the F tests assume equal variances",
    }[method]
    return f"{test} finds that variance differs between the levels of {over} ({p_value(p)}): {done}."


def normality_sentence(test: str, residuals: NDArray[np.float64], p: float, holds: bool) -> str:
    """What a test of normal residuals found, and how much it matters."""
    if holds:
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


def trend_sentence(rho: float, p: float, holds: bool) -> str:
    """What Spearman's correlation of residuals with their order found."""
    seen = f"(Spearman {rho:.2f}, {p_value(p)})"
    if holds:
        return f"The residuals show no trend in the order of the observations {seen}."
    return (
        f"The residuals drift in the order of the observations {seen}. If they were measured in that order, the "
        "machine changed meanwhile, and a block would account for it."
    )


def lag_sentence(r: float, p: float, holds: bool) -> str:
    """What the correlation of each residual with the next found."""
    seen = f"(lag-1 autocorrelation {r:.2f}, {p_value(p)})"
    if holds:
        return f"Successive residuals are no more alike than chance would make them {seen}."
    alike, wide = ("alike", "narrow") if r > 0 else ("unlike", "wide")
    return (
        f"Successive residuals are more {alike} than chance would make them {seen}. This is not corrected for: if the "
        f"observations were measured in this order, the intervals are too {wide}."
    )


def scale_sentence(profile: BoxCoxProfile, transform: Transform, power: float, holds: bool) -> str:
    """Whether the profile of Box-Cox powers supports the scale."""
    seen = f"λ = {profile.power:.2f} [{profile.low:.2f}, {profile.high:.2f}], while `{transform}` is λ = {power:.0f}"
    if holds:
        return f"Box-Cox supports the scale of the analysis ({seen})."
    return f"Box-Cox suggests another scale ({seen}); the scale was kept."


def _effect(effect: Effect) -> tuple[str, str]:
    """`89%` and `90% interval 84% to 92%`."""
    level = f"{100 * effect.confidence:.3g}%"
    return f"{effect.estimate:.0%}", f"{level} interval {effect.low:.0%} to {effect.high:.0%}"


def _names(term: Sequence[str]) -> str:
    return term[0] if len(term) == 1 else ", ".join(term[:-1]) + " and " + term[-1]

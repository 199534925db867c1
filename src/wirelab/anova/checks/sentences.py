"""What checks found, as plain sentences. Pure."""

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.checks.found import BoxCoxProfile
from wirelab.anova.result import ComparisonMethod, Transform
from wirelab.anova.sentences import p_value

_MANY = 50  # observations from which F tests hardly mind what residuals look like


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

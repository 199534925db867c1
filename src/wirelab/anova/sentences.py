"""Results as plain sentences. Pure."""

from collections.abc import Sequence

from wirelab.anova.result import (
    AnovaRow,
    AnovaTable,
    Effect,
    LevelComparison,
    LevelMean,
    ScaledResponse,
    Transform,
    WelchTest,
)


def p_value(p: float) -> str:
    """`p = 0.572`, or `p < 0.001`."""
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def limits(low: float, high: float, form: str) -> str:
    """Limits in brackets, each in that form; `[−∞, 1.2]`."""
    return f"[{low:{form}}, {high:{form}}]".replace("-inf", "−∞").replace("inf", "∞")


def term_sentence(row: AnovaRow, error_freedom: int, alpha: float) -> str:
    """The result in one line of an ANOVA table."""
    assert row.f is not None
    assert row.p is not None
    assert row.effect is not None
    said = f"F({row.freedom}, {error_freedom}) = {row.f:.2f}, {p_value(row.p)}"
    many = len(row.term) > 1
    if row.p >= alpha:
        what = "show no significant interaction" if many else "makes no significant difference"
        return f"{_names(row.term)} {what} ({said})."
    what = "interact" if many else "matters"
    share, interval = _effect(row.effect)
    return f"{_names(row.term)} {what}, explaining {share} of the variance that other terms leave ({interval}; {said})."


def model_sentence(full: AnovaTable, additive: AnovaTable | None, chosen: AnovaTable, alpha: float) -> str:
    """Which model is used, and why; empty where there was no choice."""
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
    name: str, means: Sequence[LevelMean], comparisons: Sequence[LevelComparison], response: ScaledResponse
) -> str:
    """How many pairs differ, and how far apart the ends are."""
    differ = sum(pair.significant for pair in comparisons)
    ends = next(pair for pair in comparisons if (pair.labels, pair.other) == (means[0].labels, means[-1].labels))
    top, bottom = " ".join(ends.labels), " ".join(ends.other)
    if ends.ratio is not None:
        far = f"{ends.ratio.estimate:.3g}× {limits(ends.ratio.low, ends.ratio.high, '.3g')} the lowest, {bottom}"
    else:
        unit = "" if response.transform is Transform.NONE else " (on the scale of the analysis)"
        far = f"{ends.difference:.3g} {limits(ends.low, ends.high, '.3g')} above the lowest, {bottom}{unit}"
    if len(comparisons) == 1:
        count = "the two levels differ" if differ else "the two levels do not differ significantly"
    else:
        count = (
            f"{differ} of {len(comparisons)} pairs differ"
            if differ
            else f"none of {len(comparisons)} pairs differs significantly"
        )
    return f"{name}: {count}. The highest, {top}, is {far}."


def _effect(effect: Effect) -> tuple[str, str]:
    """`89%` and `90% interval 84% to 92%`."""
    level = f"{100 * effect.confidence:.10g}%"
    return f"{effect.estimate:.0%}", f"{level} interval {effect.low:.0%} to {effect.high:.0%}"


def _names(term: Sequence[str]) -> str:
    return term[0] if len(term) == 1 else ", ".join(term[:-1]) + " and " + term[-1]

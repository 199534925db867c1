"""Results as plain sentences. Pure."""

from collections.abc import Sequence

from wirelab.model.factorial import (
    AnovaRow,
    AnovaTable,
    Comparison,
    Effect,
    LevelMean,
    ScaledResponse,
    Transform,
    WelchTest,
)


def p_value(p: float) -> str:
    """`p = 0.572`, or `p < 0.001`."""
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def f_test(row: AnovaRow, error_freedom: int) -> str:
    """`F(2, 42) = 200.24, p < 0.001`."""
    assert row.f is not None and row.p is not None
    return f"F({row.freedom}, {error_freedom}) = {row.f:.2f}, {p_value(row.p)}"


def term_sentence(row: AnovaRow, error_freedom: int, alpha: float) -> str:
    """What one line of an ANOVA table says."""
    assert row.p is not None and row.effect is not None
    said = f_test(row, error_freedom)
    many = len(row.term) > 1
    if row.p >= alpha:
        what = "do not interact measurably" if many else "makes no measurable difference"
        return f"{_names(row.term)} {what} ({said})."
    what = "interact" if many else "matters"
    return f"{_names(row.term)} {what}: {_effect(row.effect)} of the variance that the other terms leave ({said})."


def model_sentence(full: AnovaTable, additive: AnovaTable | None, chosen: AnovaTable, alpha: float) -> str:
    """Which model stands, and why; empty where there was no choice."""
    if additive is None:
        return ""
    interactions = [row for row in full.rows if row.p is not None and len(row.term) > 1]
    tests = ", ".join(f"{row.name} {p_value(row.p)}" for row in interactions if row.p is not None)
    if chosen is additive:
        return f"No interaction is significant at {alpha:g} ({tests}), so the additive model stands."
    return f"An interaction is significant at {alpha:g} ({tests}), so the model keeps its interactions: what a factor does depends on others."


def welch_sentence(factor: str, test: WelchTest) -> str:
    """Welch's F beside the one that assumes equal variances."""
    return (
        f"Without assuming equal variances (Welch), {factor}: F({test.freedom}, {test.error_freedom:.1f}) = {test.f:.2f}, "
        f"{p_value(test.p)}."
    )


def grouping_sentence(
    term: Sequence[str],
    within: Sequence[tuple[str, str]],
    means: Sequence[LevelMean],
    comparisons: Sequence[Comparison],
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
        far = f"{ends.ratio.estimate:.3g}× [{ends.ratio.low:.3g}, {ends.ratio.high:.3g}] {bottom}"
    else:
        unit = "" if response.transform is Transform.NONE else " on the scale of the analysis"
        far = f"{ends.difference:.3g} [{ends.low:.3g}, {ends.high:.3g}] above {bottom}{unit}"
    if len(comparisons) == 1:
        count = "the two levels differ" if differ else "the two levels do not differ measurably"
    else:
        count = (
            f"{differ} of {len(comparisons)} pairs differ"
            if differ
            else f"none of {len(comparisons)} pairs differs measurably"
        )
    return f"{name}: {count}; the highest, {top}, is {far}, the lowest."


def _effect(effect: Effect) -> str:
    return f"{effect.estimate:.0%} [{effect.low:.0%}, {effect.high:.0%}]"


def _names(term: Sequence[str]) -> str:
    return term[0] if len(term) == 1 else ", ".join(term[:-1]) + " and " + term[-1]

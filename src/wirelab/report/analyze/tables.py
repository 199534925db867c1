"""An analysis as tables of text, for the terminal and the page. Pure."""

from collections.abc import Iterator

from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.result import (
    AnovaRow,
    AnovaTable,
    ComparisonMethod,
    Grouping,
    LevelComparison,
    LevelMean,
    Ratio,
    ScaledResponse,
    Transform,
)
from wirelab.anova.scale import unscaled
from wirelab.report.analyze.analysed import Analysed
from wirelab.report.quantities import MISSING, capitalized, count, level_text, number, probability, ratio
from wirelab.report.table import Column, Entry, Row, Table, numbers, with_limits, words

_MOST_UNKNOWN = 8
_MOST_UNUSUAL = 12
_BEYOND_2 = 0.0455  # share of normal errors beyond two standard deviations
_DIGITS = 6  # of sums and means, so that published tables can be compared with them
_SUMS = {
    "I": "type I (sequential) sums of squares",
    "II": "type II sums of squares",
    "III": "type III sums of squares",
}


def anova_tables(analysis: FactorialAnalysis) -> Iterator[Table]:
    """The ANOVA tables of the full model and, where they differ, of the additive and the chosen one."""
    yield _anova_table(analysis, analysis.full, "all interactions" if analysis.full.order > 1 else "no interactions")
    if analysis.additive is not None:
        yield _anova_table(analysis, analysis.additive, "no interactions")
    if analysis.chosen not in (analysis.full, analysis.additive):
        yield _anova_table(analysis, analysis.chosen, "interactions that matter")


def grouping_table(analysed: Analysed, grouping: Grouping) -> Table:
    """The levels of a grouping with letters, each compared with the reference."""
    response, reference = analysed.analysis.response, analysed.reference_of(grouping)
    logarithmic, scaled = _is_log(response), response.transform is not Transform.NONE
    rows = []
    for mean in grouping.means:
        pair = versus_reference(grouping, mean, reference)
        own = _limits(mean.centre_low, mean.centre_high)
        value, centre = number(mean.mean, _DIGITS), number(mean.centre, 4)
        values = (value, Entry(centre, (own,))) if scaled else (Entry(value, (own,)),)
        versus = Entry("1×" if logarithmic else "0") if pair is None else with_limits(difference_words(pair))
        p = probability(pair.p) if pair else ""
        rows.append((_name(mean.labels), str(mean.n), *values, mean.letters, versus, p))
    columns = (
        *words("level"),
        *numbers("n", *([response.label] if scaled else [])),
        Column(response.name, number=True, limits="interval"),
        *words("letters"),
        Column(
            f"{'ratio to' if logarithmic else 'difference from'} {_name(reference.labels)}",
            number=True,
            limits="interval",
        ),
        *numbers("p"),
    )
    says = (f"{capitalized(grouping.why)}.", *_unknown(grouping))
    return Table(f"{grouping.name}: {METHODS[grouping.method]}", columns, tuple(rows), says)


def key_to_groupings(analysis: FactorialAnalysis) -> str:
    """How to read the letters and intervals of groupings."""
    confidence, versus = level_text(1 - analysis.alpha), "ratios" if _is_log(analysis.response) else "differences"
    return (
        "Levels that share a letter do not differ significantly; A marks the highest mean."
        f" Intervals are at {confidence}: one at a time for means, simultaneous over all pairs of a table for {versus}."
        f"{_stepping_down(analysis)}"
    )


def _stepping_down(analysis: FactorialAnalysis) -> str:
    """How to read limits where step-down tests find more than simultaneous limits can show."""
    methods = {grouping.method for grouping in (*analysis.groupings, *analysis.simple_effects)}
    if methods <= {ComparisonMethod.TUKEY, ComparisonMethod.GAMES_HOWELL}:
        return ""
    end = "1" if _is_log(analysis.response) else "0"
    return f" Where a limit is exactly {end} and p is small, only the direction is known."


def comparisons_table(analysis: FactorialAnalysis, grouping: Grouping) -> Table:
    """All pairs of levels of a grouping."""
    logarithmic = _is_log(analysis.response)
    name = "ratio" if logarithmic else "difference"
    rows = []
    for pair in grouping.comparisons:
        both, significant = (_name(pair.labels), _name(pair.other)), "yes" if pair.significant else "no"
        rows.append((*both, with_limits(difference_words(pair)), probability(pair.p), significant))
    estimate = Column(name, number=True, limits=f"{level_text(1 - grouping.alpha)} interval")
    columns = (*words("level", "other"), estimate, *numbers("p"), *words("significant"))
    return Table(f"{grouping.name}: all pairs", columns, tuple(rows))


def checks_table(analysis: FactorialAnalysis) -> Table:
    """The checks of the assumptions."""
    rows = [
        (
            check.assumption,
            check.test,
            check.over or MISSING,
            number(check.statistic, 4),
            probability(check.p),
            "simulated" if check.draws else "distribution",
            f"{check.level:.2g}",
            "yes" if check.holds else "NO",
        )
        for check in analysis.checks
    ]
    columns = (
        *words("assumption", "test", "over"),
        *numbers("statistic", "p"),
        *words("p by"),
        *numbers("level"),
        *words("holds"),
    )
    draws = max((check.draws for check in analysis.checks), default=0)
    says = ["An assumption holds unless p is below the level beside it."]
    if draws:
        says.append(f"Simulated p values come from {count(draws)} draws of normal errors through the same model.")
    return Table("Assumptions, checked on the residuals of the chosen model", columns, tuple(rows), tuple(says))


def cells_table(analysed: Analysed) -> Table:
    """The observations of each combination of levels, in the response's own unit and on the scale of the analysis."""
    analysis = analysed.analysis
    response = analysis.response
    on_scale = response.transform is not Transform.NONE
    back = "geometric mean" if _is_log(response) else f"mean of {response.label}, transformed back"
    rows = [
        (
            *cell.labels,
            str(cell.n),
            number(cell.mean, 4),
            number(cell.deviation, 4),
            number(cell.median, 4),
            *((number(cell.centre, 4), number(cell.scaled_deviation, 4)) if on_scale else ()),
        )
        for cell in analysis.cells
    ]
    columns = (
        *words(*analysis.factors),
        *numbers("n", "arithmetic mean", "SD", "median"),
        *(numbers(back, f"SD of {response.label}") if on_scale else ()),
    )
    return Table(f"Observations of {response.name}", columns, tuple(rows))


def unusual_table(analysed: Analysed) -> Table | None:
    """Observations that the model fits badly, or that move it, by their place in the table; None: there are none."""
    analysis, observations = analysed.analysis, analysed.observations
    if not analysis.unusual:
        return None
    rows = [
        (
            observations.where(one.index),
            ", ".join(factor.levels[int(factor.codes[one.index])] for factor in observations.factors),
            number(float(observations.values[one.index]), 4),
            number(unscaled(one.fitted, analysis.response), 4),
            number(one.studentized, 3),
            number(one.deleted, 3),
            probability(one.p),
            number(one.leverage, 3),
            number(one.distance, 3),
            ", ".join(one.why),
        )
        for one in analysis.unusual[:_MOST_UNUSUAL]
    ]
    columns = (
        *words("at", "levels"),
        *numbers(
            analysis.response.name, "fitted", "studentized residual", "deleted", "p", "leverage", "Cook's distance"
        ),
        *words("why"),
    )
    outliers = sum("outlier" in one.why for one in analysis.unusual)
    says = [
        f"A studentized residual beyond ±2 makes an outlier: {count(outliers)} of {count(analysis.n)} observations,"
        f" where normal errors give about {count(round(_BEYOND_2 * analysis.n))}. p is corrected for all of them"
        " (Bonferroni). An unusual value is not a mistake by itself: look at how it was measured before you"
        " leave it out."
    ]
    if len(analysis.unusual) > _MOST_UNUSUAL:
        says.append(
            f"The {_MOST_UNUSUAL} largest of {count(len(analysis.unusual))} unusual observations are shown;"
            " --json has them all."
        )
    return Table("Unusual observations", columns, tuple(rows), tuple(says))


def versus_reference(grouping: Grouping, mean: LevelMean, reference: LevelMean) -> LevelComparison | None:
    """How `mean` compares with `reference`, whichever came first; None for the reference itself."""
    for pair in grouping.comparisons:
        if (pair.labels, pair.other) == (mean.labels, reference.labels):
            return pair
        if (pair.labels, pair.other) == (reference.labels, mean.labels):
            return _turned(pair)
    return None


def _anova_table(analysis: FactorialAnalysis, table: AnovaTable, model: str) -> Table:
    chosen = "" if analysis.additive is None else ", chosen" if table is analysis.chosen else ", not chosen"
    effect = next((row.effect for row in table.rows if row.effect is not None), None)
    limits = f"{level_text(effect.confidence)} interval" if effect else "interval"
    return Table(
        f"Analysis of variance of {analysis.response.label}, {model}{chosen}",
        (
            *words("source"),
            *numbers("df", "sum of squares", "mean square", "F", "p"),
            Column("partial ω²", number=True, limits=limits),
        ),
        tuple(_anova_row(row) for row in table.rows),
        says=(
            f"S = {number(table.s, 4)}; R² = {number(table.r_squared, 4)}, adjusted {number(table.adjusted, 4)},"
            f" predicted {number(table.predicted, 4)}; {_SUMS[table.sums]}.",
        ),
    )


def _anova_row(row: AnovaRow) -> Row:
    effect = row.effect
    return (
        row.name,
        str(row.freedom),
        number(row.sum_of_squares, _DIGITS),
        _blank(number(row.mean_square, _DIGITS)),
        "" if row.f is None else f"{row.f:.2f}" if row.f < 1e6 else number(row.f, _DIGITS),
        _blank(probability(row.p)),
        Entry(f"{effect.estimate:.3f}", (f"[{effect.low:.3f}, {effect.high:.3f}]",)) if effect else "",
    )


def _unknown(grouping: Grouping) -> Iterator[str]:
    if grouping.unknown:
        names = [_name(labels) for labels in grouping.unknown]
        more = f" and {len(names) - _MOST_UNKNOWN} more" if len(names) > _MOST_UNKNOWN else ""
        yield (
            f"Not estimable: {', '.join(names[:_MOST_UNKNOWN])}{more}. Some combinations that such a mean is taken over"
            " were never observed."
        )


METHODS = {
    "tukey": "Tukey's comparisons",
    "games-howell": "Games-Howell comparisons",
    "welch-holm": "Welch's t with Holm's correction",
    "paired-holm": "paired differences within blocks, with Holm's correction",
    "max-t": "differences within blocks, by sign flips (max-t)",
}


def difference_words(pair: LevelComparison) -> tuple[str, str]:
    """Write a comparison as estimate and limits: a ratio after a log, else a difference."""
    if pair.ratio is None:
        return number(pair.difference, 4), _limits(pair.low, pair.high)
    return ratio(pair.ratio.estimate), _limits(pair.ratio.low, pair.ratio.high, digits=3)


def _turned(pair: LevelComparison) -> LevelComparison:
    """The same comparison the other way round."""
    turned = None
    if pair.ratio is not None:
        turned = Ratio(1 / pair.ratio.estimate, _inverse(pair.ratio.high), _inverse(pair.ratio.low))
    return LevelComparison(
        pair.other, pair.labels, -pair.difference, -pair.high, -pair.low, pair.p, turned, pair.significant
    )


def _inverse(value: float) -> float:
    return float("inf") if value == 0 else 1 / value


def _limits(low: float, high: float, digits: int = 4) -> str:
    return f"[{number(low, digits)}, {number(high, digits)}]"


def _is_log(response: ScaledResponse) -> bool:
    return response.transform in {Transform.LOG10, Transform.LN}


def _name(labels: tuple[str, ...]) -> str:
    return " ".join(labels)


def _blank(text: str) -> str:
    return "" if text == MISSING else text

"""The report of an analysis: tables of variance, groups with letters, checks, and their summary. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from wirelab.anova.result import Grouping
from wirelab.report.analyze import effect_figures, figures
from wirelab.report.analyze.analysed import Analysed
from wirelab.report.analyze.effect_figures import MOST_CELLS
from wirelab.report.analyze.tables import (
    anova_tables,
    cells_table,
    checks_table,
    comparisons_table,
    grouping_table,
    key_to_groupings,
    unusual_table,
)
from wirelab.report.document import Block, Document, Figure, Medium, Part, Points, Section, Text, again, drawn
from wirelab.report.quantities import count, listed

_MOST_SIMPLE_EFFECTS = 12  # that terminals show
_MOST_DRAWN = 24  # groupings whose figures are drawn; tables have them all


def analyses_report(found: Sequence[Analysed], command: str = "") -> Document:
    """Write the conclusions of the analyses of one call, one response after the other."""
    if len(found) == 1:
        return analysis_report(found[0], command)
    responses = [each.observations.response for each in found]
    question = Text(f"{listed(responses)}, each analyzed on its own.", "question", Medium.FILES)
    sections = (section for at, each in enumerate(found, start=1) for section in _sections_of(each, at))
    title = f"Wirelab analysis: {listed(responses)} of {found[0].part.removeprefix('table ')}"
    return Document(title, (question,), (*sections, again(command)))


def _sections_of(analysed: Analysed, at: int) -> Iterator[Section]:
    """The sections of one response of several, each with its name."""
    name = analysed.observations.response
    yield Section(f"response-{at}", name, (Text(name),), on=Medium.TERMINAL)
    lead = tuple(Text(each, "soft") for each in about(analysed))
    yield Section(f"about-{at}", f"{name}: what was analyzed", lead, name, on=Medium.FILES)
    for section in _sections(analysed):
        yield replace(section, key=f"{section.key}-{at}", title=f"{name}: {section.title}", nav="")


def analysis_report(analysed: Analysed, command: str = "") -> Document:
    """Write the conclusions of an analysis; `command` is the command line typed for it."""
    first, *more = about(analysed)
    lead = (Text(first, "question", Medium.FILES), *(Text(each, "soft", Medium.FILES) for each in more))
    title = f"Wirelab analysis: {analysed.observations.response} of {analysed.part.removeprefix('table ')}"
    return Document(title, lead, (*_sections(analysed), again(command)))


def about(analysed: Analysed) -> Iterator[str]:
    """Say what was analysed, one sentence each, with caveats at the end."""
    analysis = analysed.analysis
    blocks = f", in blocks of {analysis.block}" if analysis.block else ""
    balance = "balanced" if analysis.balanced else "unbalanced"
    observations = f"{count(analysis.n)} observations, {balance}"
    yield f"{analysis.response.label} by {listed(analysis.factors)}{blocks}: {observations} ({analysed.unit_words})."
    if analysed.where:
        fixed = ", ".join(f"{column} = {level}" for column, level in analysed.where.items())
        yield f"Only rows with {fixed}."
    yield f"Read as {analysed.kind}."
    yield from analysed.notes
    yield from analysis.notes


def _sections(analysed: Analysed) -> Iterator[Section]:
    analysis = analysed.analysis
    broken = [check.sentence for check in analysis.checks if not check.holds]
    found: tuple[Block, ...] = (Points(analysis.sentences), *(Text(sentence, "notice") for sentence in broken))
    yield Section("answers", "In short", found, "In short", on=Medium.FILES)
    yield from _figures(analysed, (*analysis.groupings, *analysis.simple_effects)[:_MOST_DRAWN])
    few = len(analysis.cells) <= MOST_CELLS
    if not few:
        says = f"The {len(analysis.cells)} combinations of levels are not described here; --html and --json have them."
        yield Section("cells-left-out", "Observations", (Text(says),), on=Medium.TERMINAL)
    on = Medium.ALL if few else Medium.FILES
    yield Section("cells", "Observations", (cells_table(analysed),), "Observations", on=on)
    yield Section("variance", "Analysis of variance", tuple(anova_tables(analysis)), "Analysis of variance")
    yield Section("groups", "Groups", tuple(_groups(analysed)), "Groups")
    checked = Part("Results of the checks", (Points(tuple(check.sentence for check in analysis.checks)),), folded=True)
    checks = (checks_table(analysis), checked)
    yield Section("assumptions", "Assumptions", checks, f"Assumptions ({len(broken)} not met)")
    if (odd := unusual_table(analysed)) is not None:
        yield Section("unusual", "Unusual observations", (odd,), f"Unusual observations ({len(analysis.unusual)})")
    # A terminal shows the end of the output.
    summary = (Text("Summary"), *map(Text, about(analysed)), *found)
    yield Section("summary", "Summary", summary, on=Medium.TERMINAL)


def _groups(analysed: Analysed) -> Iterator[Block]:
    analysis = analysed.analysis
    yield Text(key_to_groupings(analysis))
    few = len(analysis.simple_effects) <= _MOST_SIMPLE_EFFECTS
    if not few:
        says = (
            f"{len(analysis.simple_effects)} tables of simple effects are not shown here; --html and --json have them."
        )
        yield Text(says, on=Medium.TERMINAL)
    for grouping in (*analysis.groupings, *analysis.simple_effects):
        levels, pairs = grouping_table(analysed, grouping), comparisons_table(analysis, grouping)
        simple = grouping in analysis.simple_effects
        yield levels if few or not simple else Part(levels.title, (levels,), folded=True)
        yield Part(f"{pairs.title} ({len(pairs.rows)})", (pairs,), folded=True)


def _figures(analysed: Analysed, groupings: tuple[Grouping, ...]) -> Iterator[Section]:
    def each(figure_of: Callable[[Analysed, Grouping], Figure | None]) -> Iterator[tuple[str, Figure | None]]:
        return ((grouping.name, figure_of(analysed, grouping)) for grouping in groupings)

    analysis = analysed.analysis
    yield drawn(
        "levels",
        "What is the mean of each level?",
        f"The adjusted mean of each level in {analysed.observations.response}, with all combinations of the other"
        " factors weighted equally, and its own interval. Levels that share a letter do not differ significantly.",
        figures.LEVEL_KEYS,
        lambda: each(figures.levels),
        "There are no levels.",
        nav="Figures",
    )
    yield drawn(
        "versus",
        "How far is it from the reference?",
        "Each level against the reference, with an interval that holds for all pairs together. If it does not reach"
        " the line, the difference is significant.",
        figures.VERSUS_KEYS,
        lambda: each(figures.versus),
        "There is nothing to compare.",
    )
    yield drawn(
        "effects",
        "What does each factor do?",
        "The mean of the observations at each level, transformed back from the scale of the analysis. The dashed"
        " line marks the mean of all.",
        effect_figures.MEAN_KEYS,
        lambda: effect_figures.main_effects(analysis),
        "There are no factors.",
    )
    if len(analysis.factors) > 1:
        yield drawn(
            "interactions",
            "Do the factors add up?",
            "The same means by two factors. Lines are parallel where the effects of the two add up on the scale of"
            " the analysis; where they are not, the effect of one depends on the other.",
            effect_figures.MEAN_KEYS,
            lambda: effect_figures.interactions(analysis),
            "There is one factor.",
        )
    yield drawn(
        "spreads",
        "Do the cells scatter alike?",
        "The standard deviation of each combination of levels on the scale of the analysis. The"
        " intervals are simultaneous and use the chi-square distribution, as for normal errors. With few observations"
        " they are wide, and the tests below detect more.",
        effect_figures.SPREAD_KEYS,
        lambda: [("Standard deviations", effect_figures.spreads(analysis))],
        f"No combination has two observations that differ, or there are more than {MOST_CELLS}.",
    )
    few = analysis.n <= figures.MOST_POINTS
    some = "" if few else f" Only the furthest of {count(analysis.n)} observations and an even sample are drawn."
    yield drawn(
        "residuals",
        "Do the residuals support the model?",
        "They should form a band of even height around 0, follow the line of the normal distribution, and show no"
        f" trend or wave over time.{some}",
        figures.RESIDUAL_KEYS,
        lambda: _residuals(analysed),
        "There are no residuals.",
    )


def _residuals(analysed: Analysed) -> Iterator[tuple[str, Figure]]:
    yield "Against the fitted values", figures.residuals_by_fitted(analysed)
    yield "Against normal quantiles", figures.residual_quantiles(analysed)
    yield "Histogram, and the normal curve", figures.residual_histogram(analysed)
    if any(check.assumption == "order" for check in analysed.analysis.checks):
        yield "In the order of measurement", figures.residuals_by_order(analysed)

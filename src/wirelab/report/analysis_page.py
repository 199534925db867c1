"""The report of an analysis as one HTML file."""

from collections.abc import Callable, Iterator
from typing import Any

from markupsafe import Markup

from wirelab import __version__
from wirelab.anova.result import Grouping
from wirelab.report import analysis_figures as figures
from wirelab.report.analysed import Analysed
from wirelab.report.analysis_grids import (
    anova_grids,
    checks_grid,
    comparisons_grid,
    grouping_grid,
    key_to_groupings,
)
from wirelab.report.analysis_text import about
from wirelab.report.document import Section, render_document
from wirelab.report.quantities import count

Draw = Callable[[dict[str, Any]], str]
_MOST_DRAWN = 24  # groupings whose figures are drawn; tables have them all


def render_analysis_page(analysed: Analysed, command: str) -> str:
    """Make the HTML of an `ANALYSIS`; `command` is what was typed for it."""
    from wirelab.report.drawing import draw  # loads Vega: only when there is something to draw

    analysis = analysed.analysis
    groupings = (*analysis.groupings, *analysis.simple_effects)
    return render_document(
        "analysis.html.j2",
        f"Wirelab analysis: {analysed.observations.response} of {analysed.part.removeprefix('table ')}",
        command=command,
        version=__version__,
        about=tuple(about(analysed)),
        sentences=analysis.sentences,
        broken=tuple(check.sentence for check in analysis.checks if not check.holds),
        sections=tuple(_sections(analysed, groupings[:_MOST_DRAWN], draw)),
        anova=tuple(anova_grids(analysis)),
        key=key_to_groupings(analysis),
        groups=tuple((grouping_grid(analysed, each), comparisons_grid(analysis, each)) for each in groupings),
        checks=checks_grid(analysis),
        checked=tuple(check.sentence for check in analysis.checks),
    )


def _sections(analysed: Analysed, groupings: tuple[Grouping, ...], draw: Draw) -> Iterator[Section]:
    def drawn(figure_of: Callable[[Analysed, Grouping], figures.Figure | None]) -> tuple[tuple[str, Markup], ...]:
        made = ((grouping.name, figure_of(analysed, grouping)) for grouping in groupings)
        return tuple((name, Markup(draw(figure))) for name, figure in made if figure is not None)

    yield Section(
        "Where does each level stand?",
        f"The adjusted mean of each level in {analysed.observations.response}, with all combinations of the other"
        " factors weighted equally, and its own interval. Levels that share a letter do not differ significantly.",
        figures.LEVEL_KEYS,
        drawn(figures.levels),
        "There are no levels.",
    )
    yield Section(
        "How far is it from the reference?",
        "Each level against the reference, with an interval that holds for all pairs together. If it does not reach"
        " the line, the difference is significant.",
        figures.VERSUS_KEYS,
        drawn(figures.versus),
        "There is nothing to compare.",
    )
    residuals = (
        ("Against the fitted values", figures.residuals_by_fitted(analysed)),
        ("Against normal quantiles", figures.residual_quantiles(analysed)),
        ("In the order of the table", figures.residuals_by_order(analysed)),
    )
    n = analysed.analysis.n
    some = (
        f" Of {count(n)} observations, only the furthest and an even sample are drawn."
        if n > figures.MOST_POINTS
        else ""
    )
    yield Section(
        "Do the residuals support the model?",
        "They should form a band of even height around 0, follow the line of the normal distribution, and show no"
        f" trend or wave over time.{some}",
        figures.RESIDUAL_KEYS,
        tuple((caption, Markup(draw(figure))) for caption, figure in residuals),
        "There are no residuals.",
    )

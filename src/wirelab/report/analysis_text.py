"""An analysis as plain lines for terminals and pipes. Pure."""

from collections.abc import Iterator

from wirelab.report.analysed import Analysed
from wirelab.report.analysis_grids import anova_grids, checks_grid, grouping_grid, key_to_groupings
from wirelab.report.grid import Grid, aligned
from wirelab.report.quantities import count

_MOST_SIMPLE_EFFECTS = 12


def analysis_text(analysed: Analysed) -> str:
    """Write tables of variance, groupings with letters, checks, and a summary in sentences."""
    analysis = analysed.analysis
    groupings = [*analysis.groupings, *analysis.simple_effects]
    shown = groupings if len(analysis.simple_effects) <= _MOST_SIMPLE_EFFECTS else list(analysis.groupings)
    key = [key_to_groupings(analysis)]
    if len(shown) < len(groupings):
        key.append(
            f"{len(groupings) - len(shown)} tables of simple effects are not shown here; --html and --json have them."
        )
    broken = [check.sentence for check in analysis.checks if not check.holds]
    return "\n\n".join(
        [
            *map(_block, anova_grids(analysis)),
            "\n".join(key),
            *(_block(grouping_grid(analysed, grouping)) for grouping in shown),
            _block(checks_grid(analysis)),
            "\n".join(["Summary", *about(analysed), *analysis.sentences, *broken]),
        ]
    )


def about(analysed: Analysed) -> Iterator[str]:
    """Say what was analysed, one sentence each, ending in what to beware of."""
    analysis = analysed.analysis
    by = " and ".join(
        [", ".join(analysis.factors[:-1]), analysis.factors[-1]] if analysis.factors[1:] else analysis.factors
    )
    blocks = f", in blocks of {analysis.block}" if analysis.block else ""
    balance = "balanced" if analysis.balanced else "unbalanced"
    observations = f"{count(analysis.n)} observations, {balance}"
    yield f"{analysis.response.label} by {by}{blocks}: {observations}; {analysed.unit_words}."
    if analysed.where:
        fixed = ", ".join(f"{column} = {level}" for column, level in analysed.where.items())
        yield f"Only rows with {fixed}."
    yield f"Read as {analysed.kind}."
    yield from analysed.notes
    yield from analysis.notes


def _block(grid: Grid) -> str:
    return "\n".join([grid.title, *aligned(grid.header, grid.rows, grid.left), *grid.says])

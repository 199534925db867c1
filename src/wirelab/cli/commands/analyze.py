"""`wirelab analyze`: statistics on anyone's table."""

from pathlib import Path
from typing import Any

import click

from wirelab.anova.result import ComparisonMethod, SumsOfSquares, Transform
from wirelab.cli.options.values import FORCE_OPTION, JSON_OPTION, between, level, typed

_LEAST_ALPHA = 1e-9  # below it, shared by many comparisons, doubles do not distinguish a level from 0
_SUMS = {"1": SumsOfSquares.SEQUENTIAL, "2": SumsOfSquares.HIERARCHICAL, "3": SumsOfSquares.MARGINAL}


def _names(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """Names separated by commas, without surrounding spaces."""
    names = tuple(name.strip() for name in text.split(",")) if isinstance(text, str) else text
    if not all(names):
        raise click.BadParameter(f"'{text}' contains an empty name; write, for example, platform,package")
    return names


def _pair(text: str) -> tuple[str, str]:
    """`COLUMN=LEVEL`."""
    column, equals, named = (part.strip() for part in text.partition("="))
    if not (column and equals and named):
        raise click.BadParameter(
            f"'{text}' does not name a column and a level; write, for example, operation=serialize"
        )
    return column, named


@click.command("analyze")
@click.argument("file")
@click.option(
    "--response",
    "responses",
    type=_names,
    default=(),
    metavar="COLUMN,…",
    help="Columns that hold the measurements; each is analyzed on its own.",
)
@click.option("--factors", type=_names, default=(), metavar="COLUMN,…", help="Columns of the factors that were varied.")
@click.option("--block", metavar="COLUMN", help="Column of the circumstances that rows share, such as a day.")
@click.option(
    "--fill-down", type=_names, default=(), metavar="COLUMN,…", help="Columns whose blank cells mean the level above."
)
@click.option("--order", metavar="COLUMN", help="Column of the order of measurement, to check for drift.")
@click.option(
    "--where",
    type=_pair,
    multiple=True,
    metavar="COLUMN=LEVEL",
    help="Use only the rows with this level (repeatable).",
)
@click.option(
    "--transform",
    type=level("transform", Transform),
    default=Transform.LN,
    metavar="[ln|log10|none|box-cox]",
    help="Scale of the analysis; use a logarithm for times.  [default: ln]",
)
@click.option(
    "--alpha",
    type=between("significance level", 0.5, 0.05, least=_LEAST_ALPHA),
    default=0.05,
    show_default=True,
    metavar="LEVEL",
    help="Significance level.",
)
@click.option(
    "--reference",
    "references",
    multiple=True,
    metavar="[COLUMN=]LEVEL",
    help="Compare with this level (repeatable).  [default: the lowest mean]",
)
@click.option(
    "--type",
    "sums",
    type=click.Choice(list(_SUMS)),
    help="Type of the sums of squares.  [default: 2; 3 if unbalanced and no combination is missing]",
)
@click.option(
    "--interactions",
    type=click.IntRange(1),
    metavar="N",
    help="Interactions of up to N factors; 1 for none.  [default: all that can be estimated]",
)
@click.option(
    "--method",
    type=level("method", ComparisonMethod),
    metavar=f"[{'|'.join(ComparisonMethod)}]",
    help="How to compare levels.  [default: chosen from the data]",
)
@click.option("--run", "run_id", type=int, metavar="N", help="Run to take from a lab file.  [default: the latest]")
@click.option("--html", "page", metavar="FILE", help="Also write a page with figures; - for standard output.")
@FORCE_OPTION
@JSON_OPTION
def command(
    *,
    file: str,
    responses: tuple[str, ...],
    sums: str | None,
    page: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Analyze a table of measurements: ANOVA, groups with letters, checks of the assumptions, a summary.

    FILE is one of these: a long table (one row per measurement) as CSV or Parquet; JSON written by hyperfine, JMH,
    BenchmarkDotNet, pytest-benchmark or cargo-criterion; a lab file; or - for standard input. Only tables need
    --response and --factors.

    \b
    wirelab analyze times.csv --response encode_ns --factors library,size --block day
    hyperfine -L level 1,9 'gzip -{level} -c data' --export-json times.json; wirelab analyze times.json
    wirelab analyze wirelab.duckdb --where operation=serialize --html analysis.html
    """  # noqa: D301 - click reads the backspace
    from wirelab.anova.result import FactorialOptions
    from wirelab.app.analyze.analysis import Question, analyze_each
    from wirelab.app.destinations import file_at
    from wirelab.cli.output import show
    from wirelab.report.analyze.report import analyses_report
    from wirelab.report.as_json import analyses_json
    from wirelab.report.render.kinds import ANALYSIS

    chosen = {name: given.pop(name) for name in ("transform", "alpha", "interactions", "method")}
    options = FactorialOptions(sums=_SUMS[sums] if sums else None, **chosen)
    destination = None if page is None else file_at(page, ANALYSIS, [Path(file)], force=force, as_json=as_json)
    found = analyze_each(file, Question(options=options, **given), responses or (None,))
    show(analyses_report(found, typed()), destination, analyses_json(found) if as_json else None)

"""The report of a run as one HTML file."""

from collections.abc import Callable, Iterator
from typing import Any

from markupsafe import Markup

from wirelab.model.transfer import TransferFinding
from wirelab.report import figures, forecast, quantities, wording
from wirelab.report.answer import answer
from wirelab.report.document import Section, render_document
from wirelab.report.least import least_times
from wirelab.report.marks import Marks, marks_of, point_keys, verdict_keys
from wirelab.report.ranking import Ranking, rankings
from wirelab.report.results import Results
from wirelab.report.rows import rows
from wirelab.report.transfer import transfer_answer, transfer_grid
from wirelab.report.usage import usage_rows

# Columns that readers show and hide: name in the style sheet, what it is called, whether it is shown at first.
_COLUMNS = (
    ("format", "Format", True),
    ("object", "Per object", False),
    ("spread", "Spread", False),
    ("best", "At the machine's best", False),
    ("rate", "Data rate (MB/s)", False),
    ("objects", "Objects a second", False),
    ("allocated", "Allocated", True),
    ("gc", "Collecting (GC)", False),
    ("steady", "Steady", True),
    ("processes", "Processes", True),
)
Draw = Callable[[dict[str, Any]], str]


def render_page(results: Results, title: str = "") -> str:
    """Make the report's HTML, a `REPORT`; its title is the study's name if `title` is empty."""
    from wirelab.report.drawing import draw  # loads Vega: only when there is something to draw

    transfer = results.findings.forecast.transfer
    return render_document(
        "page.html.j2",
        f"Wirelab: {title or results.study}",
        quantities=quantities,
        wording=wording,
        rows=rows,
        usage_rows=usage_rows,
        answer=answer,
        least_times=least_times,
        forecast=forecast,
        results=results,
        transfer=transfer and (transfer_answer(transfer), transfer_grid(results, transfer)),
        rankings=rankings(results),
        columns=_COLUMNS,
        sections=tuple(_sections(results, draw)),
    )


def _sections(results: Results, draw: Draw) -> Iterator[Section]:
    shown, marks = rankings(results), marks_of(results)
    compressed = any(f.cell.subject.compressor for ranking in shown for f in ranking.findings)
    keys = point_keys(marks, compressed)
    if (transfer := results.findings.forecast.transfer) is not None:
        yield _over_links(transfer, marks, draw)
    yield Section(
        "What does speed cost in size?",
        "The time of one operation against the encoded size, both on logarithmic axes: lower left is better. The "
        "ringed points on the dashed line are the Pareto front: nothing measured here is both faster and smaller.",
        keys,
        _drawings(shown, lambda ranking: figures.time_against_size(results, ranking, marks), draw),
        "No cell has both a time and a size.",
    )
    if transfer is None:
        yield Section(
            "How much faster or slower than its reference?",
            "Each cell's time divided by that of the cell that it is compared with, with its confidence interval. "
            "Within the shaded band around 1, differences do not matter.",
            verdict_keys(shown),
            _drawings(shown, figures.ratios, draw),
            "There are no ratios, because no cell has enough rounds in common with its reference.",
        )
    yield Section(
        "Did the machine drift?",
        "Each process's time divided by its cell's, in order of rounds; the line is the median of all cells. Cells "
        "that move together show the machine, which falls out of the ratios; a cell that moves alone "
        "shows its codec.",
        keys,
        _drawings(shown, lambda ranking: figures.by_round(results, ranking, marks), draw),
        "No cell has two processes.",
    )


def _over_links(transfer: TransferFinding, marks: Marks, draw: Draw) -> Section:
    drawn = figures.times_over_links(transfer, marks)
    return Section(
        "Over which link would another format be faster?",
        "What each format would take if the link had another rate, divided by what the reference would: its codecs' "
        "time as measured, and its bytes at that rate. The lowest line is the fastest format. The dotted line is the "
        "link that was asked for; compressed formats are dashed.",
        (),
        () if drawn is None else (("Ratio to the reference against the rate of the link", Markup(draw(drawn))),),
        "The reference has no time.",
    )


def _drawings(
    shown: tuple[Ranking, ...], figure_of: Callable[[Ranking], figures.Figure | None], draw: Draw
) -> tuple[tuple[str, Markup], ...]:
    made = ((ranking.title, figure_of(ranking)) for ranking in shown)
    return tuple((title, Markup(draw(figure))) for title, figure in made if figure is not None)

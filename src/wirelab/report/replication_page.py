"""The report of replications as one HTML file: a page to read."""

from collections.abc import Sequence

from markupsafe import Markup

from wirelab import __version__
from wirelab.report.claim_rows import claim_rows
from wirelab.report.document import Section, render_document
from wirelab.report.grid import Grid
from wirelab.report.judged import found_text
from wirelab.report.model_grids import full_grids, model_grids
from wirelab.report.outcome import Outcome
from wirelab.report.replication import Faults, Replication
from wirelab.report.replication_figures import keys, printed_against_here
from wirelab.report.replication_text import course_lines, needed_rows, ratio_rows, summary_lines
from wirelab.report.replication_words import changes, disputes, entries, in_short, tally_grid
from wirelab.report.results import Results


def render_replication_page(found: Sequence[Replication], faults: Faults, command: str) -> str:
    """Make the HTML of a `REPLICATION`.

    Args:
        found: the studies that were measured again.
        faults: what kept others from it, by their names.
        command: what was typed.
    """
    names = [one.study for one in found] or list(faults)
    return render_document(
        "replication.html.j2",
        f"Wirelab replication: {names[0] if len(names) == 1 else f'{len(names)} studies'}",
        found=found,
        faults=faults,
        command=command,
        version=__version__,
        in_short=tuple(in_short(found)),
        tally=tally_grid(found),
        Outcome=Outcome,
        entries=entries,
        disputes=disputes,
        changes=changes,
        found_text=found_text,
        summary_lines=summary_lines,
        course_lines=course_lines,
        sections=(_section(found),),
        ratios=tuple(_ratio_grid(one) for one in found),
        claims=claim_rows(found),
        needed=_needed_grid(found),
        models=tuple((one, grids, tuple(full_grids(one))) for one in found if (grids := tuple(model_grids(one)))),
        runs=_runs,
    )


def _section(found: Sequence[Replication]) -> Section:
    from wirelab.report.drawing import draw  # loads Vega: only when there is something to draw

    figures = ((one, printed_against_here(one)) for one in found)
    return Section(
        "Figures beside the published ones",
        "Ratios, because machines differ: each codec's time or size by that of the study's reference. On the line, a"
        " ratio is here what it was in print; above it, it is larger here.",
        keys(found),
        tuple((f"{one.study}, by {one.reference}", Markup(draw(figure))) for one, figure in figures if figure),
        "No ratio is known both from print and from here.",
    )


def _ratio_grid(found: Replication) -> Grid:
    rows = ratio_rows(found)
    header = ("operation", "at", "codec", "printed", "their method", "sound method")
    title = f"{found.study}: ratios to {found.reference}"
    return Grid(title, header, tuple(tuple(row[name] for name in header) for row in rows), frozenset({0, 1, 2}))


def _needed_grid(found: Sequence[Replication]) -> Grid:
    words = {(one.study, each.claim.id): each.claim.words for one in found for each in one.printed.judged}
    rows = [
        (words[one.study, row["claim"]], one.study, row["what would decide it"])
        for one in found
        for row in needed_rows(one)
    ]
    header = ("claim", "study", "what would decide it, or what stands in the way")
    return Grid("Claims that are still open", header, tuple(rows), frozenset({0, 1, 2}))


def _runs(found: Replication) -> list[tuple[str, Results]]:
    each = (("Sound method", found.sound), ("Their method", found.published))
    return [(name, measured.results) for name, measured in each if measured is not None]

"""The figures of a run as sections: drawn with the report, or by the page as its reader chooses. Pure."""

from collections.abc import Callable, Iterator

from wirelab.model.findings.transfer import TransferFinding
from wirelab.report.document import Figure, Section, drawn
from wirelab.report.quantities import count
from wirelab.report.run import figures
from wirelab.report.run.marks import Marks, point_keys, verdict_keys
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.results import Results

_NEEDS_SCRIPT = "This figure needs JavaScript."


def figure_sections(
    results: Results, shown: tuple[Ranking, ...], transfer: TransferFinding | None, marks: Marks
) -> Iterator[Section]:
    """The figures for which there is something to draw, the most important one first."""
    compressed = any(finding.cell.subject.compressor for ranking in shown for finding in ranking.findings)
    keys = point_keys(marks, compressed)

    def each(figure_of: Callable[[Ranking], Figure | None]) -> Iterator[tuple[str, Figure | None]]:
        return ((ranking.title, figure_of(ranking)) for ranking in shown)

    if transfer is not None:
        yield _over_links(transfer, marks)
    yield drawn(
        "size",
        "What does speed cost in size?",
        "The time of one operation against the encoded size, both on logarithmic axes: lower left is better. The "
        "ringed points on the dashed line are the Pareto front: nothing measured here is both faster and smaller.",
        keys,
        lambda: each(lambda ranking: figures.time_against_size(results, ranking, marks)),
        "No cell has both a time and a size.",
        nav="Figures",
        live="size",
    )
    if transfer is None:
        yield drawn(
            "ratios",
            "How much faster or slower than its reference?",
            "Each cell's time divided by that of the cell that it is compared with, with its confidence interval. "
            "Within the shaded band around 1, differences do not matter.",
            verdict_keys(shown),
            lambda: each(figures.ratios),
            "There are no ratios, because no cell has enough rounds in common with its reference.",
            live="ratios",
        )
    for kind, title, says, keyed in _live(results, shown):
        yield drawn(kind, title, says, keys if keyed else (), tuple, _NEEDS_SCRIPT, live=kind)
    yield drawn(
        "drift",
        "Did the machine drift?",
        "Each process's time divided by its cell's, in order of rounds; the line is the median of all cells. Cells "
        "that move together show changes of the machine, which cancel out of the ratios; a cell that moves by itself "
        f"shows changes of its codec. With more than {count(figures.MOST_POINTS)} processes, only the cells that move "
        "the most have points.",
        keys,
        lambda: each(lambda ranking: figures.by_round(results, ranking, marks)),
        "No cell has two processes.",
        live="drift",
    )


def _live(results: Results, shown: tuple[Ranking, ...]) -> Iterator[tuple[str, str, str, bool]]:
    """Figures that only a script draws: kind, title, explanation, and whether formats have colours there."""
    findings = [finding for ranking in shown for finding in ranking.findings]
    if len({finding.cell.platform for finding in findings}) > 1:
        yield "platforms", "Which format on which platform?", _PLATFORMS, False
    sizes = {(ranking.series, ranking.data.objects) for ranking in shown if ranking.data}
    if len({series for series, _ in sizes}) < len(sizes):
        yield "growth", "How does time grow with the data?", _GROWTH, True
    if any(finding.allocated_bytes is not None for finding in findings):
        yield "allocated", "How much memory does one operation ask for?", _ALLOCATED, True
    if any(results.warm_ups.get(finding.cell) for finding in findings):
        yield "warm-up", "How did processes warm up?", _WARM_UP, True


_PLATFORMS = (
    "The least time of each format on each platform. The darker a cell, the nearer its time is to the least of all. "
    "The table of the least times has the same numbers."
)
_GROWTH = (
    "The time of one operation over the number of objects, both on logarithmic axes. Where lines cross, another codec "
    "becomes the faster one. Choose fewer codecs above to see their lines."
)
_ALLOCATED = (
    "The bytes that one operation allocates, the least first, where the runtime reports them. Runtimes count in "
    "ways of their own, so compare within a platform. The tables have the same numbers."
)
_WARM_UP = (
    "One process of each cell, from the first batch with its final number of calls to the last one before it was "
    "measured: the time of one operation, divided by the cell's time. A process whose line still falls at its end was "
    "perhaps measured too early; the audit of steadiness looks for that in more processes."
)


def _over_links(transfer: TransferFinding, marks: Marks) -> Section:
    return drawn(
        "links",
        "Over which link would another format be faster?",
        "The time of each format if the link had another rate, divided by the time of the reference. A time is the "
        "measured time of the codecs plus the time of the bytes at that rate. The lowest line is the fastest format. "
        "The dotted line is the link that was asked for; compressed formats are dashed.",
        (),
        lambda: [("Ratio to the reference against the rate of the link", figures.times_over_links(transfer, marks))],
        "The reference has no time.",
    )

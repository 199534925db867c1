"""The cells of many runs: one explorer and one table of them. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wirelab.model.cell import Cell
from wirelab.report.document import Block, Figures, Section, Text
from wirelab.report.explorer import anchor
from wirelab.report.published.runs import PublishedRun
from wirelab.report.quantities import count
from wirelab.report.run.explore import Shown, explorer_of
from wirelab.report.run.marks import Marks, marks_among, point_keys
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.tables import ranking_table
from wirelab.report.table import Column, Entry, Table, words

_BEFORE = ("subject", "platform", "format")
_AFTER = ("time", "ratio", "against", "verdict", "size", "gzipped", "allocated")
_COLUMNS = (
    *words("operation", "data"),
    *words("version"),
    Column("measured", day=True),
    Column("machine", choice=True),
    Column("rounds", number=True),
    Column("A/A", choice=True),
    *words("run"),
)
_GREY = "Grey rows were measured more than 90 days ago, or with a library of which a newer version is known here."
Newest = Mapping[tuple[str, str], str]
"""The newest version of a codec's library that is known here, by the codec's name and an older version."""


@dataclass(frozen=True, slots=True)
class Selected:
    """A run with those of its rankings, and of their cells, that a page shows."""

    run: PublishedRun
    rankings: tuple[Ranking, ...]

    @property
    def shown(self) -> Shown:
        """As an explorer takes it."""
        return self.run.shown(self.rankings)


def selected(runs: Sequence[PublishedRun], wanted: Callable[[PublishedRun, Cell], bool]) -> tuple[Selected, ...]:
    """The cells that are wanted; rankings and runs without any are left out."""
    found = (Selected(run, tuple(_narrowed(run, wanted))) for run in runs)
    return tuple(each for each in found if each.rankings)


def _narrowed(run: PublishedRun, wanted: Callable[[PublishedRun, Cell], bool]) -> Iterator[Ranking]:
    for ranking in run.rankings:
        findings = tuple(each for each in ranking.findings if wanted(run, each.cell))
        kept = {each.cell for each in findings}
        if findings:
            fastest = tuple(cell for cell in ranking.may_be_fastest if cell in kept)
            yield replace(ranking, findings=findings, may_be_fastest=fastest)


def newest_of_each(runs: Sequence[PublishedRun]) -> tuple[Selected, ...]:
    """The latest measurement of each cell; `runs` have the newest first."""
    seen: dict[str, str] = {}

    def wanted(run: PublishedRun, cell: Cell) -> bool:
        return seen.setdefault(cell.key, run.name) == run.name

    return selected(runs, wanted)


def exploring(chosen: Sequence[Selected], newest: Newest, home: str, *, figure: bool) -> tuple[Section, ...]:
    """Facets to choose by, time against size of the chosen cells, and the cells; `home`: the path to the folder."""
    if not chosen:
        return ()
    marks = marks_of_all(chosen)
    drawn: tuple[Block, ...] = ()
    if figure:
        compressed = any(cell.subject.compressor for each in chosen for cell in each.shown.findings)
        drawn = (Figures(_SIZE, point_keys(marks, compressed), tuple, "This figure needs JavaScript.", live="size"),)
    everything = Text(_GREY, "soft"), cells_table(chosen, newest, home)
    explored = explorer_of([each.shown for each in chosen], marks)
    if len({way.who for way in explored.ways}) < 2:
        explored = replace(explored, places=(), ways=())  # there is nothing to rank
    return (
        Section("explore", "Explore", (explored,), "Explore"),
        Section("size", "What does speed cost in size?", drawn, "Figures"),
        Section("tables", "Everything measured", everything, "Everything"),
    )


_SIZE = (
    "The time of one operation against the encoded size, both on logarithmic axes: lower left is better. Each figure "
    "is of one run, because times of two machines, or of two days, are not comparable. Ringed points on the dashed "
    "line are the Pareto front: nothing in the figure is both faster and smaller."
)


def marks_of_all(chosen: Sequence[Selected]) -> Marks:
    """Looks that formats and platforms share on a page of several runs."""
    cells = [(each.run.results, cell) for each in chosen for cell in each.shown.findings]
    return marks_among((results.format_of(cell) for results, cell in cells), (cell.platform for _, cell in cells))


def cells_table(chosen: Sequence[Selected], newest: Newest, home: str) -> Table:
    """One row per cell, in the order of the runs, with the origin of its numbers."""
    made = [(ranking_table(ranking, several=True), each.run, ranking) for each in chosen for ranking in each.rankings]
    first = made[0][0].columns
    names = [column.name for column in first]
    before, after = ([names.index(name) for name in wanted] for wanted in (_BEFORE, _AFTER))
    operation, data, *origin = _COLUMNS
    columns = (*(first[at] for at in before), operation, data, *(first[at] for at in after), *origin)
    rows = []
    for table, run, ranking in made:
        for entries, finding in zip(table.entries, ranking.findings, strict=True):
            condition = (Entry(str(ranking.operation)), Entry(ranking.title.partition(" ")[2]))
            rows.append(
                (
                    *(entries[at] for at in before),
                    *condition,
                    *(entries[at] for at in after),
                    *_origin(run, finding.cell, newest, home, finding.time_ns.processes if finding.time_ns else 0),
                )
            )
    anchors = chain.from_iterable(
        (anchor(finding.cell, run.name) for finding in ranking.findings) for _, run, ranking in made
    )
    return Table("Cells, the newest run first", columns, tuple(rows), sortable=True, anchors=tuple(anchors))


def version_entry(run: PublishedRun, cell: Cell, newest: Newest) -> Entry:
    """The version of the library behind a cell, and a newer one that is known."""
    version = run.version(cell)
    newer = newest.get((cell.subject.name, version), "")
    if not newer:
        return Entry(version)
    return Entry(version, (f"{newer} is newer",), "behind")


def _origin(run: PublishedRun, cell: Cell, newest: Newest, home: str, rounds: int) -> tuple[Entry, ...]:
    return (
        version_entry(run, cell, newest),
        Entry(run.day),
        Entry(run.machine),
        Entry(count(rounds)),
        Entry(run.twins, look="slower" if run.twins.isupper() else ""),
        Entry(f"{run.lab[:40]} run {run.run.id}", link=f"{home}{run.page}"),
    )

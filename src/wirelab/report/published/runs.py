"""Runs of several labs: as they are listed, and as they are published. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from wirelab.model.cell import Cell
from wirelab.model.run import EncodedSize, Run
from wirelab.model.visible import shortened
from wirelab.protocol.codecs import CodecInfo
from wirelab.report.quantities import count
from wirelab.report.run.explore import Shown
from wirelab.report.run.ranking import Ranking, rankings
from wirelab.report.run.results import Results
from wirelab.report.run.wording import is_alarm
from wirelab.report.table import Column, Entry, Row, Table, words

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run in a list of those of several labs."""

    lab: str
    run: Run
    address: str  # of its page
    forms: tuple[tuple[str, str], ...]  # other forms of it: the name of each, and its address


def runs_table(runs: Sequence[ListedRun]) -> Table:
    """All runs, the newest first."""
    forms = tuple(dict.fromkeys(form for each in runs for form, _ in each.forms))
    columns = (
        Column("lab", levels=True),
        *words("run"),
        Column("study", levels=True),
        Column("started", day=True),
        Column("machine", levels=True),
        Column("processes", number=True),
        *words("ended", *forms),
    )
    ordered = sorted(runs, key=lambda each: (each.run.info.started_at, each.lab, each.run.id), reverse=True)
    return Table("Runs, the newest first", columns, tuple(map(_row, ordered)), sortable=True)


def _row(each: ListedRun) -> Row:
    run = each.run
    return (
        each.lab,
        Entry(f"run {run.id}", link=each.address),
        run.info.study,
        Entry(f"{run.info.started_at:%Y-%m-%d}", (f"{run.info.started_at:%H:%M} UTC",)),
        run.info.host.get("cpu", ""),
        count(run.processes),
        run.ending or "stopped, or still being measured",
        *(Entry("open", link=address) for _, address in each.forms),
    )


@dataclass(frozen=True, eq=False)
class PublishedRun:
    """A finished run, as pages show it."""

    name: str
    """The name of its files: the same for the same measurements, and of no others."""
    lab: str
    run: Run
    results: Results
    offered: Mapping[tuple[str, str], CodecInfo] = field(default_factory=dict)
    """The facts that runners announced of its codecs, by platform and the codec's name."""
    sizes: tuple[EncodedSize, ...] = ()
    kept: str = ""  # the address of its lab file, from the folder; empty: it is not published

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """Its cells, in the groups that are compared side by side."""
        return rankings(self.results)

    @property
    def day(self) -> str:
        """When it was measured."""
        return f"{self.results.run.started_at:%Y-%m-%d}"

    @property
    def machine(self) -> str:
        """The machine that measured it, in few words."""
        return self.results.host.get("cpu", "not known")

    @property
    def called(self) -> str:
        """A name that distinguishes it for people."""
        return f"{self.day}, {shortened(self.lab, _LONGEST)} run {self.run.id}"

    @property
    def page(self) -> str:
        """The address of its own page, from the folder."""
        return f"runs/{self.name}.html"

    @property
    def twins(self) -> str:
        """The result of its A/A twins, for a column."""
        shown = [twin for twin in self.results.twins if twin.ratio is not None]
        if not shown:
            return "none"
        return "FALSE ALARM" if any(map(is_alarm, shown)) else "no false alarm"

    def version(self, cell: Cell) -> str:
        """The version of the library behind a cell; empty: not known."""
        return self.results.version_of(cell)

    def shown(self, shown: Sequence[Ranking]) -> Shown:
        """Rankings of it on a page of several runs."""
        further = {"machine": self.machine, "measured": self.day}
        return Shown(self.results, tuple(shown), self.name, self.called, further)

"""A page about one codec: its measurements, its promises and its executed trials. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirelab.model.findings.finding import CellFinding
from wirelab.model.groups import gathered
from wirelab.report.document import Block, Document, Facts, Points, Section, Text
from wirelab.report.executed import COLUMNS
from wirelab.report.published.cells import Newest, Selected, exploring, selected
from wirelab.report.published.known import CodecKnown
from wirelab.report.published.over_time import over_time
from wirelab.report.published.runs import PublishedRun
from wirelab.report.quantities import count, listed, ratio, several, size
from wirelab.report.run.ranking import Ranking
from wirelab.report.table import Column, Entry, Table, words

_HOME = "../"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a codec is in one ranking of a run."""

    run: PublishedRun
    ranking: Ranking
    finding: CellFinding

    @property
    def over_fastest(self) -> float | None:
        """Its time over that of the fastest on its platform; None without a time, or if it was mostly unsteady."""
        if self.finding.mostly_unsteady or self.finding.time_ns is None:
            return None
        own = self.finding.time_ns.estimate
        return own / min([own, *(each.time_ns.estimate for each in self._rivals if each.time_ns)])

    @property
    def others(self) -> int:
        """How many others it is compared with on its platform."""
        return len({each.cell.subject.name for each in self._rivals})

    @property
    def _rivals(self) -> list[CellFinding]:
        """The steady times of other codecs on its platform; its own in other versions or settings are none."""
        own = self.finding.cell
        return [
            each
            for each in self.ranking.findings
            if each.cell.platform == own.platform and each.cell.subject.name != own.subject.name
            if each.time_ns is not None and not each.mostly_unsteady
        ]


def places_of(name: str, runs: Sequence[PublishedRun]) -> tuple[Place, ...]:
    """Every place of a codec, the newest run first: without a compressor, at its default settings."""
    return tuple(
        Place(run, ranking, finding)
        for run in runs
        for ranking in run.rankings
        for finding in ranking.findings
        if finding.cell.subject.name == name
        and not finding.cell.subject.compressor
        and not finding.cell.subject.parameters
    )


def of_newest_run(places: Sequence[Place]) -> tuple[Place, ...]:
    """The places of the newest run among them."""
    return tuple(each for each in places if each.run is places[0].run)


def in_short(known: CodecKnown, places: Sequence[Place]) -> str:
    """The newest run's result for a codec, in a sentence or two."""
    latest = [each for each in of_newest_run(places) if each.over_fastest is not None]
    if not latest:
        return f"{known.name} has no steady time in its latest run, without a compressor and at its default settings."
    compared = [each for each in latest if each.others]
    if not compared:
        return (
            f"{known.name} was measured without another steady codec on its platform, so its speed cannot be compared."
        )
    factors = [each.over_fastest or 0.0 for each in compared]
    if max(factors) <= 1:
        tied = any(len(each.ranking.may_be_fastest) > 1 for each in compared)
        sure = ", but others may be as fast: its verdicts show which" if tied else ""
        return f"{known.name} took the least time of all codecs that the latest run measured beside it{sure}."
    return f"{known.name} takes {_range(factors)} the time of the fastest codec that the latest run measured beside it."


def _range(factors: Sequence[float]) -> str:
    least, most = ratio(min(factors)), ratio(max(factors))
    return least if least == most else f"{least} to {most}"


def codec_page(known: CodecKnown, runs: Sequence[PublishedRun], newest: Newest, badge: str) -> Document:
    """The page of a codec over all runs that have it, the newest first."""
    chosen = selected(runs, lambda _, cell: cell.subject.name == known.name)
    places = places_of(known.name, runs)
    days = sorted({each.run.day for each in chosen})
    found = (each.run.version(cell) for each in chosen for cell in each.shown.findings)
    versions = list(dict.fromkeys(filter(None, found)))
    where = f"{known.format} on {listed(known.platforms)}, library {known.library}"
    when = f"Measured in {several(len(chosen), 'run')}, the last on {days[-1]}"
    of = f", in version{'s' * (len(versions) != 1)} {listed(versions)}" if versions else ""
    lead = (Text(in_short(known, places), "answer"), Text(f"{where}. {when}{of}.", "soft", day=days[-1]))
    return Document(f"Wirelab: {known.name} ({known.format})", lead, tuple(_sections(known, chosen, newest, badge)))


def _sections(known: CodecKnown, chosen: Sequence[Selected], newest: Newest, badge: str) -> Iterator[Section]:
    yield Section("versions", "Over versions and time", tuple(over_time(chosen, newest, _HOME)), "Versions")
    yield from exploring(chosen, newest, _HOME, figure=False)
    yield Section("footprint", "Footprint", (_footprint(known, chosen),), "Footprint")
    yield Section("contract", "What it promises", (Facts(known.contract),) if known.contract else (), "Contract")
    yield Section("hold", "Executed trials", tuple(_executed(known)), "Executed")
    shown = (
        Entry("A badge with its place in the latest run", link=badge),
        Entry("All cells as Parquet", link=f"{_HOME}data/cells.parquet"),
    )
    yield Section("use", "Use this elsewhere", (Points(shown),))


def _footprint(known: CodecKnown, chosen: Sequence[Selected]) -> Block:
    """The bytes that it writes and the memory that it asks for, from the newest run that has each."""
    sizes = {
        (str(found.corpus), str(found.subject), found.compressor): (found.size_bytes, each.run.day)
        for each in reversed(chosen)
        for found in each.run.sizes
        if found.subject.name == known.name
    }
    allocated = {
        (str(cell.corpus), str(cell.subject), cell.platform, str(cell.operation)): (found.allocated_bytes, each.run.day)
        for each in reversed(chosen)
        for cell, found in each.shown.findings.items()
        if found.allocated_bytes is not None
    }
    rows = [
        (corpus, subject, f"bytes, {compressor}" if compressor != "none" else "bytes", Entry(size(number)), day)
        for (corpus, subject, compressor), (number, day) in sorted(sizes.items(), key=lambda each: each[0][:2])
    ]
    rows += [
        (corpus, subject, f"allocated by {operation} on {platform}", Entry(size(number)), day)
        for (corpus, subject, platform, operation), (number, day) in sorted(allocated.items())
    ]
    if not rows:
        return Text("No run has its sizes or allocations.", "soft")
    columns = (
        Column("data", levels=True),
        *words("subject"),
        Column("what", levels=True),
        Column("size", number=True),
        Column("measured", day=True),
    )
    return Table("Sizes of all objects of the data together", columns, tuple(rows), sortable=True)


def _executed(known: CodecKnown) -> Iterator[Block]:
    if not known.executed:
        yield Text("Not tried: changes of the schema, bytes of other codecs, hostile bytes.", "soft")
        return
    executed = [(name, counts, each) for name, counts in COLUMNS.items() if (each := known.executed.get(name))]
    yield Points(tuple(Entry(f"{name}: {each.short} {counts}", (each.seen,)) for name, counts, each in executed))
    if known.evolved:
        columns = words("change of the schema", "old to new", "new to old")
        yield Table("Everyday changes of a schema: values that came back", columns, known.evolved)
    if known.withstood:
        columns = (*words("outcome"), Column("inputs", number=True))
        rows = tuple((outcome, count(number)) for outcome, number in known.withstood if number)
        yield Table("Hostile inputs and their outcomes", columns, rows)


def badge_words(known: CodecKnown, places: Sequence[Place]) -> tuple[str, str, str]:
    """The words of a badge: on its left, on its right, and in full."""
    latest = [each for each in of_newest_run(places) if each.over_fastest is not None and each.others] if places else []
    if not latest:
        return known.name, "not compared", f"{known.name} was not compared with another codec"
    run = latest[0].run
    by_operation = gathered((str(each.finding.cell.operation), each.over_fastest or 0.0) for each in latest)
    said = [f"{operation} {_range(own)}" for operation, own in by_operation.items()][:2]
    versions = {run.version(each.finding.cell) for each in latest}
    version = versions.pop() if len(versions) == 1 else ""
    others = max(each.others for each in latest)
    named = f"{known.name} {version}".strip()
    full = (
        f"{named}: time over that of the fastest of {others + 1} codecs on its platform, "
        f"measured {run.day} on {run.machine}"
    )
    return named, f"{', '.join(said)} of the fastest · {run.day}", full

"""The tables of a run: a column is an entry here, with its heading, who shows it, and how a cell fills it. Pure."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import stdev

from wirelab.model.cell import Cell
from wirelab.model.finding import CellFinding, ComparisonFinding, Interval
from wirelab.model.usage import Usage
from wirelab.report.flags import MARK
from wirelab.report.quantities import (
    MISSING,
    count,
    duration,
    duration_with_interval,
    number,
    percent,
    rate,
    ratio_with_interval,
    size,
)
from wirelab.report.ranking import Ranking
from wirelab.report.table import Column, Entry, Table, words
from wirelab.report.unresolved import why_no_ratio, why_unresolved
from wirelab.report.wording import REFERENCE, SUSTAINED, subject_words, verdict_look, verdict_words

ANY_FORMAT = "any format"


class Per(StrEnum):
    """What the times of a table are of, on terminals and in Markdown; a page has both."""

    OPERATION = "operation"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class _Line:
    """A cell in its ranking."""

    finding: CellFinding
    ranking: Ranking

    @property
    def cell(self) -> Cell:
        return self.finding.cell

    @property
    def compared(self) -> ComparisonFinding | None:
        return self.ranking.ratios.get(self.cell)

    @property
    def usage(self) -> Usage | None:
        return self.ranking.usage.get(self.cell)

    @property
    def objects(self) -> int:
        return self.ranking.data.objects if self.ranking.data else 0


def ranking_table(ranking: Ranking, per: Per = Per.OPERATION) -> Table:
    """Write a ranking's cells as rows, fastest first."""
    lines = [_Line(finding, ranking) for finding in ranking.findings]
    fields = tuple(_fields(per, several=len(ranking.references) > 1))
    rows = tuple(tuple(fill(line) for _, fill in fields) for line in lines)
    strong = frozenset(at for at, line in enumerate(lines) if ranking.is_reference(line.finding))
    return Table(ranking.title, tuple(column for column, _ in fields), rows, strong=strong, sortable=True)


def _fields(per: Per, *, several: bool) -> Iterator[tuple[Column, Callable[[_Line], Entry | str]]]:
    """Every column with what fills it; times `per` object are brief if asked for; `several` references are named."""
    of_object = per is Per.OBJECT
    yield Column("subject", least=14), lambda line: str(line.cell.subject)
    yield Column("platform", below="subject"), lambda line: line.cell.platform
    yield Column("format", brief=False, choice=True), lambda line: line.ranking.formats.get(line.cell, "")
    yield (
        Column(
            "time",
            number=True,
            limits="interval",
            brief=not of_object,
            says="Times are of one operation on the whole corpus.",
        ),
        lambda line: _time(line, line.finding.time_ns),
    )
    yield (
        Column("time/object", number=True, limits="interval", brief=of_object, choice=of_object, says=_PER_OBJECT),
        lambda line: _time(line, _divided(line.finding.time_ns, line.objects)),
    )
    yield (
        Column("spread", number=True, brief=False, choice=False, says=_SPREAD),
        lambda line: _spread(line.finding),
    )
    yield (
        Column("at best", number=True, brief=False, choice=False, says=_BEST),
        lambda line: duration(line.finding.best_ns),
    )
    yield Column("data rate", number=True, brief=of_object, choice=of_object, says=_RATE), _data_rate
    yield Column("objects a second", number=True, brief=False, choice=False), _objects_rate
    yield Column("ratio", number=True, limits="interval"), _ratio
    if several:
        yield Column("against", below="verdict"), _against
    yield Column("verdict"), _verdict
    yield (
        Column("size", number=True, says="Sizes and allocations are of the whole corpus, too."),
        lambda line: size(line.finding.encoded_bytes),
    )
    yield (
        Column("gzipped", number=True, below="size", says="Each object is gzipped on its own, at level 6."),
        lambda line: size(line.finding.gzipped_bytes),
    )
    yield (
        Column("allocated", number=True, wide=True, choice=True),
        lambda line: size(line.finding.allocated_bytes),
    )
    yield (
        Column("GC share", number=True, brief=False, choice=False, says=_COLLECTING),
        lambda line: _gc_share(line.usage),
    )
    yield (
        Column("collections", number=True, brief=False, choice=False, says=_COLLECTIONS),
        lambda line: MISSING if line.usage is None or line.usage.collections is None else count(line.usage.collections),
    )
    yield (
        Column("CPU time", number=True, brief=False, choice=False, says=_CPU),
        lambda line: duration(line.usage.cpu_ns if line.usage else None),
    )
    yield Column("steady", number=True, wide=True, choice=True), lambda line: _steady(line.finding)
    yield Column("processes", number=True, below="verdict", choice=True), lambda line: _processes(line.finding)


_PER_OBJECT = "A time per object is an operation's time by the number of objects in the corpus."
_SPREAD = "The spread is the standard deviation of the processes' times."
_BEST = "“At best” is the time of the fastest tenth of all turns, when the machine was at its best."
_RATE = "The data rate counts the bytes of the corpus file, the same for every cell."
_COLLECTING = (
    "“GC share” is the share of the time of all turns, lead-ins included, that garbage collections take; the runtime "
    "reports it to the millisecond or so."
)
_COLLECTIONS = "“Collections” counts them in all these turns."
_CPU = "“CPU time” is that of all threads of the process for one operation, including collectors and compilers."


def least_table(ranking: Ranking) -> Table | None:
    """What took the least time in each format on each platform; None if a ranking has no times."""
    timed = [finding for finding in ranking.findings if finding.time_ns is not None]  # the fastest first
    if not timed:
        return None
    platforms = sorted({finding.cell.platform for finding in timed})  # at one place in all rankings
    formats = dict.fromkeys(ranking.formats.get(finding.cell, "") for finding in timed)

    def row(name: str, findings: Iterable[CellFinding]) -> tuple[Entry | str, ...]:
        first: dict[str, CellFinding] = {}
        for finding in findings:
            first.setdefault(finding.cell.platform, finding)
        return name, *(_least(_Line(first[each], ranking)) if each in first else MISSING for each in platforms)

    rows = [row(name, (each for each in timed if ranking.formats.get(each.cell) == name)) for name in formats]
    every = [row(ANY_FORMAT, timed)] if len(rows) > 1 else []
    strong = frozenset({0}) if every else frozenset()
    return Table(ranking.title, words("format", *platforms), (*every, *rows), strong=strong)


def _least(line: _Line) -> Entry:
    time, _ = duration_with_interval(line.finding.time_ns)
    marked = f"{time} {MARK}" if line.cell in line.ranking.flagged else time
    return Entry(str(line.cell.subject), (f"{marked}, {size(line.finding.encoded_bytes)}",))


def _time(line: _Line, times: Interval | None) -> Entry:
    """With a `SUSTAINED` where it is a mean, collections included, and a `MARK` where a guard finds it implausible."""
    if line.finding.time_ns is None and line.finding.lost:
        return Entry("all lost")
    text, limits = duration_with_interval(times)
    sustained = SUSTAINED if line.finding.sustained else ""
    flagged = f" {MARK}" if line.cell in line.ranking.flagged else ""
    return Entry(f"{text}{sustained}{flagged}", (limits,))


def _ratio(line: _Line) -> Entry:
    if line.ranking.is_reference(line.finding):
        return Entry("1×")
    found = line.compared
    text, limits = ratio_with_interval(found.ratio if found else None)
    sustained = SUSTAINED if found is not None and found.sustained and found.ratio is not None else ""
    return Entry(f"{text}{sustained}", (limits,))


def _against(line: _Line) -> str:
    return subject_words(line.compared.comparison.against) if line.compared else ""


def _verdict(line: _Line) -> Entry:
    """With what keeps it from being resolved, or from having a ratio."""
    if line.ranking.is_reference(line.finding):
        return Entry(REFERENCE, look=REFERENCE)
    found, findings = line.compared, line.ranking.findings
    against = next((each for each in findings if found and each.cell == found.comparison.against), None)
    why = why_no_ratio(line.finding, found, against) or why_unresolved(found, line.ranking.needed.get(line.cell))
    return Entry(verdict_words(found), (why,), verdict_look(verdict_words(found)))


def _divided(times: Interval | None, objects: int) -> Interval | None:
    if times is None or not objects:
        return None
    estimate, low, high = (ns / objects for ns in (times.estimate, times.low, times.high))
    return replace(times, estimate=estimate, low=low, high=high)


def _spread(finding: CellFinding) -> str:
    times_ns = finding.process_times_ns
    return MISSING if len(times_ns) < 2 else percent(round(math.expm1(stdev(map(math.log, times_ns))), 3))


def _data_rate(line: _Line) -> str:
    data, times = line.ranking.data, line.finding.time_ns
    return rate(data.encoded_bytes if data else None, times.estimate if times else None)


def _objects_rate(line: _Line) -> str:
    times = line.finding.time_ns
    return f"{number(line.objects / times.estimate * 1e9)}/s" if times and line.objects else MISSING


def _gc_share(usage: Usage | None) -> str:
    return percent(None if usage is None or usage.gc_share is None else round(usage.gc_share, 3))


def _steady(finding: CellFinding) -> str:
    share = finding.steady
    return MISSING if share is None else {1.0: "yes", 0.0: "no"}.get(share) or percent(share)


def _processes(finding: CellFinding) -> str:
    measured = count(finding.time_ns.processes) if finding.time_ns else "0"
    return f"{measured} ({count(finding.lost)} lost)" if finding.lost else measured

"""The tables of a run: a column is an entry here, with its heading, who shows it, and how a cell fills it. Pure."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import stdev

from wirelab.model.cell import Cell
from wirelab.model.findings.diagnostics import Usage
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Interval
from wirelab.model.run import CorpusFacts
from wirelab.report.explorer import anchor
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
from wirelab.report.run.forecast import MARK
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.unresolved import why_no_ratio, why_unresolved
from wirelab.report.run.wording import REFERENCE, SUSTAINED, subject_words, verdict_look, verdict_words
from wirelab.report.table import Column, Entry, Table, with_limits, words

ANY_FORMAT = "any format"


class Per(StrEnum):
    """The unit of a table's times on terminals and in Markdown; a page has both."""

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
    def usage(self) -> Usage:
        return self.ranking.usage.get(self.cell, Usage(self.cell, None, None, ()))


def ranking_table(ranking: Ranking, per: Per = Per.OPERATION, *, several: bool = False) -> Table:
    """Write a ranking's cells as rows, fastest first, each with its reference if there may be `several`."""
    left_out = set() if several or len(ranking.references) > 1 else {_AGAINST}
    if all(each.instructions is None for each in ranking.findings):
        left_out.add(_INSTRUCTIONS)
    fields = [(column, fill) for column, fill in _FIELDS if column not in left_out]
    columns = tuple(_briefly(column, per) for column, _ in fields)
    rows = tuple(tuple(fill(_Line(each, ranking)) for _, fill in fields) for each in ranking.findings)
    strong = frozenset(at for at, each in enumerate(ranking.findings) if ranking.is_reference(each))
    anchors = tuple(anchor(each.cell) for each in ranking.findings)
    return Table(ranking.title, columns, rows, strong=strong, sortable=True, anchors=anchors)


def _briefly(column: Column, per: Per) -> Column:
    """Show times of an object instead of those of an operation if they are asked for."""
    if per is Per.OPERATION or column not in (_TIME, _TIME_PER_OBJECT, _DATA_RATE):
        return column
    return replace(column, brief=column is not _TIME, choice=None)


def least_table(ranking: Ranking) -> Table | None:
    """The codec that took the least time in each format on each platform; None if a ranking has no times."""
    timed = [finding for finding in ranking.findings if finding.time_ns is not None]  # the fastest first
    if not timed:
        return None
    platforms = sorted({finding.cell.platform for finding in timed})  # at one place in all rankings
    formats = dict.fromkeys(ranking.formats.get(finding.cell, "") for finding in timed)

    def row(name: str, findings: Sequence[CellFinding]) -> tuple[Entry | str, ...]:
        first = {finding.cell.platform: finding for finding in reversed(findings)}
        return name, *(_least(_Line(first[each], ranking)) if each in first else MISSING for each in platforms)

    rows = [row(name, [each for each in timed if ranking.formats.get(each.cell) == name]) for name in formats]
    every = [row(ANY_FORMAT, timed)] if len(rows) > 1 else []
    strong = frozenset({0}) if every else frozenset()
    return Table(ranking.title, words("format", *platforms), (*every, *rows), strong=strong)


def _least(line: _Line) -> Entry:
    time, _ = duration_with_interval(line.finding.time_ns)
    marked = f"{time} {MARK}" if line.cell in line.ranking.flagged else time
    return Entry(str(line.cell.subject), (f"{marked}, {size(line.finding.encoded_bytes)}",))


def _time(line: _Line, times: Interval | None) -> Entry:
    """A time, marked `SUSTAINED` if it is a mean, collections included, and `MARK` if a guard finds it implausible."""
    if line.finding.time_ns is None and line.finding.lost:
        return Entry("all lost")
    sustained = SUSTAINED if line.finding.sustained else ""
    flagged = f" {MARK}" if line.cell in line.ranking.flagged else ""
    return with_limits(duration_with_interval(times), f"{sustained}{flagged}")


def _ratio(line: _Line) -> Entry:
    if line.ranking.is_reference(line.finding):
        return Entry("1×")
    found = line.compared
    sustained = SUSTAINED if found is not None and found.sustained and found.ratio is not None else ""
    return with_limits(ratio_with_interval(found.ratio if found else None), sustained)


def _verdict(line: _Line) -> Entry:
    """The verdict, with the reason if it is unresolved or has no ratio."""
    if line.ranking.is_reference(line.finding):
        return Entry(REFERENCE, look=REFERENCE)
    found, findings = line.compared, line.ranking.findings
    against = next((each for each in findings if found and each.cell == found.comparison.against), None)
    why = why_no_ratio(line.finding, found, against)
    if found is not None and found.ratio is not None:
        why = why_unresolved(found, found.band, line.ranking.needed.get(line.cell))
    return Entry(verdict_words(found), (why,), verdict_look(verdict_words(found)))


def _divided(times: Interval | None, data: CorpusFacts | None) -> Interval | None:
    if times is None or data is None or not data.objects:
        return None
    estimate, low, high = (ns / data.objects for ns in (times.estimate, times.low, times.high))
    return replace(times, estimate=estimate, low=low, high=high)


def _spread(times_ns: Sequence[float]) -> str:
    return MISSING if len(times_ns) < 2 else percent(round(math.expm1(stdev(map(math.log, times_ns))), 3))


def _rates(line: _Line) -> tuple[str, str]:
    """Bytes of the corpus file and objects per second."""
    data, times = line.ranking.data, line.finding.time_ns
    objects = f"{number(data.objects / times.estimate * 1e9)}/s" if data and times and data.objects else MISSING
    return rate(data.encoded_bytes if data else None, times.estimate if times else None), objects


def _steady(finding: CellFinding) -> str:
    share = finding.steady
    return MISSING if share is None else {1.0: "yes", 0.0: "no"}.get(share) or percent(share)


def _processes(finding: CellFinding) -> str:
    measured = count(finding.time_ns.processes) if finding.time_ns else "0"
    return f"{measured} ({count(finding.lost)} lost)" if finding.lost else measured


def _further(name: str, says: str = "") -> Column:
    """A column of numbers that pages show if their readers choose it."""
    return Column(name, number=True, brief=False, choice=False, says=says)


_TIME = Column("time", number=True, limits="interval", says="Times are of one operation on the whole corpus.")
_TIME_PER_OBJECT = replace(
    _further("time/object", "A time per object is an operation's time divided by the number of objects in the corpus."),
    limits="interval",
)
_DATA_RATE = _further("data rate", "The data rate counts the bytes of the corpus file, the same for every cell.")
_AGAINST = Column("against", below="verdict")
_INSTRUCTIONS = Column(
    "instructions",
    number=True,
    wide=True,
    choice=True,
    says="Instructions are counted in one warm call, by an emulator of the processor (callgrind).",
)
_FIELDS: tuple[tuple[Column, Callable[[_Line], Entry | str]], ...] = (
    (Column("subject", least=14), lambda line: str(line.cell.subject)),
    (Column("platform", below="subject"), lambda line: line.cell.platform),
    (Column("format", brief=False, choice=True), lambda line: line.ranking.formats.get(line.cell, "")),
    (_TIME, lambda line: _time(line, line.finding.time_ns)),
    (_TIME_PER_OBJECT, lambda line: _time(line, _divided(line.finding.time_ns, line.ranking.data))),
    (
        _further("spread", "The spread is the standard deviation of the processes' times."),
        lambda line: _spread(line.finding.process_times_ns),
    ),
    (
        _further(
            "at best", "“At best” is the time of the fastest tenth of all turns, when the machine was at its best."
        ),
        lambda line: duration(line.finding.best_ns),
    ),
    (_DATA_RATE, lambda line: _rates(line)[0]),
    (_further("objects per second"), lambda line: _rates(line)[1]),
    (Column("ratio", number=True, limits="interval"), _ratio),
    (_AGAINST, lambda line: subject_words(line.compared.comparison.against) if line.compared else ""),
    (Column("verdict"), _verdict),
    (
        Column("size", number=True, says="Sizes and allocations are of the whole corpus, too."),
        lambda line: size(line.finding.encoded_bytes),
    ),
    (
        Column("gzipped", number=True, below="size", says="Each object is gzipped on its own, at level 6."),
        lambda line: size(line.finding.gzipped_bytes),
    ),
    (Column("allocated", number=True, wide=True, choice=True), lambda line: size(line.finding.allocated_bytes)),
    (
        _further(
            "GC share",
            "“GC share” is the share of the time of all turns, lead-ins included, that garbage collections take; the "
            "runtime reports it to the millisecond or so.",
        ),
        lambda line: percent(None if line.usage.gc_share is None else round(line.usage.gc_share, 3)),
    ),
    (
        _further("collections", "“Collections” is the number of garbage collections in all these turns."),
        lambda line: MISSING if line.usage.collections is None else count(line.usage.collections),
    ),
    (
        _further(
            "CPU time", "“CPU time” is the time of all the process's threads for one operation, compilers included."
        ),
        lambda line: duration(line.usage.cpu_ns),
    ),
    (_INSTRUCTIONS, lambda line: number(line.finding.instructions)),
    (Column("steady", number=True, wide=True, choice=True), lambda line: _steady(line.finding)),
    (Column("processes", number=True, below="verdict", choice=True), lambda line: _processes(line.finding)),
)
"""The columns of a run's table, each with the function that fills it: to add one, add an entry."""

"""The least time of each format on each platform: the first thing that a reader of the page looks for. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from wirelab.model.finding import CellFinding
from wirelab.report.flags import MARK
from wirelab.report.quantities import duration, size
from wirelab.report.ranking import Ranking
from wirelab.report.results import Results

ANY_FORMAT = "any format"


@dataclass(frozen=True, slots=True)
class Least:
    """What took the least time, as text.

    Attributes:
        subject: codec, parameters and compressor.
        time: of one operation on the whole corpus, marked where a guard finds it implausible.
        size: encoded.
        of_all: nothing in the ranking took less.
    """

    subject: str
    time: str
    size: str
    of_all: bool


@dataclass(frozen=True, slots=True)
class LeastTimes:
    """A ranking in short.

    Attributes:
        platforms: the columns, by name.
        rows: a format and what took the least time on each platform, None where it was not measured; formats by least
            time, after `ANY_FORMAT` where there are several.
    """

    platforms: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Least | None, ...]], ...]


def least_times(results: Results, ranking: Ranking) -> LeastTimes | None:
    """Find the least times of a ranking; None if it has no times."""
    timed = [finding for finding in ranking.findings if finding.time_ns is not None]  # the fastest first
    if not timed:
        return None
    platforms = tuple(sorted({finding.cell.platform for finding in timed}))  # at one place in all rankings
    formats = dict.fromkeys(results.format_of(finding.cell) for finding in timed)

    def row(findings: Iterable[CellFinding]) -> tuple[Least | None, ...]:
        first: dict[str, CellFinding] = {}
        for finding in findings:
            first.setdefault(finding.cell.platform, finding)
        return tuple(_least(first[name], ranking, timed[0]) if name in first else None for name in platforms)

    by_format = [(name, row(each for each in timed if results.format_of(each.cell) == name)) for name in formats]
    return LeastTimes(platforms, tuple([(ANY_FORMAT, row(timed))] * (len(by_format) > 1) + by_format))


def _least(finding: CellFinding, ranking: Ranking, fastest: CellFinding) -> Least:
    assert finding.time_ns is not None
    time = duration(finding.time_ns.estimate)
    marked = f"{time} {MARK}" if finding.cell in ranking.flagged else time
    return Least(str(finding.cell.subject), marked, size(finding.encoded_bytes), finding is fastest)

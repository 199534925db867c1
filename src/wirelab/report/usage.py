"""Sentences and rows on what operations cost beside their time. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from wirelab.model.finding import CellFinding, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import Forecast
from wirelab.model.usage import Reversal, Usage
from wirelab.report.quantities import MISSING, count, duration, percent
from wirelab.report.ranking import Ranking
from wirelab.report.wording import cell_words, subject_words


@dataclass(frozen=True, slots=True)
class UsageRow:
    """A cell as text.

    Attributes:
        subject: codec, parameters and compressor.
        platform: where it ran.
        time: as in the table of times.
        gc_share: of the time, what collections took.
        collections: in all its turns.
        cpu: CPU time of all threads for one operation.
    """

    subject: str
    platform: str
    time: str
    gc_share: str
    collections: str
    cpu: str


def usage_words(findings: Findings) -> Iterator[str]:
    """Name each pair that CPU time orders the other way round; say so where there is none."""
    forecast = findings.forecast
    yield from map(reversal_words, forecast.reversals)
    decided = any(found.verdict is Verdict.DIFFERENT for found in findings.comparisons)
    if any(each.cpus_ns for each in forecast.usage) and decided and not forecast.reversals:
        yield "No decided order was seen to change when the CPU time of all threads is counted."


def reversal_words(reversal: Reversal) -> str:
    """Say which of two cells is faster, and how much more CPU time it takes."""
    more = percent(round(reversal.ratio - 1, 2))
    return (
        f"{cell_words(reversal.cell)}, is faster than {subject_words(reversal.other)},"
        f" but takes {more} more CPU time, all threads counted."
    )


def usage_rows(ranking: Ranking, forecast: Forecast) -> tuple[UsageRow, ...]:
    """Write the cells of a ranking whose runtime tells as rows, in its order."""
    known = {usage.cell: usage for usage in forecast.usage if usage.cpus_ns or usage.collections is not None}
    return tuple(_row(finding, known[finding.cell]) for finding in ranking.findings if finding.cell in known)


def _row(finding: CellFinding, usage: Usage) -> UsageRow:
    return UsageRow(
        subject=str(finding.cell.subject),
        platform=finding.cell.platform,
        time=duration(finding.time_ns.estimate if finding.time_ns else None),
        gc_share=MISSING if usage.gc_share is None else percent(round(usage.gc_share, 3)),
        collections=MISSING if usage.collections is None else count(usage.collections),
        cpu=duration(usage.cpu_ns),
    )

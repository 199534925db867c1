"""One row a cell, every value as text: what the terminal's table and the page's table both show. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import stdev

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
from wirelab.report.unresolved import why_no_ratio, why_unresolved
from wirelab.report.wording import REFERENCE, SUSTAINED, subject_words, verdict_words


@dataclass(frozen=True, slots=True)
class Row:
    """A cell as text.

    Attributes:
        subject: codec, parameters and compressor.
        platform: where it ran.
        format: what its codec writes.
        time: of one operation on the whole corpus, with a `MARK` where a guard finds it implausible and a `SUSTAINED`
            where it is a mean, collections included; `all lost` where no process gave any.
        time_limits: confidence interval in `time`'s unit, or empty.
        per_object: the time by the number of the corpus's objects; a dash where that is not known.
        per_object_limits: confidence interval likewise, or empty.
        spread: of the processes' times: their standard deviation, as a share.
        rate: the corpus file's bytes, the same for every cell, by the time.
        objects_rate: objects by the time.
        best: the time at the machine's best.
        ratio: time over the reference's, `1×` for the reference itself; with a `SUSTAINED` likewise.
        ratio_limits: confidence interval, or empty.
        against: the reference; empty where all rows have the same.
        verdict: with its direction, or `reference`.
        why: what keeps it from being resolved or from having a ratio, or empty.
        size: encoded.
        gzipped: the same bytes gzipped, object by object.
        allocated: by one operation.
        gc_share: of the time, what collections took.
        steady: share of processes that were steady when they were measured: `yes`, `80 %`, `no`.
        processes: how many the estimate rests on, and how many were lost.
        is_reference: ratios are against this cell, and it is against none itself.
    """

    subject: str
    platform: str
    format: str
    time: str
    time_limits: str
    per_object: str
    per_object_limits: str
    spread: str
    rate: str
    objects_rate: str
    best: str
    ratio: str
    ratio_limits: str
    against: str
    verdict: str
    why: str
    size: str
    gzipped: str
    allocated: str
    gc_share: str
    steady: str
    processes: str
    is_reference: bool


def rows(ranking: Ranking) -> tuple[Row, ...]:
    """Write a ranking's cells as rows, fastest first."""
    return tuple(_row(finding, ranking, ranking.ratios.get(finding.cell)) for finding in ranking.findings)


def _row(finding: CellFinding, ranking: Ranking, compared: ComparisonFinding | None) -> Row:
    is_reference, data, times = ranking.is_reference(finding), ranking.data, finding.time_ns
    time, time_limits = duration_with_interval(times)
    per_object, per_object_limits = duration_with_interval(_divided(times, data.objects) if data else None)
    if finding.sustained:
        time, per_object = f"{time}{SUSTAINED}", f"{per_object}{SUSTAINED}"
    if finding.cell in ranking.flagged:
        time, per_object = f"{time} {MARK}", f"{per_object} {MARK}"
    if times is None and finding.lost:
        time = per_object = "all lost"
    ratio, ratio_limits = ratio_with_interval(compared.ratio if compared else None)
    if compared is not None and compared.sustained and compared.ratio is not None:
        ratio = f"{ratio}{SUSTAINED}"
    several = len(ranking.references) > 1
    reference = next((each for each in ranking.findings if compared and each.cell == compared.comparison.against), None)
    why = "" if is_reference else why_no_ratio(finding, compared, reference)
    return Row(
        subject=str(finding.cell.subject),
        platform=finding.cell.platform,
        format=ranking.formats.get(finding.cell, ""),
        time=time,
        time_limits=time_limits,
        per_object=per_object,
        per_object_limits=per_object_limits,
        spread=_spread(finding.process_times_ns),
        rate=rate(data.encoded_bytes if data else None, times.estimate if times else None),
        objects_rate=_objects_rate(data.objects, times) if data else MISSING,
        best=duration(finding.best_ns),
        ratio="1×" if is_reference else ratio,
        ratio_limits=ratio_limits,
        against=subject_words(compared.comparison.against) if compared and several else "",
        verdict=REFERENCE if is_reference else verdict_words(compared),
        why=why or why_unresolved(compared, ranking.needed.get(finding.cell)),
        size=size(finding.encoded_bytes),
        gzipped=size(finding.gzipped_bytes),
        allocated=size(finding.allocated_bytes),
        gc_share=_gc_share(ranking.usage.get(finding.cell)),
        steady=_steady(finding),
        processes=_processes(finding),
        is_reference=is_reference,
    )


def _divided(times: Interval | None, objects: int) -> Interval | None:
    if times is None or not objects:
        return None
    estimate, low, high = (ns / objects for ns in (times.estimate, times.low, times.high))
    return replace(times, estimate=estimate, low=low, high=high)


def _spread(times_ns: Sequence[float]) -> str:
    if len(times_ns) < 2:
        return MISSING
    return percent(round(math.expm1(stdev(map(math.log, times_ns))), 3))


def _objects_rate(objects: int, times: Interval | None) -> str:
    return MISSING if times is None or not objects else f"{number(objects / times.estimate * 1e9)}/s"


def _gc_share(usage: Usage | None) -> str:
    return percent(None if usage is None or usage.gc_share is None else round(usage.gc_share, 3))


def _steady(finding: CellFinding) -> str:
    share = finding.steady
    return MISSING if share is None else {1.0: "yes", 0.0: "no"}.get(share) or percent(share)


def _processes(finding: CellFinding) -> str:
    measured = count(finding.time_ns.processes) if finding.time_ns else "0"
    return f"{measured} ({count(finding.lost)} lost)" if finding.lost else measured

"""From windows to what operations cost as they are used. Pure.

Garbage is collected just before a process is measured, so whole cycles of the runtime's own collector go from there to
the last batch with a collection; what is behind that one is a part of a cycle, and left out. Where the machine has a
fast state, times are of batches made in it. Collections lose no weight by that: the share of batches with one is that
of all batches.

A process tells how far the mean over its cycles is from its own median. Its figure is that times the cell's time, which
rests on all of the cell's processes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import fmean, median

from wirelab.analysis.intervals import independent_ratio
from wirelab.analysis.states import in_fast_state
from wirelab.model.cell import Cell
from wirelab.model.finding import ComparisonFinding, Verdict
from wirelab.model.findings import Findings
from wirelab.model.measurement import Batch, Phase, Window
from wirelab.model.usage import Costing, Reversal, Usage

_FEWEST, _CONFIDENCE = 2, 0.95


@dataclass(frozen=True, slots=True)
class _Seen:
    """A batch of a window, by its process's median.

    Attributes:
        batch: as measured.
        fast: whether it was made in the machine's fast state.
        median_ns: of one operation, over the process's measured batches in that state.
    """

    batch: Batch
    fast: bool
    median_ns: float

    @property
    def collected(self) -> bool:
        return bool(self.batch.gc_count)

    def time(self) -> float:
        return self.batch.ns / self.batch.calls / self.median_ns

    def cpu(self) -> float:
        return (self.batch.process_cpu_ns or 0) / self.batch.calls / self.median_ns


def used(findings: Findings, windows: Iterable[Window], fast_ns: Mapping[str, float]) -> Findings:
    """`findings` with what windows tell of each cell, and with the pairs whose order that reverses.

    Args:
        findings: of cells and comparisons.
        windows: by cell.
        fast_ns: by platform, the longest canary of the machine's fast state, where it has one of its own.
    """
    times = {finding.cell: finding.time_ns for finding in findings.cells}
    usage = []
    for cell, own in groupby(windows, key=lambda window: window.cell):
        time = times.get(cell)
        if time is not None and (found := _usage(cell, time.estimate, list(own), fast_ns.get(cell.platform))):
            usage.append(found)
    reversals = tuple(_reversals(findings.comparisons, {each.cell: each for each in usage}))
    forecast = replace(findings.forecast, usage=tuple(usage), reversals=reversals)
    return replace(findings, forecast=forecast)


def _usage(cell: Cell, time_ns: float, windows: Sequence[Window], fast_ns: float | None) -> Usage | None:
    processes = [seen for window in windows if (seen := _seen(window, fast_ns))]
    if any(each.collected for seen in processes for each in seen):
        processes = [cycles for seen in processes if (cycles := _whole_cycles(seen))]
    told = [(seen, mean) for seen in processes if (mean := _weighed(seen, _Seen.time)) is not None]
    if not told:
        return None
    batches = [each.batch for seen, _ in told for each in seen]
    counts = [batch.gc_count for batch in batches if batch.gc_count is not None]
    pauses_ns = [batch.gc_ns for batch in batches if batch.gc_ns is not None]
    metered = all(batch.process_cpu_ns is not None for batch in batches)
    cpus = [_weighed(seen, _Seen.cpu) for seen, _ in told] if metered else []
    return Usage(
        cell=cell,
        collections=sum(counts) if len(counts) == len(batches) else None,
        gc_share=sum(pauses_ns) / sum(batch.ns for batch in batches) if len(pauses_ns) == len(batches) else None,
        means_ns=tuple(time_ns * mean for _, mean in told),
        cpus_ns=tuple(time_ns * cpu for cpu in cpus if cpu is not None),
    )


def _seen(window: Window, fast_ns: float | None) -> list[_Seen]:
    """The batches of a process; none where no measured one counts."""
    fast = in_fast_state(window.batches, window.last_canary_ns, fast_ns)
    both = list(zip(window.batches, fast, strict=True))
    counted = [batch.ns / batch.calls for batch, ok in both if ok and batch.phase is Phase.MEASURED]
    if not counted or not (middle := median(counted)):
        return []
    return [_Seen(batch, ok, middle) for batch, ok in both]


def _whole_cycles(seen: list[_Seen]) -> list[_Seen]:
    last = max((place for place, each in enumerate(seen) if each.collected), default=-1)
    return seen[: last + 1]


def _weighed(every: Sequence[_Seen], of: Callable[[_Seen], float]) -> float | None:
    """Mean over batches of the fast state, those with and without a collection in the proportion of all batches."""
    mean = 0.0
    for collected in (False, True):
        alike = [each for each in every if each.collected is collected]
        fast = [of(each) for each in alike if each.fast]
        if alike and not fast:
            return None
        mean += len(alike) / len(every) * fmean(fast) if alike else 0.0
    return mean


def _reversals(comparisons: Iterable[ComparisonFinding], usage: Mapping[Cell, Usage]) -> Iterator[Reversal]:
    """Pairs that were found to differ, and that another cost orders the other way round.

    By more than the band, and by a test at 2.5 %, one-sided: the interval of the costs' ratio lies above 1. It rests on
    the few processes that had windows, so what it finds are large differences.
    """
    for found in comparisons:
        own, other = (usage.get(cell) for cell in found.comparison.cells)
        if found.verdict is not Verdict.DIFFERENT or found.ratio is None or own is None or other is None:
            continue
        faster, slower = (own, other) if found.ratio.estimate < 1 else (other, own)
        for by in Costing:
            costs, others = faster.costs_ns(by), slower.costs_ns(by)
            if min(len(costs), len(others)) < _FEWEST:
                continue
            ratio = independent_ratio(costs, others, _CONFIDENCE)
            if ratio.low > 1 and ratio.estimate > 1 + found.band:
                yield Reversal(faster.cell, slower.cell, by, ratio.estimate)

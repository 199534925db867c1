"""What operations cost beside their time: collections, and the process's other threads. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from wirelab.analysis.decide.intervals import by_round, paired_ratio
from wirelab.model.cell import Cell
from wirelab.model.findings.diagnostics import ProcessCost, Reversal, Usage
from wirelab.model.findings.finding import ComparisonFinding, Verdict
from wirelab.model.gathering import gathered

_CONFIDENCE = 0.95


def used(
    comparisons: Iterable[ComparisonFinding], costs: Iterable[ProcessCost]
) -> tuple[tuple[Usage, ...], tuple[Reversal, ...]]:
    """What processes that count show of each cell's costs, and the pairs whose order CPU time reverses."""
    by_cell = gathered((each.cell, each) for each in costs)
    cpus = {cell: by_round((each.round, each.cpu_ns) for each in own if each.cpu_ns) for cell, own in by_cell.items()}
    usage = tuple(_usage(cell, own, cpus[cell]) for cell, own in by_cell.items())
    return usage, tuple(_reversals(comparisons, cpus))


def _usage(cell: Cell, costs: list[ProcessCost], cpus_ns: Mapping[int, float]) -> Usage:
    collections = [each.collections for each in costs if each.collections is not None]
    shares = [each.gc_share for each in costs if each.gc_share is not None]
    return Usage(
        cell,
        collections=sum(collections) if collections else None,
        gc_share=sum(shares) / len(shares) if shares else None,
        cpus_ns=tuple(cpus_ns.values()),
    )


def _reversals(
    comparisons: Iterable[ComparisonFinding], cpus_ns: Mapping[Cell, Mapping[int, float]]
) -> Iterator[Reversal]:
    """Pairs that were found to differ, and that CPU time orders the other way round.

    By more than the band, and by a test at 2.5 %, one-sided: the interval of the ratio is above 1.
    """
    for found in comparisons:
        if found.verdict is not Verdict.DIFFERENT or found.ratio is None:
            continue
        cell, against = found.comparison.cells
        faster, slower = (cell, against) if found.ratio.estimate < 1 else (against, cell)
        ratio = paired_ratio(cpus_ns.get(faster, {}), cpus_ns.get(slower, {}), _CONFIDENCE)
        if ratio is not None and ratio.low > 1 and ratio.estimate > 1 + found.band:
            yield Reversal(faster, slower, ratio.estimate)

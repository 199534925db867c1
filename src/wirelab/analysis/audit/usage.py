"""Facts about processes besides their times: the machine's speed, slow modes, collections, other threads. Pure."""

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from statistics import fmean, median

from wirelab.analysis.decide.intervals import by_round, paired_ratio
from wirelab.model.cell import Cell
from wirelab.model.findings.diagnostics import MachineSpeed, ProcessCost, Reversal, Usage
from wirelab.model.findings.finding import ComparisonFinding, Verdict
from wirelab.model.findings.forecast import SlowMode
from wirelab.model.groups import gathered

_CONFIDENCE = 0.95


def used(
    comparisons: Iterable[ComparisonFinding], costs: Iterable[ProcessCost]
) -> tuple[tuple[Usage, ...], tuple[Reversal, ...]]:
    """Each cell's costs, from processes that count, and the pairs whose order CPU time reverses."""
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

    The CPU times differ by more than the band, and by a one-sided test at 2.5 %: the ratio's interval is above 1.
    """
    for found in comparisons:
        if found.verdict is not Verdict.DIFFERENT or found.ratio is None:
            continue
        cell, against = found.comparison.cells
        faster, slower = (cell, against) if found.ratio.estimate < 1 else (against, cell)
        ratio = paired_ratio(cpus_ns.get(faster, {}), cpus_ns.get(slower, {}), _CONFIDENCE)
        if ratio is not None and ratio.low > 1 and ratio.estimate > 1 + found.band:
            yield Reversal(faster, slower, ratio.estimate)


_FEWEST = 10
_TENTH = 0.1


def machine_speeds(canaries: Iterable[tuple[str, float]]) -> dict[str, MachineSpeed]:
    """How much the machine's speed varied on each platform with enough canaries, each a platform and a time in ns."""
    speeds = {}
    for platform, own in gathered((platform, ns) for platform, ns in canaries if ns > 0).items():
        ordered, beyond = sorted(own), int(_TENTH * len(own))
        if len(own) >= _FEWEST:
            speeds[platform] = MachineSpeed(ordered[-1 - beyond] / ordered[beyond], len(own))
    return speeds


_FEWEST_ROUNDS = 8
"""The fewest rounds that can be judged."""
_LEAST = math.log(1.1)


def slow_modes(times_ns: Mapping[Cell, Mapping[int, float]]) -> Iterator[SlowMode]:
    """Cells with some processes, at most a third, that are further above the others than these are from each other.

    Effects that all cells of a round share are the machine's, and removed. Times are by round, as in `levelled_times`.
    """
    logs = {cell: {b: math.log(ns) for b, ns in own.items()} for cell, own in times_ns.items()}
    centres = {cell: median(own.values()) for cell, own in logs.items()}
    beyond = gathered((b, log - centres[cell]) for cell, own in logs.items() for b, log in own.items())
    machine = {b: median(own) if len(own) > 2 else 0.0 for b, own in beyond.items()}
    for cell, own in logs.items():
        ordered = sorted(log - machine[b] for b, log in own.items())
        n = len(ordered)
        if n < _FEWEST_ROUNDS:
            continue
        gaps = [upper - lower for lower, upper in pairwise(ordered)]
        first = max(range(n - (n - 1) // 3, n), key=lambda at: gaps[at - 1])
        others, slow = ordered[:first], ordered[first:]
        if slow[0] - others[-1] > max(_LEAST, others[-1] - others[0]):
            yield SlowMode(cell, len(slow), n, math.exp(fmean(slow) - fmean(others)))

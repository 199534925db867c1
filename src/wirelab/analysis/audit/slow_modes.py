"""Whether the processes of a cell are of one kind, or some of them are far from the others. Pure."""

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from statistics import fmean, median

from wirelab.model.cell import Cell
from wirelab.model.findings.forecast import SlowMode
from wirelab.model.gathering import gathered

_FEWEST = 8
"""Rounds below which nothing is said."""
_LEAST = math.log(1.1)


def slow_modes(times_ns: Mapping[Cell, Mapping[int, float]]) -> Iterator[SlowMode]:
    """Cells with some processes, at most a third, further above the others than those are from each other.

    What all cells of a round share is the machine's, and taken out. Times are by round, as `levelled_times` has them.
    """
    logs = {cell: {b: math.log(ns) for b, ns in own.items()} for cell, own in times_ns.items()}
    centres = {cell: median(own.values()) for cell, own in logs.items()}
    beyond = gathered((b, log - centres[cell]) for cell, own in logs.items() for b, log in own.items())
    machine = {b: median(own) if len(own) > 2 else 0.0 for b, own in beyond.items()}
    for cell, own in logs.items():
        ordered = sorted(log - machine[b] for b, log in own.items())
        n = len(ordered)
        if n < _FEWEST:
            continue
        gaps = [upper - lower for lower, upper in pairwise(ordered)]
        first = max(range(n - (n - 1) // 3, n), key=lambda at: gaps[at - 1])
        others, slow = ordered[:first], ordered[first:]
        if slow[0] - others[-1] > max(_LEAST, others[-1] - others[0]):
            yield SlowMode(cell, len(slow), n, math.exp(fmean(slow) - fmean(others)))

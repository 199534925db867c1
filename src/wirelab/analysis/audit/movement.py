"""Whether the batches that were measured still move: fall, rise, or break. Pure.

Change points are found in a whole course, of which the measured batches are a small part at the end: a handful on a
level of their own looks like outliers there, and a slow fall has no point at which it changes. So the measured batches
are looked at once more, by themselves. Limits are wide enough that scatter alone, of any size, hardly ever meets them.
"""

import math

import numpy as np
from numpy.typing import NDArray

FEWEST = 4
"""Measured batches below which nothing is said."""
_OFF_LEVEL, _BROKEN = 2.0, 3.0  # tolerances
_HALVES_FROM = 8  # batches: of fewer, a lone outlier decides the median of half of them
_TAIL = 10  # batches that a trend needs: what was measured, and as much of the warm-up as is missing
_SIGNIFICANT = 3.09  # standard errors: one course in a thousand, on either side
# Of a trend, over what was measured: scatter is no measure of it, because a trend adds to it.
_MATTERS = math.log1p(0.01)


def still_moves(logs: NDArray[np.float64], measured_from: int, level: float, tolerance: float) -> bool:
    """Whether what was measured is off the level it is said to have, breaks in two, or has a trend.

    Args:
        logs: ln(time) of one operation, shape (n,), batch by batch, warm-up included.
        measured_from: index of the first measured one.
        level: of the steady stretch.
        tolerance: half-width within which levels are the same; at least the robust standard deviation of a batch.
    """
    measured = logs[measured_from:]
    n = len(measured)
    if n < FEWEST:
        return False
    off = abs(float(np.median(measured)) - level)
    halves = abs(float(np.median(measured[: n // 2])) - float(np.median(measured[-(n // 2) :])))
    broken = n >= _HALVES_FROM and halves > _BROKEN * tolerance
    return off > _OFF_LEVEL * tolerance or broken or _has_trend(logs, n)


def _has_trend(logs: NDArray[np.float64], measured: int) -> bool:
    """Kendall's test over the tail, and by Theil and Sen's slope a change of the measured part that matters."""
    tail = logs[-max(measured, _TAIL) :]
    rises, _ = _pairs(tail)
    n = len(tail)
    score = float(np.sign(rises).sum())
    error = math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    if n < _TAIL or abs(score) - 1 <= _SIGNIFICANT * error:
        return False
    rises, gaps = _pairs(logs[-measured:])
    change = float(np.median(rises / gaps)) * (measured - 1)
    return change * score > 0 and abs(change) > _MATTERS


def _pairs(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """What each later value has over each earlier one, and how many places lie between."""
    earlier, later = np.triu_indices(len(values), 1)
    return values[later] - values[earlier], later - earlier

"""Where a series changes its level or its spread: exact search over all segmentations, pruned. Pure."""

import math

import numpy as np
from numpy.typing import NDArray

PENALTY = 15.0
"""Times ln n: Barrett et al. (2017); a smaller one finds changes in noise that is not quite normal."""

SHORTEST = 2
"""Values in a segment: fewer have no variance."""

_PRUNED_EVERY = 16  # steps: pruning costs as much as four of them


def changepoints(values: NDArray[np.float64], *, floor: float, penalty: float = PENALTY) -> tuple[int, ...]:
    """Find the starts of the segments after the first, ascending; none if nothing changes.

    Minimises the sum over segments of n·ln(variance) (twice the negative log likelihood of a normal distribution with
    its own mean and variance, the latter no less than floor²) plus `penalty`·ln n for each change, exactly, by PELT
    (Killick, Fearnhead and Eckley 2012). A segment has at least `SHORTEST` values. 500 values take about 12 ms, 2,000
    about 60 (docs/performance.md).

    Args:
        values: shape (n,), in order.
        floor: standard deviation below which differences are the clock's, in the values' unit; above 0.
        penalty: of a change, before it is multiplied by ln n.

    Raises:
        ValueError: a value is not finite, or `floor` is not above 0.
    """
    if not np.isfinite(values).all() or floor <= 0:
        raise ValueError("values must be finite and the floor above 0")
    n = len(values)
    if n < 2 * SHORTEST:
        return ()
    price = penalty * math.log(n)
    centred = values - values.mean()
    # Of the first t values: their sum, the sum of their squares, and the cost of their best segmentation.
    known = np.zeros((3, n + 1))
    known[0, 1:] = np.cumsum(centred)
    known[1, 1:] = np.cumsum(centred**2)
    known[2, 0] = -price
    previous = np.zeros(n + 1, dtype=np.intp)
    open_ = np.zeros((4, n + 1))  # where the last segment may start: what is known there, and the place itself
    open_[:3, 0], count = known[:, 0], 1
    lost = np.zeros(0, dtype=bool)
    for t in range(SHORTEST, n + 1):
        total, squares, best, starts = open_[:, :count]
        lengths = t - starts
        mean = known[0, t] - total
        mean /= lengths
        mean *= mean
        variance = known[1, t] - squares
        variance /= lengths
        variance -= mean
        costs = _costs(variance, floor)
        costs *= lengths
        costs += best
        chosen = costs.argmin()
        known[2, t] = costs[chosen] + price
        previous[t] = starts[chosen]
        if t > SHORTEST:
            open_[:3, count], open_[3, count] = known[:, t - SHORTEST + 1], t - SHORTEST + 1
            count += 1
        # A start that loses to t even without a price loses for good, but only once a segment that begins at t is long
        # enough: two steps later.
        match t % _PRUNED_EVERY:
            case 0:
                lost = costs > known[2, t]
            case 1:
                kept = np.flatnonzero(~np.append(lost, [False] * (count - len(lost))))
                count = len(kept)
                open_[:, :count] = open_[:, kept]
    return _walked(previous, n)


def _costs(variance: NDArray[np.float64], floor: float) -> NDArray[np.float64]:
    """Twice the negative log likelihood by value, less 1, which is the same for all; consumes `variance`."""
    if np.minimum.reduce(variance) > floor**2:
        return np.log(variance, out=variance)
    fitted = np.maximum(variance, floor**2)
    return np.log(fitted) + variance / fitted - 1


def _walked(previous: NDArray[np.intp], n: int) -> tuple[int, ...]:
    starts, t = [], int(previous[n])
    while t > 0:
        starts.append(t)
        t = int(previous[t])
    return tuple(reversed(starts))

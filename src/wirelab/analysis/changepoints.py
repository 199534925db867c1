"""Where a series changes its level or its spread: exact search over all segmentations, pruned. Pure."""

import math

import numpy as np
from numpy.typing import NDArray

PENALTY = 15.0
"""Times ln n: Barrett et al. (2017); a smaller one finds changes in noise that is not quite normal."""

SHORTEST = 2
"""Values in a segment: fewer have no variance."""


def changepoints(values: NDArray[np.float64], *, floor: float, penalty: float = PENALTY) -> tuple[int, ...]:
    """Find the starts of the segments after the first, ascending; none if nothing changes.

    Minimises the sum over segments of n·ln(variance) (twice the negative log likelihood of a normal distribution with
    its own mean and variance, the latter no less than floor²) plus `penalty`·ln n for each change, exactly, by PELT
    (Killick, Fearnhead and Eckley 2012). A segment has at least `SHORTEST` values. docs/performance.md says how long it
    takes.

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
    segments = _Segments(values, floor)
    best = np.full(n + 1, np.inf)  # cost of the best segmentation of the first t values, and the price of one change
    best[0] = 0
    previous = np.zeros(n + 1, dtype=np.intp)  # where its last segment starts
    starts = np.zeros(1, dtype=np.intp)  # where the last segment may start
    lost = np.zeros(1, dtype=np.bool_)
    for end in range(SHORTEST, n + 1):
        costs = segments.costs(starts, end) + best[starts]
        at = int(costs.argmin())
        best[end], previous[end] = costs[at] + price, starts[at]
        # PELT: a start that loses to an end even without a price loses for good, but only to segments that begin
        # there, and these are long enough from the end after the next one on.
        loses = costs > best[end]
        starts = np.append(starts[~lost], end - SHORTEST + 1)
        lost = np.append(loses[~lost], False)
    return _walked(previous, n)


class _Segments:
    """What any segment of `values` costs, in constant time, from running sums."""

    def __init__(self, values: NDArray[np.float64], floor: float) -> None:
        centred = values - values.mean()
        sums, squares = (np.concatenate(([0.0], np.cumsum(each))) for each in (centred, centred**2))
        self._running = (np.arange(len(values) + 1.0), sums, squares)
        self._floor = floor

    def costs(self, starts: NDArray[np.intp], end: int) -> NDArray[np.float64]:
        """Twice the negative log likelihood, less the number of values, of segments that end there; shape (starts,)."""
        lengths, sums, squares = (known[end] - known[starts] for known in self._running)
        variances = squares / lengths - (sums / lengths) ** 2
        fitted = np.maximum(variances, self._floor**2)
        costs: NDArray[np.float64] = lengths * (np.log(fitted) + variances / fitted - 1)
        return costs


def _walked(previous: NDArray[np.intp], n: int) -> tuple[int, ...]:
    starts, t = [], int(previous[n])
    while t > 0:
        starts.append(t)
        t = int(previous[t])
    return tuple(reversed(starts))

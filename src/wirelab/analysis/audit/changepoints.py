"""Where a series changes its level or its spread: exact search over all segmentations, pruned. Pure."""

import math

import numpy as np
from numpy.typing import NDArray

PENALTY = 15.0
"""Times ln n: Barrett et al. (2017); a smaller one finds changes in noise that is not quite normal."""

SHORTEST = 2
"""Values in a segment: fewer have no variance."""

_BLOCK = 64  # ends that are tried at once: fewer calls of NumPy, but later pruning


def changepoints(values: NDArray[np.float64], *, floor: float, penalty: float = PENALTY) -> tuple[int, ...]:
    """Find the starts of the segments after the first, ascending; none if nothing changes.

    Minimises the sum over segments of n·ln(variance) (twice the negative log likelihood of a normal distribution with
    its own mean and variance, the latter no less than floor²) plus `penalty`·ln n for each change, exactly, by PELT
    (Killick, Fearnhead and Eckley 2012). A segment has at least `SHORTEST` values. docs/performance.md has the
    times that it takes.

    `values` have shape (n,), and are finite; `floor` is a standard deviation in their unit, above 0, below which
    differences are the clock's.
    """
    n = len(values)
    if n < 2 * SHORTEST:
        return ()
    price = penalty * math.log(n)
    segments = _Segments(values, floor)
    best = np.full(n + 1, np.inf)  # cost of the best segmentation of the first t values, and the price of one change
    best[0] = 0
    previous = np.zeros(n + 1, dtype=np.intp)  # where its last segment starts
    starts = np.zeros(1, dtype=np.intp)  # where the last segment may start
    for begin in range(SHORTEST, n + 1, _BLOCK):
        ends = np.arange(begin, min(begin + _BLOCK, n + 1))
        starts = np.concatenate((starts, ends - SHORTEST + 1))
        costs = segments.costs(starts, ends)
        for row, end in enumerate(ends.tolist()):
            costs[row] += best[starts]
            at = int(costs[row].argmin())
            best[end], previous[end] = costs[row, at] + price, starts[at]
        # PELT drops a start that loses to an end even without a price, because a segment that begins at that end stays
        # better. Such a segment must be long enough, so the end is the block's last but one: then it is so for all ends
        # of the next block.
        starts = starts[(costs[-2:][0] <= best[ends[-2:][0]]) | (starts > ends[-1] - SHORTEST - 1)]
    return _walked(previous, n)


class _Segments:
    """The cost of any segment of `values`, in constant time, from running sums."""

    def __init__(self, values: NDArray[np.float64], floor: float) -> None:
        centred = values - values.mean()
        sums, squares = (np.concatenate(([0.0], np.cumsum(each))) for each in (centred, centred**2))
        self._running = (np.arange(len(values) + 1.0), sums, squares)
        self._floor = floor

    def costs(self, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> NDArray[np.float64]:
        """Twice the negative log likelihood, less the number of values; infinite where too short.

        The shape is (ends, starts).
        """
        lengths, means, variances = (np.subtract.outer(known[ends], known[starts]) for known in self._running)
        short = lengths < SHORTEST
        lengths[short] = SHORTEST
        means /= lengths
        means *= means
        variances /= lengths
        variances -= means
        costs: NDArray[np.float64] = np.maximum(variances, self._floor**2)
        variances /= costs
        np.log(costs, out=costs)
        costs += variances
        costs -= 1
        costs *= lengths
        costs[short] = np.inf
        return costs


def _walked(previous: NDArray[np.intp], n: int) -> tuple[int, ...]:
    starts, t = [], int(previous[n])
    while t > 0:
        starts.append(t)
        t = int(previous[t])
    return tuple(reversed(starts))

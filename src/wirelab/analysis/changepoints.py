"""Where a series changes its level or its spread: exact search over all segmentations, pruned. Pure."""

import math

import numpy as np
from numpy.typing import NDArray

PENALTY = 15.0
"""Times ln n: Barrett et al. (2017); a smaller one finds changes in noise that is not quite normal."""

SHORTEST = 2
"""Values in a segment: fewer have no variance."""

_ROUNDING = 1e-6  # of a cost: far more than it can be
_BLOCK = 64  # ends that are tried at once: fewer calls of NumPy, but later pruning


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
    open_ = np.zeros(1, dtype=np.intp)  # where the last segment may start
    for begin in range(SHORTEST, n + 1, _BLOCK):
        ends = np.arange(begin, min(begin + _BLOCK, n + 1))
        first_costs = segments.costs(open_, ends[:1])[0] + best[open_]
        hopeful = open_[first_costs <= _bound(segments, best, open_[first_costs.argmin()], ends)]
        costs = segments.costs(hopeful, ends) + best[hopeful]
        chosen = costs.argmin(axis=1)
        lowest, starts = costs[np.arange(len(ends)), chosen].tolist(), hopeful[chosen].tolist()
        # Starts within the block: what is best up to them is known only as the ends go by.
        first = begin - SHORTEST + 1
        late = np.arange(first, ends[-1] - SHORTEST + 2)
        late_costs = segments.costs(late, ends)
        for row, end in enumerate(ends.tolist()):
            low, start = lowest[row], starts[row]
            if row:
                own = late_costs[row, :row] + best[first : first + row]
                place = int(own.argmin())
                if own[place] < low:
                    low, start = own[place], first + place
            best[end], previous[end] = low + price, start
        # PELT: a start that loses to an end even without a price loses for good, but only once a segment that begins
        # there is long enough, which it is in the next block.
        open_ = np.concatenate((open_[first_costs <= best[begin]], late))
    return _walked(previous, n)


def _bound(segments: "_Segments", best: NDArray[np.float64], leader: np.intp, ends: NDArray[np.intp]) -> float:
    """What a start may cost at the first of `ends` and still win at one of them.

    A segment costs no less than its parts, so a start's lead at the first end changes by what `leader` adds to reach a
    later end beyond what the values between cost by themselves, at most.
    """
    between = segments.costs(ends[:1], ends)[:, 0]
    between[0] = 0
    bound = float((segments.costs(np.array([leader]), ends)[:, 0] + best[leader] - between).max())
    return bound + _ROUNDING * (1 + abs(bound))


class _Segments:
    """What any segment of `values` costs, in constant time, from running sums."""

    def __init__(self, values: NDArray[np.float64], floor: float) -> None:
        centred = values - values.mean()
        sums, squares = (np.concatenate(([0.0], np.cumsum(each))) for each in (centred, centred**2))
        self._running = (np.arange(len(values) + 1.0), sums, squares)
        self._floor = floor

    def costs(self, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> NDArray[np.float64]:
        """Twice the negative log likelihood, less the number of values; shape (ends, starts).

        Where an end is not after its start, the number means nothing.
        """
        lengths, mean, variance = (np.subtract.outer(known[ends], known[starts]) for known in self._running)
        if lengths[0, -1] < 1:
            np.maximum(lengths, 1, out=lengths)
        mean /= lengths
        mean *= mean
        variance /= lengths
        variance -= mean
        if variance.min(initial=np.inf) > self._floor**2:
            costs: NDArray[np.float64] = np.log(variance)
        else:
            fitted = np.maximum(variance, self._floor**2)
            costs = np.log(fitted) + variance / fitted - 1
        costs *= lengths
        return costs


def _walked(previous: NDArray[np.intp], n: int) -> tuple[int, ...]:
    starts, t = [], int(previous[n])
    while t > 0:
        starts.append(t)
        t = int(previous[t])
    return tuple(reversed(starts))

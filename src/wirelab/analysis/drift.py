"""The machine's drift within a round, told by the processes around those that are compared. Pure.

A round pairs its cells, so that what the machine does to a whole round falls out of their ratio. What it does between
two processes of a round does not. The processes that ran just before and after each of them tell of it, as neighbouring
plots tell of the soil in a field trial (Papadakis 1937; Bartlett 1978, "Nearest neighbour models in the analysis of
field experiments").
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.running import Running
from wirelab.analysis.session import levels_of

_REACH = 8
_OF_APART = np.array([0.0, *(0.5**apart for apart in range(1, _REACH + 1)), 0.0])
"""The weight of a process by how far off it ran: half as much for each further one, and none beyond `_REACH`."""
_KERNEL = np.concatenate([_OF_APART[_REACH:0:-1], _OF_APART[: _REACH + 1]])
_LEAST = 1e-20


def drift_within_rounds(running: Running) -> tuple[dict[int, float], ...]:
    """By how much ln(ratio) of each pair is off in each round because the machine drifts.

    What a process took longer than its cell does elsewhere tells how slow the machine was. The neighbours of a process,
    each weighing half as much as the next nearer one, without the two that are compared, predict that for it. The drift
    between the two is the difference of their predictions, taken as far as such predictions are right: the coefficient,
    from 0 to 1, is the regression of what was on what is predicted. It comes from all other processes and from the sum
    of the two, which their difference does not depend on. So it costs no degree of freedom, and a pair's differences
    scatter as their interval says, whether there is drift or none (docs/decisions/0034-drift-within-rounds.md).

    Returns:
        Of each of `running.pairs`, the rounds that have both; without drift, or with nothing to tell of it, 0.
    """
    if len(running.ran) < 3 or not running.pairs:
        return tuple({} for _ in running.pairs)
    in_rounds, of_cells, logs = zip(*running.ran, strict=True)
    numbers = sorted(set(in_rounds))
    cells = {cell: at for at, cell in enumerate(set(of_cells))}
    rows = np.array([cells[cell] for cell in of_cells], dtype=np.intp)
    columns = np.searchsorted(numbers, in_rounds)
    pairs = np.array([[cells.get(cell, -1) for cell in pair] for pair in running.pairs])
    drift, shared = _drift(rows, columns, np.array(logs), pairs)
    return tuple(
        {number: own for number, own, has in zip(numbers, of_pair, having, strict=True) if has}
        for of_pair, having in zip(drift.tolist(), shared.tolist(), strict=True)
    )


def _drift(
    rows: NDArray[np.intp], columns: NDArray[np.intp], logs: NDArray[np.float64], pairs: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The drift of each pair in each round, and whether the round has both, shape (pairs, rounds).

    Args:
        rows: each process's cell.
        columns: its round.
        logs: its ln(time).
        pairs: shape (pairs, 2), cells; -1 for one that never ran.
    """
    slowness = logs - levels_of(rows, columns, logs)[rows]
    slowness -= slowness.mean()
    sums, weights = _around(slowness), _weights(len(logs))
    places = _places(rows, columns)
    both = np.concatenate([places, np.full((1, *places.shape[1:]), -1)])[pairs]  # (pairs, 2, rounds, processes)
    there = both >= 0
    counts = there.sum(axis=3)
    shared: NDArray[np.bool_] = (counts > 0).all(axis=1)
    predicted, was = (
        np.where(there, each, 0.0).sum(axis=3) / np.maximum(counts, 1)
        for each in (_predicted(both, there, slowness, sums, weights), slowness[both])
    )
    products, squares = _products(sums / weights, slowness, rows, pairs)
    of_both, was_both = (np.where(shared, each.sum(axis=1), 0.0) for each in (predicted, was))
    products += (of_both * was_both).sum(axis=1) / 2
    squares += (of_both**2).sum(axis=1) / 2
    coefficients = np.clip(products / np.maximum(squares, _LEAST), 0.0, 1.0)
    return coefficients[:, None] * (predicted[:, 0] - predicted[:, 1]), shared


def _around(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of the neighbours of each value by their weights."""
    return np.convolve(values, _KERNEL)[_REACH:-_REACH]


@lru_cache(maxsize=256)  # looks ask again for as many, and simulated studies do so thousands of times
def _weights(processes: int) -> NDArray[np.float64]:
    """Of all neighbours of each process together, shape (processes,); read-only."""
    weights = _around(np.ones(processes))
    weights.flags.writeable = False
    return weights


def _places(rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.intp]:
    """Which processes each cell has in each round, shape (cells, rounds, processes), -1 where there are fewer."""
    keys = rows * (columns.max() + 1) + columns
    order = np.argsort(keys, kind="stable")
    starts = np.searchsorted(keys[order], keys[order])
    which = np.arange(len(keys)) - starts
    places = np.full((rows.max() + 1, columns.max() + 1, which.max() + 1), -1)
    places[rows[order], columns[order], which] = order
    return places


def _predicted(
    both: NDArray[np.intp],
    there: NDArray[np.bool_],
    slowness: NDArray[np.float64],
    sums: NDArray[np.float64],
    weights: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The slowness of each process by its neighbours, those of `both` cells in its round left out; the same shape."""
    together = both.transpose(0, 2, 1, 3).reshape(len(both), both.shape[2], -1)  # (pairs, rounds, processes of both)
    known = there.transpose(0, 2, 1, 3).reshape(together.shape)
    apart = np.minimum(np.abs(together[..., :, None] - together[..., None, :]), _REACH + 1)
    left_out = _OF_APART[apart] * (known[..., :, None] & known[..., None, :])
    total = sums[together] - (left_out * slowness[together][..., None, :]).sum(axis=-1)
    weight = weights[together] - left_out.sum(axis=-1)
    found = np.where(weight > _LEAST, total / np.maximum(weight, _LEAST), 0.0)
    return found.reshape(len(both), both.shape[2], *both.shape[1::2]).transpose(0, 2, 1, 3)


def _products(
    predicted: NDArray[np.float64], slowness: NDArray[np.float64], rows: NDArray[np.intp], pairs: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sums of prediction times slowness, and of the square of the prediction, over all cells but each pair's."""
    cells = rows.max() + 1
    sums = []
    for each in (predicted * slowness, predicted**2):
        of_cell = np.append(np.bincount(rows, each, cells), 0.0)
        sums.append(each.sum() - of_cell[pairs].sum(axis=1))
    return sums[0], sums[1]

"""Adjusted means: what a model expects of the levels of a term, where the observations tell it. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.factors import Term
from wirelab.anova.least_squares import CombinationTable, Fit, design

_ESTIMABLE = 1e-7  # a combination of coefficients that depends on dropped columns by less does not depend on them


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedMeans:
    """What a model expects of a term's levels, all combinations of the other factors and all blocks weighing the same.

    Levels of a nested factor weigh the same within the level that they lie in. A mean that asks for combinations of
    which the observations tell nothing cannot be estimated, and is not among the means.

    Attributes:
        labels: the level of each of the term's factors.
        codes: shape (m, factors of the term).
        rows: shape (m, kept), each mean minus the mean of the block means, as a combination of the coefficients.
        means: shape (m,).
        errors: shape (m,), standard errors.
        unknown: labels of levels that were observed, but whose mean cannot be estimated.
    """

    labels: tuple[tuple[str, ...], ...]
    codes: NDArray[np.intp]
    rows: NDArray[np.float64]
    means: NDArray[np.float64]
    errors: NDArray[np.float64]
    unknown: tuple[tuple[str, ...], ...]


def adjusted_means(model: Fit, term: Term) -> AdjustedMeans:
    """The adjusted means of `term`'s levels (of all combinations of its factors' levels).

    Under sum contrasts the average over all levels of another factor is 0 in each of its columns, so only the terms
    within `term` take part.
    """
    table = model.table
    grid = table.crossing.grid(term)
    parts = [
        table.crossing.columns(other, grid)
        if table.crossing.contains(term, other)
        else np.zeros((len(grid), table.crossing.width(other)))
        for other in model.terms
    ]
    # The mean over blocks of (block mean - what the coefficients say of the block).
    weights, centre = _block_means(table, design(table, model.terms))
    _, own = _block_means(table, table.means[:, None])
    rows = np.hstack(parts) - centre.mean(axis=0)
    told = _estimable(model, rows)
    rows = rows[told][:, model.kept]
    free = np.linalg.solve(model.r.T, rows.T)
    means = table.centre + own.mean() + model.effects @ free
    variance = model.mean_square * ((1 / weights).sum() / len(weights) ** 2 + (free**2).sum(axis=0))
    codes = grid[:, list(term)]
    factors = [table.factors[index] for index in term]
    labels = [tuple(factor.levels[code] for factor, code in zip(factors, row, strict=True)) for row in codes.tolist()]
    seen = {tuple(row) for row in table.levels[:, list(term)].tolist()}
    return AdjustedMeans(
        labels=tuple(label for label, known in zip(labels, told, strict=True) if known),
        codes=codes[told],
        rows=rows,
        means=means,
        errors=np.sqrt(variance),
        unknown=tuple(
            label
            for label, row, known in zip(labels, codes.tolist(), told, strict=True)
            if not known and tuple(row) in seen
        ),
    )


def _block_means(
    table: CombinationTable, columns: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Observations of each block, shape (blocks,), and its weighted mean of each column, shape (blocks, p)."""
    weights: NDArray[np.float64] = np.bincount(table.block, table.n).astype(np.float64)
    sums = np.zeros((len(weights), columns.shape[1]))
    np.add.at(sums, table.block, table.n[:, None] * columns)
    present = weights > 0
    return weights[present], sums[present] / weights[present, None]


def _estimable(model: Fit, rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which combinations of coefficients, shape (m, p), are the same whatever the dropped columns are given."""
    kept, dropped = rows[:, model.kept], rows[:, ~model.kept]
    scale = 1 + np.abs(kept) @ np.abs(model.aliases)
    return np.asarray((np.abs(dropped - kept @ model.aliases) <= _ESTIMABLE * scale).all(axis=1))

"""Adjusted means: a model's expected values for the levels of a term, if the observations determine them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.factors import Term
from wirelab.anova.least_squares import Fit, block_means, design

_ESTIMABLE = 1e-7  # a combination of coefficients that depends on dropped columns by less does not depend on them


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedMeans:
    """A model's expected values for a term's levels; other factors' combinations and blocks have equal weights.

    Levels of a nested factor have equal weights within the level that they are in. A mean cannot be estimated if the
    observations say nothing about combinations that it needs; it is then not among the means.
    """

    labels: tuple[tuple[str, ...], ...]  # the level of each of the term's factors; the highest mean first
    rows: NDArray[np.float64]
    """Shape (m, kept), each mean minus the mean of the block means, as a combination of the coefficients."""
    means: NDArray[np.float64]  # shape (m,)
    errors: NDArray[np.float64]  # shape (m,), standard errors
    level: NDArray[np.intp]  # shape (c,), which of them each observed combination has; -1: none
    unknown: tuple[tuple[str, ...], ...]  # labels of levels that were observed, but whose mean cannot be estimated


def adjusted_means(model: Fit, term: Term, within: Mapping[int, int] = MappingProxyType({})) -> AdjustedMeans:
    """The adjusted means of `term`'s levels (of all combinations of its factors' levels).

    Under sum contrasts the average over all levels of another factor is 0 in each of its columns, so only the terms
    within `term` take part. `within` has the codes of the levels at which other factors are held fixed.
    """
    table, fixed = model.table, list(within)
    whole, codes = tuple(sorted((*term, *fixed))), list(within.values())
    grid = table.crossing.grid(whole)
    grid = grid[(grid[:, fixed] == codes).all(axis=1)]
    parts = [
        table.crossing.columns(other, grid)
        if table.crossing.contains(whole, other)
        else np.zeros((len(grid), table.crossing.width(other)))
        for other in model.terms
    ]
    # The mean over blocks of (block mean - the block's mean by the coefficients).
    rows = np.hstack(parts) - block_means(table, design(table, model.terms)).mean(axis=0)
    told = _estimable(model, rows)
    rows = rows[told][:, model.kept]
    free = np.linalg.solve(model.r.T, rows.T)
    means = table.centre + block_means(table, table.means[:, None]).mean() + model.effects @ free
    of_blocks = (1 / np.bincount(table.block, table.n)).sum() / table.blocks**2
    errors = np.sqrt(model.mean_square * (of_blocks + (free**2).sum(axis=0)))
    order = np.argsort(-means, kind="stable")
    known, others = grid[told][order][:, list(term)], grid[~told][:, list(term)]
    place = {tuple(row): at for at, row in enumerate(known.tolist())}
    held = (table.levels[:, fixed] == codes).all(axis=1).tolist()
    observed = [
        tuple(row) if kept else () for row, kept in zip(table.levels[:, list(term)].tolist(), held, strict=True)
    ]

    def label(row: Sequence[int]) -> tuple[str, ...]:
        return tuple(table.factors[index].levels[code] for index, code in zip(term, row, strict=True))

    return AdjustedMeans(
        labels=tuple(map(label, place)),
        rows=rows[order],
        means=means[order],
        errors=errors[order],
        level=np.array([place.get(row, -1) for row in observed]),
        unknown=tuple(label(row) for row in others.tolist() if tuple(row) in observed),
    )


def _estimable(model: Fit, rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which combinations of coefficients, shape (m, p), are the same whatever the dropped columns are given."""
    kept, dropped = rows[:, model.kept], rows[:, ~model.kept]
    scale = 1 + np.abs(kept) @ np.abs(model.aliases)
    return np.asarray((np.abs(dropped - kept @ model.aliases) <= _ESTIMABLE * scale).all(axis=1))

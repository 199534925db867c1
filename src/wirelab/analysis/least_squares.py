"""Linear models of crossed factors, fitted on cell means. Pure.

Every term of a factorial model is constant within a combination of factors and block, so the data enter as counts and
means by combination, and the scatter within combinations as one sum of squares: a million observations cost what their
few combinations cost. Values are centred first, then the block (or the general mean) is projected out, then a QR
decomposition of sum contrasts gives sums of squares as squared lengths of projections: no step subtracts large numbers
that are nearly equal. That is what NIST's data sets ask for (docs/decisions, least squares of our own).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from wirelab.model.observations import Factor, Observations

Term = tuple[int, ...]  # indexes of the factors that interact, ascending
_AT_ONCE = 50_000  # observations whose rows of a design are held in memory together
_DIGITS = 12  # of a value; what differs further down is rounding
_DEPENDENT = 1e-9  # a column of which less than this share is its own depends on those before it


@dataclass(frozen=True, slots=True, eq=False)
class CombinationTable:
    """Observations gathered by combination of factors and block.

    Attributes:
        factors: as observed.
        levels: shape (c, k), the code of each factor.
        block: shape (c,), the code of the block; 0 without one.
        blocks: how many blocks; 1 without.
        n: shape (c,), observations.
        means: shape (c,), of values minus `centre`.
        centre: the mean of all values.
        within: sum of squares within combinations.
        total: sum of squares around `centre`.
        member: shape (n,), each observation's combination.
        deviations: shape (n,), of values from their combination's mean.
    """

    factors: tuple[Factor, ...]
    levels: NDArray[np.intp]
    block: NDArray[np.intp]
    blocks: int
    n: NDArray[np.float64]
    means: NDArray[np.float64]
    centre: float
    within: float
    total: float
    member: NDArray[np.intp]
    deviations: NDArray[np.float64]

    @property
    def observations(self) -> int:
        """How many there are."""
        return len(self.member)


def gather(observations: Observations) -> CombinationTable:
    """Observations by combination of factors and block."""
    columns = [factor.codes for factor in observations.factors]
    block = observations.block
    columns.append(block.codes if block else np.zeros(len(observations.values), np.intp))
    sizes = [len(factor.levels) for factor in observations.factors] + [len(block.levels) if block else 1]
    codes = np.ravel_multi_index(columns, sizes)
    found, member, n = np.unique(codes, return_inverse=True, return_counts=True)
    levels = np.column_stack(np.unravel_index(found, sizes))
    shape = _Shape(observations.factors, levels[:, :-1], levels[:, -1], n.astype(np.float64), member)
    return _filled(shape, observations.values)


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    factors: tuple[Factor, ...]
    levels: NDArray[np.intp]
    block: NDArray[np.intp]
    n: NDArray[np.float64]
    member: NDArray[np.intp]


def _filled(shape: _Shape, raw: NDArray[np.float64]) -> CombinationTable:
    member, counts = shape.member, shape.n
    centre = float(np.mean(raw))
    values = raw - centre
    means = np.bincount(member, values) / counts
    means += np.bincount(member, values - means[member]) / counts  # what rounding left
    deviations = values - means[member]
    return CombinationTable(
        factors=shape.factors,
        levels=shape.levels,
        block=shape.block,
        blocks=len(np.unique(shape.block)),
        n=counts,
        means=means,
        centre=centre,
        within=float(deviations @ deviations),
        total=float(values @ values),
        member=member,
        deviations=deviations,
    )


def variances(table: CombinationTable) -> NDArray[np.float64]:
    """The variance within each combination, shape (c,), at least `least_variance`; for one observation that alone."""
    own = np.bincount(table.member, table.deviations**2) / np.maximum(table.n - 1, 1)
    found: NDArray[np.float64] = np.maximum(own, least_variance(table))
    return found


def least_variance(table: CombinationTable) -> float:
    """What a reading says nothing of: step²/12, the variance within the smallest step between values (Sheppard 1898).

    Readings of a coarse clock may all be the same without being certain.
    """
    values = table.means[table.member] + table.deviations
    span = float(np.abs(values).max(initial=0.0))
    if span == 0:
        return 0.0
    steps = np.diff(np.unique(np.round(values / span, _DIGITS)))
    return float((span * steps.min(initial=np.inf)) ** 2 / 12) if len(steps) else 0.0


def terms_up_to(factors: int, order: int) -> tuple[Term, ...]:
    """All main effects, then all interactions of two factors, and so on up to `order`."""
    return tuple(term for size in range(1, order + 1) for term in combinations(range(factors), size))


def contrast(levels: int) -> NDArray[np.float64]:
    """Sum contrasts: shape (levels, levels - 1), each column sums to 0."""
    coding: NDArray[np.float64] = np.vstack([np.eye(levels - 1), -np.ones(levels - 1)])
    return coding


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A model fitted by least squares.

    Attributes:
        table: what was fitted.
        terms: of the model, in order; the block or general mean is always in it.
        spans: the columns of each term.
        q: shape (c, p), orthonormal, of the weighted design with the block projected out.
        r: shape (p, p), upper triangular.
        effects: shape (p,), the response along `q`.
        lack: sum of squares between combinations that the model leaves.
        means: shape (c,), what the model expects of each combination, minus `table.centre`.
        dependent: the terms of which a column depends on columns before it; estimates then mean nothing.
    """

    table: CombinationTable
    terms: tuple[Term, ...]
    spans: dict[Term, slice]
    q: NDArray[np.float64]
    r: NDArray[np.float64]
    effects: NDArray[np.float64]
    lack: float
    means: NDArray[np.float64]
    dependent: tuple[Term, ...]

    @property
    def error(self) -> float:
        """Sum of squares of the residuals."""
        return self.table.within + self.lack

    @property
    def error_freedom(self) -> int:
        """Degrees of freedom of `error`."""
        return self.table.observations - self.table.blocks - len(self.effects)

    @property
    def mean_square(self) -> float:
        """The error's variance."""
        return self.error / self.error_freedom

    def sum_of_squares(self, term: Term) -> float:
        """What `term` adds to the terms before it."""
        along = self.effects[self.spans[term]]
        return float(along @ along)

    def residuals(self) -> NDArray[np.float64]:
        """Shape (n,), observed minus fitted."""
        return self.table.deviations + (self.table.means - self.means)[self.table.member]

    def leverages(self) -> NDArray[np.float64]:
        """Shape (n,), each observation's weight in its own fitted value."""
        by_block = np.bincount(self.table.block, self.table.n)
        own = np.einsum("cp,cp->c", self.q, self.q) / self.table.n
        found: NDArray[np.float64] = (1 / by_block[self.table.block] + own)[self.table.member]
        return found

    def neighbour_leverage(self) -> float:
        """The sum over neighbours in run order of each one's weight in the other's fitted value."""
        table = self.table
        by_block = np.bincount(table.block, table.n)
        rows = self.q / np.sqrt(table.n)[:, None]
        total = 0.0
        for start in range(0, len(table.member) - 1, _AT_ONCE):
            first = table.member[start : start + _AT_ONCE]
            second = table.member[start + 1 : start + 1 + _AT_ONCE]
            first = first[: len(second)]
            total += float(np.einsum("np,np->", rows[first], rows[second]))
            same = table.block[first] == table.block[second]
            total += float((same / by_block[table.block[first]]).sum())
        return total


def fit(table: CombinationTable, terms: Sequence[Term]) -> Fit:
    """Least squares for `terms` beside the block (or the general mean)."""
    matrices = [_columns(table, term) for term in terms]
    widths = [matrix.shape[1] for matrix in matrices]
    starts = np.concatenate([[0], np.cumsum(widths)]).astype(int)
    spans = {term: slice(int(a), int(b)) for term, a, b in zip(terms, starts, starts[1:], strict=False)}
    design = np.hstack(matrices) if matrices else np.empty((len(table.n), 0))
    root = np.sqrt(table.n)
    q, r = np.linalg.qr(root[:, None] * without_block(table, design))
    effects, left = _projected(q, table)
    own = np.abs(np.diagonal(r))
    norms = np.linalg.norm(root[:, None] * design, axis=0)
    # A design with more columns than combinations has a short `r`; the columns beyond depend on those before.
    is_dependent = np.concatenate([own, np.zeros(len(norms) - len(own))]) <= _DEPENDENT * norms
    dependent = tuple(term for term in terms if is_dependent[spans[term]].any())
    return Fit(
        table=table,
        terms=tuple(terms),
        spans=spans,
        q=q,
        r=r,
        effects=effects,
        lack=float(left @ left),
        means=table.means - left / root,
        dependent=dependent,
    )


def error_of(model: Fit, values: NDArray[np.float64]) -> float:
    """The sum of squares that a model would leave of other values, shape (n,), for the same observations."""
    fitted = model.table
    table = _filled(_Shape(fitted.factors, fitted.levels, fitted.block, fitted.n, fitted.member), values)
    _, left = _projected(model.q, table)
    return table.within + float(left @ left)


def _projected(q: NDArray[np.float64], table: CombinationTable) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weighted means along q, shape (p,), and what is left of them, shape (c,)."""
    response = np.sqrt(table.n) * without_block(table, table.means)
    effects = q.T @ response
    left = response - q @ effects
    return effects, left - q @ (q.T @ left)  # once more: what rounding left along q


def _columns(table: CombinationTable, term: Term) -> NDArray[np.float64]:
    """The term's columns of the design: products of its factors' contrasts, shape (c, product of (levels - 1))."""
    codings = (contrast(len(table.factors[index].levels))[table.levels[:, index]] for index in term)
    return reduce(_products, codings)


def _products(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    crossed: NDArray[np.float64] = np.einsum("ci,cj->cij", left, right).reshape(len(left), -1)
    return crossed


def without_block(table: CombinationTable, columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns of shape (c,) or (c, p) minus their weighted mean in each block."""
    if columns.ndim == 1:
        return without_block(table, columns[:, None])[:, 0]
    sums = np.zeros((int(table.block.max()) + 1, columns.shape[1]))
    np.add.at(sums, table.block, table.n[:, None] * columns)
    return columns - (sums / np.maximum(np.bincount(table.block, table.n), 1)[:, None])[table.block]


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedMeans:
    """What a model expects of a term's levels, all combinations of the other factors and all blocks weighing the same.

    Attributes:
        labels: the level of each of the term's factors.
        codes: shape (m, factors of the term).
        rows: shape (m, p), each mean minus the mean of the block means, as a combination of the model's coefficients.
        means: shape (m,).
        errors: shape (m,), standard errors.
    """

    labels: tuple[tuple[str, ...], ...]
    codes: NDArray[np.intp]
    rows: NDArray[np.float64]
    means: NDArray[np.float64]
    errors: NDArray[np.float64]


def adjusted_means(model: Fit, term: Term) -> AdjustedMeans:
    """The adjusted means of `term`'s levels (of all combinations of its factors' levels).

    Under sum contrasts the average over all levels of another factor is 0 in each of its columns, so only the terms
    within `term` take part.
    """
    factors = [model.table.factors[index] for index in term]
    codes = np.indices([len(factor.levels) for factor in factors]).reshape(len(term), -1).T
    place = {index: position for position, index in enumerate(term)}
    rows = np.zeros((len(codes), len(model.effects)))
    for other in model.terms:
        if set(other) <= set(term):
            codings = (contrast(len(model.table.factors[index].levels))[codes[:, place[index]]] for index in other)
            rows[:, model.spans[other]] = reduce(_products, codings)
    # The mean over blocks of (block mean - what the coefficients say of the block).
    table = model.table
    weights = np.bincount(table.block, table.n)
    present = weights > 0
    design = np.hstack([_columns(table, other) for other in model.terms])
    sums = np.zeros((len(weights), design.shape[1]))
    np.add.at(sums, table.block, table.n[:, None] * design)
    centre = (sums[present] / weights[present, None]).mean(axis=0)
    block_means = np.bincount(table.block, table.n * table.means)[present] / weights[present]
    rows = rows - centre
    free = np.linalg.solve(model.r.T, rows.T)
    means = table.centre + block_means.mean() + model.effects @ free
    variance = model.mean_square * ((1 / weights[present]).sum() / present.sum() ** 2 + (free**2).sum(axis=0))
    labels = tuple(
        tuple(factor.levels[code] for factor, code in zip(factors, row, strict=True)) for row in codes.tolist()
    )
    return AdjustedMeans(labels, codes, rows, means, np.sqrt(variance))


def weights_of_combinations(model: Fit, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coefficient combinations of shape (m, p) as weights of combination means, shape (m, c)."""
    return np.linalg.solve(model.r.T, rows.T).T @ model.q.T * np.sqrt(model.table.n)

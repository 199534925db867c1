"""Linear models of crossed and nested factors, fitted on cell means. Pure.

Every term of a factorial model is constant within a combination of factors and block, so the data enter as counts and
means by combination, and the scatter within combinations as one sum of squares: a million observations cost as little
as their few combinations. Values are centred first, then the block (or the general mean) is projected out, then a QR
decomposition of sum contrasts gives sums of squares as squared lengths of projections: no step subtracts large numbers
that are nearly equal. NIST's data sets require that (docs/decisions, least squares of our own).

Where combinations are missing, some columns depend on those before them. They are dropped one by one, as R does, and a
term keeps the degrees of freedom that are left (docs/decisions/0023-analysis-with-holes.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.factors import Crossing, Term, crossing
from wirelab.anova.observations import Factor, Observations, numbered

_DIGITS = 12  # of a value; differences further down are rounding
_DEPENDENT = 1e-9  # a column of which less than this share is its own depends on those before it


@dataclass(frozen=True, slots=True, eq=False)
class CombinationTable:
    """Observations gathered by combination of factors and block."""

    factors: tuple[Factor, ...]  # as observed
    crossing: Crossing  # how they relate to each other
    levels: NDArray[np.intp]  # shape (c, k), the code of each factor
    block: NDArray[np.intp]  # shape (c,), the number of the block among those observed; 0 without one
    blocks: int  # how many blocks; 1 without
    n: NDArray[np.float64]  # shape (c,), observations
    means: NDArray[np.float64]  # shape (c,), of values minus `centre`
    centre: float  # the mean of all values
    within: float  # sum of squares within combinations
    total: float  # sum of squares around `centre`
    member: NDArray[np.intp]  # shape (n,), each observation's combination
    deviations: NDArray[np.float64]  # shape (n,), of values from their combination's mean

    @property
    def observations(self) -> int:
        """How many there are."""
        return len(self.member)


def gather(observations: Observations) -> CombinationTable:
    """Observations by combination of factors and block."""
    block = observations.block
    numbers = numbered([*observations.factors, *([block] if block else [])])
    _, first, member, counts = np.unique(numbers, return_index=True, return_inverse=True, return_counts=True)
    codes, n = np.column_stack([factor.codes[first] for factor in observations.factors]), counts.astype(np.float64)
    centre, means, deviations = _by_combination(observations.values, member, n)
    blocks = block.codes[first] if block else np.zeros(len(first), np.intp)
    seen, of_block = np.unique(blocks, return_inverse=True)
    return CombinationTable(
        factors=observations.factors,
        crossing=crossing(np.unique(codes, axis=0), [len(factor.levels) for factor in observations.factors]),
        levels=codes,
        block=of_block,
        blocks=len(seen),
        n=n,
        means=means,
        centre=centre,
        within=float(deviations @ deviations),
        total=float(((observations.values - centre) ** 2).sum()),
        member=member,
        deviations=deviations,
    )


def _by_combination(
    values: NDArray[np.float64], member: NDArray[np.intp], n: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """The mean of all values, the mean of each combination minus that, and each value minus its combination's mean."""
    centre = float(np.mean(values))
    centred = values - centre
    means = np.bincount(member, centred) / n
    means += np.bincount(member, centred - means[member]) / n  # corrects rounding
    return centre, means, centred - means[member]


def variances(table: CombinationTable) -> NDArray[np.float64]:
    """The variance within each combination, shape (c,), at least `least_variance`; that, for one observation."""
    own = np.bincount(table.member, table.deviations**2) / np.maximum(table.n - 1, 1)
    found: NDArray[np.float64] = np.maximum(own, least_variance(table))
    return found


def least_variance(table: CombinationTable) -> float:
    """The variance that readings hide: step²/12, that within the smallest step between values (Sheppard 1898).

    Readings of a coarse clock may all be the same without being certain.
    """
    values = table.means[table.member] + table.deviations
    span = float(np.abs(values).max(initial=0.0))
    if span == 0:
        return 0.0
    steps = np.diff(np.unique(np.round(values / span, _DIGITS)))
    return float((span * steps.min(initial=np.inf)) ** 2 / 12) if len(steps) else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A model fitted by least squares."""

    table: CombinationTable  # the fitted observations
    terms: tuple[Term, ...]  # of the model, in order; the block or general mean is always in it
    spans: dict[Term, slice]  # the columns that each term keeps, of those kept
    kept: NDArray[np.bool_]  # shape (p,), the columns that do not depend on those before them; r of them
    aliases: NDArray[np.float64]  # shape (kept, dropped), each dropped column as a combination of those kept
    q: NDArray[np.float64]  # shape (c, kept), orthonormal, of the weighted design with the block projected out
    r: NDArray[np.float64]  # shape (kept, kept), upper triangular
    effects: NDArray[np.float64]  # shape (kept,), the response along `q`
    lack: float  # sum of squares between combinations that the model leaves
    means: NDArray[np.float64]  # shape (c,), the model's mean for each combination, minus `table.centre`

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

    def freedom(self, term: Term) -> int:
        """The degrees of freedom that `term` adds to the terms before it."""
        span = self.spans[term]
        return int(span.stop - span.start)

    def sum_of_squares(self, term: Term) -> float:
        """The sum of squares that `term` adds to the terms before it."""
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
        first, second = table.member[:-1], table.member[1:]
        same = table.block[first] == table.block[second]
        total = float((same / by_block[table.block[first]]).sum())
        for column in (self.q / np.sqrt(table.n)[:, None]).T:  # all at once take much memory
            total += float(column[first] @ column[second])
        return total


def fit(table: CombinationTable, terms: Sequence[Term]) -> Fit:
    """Least squares for `terms` beside the block (or the general mean)."""
    root = np.sqrt(table.n)
    whole = design(table, terms)
    columns = root[:, None] * without_block(table, whole)
    kept, q, r = _independent(columns, np.linalg.norm(root[:, None] * whole, axis=0))
    ends = np.cumsum([0, *(table.crossing.width(term) for term in terms)])
    upto = np.concatenate([[0], np.cumsum(kept)])[ends]
    effects, left = _projected(q, table, table.means)
    return Fit(
        table=table,
        terms=tuple(terms),
        spans={term: slice(int(a), int(b)) for term, a, b in zip(terms, upto, upto[1:], strict=False)},
        kept=kept,
        aliases=np.asarray(np.linalg.solve(r, q.T @ columns[:, ~kept]), np.float64),
        q=q,
        r=r,
        effects=effects,
        lack=float(left @ left),
        means=table.means - left / root,
    )


def design(table: CombinationTable, terms: Sequence[Term]) -> NDArray[np.float64]:
    """The columns of `terms`, shape (c, p)."""
    matrices = [table.crossing.columns(term, table.levels) for term in terms]
    return np.hstack(matrices) if matrices else np.empty((len(table.n), 0))


def _independent(
    columns: NDArray[np.float64], lengths: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Which columns do not depend on those before them, shape (p,), and the QR decomposition of these.

    `columns`, shape (c, p), have the block projected out; their `lengths`, shape (p,), are from before that.
    """
    count = columns.shape[1]
    if count <= len(columns):
        q, r = np.linalg.qr(columns)
        if (np.abs(np.diagonal(r)) > _DEPENDENT * lengths).all():
            return np.ones(count, bool), q, r
    kept = np.zeros(count, bool)
    basis = np.empty((len(columns), min(columns.shape)))
    rank = 0
    for at, column in enumerate(columns.T):
        if rank == basis.shape[1]:
            break
        left, before = column, basis[:, :rank]
        for _ in range(2):  # once more, because rounding leaves a part along the basis
            left = left - before @ (before.T @ left)
        length = np.linalg.norm(left)
        if length > _DEPENDENT * lengths[at]:
            kept[at] = True
            basis[:, rank] = left / length
            rank += 1
    q, r = np.linalg.qr(columns[:, kept])
    return kept, q, r


def error_of(model: Fit, values: NDArray[np.float64]) -> float:
    """A model's residual sum of squares for other values, shape (n,), of the same observations."""
    _, means, deviations = _by_combination(values, model.table.member, model.table.n)
    _, left = _projected(model.q, model.table, means)
    return float(deviations @ deviations) + float(left @ left)


def _projected(
    q: NDArray[np.float64], table: CombinationTable, means: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weighted means of combinations along q, shape (p,), and the rest of them, shape (c,)."""
    response = np.sqrt(table.n) * without_block(table, means[:, None])[:, 0]
    effects = q.T @ response
    left = response - q @ effects
    return effects, left - q @ (q.T @ left)  # once more, because rounding leaves a part along q


def block_means(table: CombinationTable, columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weighted mean of columns, shape (c, p), in each block, shape (blocks, p)."""
    sums = np.zeros((table.blocks, columns.shape[1]))
    np.add.at(sums, table.block, table.n[:, None] * columns)
    found: NDArray[np.float64] = sums / np.bincount(table.block, table.n)[:, None]
    return found


def without_block(table: CombinationTable, columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns of shape (c, p) minus their weighted mean in each block."""
    return columns - block_means(table, columns)[table.block]


def without_terms(model: Fit) -> NDArray[np.float64]:
    """Each combination's mean without the effects of the model's terms, but with that of the block, shape (c,)."""
    table = model.table
    beta = np.linalg.solve(model.r, model.effects)
    return table.means - design(table, model.terms)[:, model.kept] @ beta


def weights_of_combinations(model: Fit, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coefficient combinations of shape (m, p) as weights of combination means, shape (m, c)."""
    return np.linalg.solve(model.r.T, rows.T).T @ model.q.T * np.sqrt(model.table.n)

"""ln(time) = cell + round + rest, by least squares: the part that all cells of a round share is the machine's. Pure.

The estimate is the time at the speeds that the machine had in this session, so only the rest is error; each cell's rest
scatters in its own way. Cells may miss rounds. Cost models start from this (`wirelab.analysis.growth`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wirelab.model.cell import Cell

_LEAST_TRACE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class TwoWayFit:
    """Cells and rounds, fitted to ln(time)."""

    cells: tuple[Cell, ...]
    counts: NDArray[np.float64]  # whether a cell has a time in a round, 1 or 0, shape (cells, rounds)
    means: NDArray[np.float64]  # of ln(time) at the session's mean speed, shape (cells,)
    variances: NDArray[np.float64]
    """The variances of the rest in one round, shape (cells,); the common one for cells that do not show their own."""
    freedoms: NDArray[np.float64]  # degrees of freedom of each variance, shape (cells,)
    freedom: float  # of all residuals together
    inverse: NDArray[np.float64]  # generalised, of the rounds' normal equations, shape (rounds, rounds)

    @property
    def rounds(self) -> NDArray[np.float64]:
        """The number of rounds of each cell, shape (cells,)."""
        totals: NDArray[np.float64] = self.counts.sum(axis=1)
        return totals

    def products(self, combinations: NDArray[np.float64]) -> NDArray[np.float64]:
        """Covariances of `combinations` of `means`, for a rest of variance 1 in one cell at a time.

        `combinations` has the shape (k, cells), the result (k, k, cells): its sum over cells, weighted by `variances`,
        is the covariance matrix.
        """
        parts = self.counts / self.rounds[:, None]
        weights = self.counts.sum(axis=0) / self.counts.sum()
        by_round = combinations @ (weights - parts) @ self.inverse
        by_cell = combinations / self.rounds - by_round @ parts.T
        by_process = by_cell[:, :, None] + by_round[:, None, :]
        found: NDArray[np.float64] = np.einsum("icb,jcb,cb->ijc", by_process, by_process, self.counts)
        return found

    def error(
        self, variances: NDArray[np.float64], squares: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Standard errors, and Satterthwaite's degrees of freedom, but no more than there are in all.

        `squares` are the sums of the squares of the cells' shares of each variance, by their degrees of freedom.
        """
        inverse = (np.sqrt(squares) / np.maximum(variances, np.finfo(float).tiny)) ** 2
        return np.sqrt(variances), np.minimum(1 / np.maximum(inverse, 1 / self.freedom), self.freedom)


def two_way_fit(times_ns: Mapping[Cell, Mapping[int, float]]) -> TwoWayFit | None:
    """Fit cells and rounds to times in ns by round; None if too few times are left to show scatter."""
    numbers = sorted({number for own in times_ns.values() for number in own})
    if not numbers:
        return None
    logs, counts = (np.zeros((len(times_ns), len(numbers))) for _ in range(2))
    for row, own in enumerate(times_ns.values()):
        columns = np.searchsorted(numbers, list(own))
        logs[row, columns], counts[row, columns] = np.log(list(own.values())), 1.0
    totals, by_round = counts.sum(axis=1), counts.sum(axis=0)
    own_means, parts = logs.sum(axis=1) / totals, counts / totals[:, None]
    inverse = np.linalg.pinv(np.diag(by_round) - counts.T @ parts, hermitian=True, rcond=1e-10)
    speeds = inverse @ ((logs - own_means[:, None]) * counts).sum(axis=0)
    residuals = (logs - own_means[:, None] - speeds + (parts @ speeds)[:, None]) * counts
    traces, squared = np.transpose([_traces(np.flatnonzero(counts[at]), parts[at], inverse) for at in range(len(logs))])
    if (freedom := float(traces.sum())) < _LEAST_TRACE:
        return None
    told = traces > _LEAST_TRACE
    squares = (residuals**2).sum(axis=1)
    safe = np.where(told, traces, 1.0)
    return TwoWayFit(
        cells=tuple(times_ns),
        counts=counts,
        means=own_means + (by_round / counts.sum() - parts) @ speeds,
        variances=np.where(told, squares / safe, squares.sum() / freedom),
        freedoms=np.where(told, safe**2 / np.where(told, squared, 1.0), freedom),
        freedom=freedom,
        inverse=inverse,
    )


def _traces(columns: NDArray[np.intp], part: NDArray[np.float64], inverse: NDArray[np.float64]) -> tuple[float, float]:
    """The traces of a cell's block of the matrix that makes residuals, and of its square."""
    rounds = np.eye(len(part))[columns] - part
    block = np.eye(len(columns)) - 1 / len(columns) - rounds @ inverse @ rounds.T
    return float(np.trace(block)), float((block**2).sum())

"""A session's process times with the machine's speed taken out, round by round. Pure.

ln(time) = cell + round + rest, by least squares. What all cells of a round share is the machine's speed then. What is
estimated is the time at the speeds that the machine had in this session, so only the rest is error; each cell's rest
scatters in its own way. Another session has other speeds: of those one session says nothing.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.intervals import on_ratios, time_interval
from wirelab.model.cell import Cell
from wirelab.model.finding import Interval

K = TypeVar("K", bound=Hashable)
Times = Mapping[Cell, Sequence[tuple[int, float]]]
"""Of each cell: round and time in ns of every process that counts; at least one."""
_LEAST_TRACE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class SessionFit(Generic[K]):
    """Cells and rounds, fitted to the ln(time) of processes.

    Attributes:
        cells: in the order of all arrays below; or what else has a time in each round.
        counts: processes, shape (cells, rounds).
        means: of ln(time) at the session's mean speed, shape (cells,).
        variances: of the rest of one process, shape (cells,); that of all cells where a cell does not tell its own.
        freedoms: degrees of freedom of each variance, shape (cells,).
        freedom: of all residuals together.
        inverse: generalised, of the rounds' normal equations, shape (rounds, rounds).
        rests: of each cell's processes, in order.
    """

    cells: tuple[K, ...]
    counts: NDArray[np.float64]
    means: NDArray[np.float64]
    variances: NDArray[np.float64]
    freedoms: NDArray[np.float64]
    freedom: float
    inverse: NDArray[np.float64]
    rests: tuple[NDArray[np.float64], ...]

    @property
    def processes(self) -> NDArray[np.float64]:
        """Of each cell, shape (cells,)."""
        totals: NDArray[np.float64] = self.counts.sum(axis=1)
        return totals

    def products(self, combinations: NDArray[np.float64]) -> NDArray[np.float64]:
        """Covariances of `combinations` of `means`, shape (k, cells), for a rest of variance 1 in one cell at a time.

        Returns:
            Shape (k, k, cells); the sum over cells, weighted by `variances`, is the covariance matrix.
        """
        parts = self.counts / self.processes[:, None]
        weights = self.counts.sum(axis=0) / self.counts.sum()
        by_round = combinations @ (weights - parts) @ self.inverse
        by_cell = combinations / self.processes - by_round @ parts.T
        by_process = by_cell[:, :, None] + by_round[:, None, :]
        found: NDArray[np.float64] = np.einsum("icb,jcb,cb->ijc", by_process, by_process, self.counts)
        return found

    def error(self, shares: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Standard errors, and Satterthwaite's degrees of freedom, but no more than there are in all.

        Args:
            shares: variances by the cell they come from, shape (…, cells).
        """
        total = shares.sum(axis=-1)
        some = np.maximum(total, np.finfo(float).tiny)[..., None]
        inverse = ((shares / some) ** 2 / self.freedoms).sum(axis=-1)
        return np.sqrt(total), np.minimum(1 / np.maximum(inverse, 1 / self.freedom), self.freedom)


def session_fit(times_ns: Mapping[K, Sequence[tuple[int, float]]]) -> SessionFit[K] | None:
    """Fit cells and rounds; None where no process is left over to tell of scatter."""
    numbers = sorted({number for own in times_ns.values() for number, _ in own})
    column_of = {number: column for column, number in enumerate(numbers)}
    row = np.array([at for at, own in enumerate(times_ns.values()) for _ in own], dtype=np.intp)
    column = np.array([column_of[number] for own in times_ns.values() for number, _ in own], dtype=np.intp)
    logs = np.log([ns for own in times_ns.values() for _, ns in own])
    counts = np.zeros((len(times_ns), len(numbers)))
    np.add.at(counts, (row, column), 1)
    totals, by_round = counts.sum(axis=1), counts.sum(axis=0)
    own_means, speeds, inverse = _fitted(row, column, logs, counts)
    parts = counts / totals[:, None]
    residuals = logs - own_means[row] - speeds[column] + (parts @ speeds)[row]
    traces, squared = np.transpose([_traces(column[row == at], parts[at], inverse) for at in range(len(counts))])
    if (freedom := float(traces.sum())) < _LEAST_TRACE:
        return None
    told = traces > _LEAST_TRACE
    squares = np.bincount(row, residuals**2, len(counts))
    safe = np.where(told, traces, 1.0)
    return SessionFit(
        cells=tuple(times_ns),
        counts=counts,
        means=own_means + (by_round / len(row) - parts) @ speeds,
        variances=np.where(told, squares / safe, squares.sum() / freedom),
        freedoms=np.where(told, safe**2 / np.where(told, squared, 1.0), freedom),
        freedom=freedom,
        inverse=inverse,
        rests=tuple(residuals[row == at] for at in range(len(counts))),
    )


def levels_of(row: NDArray[np.intp], column: NDArray[np.intp], logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each cell's ln(time) at one speed of the machine, up to a number that all share, shape (cells,).

    Args:
        row: of each process, its cell.
        column: its round.
        logs: its ln(time).
    """
    counts = np.zeros((row.max() + 1, column.max() + 1))
    np.add.at(counts, (row, column), 1)
    if (counts == counts[0, 0]).all():  # all saw the same rounds
        means: NDArray[np.float64] = np.bincount(row, logs) / counts.sum(axis=1)
        return means
    own_means, speeds, _ = _fitted(row, column, logs, counts)
    levels: NDArray[np.float64] = own_means - counts / counts.sum(axis=1)[:, None] @ speeds
    return levels


def _fitted(
    row: NDArray[np.intp], column: NDArray[np.intp], logs: NDArray[np.float64], counts: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Means of cells as they are, speeds of rounds, and the generalised inverse of the rounds' normal equations."""
    own_means = np.bincount(row, logs, len(counts)) / counts.sum(axis=1)
    parts = counts / counts.sum(axis=1)[:, None]
    inverse = np.linalg.pinv(np.diag(counts.sum(axis=0)) - counts.T @ parts, hermitian=True, rcond=1e-10)
    return own_means, inverse @ np.bincount(column, logs - own_means[row], counts.shape[1]), inverse


def session_times(times_ns: Mapping[K, Sequence[tuple[int, float]]], confidence: float) -> dict[K, Interval]:
    """Each cell's geometric mean over its processes, at the speeds that the machine had in its rounds.

    A cell that shares no round with others cannot be told from the machine; its interval takes the machine's speed for
    scatter. One process says nothing of its own spread: its interval is (0, ∞).
    """
    fit = session_fit(times_ns)
    found = {}
    for at, (cell, own) in enumerate(times_ns.items()):
        alone = time_interval([ns for _, ns in own], confidence)
        if fit is None or len(own) < 2 or not _shares_rounds(fit, at):
            found[cell] = alone
            continue
        error, freedom = fit.error((np.eye(len(fit.cells))[at] * fit.variances / len(own))[None])
        half = _t_quantile(float(freedom[0]), (1 + confidence) / 2) * float(error[0])
        log = math.log(alone.estimate)
        interval = on_ratios(Interval(log, log - half, log + half, confidence, len(own), "t"))
        found[cell] = replace(interval, estimate=alone.estimate)
    return found


def _shares_rounds(fit: SessionFit[K], at: int) -> bool:
    others = fit.counts.sum(axis=0) - fit.counts[at]
    return int(((fit.counts[at] > 0) & (others > 0)).sum()) >= 2


def _traces(columns: NDArray[np.intp], part: NDArray[np.float64], inverse: NDArray[np.float64]) -> tuple[float, float]:
    """Of a cell's block of the matrix that makes residuals, and of its square."""
    rounds = np.eye(len(part))[columns] - part
    block = np.eye(len(columns)) - 1 / len(columns) - rounds @ inverse @ rounds.T
    return float(np.trace(block)), float((block**2).sum())


def _t_quantile(freedom: float, probability: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, probability))

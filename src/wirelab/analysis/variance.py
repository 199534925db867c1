"""How much of the scatter is batch, process, round, session and machine, and what that says of the next study. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median_high

import numpy as np
from numpy.typing import NDArray

from wirelab.model.forecast import Component
from wirelab.model.measurement import Spread

MOST_ROUNDS = 200
"""Rounds that components are fitted to: the work grows with their cube, and more would not change what is said."""


@dataclass(frozen=True, slots=True)
class BatchAdvice:
    """How many measured batches a process should have (Kalibera and Jones 2013).

    Attributes:
        batches: m* = ceil(sqrt(cost of a process / cost of a batch · T₁²/T₂²)).
        batch_s: what a measured batch costs, in seconds.
        process_s: what a process costs besides its measured batches, in seconds.
        batch_variance: T₁², of ln(time) from batch to batch within a process.
        process_variance: T₂², from process to process of one cell, rounds included.
    """

    batches: int
    batch_s: float
    process_s: float
    batch_variance: float
    process_variance: float


def nested_components(values: NDArray[np.float64]) -> tuple[float, ...]:
    """Closed-form components of balanced nested data (Kalibera and Jones 2013), lowest level first.

    S₁² is the mean sample variance of the lowest level within its units, S_i² that of the means one level up;
    T₁² = S₁², T_i² = S_i² - S₍i₋₁₎²/r₍i₋₁₎. Estimates may be below 0.

    Args:
        values: shape (r_k, …, r_2, r_1): axis 0 is the highest level (sessions, say), the last the lowest (batches).

    Raises:
        ValueError: a level has a single unit, so that its variance is not to be known.
    """
    if min(values.shape, default=0) < 2:
        raise ValueError(f"shape {values.shape}: each level needs at least two units")
    found: list[float] = []
    below = 0.0
    while values.ndim:
        size = values.shape[-1]
        variance = float(values.var(axis=-1, ddof=1).mean())
        found.append(variance - below)
        below, values = variance / size, values.mean(axis=-1)
    return tuple(found)


def components(
    values: NDArray[np.float64], fixed: NDArray[np.intp], chain: Mapping[str, NDArray[np.intp]]
) -> tuple[Component, ...]:
    """Components of unbalanced data by fitting constants (Henderson 1953, method 3), highest level first.

    Model: value = level of `fixed` + a random effect of each factor in `chain` + error. Each factor is nested in the
    one before it, and may cross `fixed`: a round has a process of every cell. Sums of squares are sequential in the
    chain, each set equal to what it is expected to be; on balanced nested data that is `nested_components`. Chosen over
    REML since it is closed, unbiased whatever the distribution, and needs one symmetric system as large as the lowest
    factor has levels.

    Args:
        values: shape (n,).
        fixed: code of each value's fixed level, shape (n,).
        chain: random factors by name, the highest first: codes of shape (n,). Levels of a factor that lie in different
            levels of the one above must have different codes.

    Returns:
        A component for each factor whose variance can be told (those with degrees of freedom of their own), then
        `process`, the error.
    """
    n = len(values)
    fixed = np.unique(fixed, return_inverse=True)[1]
    columns = {name: np.unique(codes, return_inverse=True)[1] for name, codes in chain.items()}
    counts = np.bincount(fixed).astype(np.float64)
    residual = values - (np.bincount(fixed, weights=values) / counts)[fixed]
    reduction, rank = 0.0, len(counts)
    traces: dict[str, float] = dict.fromkeys(columns, 0.0)
    equations: list[tuple[str, float, int, dict[str, float]]] = []
    for name, own in columns.items():
        fit = _Absorbed(own, fixed, counts)
        explained = float(fit.explains(residual))
        covered = {other: fit.covers(codes) for other, codes in columns.items()}
        freedom = len(counts) + fit.rank - rank
        gain = {other: covered[other] - traces[other] for other in columns}
        equations.append((name, explained - reduction, freedom, gain))
        reduction, rank, traces = explained, len(counts) + fit.rank, covered
    freedom = n - rank
    if freedom <= 0:
        return ()
    error = (float(residual @ residual) - reduction) / freedom
    found = {"process": Component("process", error, freedom)}
    for name, squares, own_freedom, gain in reversed(equations):
        if own_freedom <= 0 or gain[name] <= 1e-9:
            continue
        rest = sum(gain[other] * found[other].variance for other in columns if other in found)
        found[name] = Component(name, (squares - own_freedom * error - rest) / gain[name], own_freedom)
    return tuple(found[name] for name in (*columns, "process") if name in found)


def study_components(
    spreads: Sequence[Spread], sessions: Sequence[int] | None = None, machines: Sequence[int] | None = None
) -> tuple[Component, ...]:
    """Components over all cells of one run, or of several runs of the same cells, highest level first.

    Cells are fixed. What is common to all cells of a round is the round's, what is left from process to process is the
    process's; its share of batch noise is taken out. Levels that cannot be told (one session, one machine, a single
    cell, whose rounds are its processes) are left out. Of more than `MOST_ROUNDS` rounds, that many are taken, evenly.

    Args:
        spreads: processes.
        sessions: code of each process's session; None: all of one.
        machines: likewise; a session lies within one machine.
    """
    if len(spreads) < 3:
        return ()
    spreads, sessions, machines = _thinned(spreads, sessions, machines)
    order = {cell: code for code, cell in enumerate(dict.fromkeys(spread.cell for spread in spreads))}
    values = np.array([spread.mean_log_ns for spread in spreads])
    cells = np.array([order[spread.cell] for spread in spreads], dtype=np.intp)
    session = np.array(sessions if sessions is not None else [0] * len(spreads), dtype=np.intp)
    machine = np.array(machines if machines is not None else [0] * len(spreads), dtype=np.intp)
    own_rounds = np.array([spread.round for spread in spreads], dtype=np.intp)
    rounds = (session * (1 + own_rounds.max()) + own_rounds).astype(np.intp)
    found = list(components(values, cells, {"machine": machine, "session": session, "round": rounds}))
    if not found:
        return ()
    batch = _batch_component(spreads)
    if batch is None:
        return tuple(found)
    of_means = float(np.mean([batch.variance / spread.batches for spread in spreads]))
    process = found.pop()
    return (*found, Component("process", process.variance - of_means, process.freedom), batch)


def batch_advice(spreads: Sequence[Spread], *, at_most: int = 100) -> BatchAdvice | None:
    """How many measured batches a process of one cell should have; None if its processes do not tell.

    The process's variance here has the rounds' in it, as a cell's own estimate has. Where it is not above 0, more
    batches always pay, up to `at_most`.

    Args:
        spreads: the cell's processes, at least two with at least two batches.
        at_most: bound of the answer.
    """
    batch = _batch_component(spreads)
    if batch is None or len(spreads) < 2:
        return None
    means = np.array([spread.mean_log_ns for spread in spreads])
    counts = np.array([spread.batches for spread in spreads], dtype=np.float64)
    process = float(means.var(ddof=1) - batch.variance * (1 / counts).mean())
    batch_s = sum(spread.measured_ns for spread in spreads) / counts.sum() / 1e9
    process_s = max(0.0, float(np.mean([spread.wall_ns - spread.measured_ns for spread in spreads])) / 1e9)
    return BatchAdvice(
        _optimum(batch.variance, process, process_s / batch_s, at_most),
        float(batch_s),
        process_s,
        batch.variance,
        process,
    )


def batches_for_all(wanted: Sequence[int]) -> int | None:
    """One number of batches for all cells of a study: the median of theirs, the higher of two; None without any."""
    return median_high(wanted) if wanted else None


def _thinned(
    spreads: Sequence[Spread], sessions: Sequence[int] | None, machines: Sequence[int] | None
) -> tuple[Sequence[Spread], Sequence[int] | None, Sequence[int] | None]:
    own = list(zip(sessions or [0] * len(spreads), (spread.round for spread in spreads), strict=True))
    rounds = sorted(set(own))
    if len(rounds) <= MOST_ROUNDS:
        return spreads, sessions, machines
    taken = {rounds[place * len(rounds) // MOST_ROUNDS] for place in range(MOST_ROUNDS)}
    kept = [place for place, round_ in enumerate(own) if round_ in taken]

    def pick(codes: Sequence[int] | None) -> list[int] | None:
        return None if codes is None else [codes[place] for place in kept]

    return [spreads[place] for place in kept], pick(sessions), pick(machines)


def _optimum(batch: float, process: float, cost_ratio: float, at_most: int) -> int:
    if process <= 0:
        return at_most if batch > 0 else 1
    return min(at_most, max(1, math.ceil(math.sqrt(cost_ratio * batch / process))))


def _batch_component(spreads: Sequence[Spread]) -> Component | None:
    told = [(spread.batches - 1, spread.variance) for spread in spreads if spread.variance is not None]
    freedom = sum(own for own, _ in told)
    if freedom < 1:
        return None
    return Component("batch", math.fsum(own * variance for own, variance in told) / freedom, freedom)


class _Absorbed:
    """A factor's incidence after the fixed levels' means are taken out, as its Gram matrix."""

    def __init__(self, codes: NDArray[np.intp], fixed: NDArray[np.intp], counts: NDArray[np.float64]) -> None:
        self._codes, self._fixed, self._counts = codes, fixed, counts
        self._size = int(codes.max()) + 1
        values, vectors = np.linalg.eigh(self._cross(codes))
        kept = values > max(1.0, float(values.max())) * self._size * 1e-12
        self.rank = int(kept.sum())
        self._root = vectors[:, kept] / np.sqrt(values[kept])

    def explains(self, residual: NDArray[np.float64]) -> float:
        """Sum of squares of values without their fixed levels' means that the factor explains."""
        projected = self._root.T @ np.bincount(self._codes, weights=residual, minlength=self._size)
        return float(projected @ projected)

    def covers(self, codes: NDArray[np.intp]) -> float:
        """Trace of the projection on this factor of another's ZZ': how much of its variance shows here."""
        return float(np.square(self._root.T @ self._cross(codes)).sum())

    def _cross(self, codes: NDArray[np.intp]) -> NDArray[np.float64]:
        """Z'MZ of this factor and another, M taking out the fixed levels' means."""
        size, levels = int(codes.max()) + 1, len(self._counts)
        both = np.bincount(self._codes * size + codes, minlength=self._size * size).reshape(self._size, size)
        own = np.bincount(self._codes * levels + self._fixed, minlength=self._size * levels).reshape(self._size, levels)
        other = np.bincount(codes * levels + self._fixed, minlength=size * levels).reshape(size, levels)
        absorbed: NDArray[np.float64] = both - (own / self._counts) @ other.T
        return absorbed

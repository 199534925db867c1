"""The machine's drift within a round, told by the processes around those that are compared."""

import math

import numpy as np
import pytest

from wirelab.analysis.drift import drift_within_rounds
from wirelab.analysis.running import Running

CELLS = 6


def ran(logs, order):
    """Processes as they ran, from arrays of shape (rounds, cells), and each cell against the first."""
    found = [(b, int(cell), float(own[cell])) for b, own in enumerate(logs) for cell in order[b]]
    return Running(tuple(found), tuple((cell, 0) for cell in range(1, logs.shape[1])))


def drawn(seed, rounds, *, slope, scatter=0.01, cells=CELLS):
    """Equal cells on a machine that slows and quickens; and the same for 0."""
    random = np.random.default_rng(seed)
    order = random.permuted(np.tile(np.arange(cells), (rounds, 1)), axis=1)
    at = np.empty(rounds * cells)
    at[(np.arange(rounds)[:, None] * cells + np.arange(cells)).ravel()] = np.arange(rounds * cells)
    speed = slope * np.sin(at / 5).reshape(rounds, cells)
    logs = np.empty((rounds, cells))
    for b in range(rounds):
        logs[b, order[b]] = speed[b]
    return logs + scatter * random.standard_normal(logs.shape) + np.arange(cells), order


def by_definition(running):
    """As the documentation has it, process by process; cells are balanced, so that a cell's level is its mean."""
    cells = np.array([cell for _, cell, _ in running.ran])
    rounds = np.array([number for number, _, _ in running.ran])
    logs = np.array([log for *_, log in running.ran])
    slowness = logs - np.array([logs[cells == cell].mean() for cell in cells])

    def predicted(at, without):
        near = [k for k in range(len(logs)) if k not in without and k != at and abs(k - at) <= 8]
        weights = np.array([0.5 ** abs(k - at) for k in near])
        return weights @ slowness[near] / weights.sum()

    found = []
    for cell, against in running.pairs:
        drift, products, squares = {}, 0.0, 0.0
        for at in np.flatnonzero((cells != cell) & (cells != against)):
            products += predicted(at, ()) * slowness[at]
            squares += predicted(at, ()) ** 2
        for number in sorted(set(rounds)):
            own, other = (int(np.flatnonzero((cells == each) & (rounds == number))[0]) for each in (cell, against))
            here, there = predicted(own, (other,)), predicted(other, (own,))
            drift[int(number)] = here - there
            products += (here + there) * (slowness[own] + slowness[other]) / 2
            squares += (here + there) ** 2 / 2
        coefficient = min(1.0, max(0.0, products / squares))
        found.append({number: coefficient * each for number, each in drift.items()})
    return found


@pytest.mark.parametrize("cells", [2, 3, CELLS])
@pytest.mark.parametrize("slope", [0.0, 0.03, 0.3])
def test_it_is_what_the_documentation_says(slope, cells):
    running = ran(*drawn(1, 7, slope=slope, cells=cells))
    for own, expected in zip(drift_within_rounds(running), by_definition(running), strict=True):
        assert own == pytest.approx(expected, abs=1e-12)


def scatter_with_and_without(seed, **how):
    logs, order = drawn(seed, 20, **how)
    raw = logs[:, 1:] - logs[:, :1]
    drift = drift_within_rounds(ran(logs, order))
    freed = raw - np.array([[own[b] for own in drift] for b in range(len(logs))])
    return raw.std(axis=0, ddof=1).mean(), freed.std(axis=0, ddof=1).mean()


def test_it_takes_out_most_of_what_the_machine_does_between_neighbours():
    for seed in range(5):
        raw, freed = scatter_with_and_without(seed, slope=0.2)
        assert freed < 0.5 * raw


def test_where_there_is_none_hardly_anything_is_taken_out():
    for seed in range(5):
        raw, freed = scatter_with_and_without(seed, slope=0.0)
        assert freed == pytest.approx(raw, rel=0.05)


def test_times_a_cell_takes_have_no_part_in_it():
    logs, order = drawn(3, 8, slope=0.1)
    slower = logs.copy()
    slower[:, 2] += 3.0
    for own, other in zip(*(drift_within_rounds(ran(each, order)) for each in (logs, slower)), strict=True):
        assert own == pytest.approx(other, abs=1e-9)


def test_rounds_that_lack_a_cell_have_none():
    logs, order = drawn(4, 6, slope=0.1)
    running = ran(logs, order)
    left = Running(tuple(each for each in running.ran if each[:2] not in {(2, 1), (4, 0)}), (*running.pairs, (7, 0)))
    found = drift_within_rounds(left)
    assert [*found[0]] == [0, 1, 3, 5]
    assert [*found[1]] == [0, 1, 2, 3, 5]
    assert found[-1] == {}, "a cell that never ran"


def test_two_processes_of_a_cell_in_a_round_are_taken_together():
    logs, order = drawn(5, 5, slope=0.1)
    running = ran(logs, order)
    repeated = Running((*running.ran, (4, 1, float(logs[4, 1]) + 0.01)), running.pairs)
    (first, *_), (then, *_) = drift_within_rounds(running), drift_within_rounds(repeated)
    assert first.keys() == then.keys()
    assert math.isfinite(then[4])
    assert then[4] != first[4]


@pytest.mark.parametrize("processes", [0, 1, 2])
def test_few_processes_tell_nothing(processes):
    running = ran(*drawn(6, 1, slope=0.1, cells=2))
    assert all(not any(own.values()) for own in drift_within_rounds(Running(running.ran[:processes], running.pairs)))


def test_equal_times_have_no_drift():
    order = np.tile(np.arange(CELLS), (4, 1))
    assert all(set(own.values()) == {0.0} for own in drift_within_rounds(ran(np.zeros((4, CELLS)), order)))

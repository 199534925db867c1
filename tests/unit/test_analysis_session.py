"""Cells and rounds fitted to a session: against a general least-squares fit, and what of it is error."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.certification.printed import CELLS

from wirelab.analysis.intervals import time_interval
from wirelab.analysis.session import session_fit, session_times


def drawn(seed: int, cells: int, rounds: int, missing: float = 0.0):
    """Times by cell, with holes, and now and then two processes of a cell in a round."""
    random = np.random.default_rng(seed)
    speed = 0.3 * random.standard_normal(rounds)
    return {
        CELLS[c]: [
            (b, math.exp(3 + c + speed[b] + 0.02 * random.standard_normal()))
            for b in range(rounds)
            for _ in range(2 if random.random() < 0.1 else 1)
            if b < 2 or random.random() >= missing
        ]
        for c in range(cells)
    }


@given(st.integers(0, 200), st.integers(2, 5), st.integers(3, 8))
def test_it_is_the_least_squares_fit_with_its_errors(seed, cells, rounds):
    times = drawn(seed, cells, rounds, missing=0.3)
    fit = session_fit(times)
    row = np.array([c for c, own in enumerate(times.values()) for _ in own])
    column = np.array([b for own in times.values() for b, _ in own])
    logs = np.log([ns for own in times.values() for _, ns in own])
    design = np.zeros((len(row), cells + rounds))
    design[range(len(row)), row] = design[range(len(row)), cells + column] = 1
    solve = np.linalg.pinv(design)
    weights = np.bincount(column, minlength=rounds) / len(row)
    targets = np.hstack((np.eye(cells), np.tile(weights, (cells, 1))))
    influence = targets @ solve
    assert fit.means == pytest.approx(influence @ logs)
    rest = np.eye(len(row)) - design @ solve
    for c in range(cells):
        own = row == c
        block = rest[np.ix_(own, own)]
        assert fit.variances[c] == pytest.approx(((rest @ logs)[own] ** 2).sum() / np.trace(block))
        assert fit.freedoms[c] == pytest.approx(np.trace(block) ** 2 / (block**2).sum())
    shares = np.stack([influence[:, row == c] @ influence[:, row == c].T for c in range(cells)], axis=2)
    assert fit.products(np.eye(cells)) == pytest.approx(shares)
    assert fit.freedom == pytest.approx(len(row) - np.linalg.matrix_rank(design))


def test_a_time_is_the_geometric_mean_and_its_interval_knows_nothing_of_the_machine():
    times = drawn(1, 6, 10)
    found = session_times(times, 0.95)
    for cell, own in times.items():
        plain = time_interval([ns for _, ns in own], 0.95)
        assert (found[cell].estimate, found[cell].processes) == (plain.estimate, plain.processes)
        assert math.log(found[cell].high / found[cell].low) < math.log(plain.high / plain.low) / 4


def test_what_shares_no_rounds_is_taken_with_the_machine():
    alone = {CELLS[0]: [(0, 10.0), (1, 12.0), (2, 11.0)]}
    assert session_times(alone, 0.95) == {CELLS[0]: time_interval([10.0, 12.0, 11.0], 0.95)}
    apart = {**alone, CELLS[1]: [(3, 10.0), (4, 12.0), (5, 11.5)]}
    assert session_times(apart, 0.95)[CELLS[0]] == time_interval([10.0, 12.0, 11.0], 0.95)
    once = session_times({**alone, CELLS[1]: [(0, 5.0)]}, 0.95)[CELLS[1]]
    assert (once.low, once.high) == (0, math.inf)
    assert session_fit({CELLS[0]: [(0, 1.0)]}) is None

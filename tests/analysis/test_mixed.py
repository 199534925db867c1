"""The mixed model against answers that are known without it: balanced data, one grouping, and none at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.analysis.sessions.mixed import fit_mixed

ONE = np.ones((12, 1))


def balanced(seed: int, machines: int, sessions: int, rounds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    shape = machines, sessions, rounds
    by_machine, by_session = random.normal(0, 3, (machines, 1, 1)), random.normal(0, 1, (machines, sessions, 1))
    values = by_machine + by_session + 0.1 * random.normal(0, 1, shape)
    machine, session, _ = np.indices(shape)
    return values.ravel(), machine.ravel(), (machine * sessions + session).ravel()


@pytest.mark.long
@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(2, 5), st.integers(2, 6))
def test_balanced_data_have_the_answer_of_mean_squares(seed: int, machines: int, sessions: int, rounds: int) -> None:
    values, machine, session = balanced(seed, machines, sessions, rounds)
    table = values.reshape(machines, sessions, rounds)
    means = table.mean(axis=2)
    squares = [
        sessions * rounds * means.mean(axis=1).var(ddof=1),
        rounds * ((means - means.mean(axis=1, keepdims=True)) ** 2).sum() / (machines * (sessions - 1)),
        ((table - means[..., None]) ** 2).sum() / (machines * sessions * (rounds - 1)),
    ]
    fit = fit_mixed(values, np.ones((len(values), 1)), [machine, session])
    if squares[0] < squares[1] * 1.001 or squares[1] < squares[2] * 1.001:  # a variance of 0: REML shares it out again
        return
    assert fit.rest == pytest.approx(squares[2], rel=1e-6)
    assert fit.variances[1] == pytest.approx((squares[1] - squares[2]) / rounds, rel=1e-5)
    assert fit.variances[0] == pytest.approx((squares[0] - squares[1]) / sessions / rounds, rel=1e-5)
    mean = fit.contrast([1.0])
    assert mean.estimate == pytest.approx(values.mean())
    assert mean.variance == pytest.approx(squares[0] / len(values), rel=1e-5)
    assert mean.freedom == pytest.approx(machines - 1, rel=1e-4), "Satterthwaite's are exact here"


def test_without_groups_it_is_least_squares() -> None:
    values = np.random.default_rng(1).normal(5, 2, 12)
    fit = fit_mixed(values, ONE, [])
    mean = fit.contrast([1.0])
    assert (mean.estimate, mean.variance) == pytest.approx((values.mean(), values.var(ddof=1) / 12))
    assert mean.freedom == pytest.approx(11)


def test_groups_that_do_not_differ_have_no_variance() -> None:
    values = np.tile([1.0, 2.0, 3.0, 4.0], 3)
    fit = fit_mixed(values, ONE, [np.repeat([0, 1, 2], 4)])
    assert fit.variances == (0.0,)
    assert fit.contrast([1.0]).freedom == pytest.approx(11), "a grouping without variance adds no uncertainty"


def test_crossed_groups_are_found_apart() -> None:
    random = np.random.default_rng(3)
    rows, columns = (np.repeat(np.arange(30), 30), np.tile(np.arange(30), 30))
    values = random.normal(0, 2, 30)[rows] + random.normal(0, 0.5, 30)[columns] + random.normal(0, 1, 900)
    fit = fit_mixed(values, np.ones((900, 1)), [rows, columns])
    assert fit.variances[0] == pytest.approx(4, rel=0.6)
    assert fit.variances[1] == pytest.approx(0.25, rel=0.6)
    assert fit.rest == pytest.approx(1, rel=0.1)


def test_scale_and_level_do_not_matter() -> None:
    values, machine, session = balanced(5, 3, 3, 3)
    ones = np.ones((len(values), 1))
    plain, other = (
        fit_mixed(values, ones, [machine, session]),
        fit_mixed(1000 + 1e-3 * values, ones, [machine, session]),
    )
    assert np.sqrt(other.variances) == pytest.approx(1e-3 * np.sqrt(plain.variances), rel=1e-5)
    assert other.contrast([1.0]).freedom == pytest.approx(plain.contrast([1.0]).freedom, rel=1e-4)


@pytest.mark.parametrize("design", [np.ones((12, 2)), np.eye(12)])
def test_a_design_without_answers_is_refused(design: np.ndarray) -> None:
    with pytest.raises(ValueError, match="more observations than coefficients"):
        fit_mixed(np.arange(12.0), design, [np.repeat([0, 1, 2], 4)])


@pytest.mark.parametrize(("of_groups", "variance", "freedom"), [((1, 2, 3), 1.0, 2.0), ((1, 1, 1), 0.0, 8.0)])
def test_observations_that_are_equal_within_groups_have_an_answer(
    of_groups: tuple[float, ...], variance: float, freedom: float
) -> None:
    fit = fit_mixed(np.repeat(np.array(of_groups, dtype=float), 3), np.ones((9, 1)), [np.repeat([0, 1, 2], 3)])
    mean = fit.contrast([1.0])
    assert fit.variances[0] == pytest.approx(variance, abs=1e-4)
    assert mean.estimate == pytest.approx(sum(of_groups) / 3, abs=1e-6)
    assert mean.freedom == pytest.approx(freedom, rel=1e-3)

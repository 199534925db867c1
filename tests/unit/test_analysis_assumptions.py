"""Checks of assumptions: each finds what was put in, and raises false alarms as often as its level says."""

import numpy as np
import pytest
from tests.unit.factorial_designs import made

from wirelab.analysis.assumptions import anderson_darling, brown_forsythe, lag_one, levene
from wirelab.analysis.least_squares import fit, gather
from wirelab.analysis.pairs import holm, max_t, paired_holm
from wirelab.analysis.scale import scaled
from wirelab.model.factorial import ScaledResponse, Transform

LN = ScaledResponse("time_ns", Transform.LN)
GENERATOR = np.random.default_rng(11)


@pytest.mark.parametrize("blocked", [False, True])
def test_the_lag_has_its_level_even_in_small_blocks(blocked: bool) -> None:
    alarms = 0
    for seed in range(300):
        own = made((3,), repeats=20, seed=seed, block=blocked)
        alarms += lag_one(fit(gather(scaled(own, LN)), [(0,)])).p < 0.05
    assert (0.0 if blocked else 0.02) <= alarms / 300 <= 0.09


def test_the_lag_finds_drift() -> None:
    own = made((3,), repeats=20, drift=0.05)
    found = lag_one(fit(gather(scaled(own, LN)), [(0,)]))
    assert found.statistic > 0.5
    assert found.p < 0.001


@pytest.mark.parametrize(
    ("values", "statistic", "p"),
    # As statsmodels 0.15 has them (`statsmodels.stats.diagnostic.normal_ad`).
    [
        (np.arange(1.0, 31.0), 0.32100536119316914, 0.5147593905756234),
        (np.arange(1.0, 31.0) ** 3, 1.8427817305314491, 7.873926548930614e-05),
        (np.sin(np.arange(50.0) ** 2), 1.7101689476690822, 0.0001899500888719229),
    ],
)
def test_anderson_darling(values: np.ndarray, statistic: float, p: float) -> None:
    found = anderson_darling(values)
    assert found.statistic == pytest.approx(statistic, rel=1e-8)
    assert found.p == pytest.approx(p, rel=1e-6)


def test_anderson_darling_of_what_is_far_from_normal_is_zero() -> None:
    assert anderson_darling(np.exp(GENERATOR.normal(size=5_000))).p == 0


def test_equal_variances_are_not_judged_on_too_few() -> None:
    residuals, pairs = GENERATOR.normal(size=8), np.repeat(np.arange(4), 2)
    assert brown_forsythe(residuals, pairs) is None
    assert levene(residuals, np.where(pairs < 2, 0, -1)) is None
    assert brown_forsythe(np.tile([1.0, -1.0], 4), np.repeat([0, 1], 4)).p == 1  # type: ignore[union-attr]


def test_holm() -> None:
    assert holm(np.array([0.01, 0.04, 0.03, 0.5])).tolist() == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert holm(np.array([0.4, 0.6])).tolist() == pytest.approx([0.8, 0.8])


def test_max_t_keeps_the_family_error_where_no_level_differs() -> None:
    alarms = sum(
        max_t(GENERATOR.normal(size=(6, 4)), 0.05, permutations=400, seed=seed).p.min() < 0.05 for seed in range(200)
    )
    assert alarms / 200 <= 0.09


def test_max_t_is_the_same_with_the_same_seed_and_never_zero() -> None:
    levels = GENERATOR.normal(size=(12, 3)) + np.array([0.0, 0.0, 5.0])
    one, other = (max_t(levels, 0.05, permutations=500, seed=3) for _ in range(2))
    assert one.p.tolist() == other.p.tolist()
    assert one.p.min() == pytest.approx(1 / 501)
    assert one.p[0] > 0.2
    assert (one.p < 0.05).tolist() == (np.abs(one.differences) > one.halves).tolist() == [False, True, True]


def test_paired_differences_use_the_blocks_that_have_both() -> None:
    differences = np.array([[1.0, np.nan], [1.2, np.nan], [0.9, 0.1], [np.nan, np.nan]])
    found = paired_holm(differences, 0.05)
    assert found.differences.tolist() == pytest.approx([31 / 30, 0.1])
    assert found.halves[1] == np.inf
    assert found.p[1] == 1
    assert found.p[0] < 0.05

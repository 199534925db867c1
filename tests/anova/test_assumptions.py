"""Checks of assumptions: each finds the planted deviation, and raises false alarms as often as its level says."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import permutation_test

from tests.anova.factorial_designs import made
from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.checks.assumptions import anderson_darling, lag_one
from wirelab.anova.checks.equal_variances import Scatter, brown_forsythe, levene, scatter_of
from wirelab.anova.least_squares import fit, gather
from wirelab.anova.pairwise import fewest_blocks, holm, max_t, paired_holm
from wirelab.anova.result import FactorialOptions, ScaledResponse, Transform
from wirelab.anova.scale import scaled
from wirelab.model.errors import DesignError

BOX_COX = FactorialOptions(Transform.BOX_COX)
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


@pytest.mark.filterwarnings("error")
def test_the_power_is_found_however_far_values_are_apart() -> None:
    own = made((3,), repeats=6, spread=lambda _: 0.5)
    power = analyse_factorial(own, BOX_COX).response.power
    for times in (10, 100):
        logs = np.log(own.values)
        found = analyse_factorial(replace(own, values=np.exp((logs - logs.mean()) * times)), BOX_COX)
        assert found.response.power == pytest.approx(power / times, abs=1e-6)


def test_powers_beyond_doubles_are_refused() -> None:
    own = made((3,), repeats=6)
    with pytest.raises(DesignError, match="too large for sums of squares"):
        scaled(replace(own, values=own.values * 1e120), ScaledResponse("time_ns", Transform.BOX_COX, 3.0))


def test_equal_variances_are_not_judged_on_too_few() -> None:
    normal, pairs = np.empty((0, 8)), np.repeat(np.arange(4), 2)
    scatter = Scatter(GENERATOR.normal(size=8), normal)
    assert brown_forsythe(scatter, pairs) is None
    assert levene(scatter, np.where(pairs < 2, 0, -1)) is None
    alike = brown_forsythe(Scatter(np.tile([1.0, -1.0], 4), normal), np.repeat([0, 1], 4))
    assert alike is not None
    assert alike.p == 1


@pytest.mark.long
@pytest.mark.parametrize(("levels", "repeats", "order"), [((3, 4), 2, 2), ((4,), 3, 1), ((4,), 5, 1), ((3, 4), 1, 1)])
def test_equal_variances_are_doubted_as_often_as_the_level_says(
    levels: tuple[int, ...], repeats: int, order: int
) -> None:
    """F gave 25 % with two observations per combination, and 0 % with three or five of one factor's level."""
    designs = [gather(scaled(made(levels, repeats=repeats, seed=seed), LN)) for seed in range(400)]
    models = [fit(table, table.crossing.terms(order)) for table in designs]
    of_normal = scatter_of(models[0]).of_normal
    tests = (brown_forsythe(Scatter(each.residuals(), of_normal), each.table.factors[0].codes) for each in models)
    alarms = sum(test is not None and test.p < 0.05 for test in tests)
    assert 0.025 <= alarms / 400 <= 0.08


def test_unequal_variances_are_found_with_three_observations_a_level() -> None:
    found = 0
    for seed in range(60):
        own = gather(scaled(made((4,), repeats=3, seed=seed, spread=lambda codes: 0.01 * 30 ** (codes[0] == 3)), LN))
        test = brown_forsythe(scatter_of(fit(own, [(0,)])), own.factors[0].codes)
        found += test is not None and test.p < 0.05
    assert found >= 20


def test_holm() -> None:
    assert holm(np.array([0.01, 0.04, 0.03, 0.5])).tolist() == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert holm(np.array([0.4, 0.6])).tolist() == pytest.approx([0.8, 0.8])


def differences(levels: np.ndarray) -> np.ndarray:
    """The differences of all pairs of levels, in each block."""
    first, second = np.triu_indices(levels.shape[1], 1)
    found: np.ndarray = levels[:, first] - levels[:, second]
    return found


@pytest.mark.parametrize("scatter", [(1, 1, 1, 1), (1, 1, 1, 8)])
def test_max_t_keeps_the_family_error_however_levels_scatter(scatter: tuple[int, ...]) -> None:
    """Labels permuted over all levels gave 13.7 % where one scatters 8 times as much."""
    alarms = sum(max_t(differences(GENERATOR.normal(size=(8, 4)) * scatter), 0.05).p.min() < 0.05 for _ in range(400))
    assert 0.01 <= alarms / 400 <= 0.085


def test_max_t_of_one_pair_is_the_test_of_all_flips() -> None:
    own = GENERATOR.normal(0.4, 1, size=(9, 1))
    theirs = permutation_test((own[:, 0],), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert max_t(own, 0.05).p[0] == pytest.approx(theirs.pvalue)


def test_max_t_steps_down_as_worked_out_by_hand() -> None:
    """Westfall and Young's algorithm, flip by flip."""
    values = differences(GENERATOR.normal(size=(7, 3)) + np.array([0, 0.5, 2.5]))
    flips = [np.array(signs)[:, None] * values for signs in itertools.product((1, -1), repeat=7)]
    t_of = [np.abs(flipped.mean(axis=0)) / flipped.std(axis=0, ddof=1) for flipped in flips]
    order = np.argsort(-t_of[0])
    p = [
        np.mean([t[order[place:]].max() >= t_of[0][pair] * (1 - 1e-9) for t in t_of])
        for place, pair in enumerate(order)
    ]
    found = max_t(values, 0.05).p[order]
    assert found.tolist() == pytest.approx(np.maximum.accumulate(p).tolist())


def test_max_t_is_the_same_each_time_and_never_zero() -> None:
    values = differences(np.random.default_rng(1).normal(size=(16, 3)) + np.array([0.0, 0.0, 5.0]))
    one, other = (max_t(values, 0.05) for _ in range(2))
    assert one.p.tolist() == other.p.tolist()
    assert 1 / 10_001 <= one.p.min() <= 5 / 10_001  # all signs the same may be drawn again
    assert one.p[0] > 0.2
    assert (one.p < 0.05).tolist() == ((one.low > 0) | (one.high < 0)).tolist() == [False, True, True]


def test_max_t_leaves_pairs_that_too_few_blocks_share_undecided() -> None:
    values = differences(GENERATOR.normal(size=(10, 3)) + np.array([0.0, 4.0, 4.0]))
    values[5:, 1] = np.nan  # five of ten blocks have levels 0 and 2
    found = max_t(values, 0.05)
    assert found.p[0] < 0.01
    assert (found.p[1], found.low[1], found.high[1]) == (1, -np.inf, np.inf)
    assert fewest_blocks(0.05) == 6
    assert fewest_blocks(0.5) == 3


def test_limits_never_contradict_letters() -> None:
    """Holm finds the second pair, which limits for all pairs at once do not show: its sign is known, and no more."""
    base = np.array([-1.0, 1.0] * 4)
    values = np.column_stack([5 + base, 1.2 + base, -1.2 + base, 0.1 + base])
    found = paired_holm(values, 0.05)
    alone = found.low[0] - found.differences[0]  # all four scatter alike
    assert found.differences[1] + alone < 0
    assert (found.p < 0.05).tolist() == [True, True, True, False]
    assert (found.low[1], found.high[2]) == (0, 0)
    assert found.low[3] < 0 < found.high[3]


def test_paired_differences_use_the_blocks_that_have_both() -> None:
    differences = np.array([[1.0, np.nan], [1.2, np.nan], [0.9, 0.1], [np.nan, np.nan]])
    found = paired_holm(differences, 0.05)
    assert found.differences.tolist() == pytest.approx([31 / 30, 0.1])
    assert (found.low[1], found.high[1]) == (-np.inf, np.inf)
    assert found.p[1] == 1
    assert found.p[0] < 0.05


def test_a_pair_that_no_block_has_may_differ_by_anything() -> None:
    found = paired_holm(np.array([[1.0, np.nan], [1.2, np.nan], [0.9, np.nan]]), 0.05)
    assert (found.low[1], found.high[1], found.p[1]) == (-np.inf, np.inf, 1)


@pytest.mark.parametrize("repeats", [6, 9])
def test_two_levels_within_blocks_scatter_alike_by_construction(repeats: int) -> None:
    """Their residuals are opposites in each block; a difference between their distances is rounding."""
    for seed in range(20):
        found = analyse_factorial(made((2,), repeats=repeats, seed=seed, block=True))
        tests = [check for check in found.checks if check.assumption == "equal variances"]
        assert [(check.statistic, check.p) for check in tests] == [(0, 1), (0, 1)]

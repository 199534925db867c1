"""Estimates with intervals, against values worked out by other means."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from wirelab.analysis.decide.intervals import (
    deviation_interval,
    is_skewed,
    mean_interval,
    on_ratios,
    paired_ratio,
    time_interval,
)

TIMES = st.lists(st.floats(1, 1e12), min_size=2, max_size=30)
LEVELS = st.floats(0.5, 0.9999)
SKEWED = [0.0, 0.01, 0.02, 0.03, 0.04, 2.0]


def by_round(times):
    return dict(enumerate(times))


@settings(deadline=None)  # the first call loads SciPy
@given(TIMES, LEVELS)
def test_time_is_a_geometric_mean_with_a_t_interval_of_logarithms(times, confidence):
    logs = [math.log(time) for time in times]
    found = time_interval(times, confidence)
    assert found.estimate == pytest.approx(stats.gmean(times))
    if max(times) > min(times) * (1 + 1e-9):
        low, high = stats.t.interval(confidence, len(logs) - 1, loc=stats.tmean(logs), scale=stats.sem(logs))
        assert math.log(found.low) == pytest.approx(low, abs=1e-6) if low > -700 else found.low >= 0
        assert math.log(found.high) == pytest.approx(high, abs=1e-6) if high < 700 else found.high > 0
    assert (found.method, found.processes, found.confidence) == ("t", len(times), confidence)


def test_one_process_says_nothing_of_its_spread():
    found = time_interval([70.0], 0.95)
    assert (found.estimate, found.low, found.high) == (pytest.approx(70), 0, math.inf)


@pytest.mark.parametrize("times", [[], [0.0], [1.0, -1.0], [math.nan], [math.inf]])
def test_times_that_cannot_be_are_refused(times):
    with pytest.raises(ValueError, match="above 0"):
        time_interval(times, 0.95)


def test_a_ratio_worked_by_hand():
    # d = ln 2, ln 2.2, ln 1.8: mean 0.689797, s = 0.100378, t(2; 0.975) = 4.302653
    found = paired_ratio({0: 20, 1: 22, 2: 18}, {0: 10, 1: 10, 2: 10}, 0.95)
    assert found.estimate == pytest.approx(1.993311, rel=1e-6)
    assert found.low == pytest.approx(1.553399, rel=1e-4)
    assert found.high == pytest.approx(2.557810, rel=1e-4)


@settings(deadline=None)
@given(TIMES, st.floats(0.01, 100), LEVELS)
def test_a_constant_ratio_is_found_exactly_whatever_the_machine_does(reference, factor, confidence):
    found = paired_ratio(by_round(time * factor for time in reference), by_round(reference), confidence)
    assert found.estimate == pytest.approx(factor)
    assert found.low == pytest.approx(factor)
    assert found.high == pytest.approx(factor)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(1, 1e9), st.floats(1, 1e9)), min_size=2, max_size=20), LEVELS)
def test_exchanging_cell_and_reference_inverts_the_interval(pairs, confidence):
    own, other = by_round(p[0] for p in pairs), by_round(p[1] for p in pairs)
    there, back = paired_ratio(own, other, confidence), paired_ratio(other, own, confidence)
    assert there.method == back.method
    assert there.estimate * back.estimate == pytest.approx(1)
    if there.low > 1e-300 and there.high < 1e300:
        assert there.low * back.high == pytest.approx(1)


def test_only_shared_rounds_are_paired():
    found = paired_ratio({0: 2.0, 2: 2.0, 3: 2.0, 9: 500.0}, {0: 1.0, 1: 70.0, 2: 1.0, 3: 1.0}, 0.95)
    assert (found.estimate, found.processes) == (pytest.approx(2), 3)


@pytest.mark.parametrize(("own", "other"), [({}, {}), ({0: 1.0}, {0: 1.0}), ({0: 1.0, 1: 1.0}, {1: 1.0, 2: 1.0})])
def test_fewer_than_two_shared_rounds_give_no_ratio(own, other):
    assert paired_ratio(own, other, 0.95) is None


@pytest.mark.parametrize(
    ("n", "confidence", "method", "low", "high"),
    [
        pytest.param(5, 0.95, "t", None, None, id="five are too few: P(Bin(5, 1/2) < 1) = 0.031 > 0.025"),
        pytest.param(6, 0.95, "sign", 0, 5, id="six: 0.016 allows the extremes"),
        pytest.param(6, 0.96, "sign", 0, 5, id="six at 96 %"),
        pytest.param(6, 0.97, "t", None, None, id="six reach at most 96.9 %"),
        pytest.param(7, 0.97, "sign", 0, 6, id="seven reach 98.4 %"),
        pytest.param(7, 0.8, "sign", 1, 5, id="seven at 80 %: P(Bin(7, 1/2) < 2) = 0.0625"),
        pytest.param(8, 0.95, "t", None, None, id="eight and more are left to t"),
    ],
)
def test_the_sign_interval_stands_in_for_few_skewed_differences(n, confidence, method, low, high):
    differences = [*(0.01 * i for i in range(n - 1)), 3.0]
    assert is_skewed(differences)
    shuffled = random.Random(1).sample(differences, n)
    found = paired_ratio(by_round(math.exp(d) for d in shuffled), by_round([1.0] * n), confidence)
    assert found.method == method
    if method == "sign":
        assert found.low == pytest.approx(math.exp(differences[low]))
        assert found.high == pytest.approx(math.exp(differences[high]))
        assert found.estimate == pytest.approx(math.exp(stats.scoreatpercentile(differences, 50)))


@pytest.mark.parametrize(
    ("values", "skewed"),
    [
        ([], False),
        ([1.0, 2.0], False),
        ([3.0] * 6, False),
        ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], False),
        (SKEWED, True),
        ([-v for v in SKEWED], True),
    ],
)
def test_skewness(values, skewed):
    assert is_skewed(values) is skewed


@given(st.lists(st.floats(-10, 10), min_size=4, max_size=7).filter(lambda v: max(v) - min(v) > 1e-3))
def test_skewness_agrees_with_scipy(values):
    n = len(values)
    error = math.sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
    g1 = abs(float(stats.skew(values, bias=False)))
    if abs(g1 - 1.96 * error) > 1e-6:
        assert is_skewed(values) is (g1 > 1.96 * error)


def test_normal_differences_are_seldom_called_skewed():
    draw = random.Random(3)
    called = sum(is_skewed([draw.gauss(0, 1) for _ in range(7)]) for _ in range(2000))
    assert 40 < called < 160


def test_the_mean_of_logs_has_the_interval_of_a_paired_ratio() -> None:
    times, others = {0: 10.0, 1: 12.0, 2: 11.0}, {0: 5.0, 1: 5.5, 2: 5.8}
    logs = [math.log(times[b] / others[b]) for b in times]
    found, paired = on_ratios(mean_interval(logs, 0.99)), paired_ratio(times, others, 0.99)
    assert paired is not None
    assert (found.estimate, found.low, found.high) == pytest.approx((paired.estimate, paired.low, paired.high))


def test_a_deviation_has_the_chi_square_interval_of_its_variance() -> None:
    """Ten values with variance 4: 9·4/χ² at 19.023 and 2.700 (tables)."""
    values = [2 * each for each in (-1.5, -1, -0.5, -0.25, 0, 0, 0.25, 0.5, 1, 1.5)]
    found = deviation_interval(values, 0.95)
    squares = sum(each**2 for each in values)
    assert found.estimate == pytest.approx(math.sqrt(squares / 9))
    assert (found.low, found.high) == (
        pytest.approx(math.sqrt(squares / 19.023), rel=1e-4),
        pytest.approx(math.sqrt(squares / 2.7004), rel=1e-4),
    )
    with pytest.raises(ValueError, match="two values"):
        deviation_interval([1.0], 0.95)

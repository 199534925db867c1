"""How comparisons of a family estimate each other's scatter."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import polygamma

from wirelab.analysis.decide.shrinkage import Scatter, _inverse_trigamma, shrunk

SCATTERS = st.lists(st.builds(Scatter, st.floats(0, 10), st.integers(1, 50)), min_size=2, max_size=12)


def test_one_comparison_has_nobody_to_borrow_from():
    assert shrunk([Scatter(0.1, 2)], 7) == (Scatter(0.1, 2),)
    assert shrunk([], 7) == ()


def test_what_scatters_alike_borrows_as_much_as_it_has():
    for own in shrunk([Scatter(0.04, 4)] * 6, 7):
        assert own.freedom == pytest.approx(8)
        assert own.variance == pytest.approx(0.04)


def test_few_that_share_the_error_borrow_less():
    own = [Scatter(0.04, 12)] * 2
    assert shrunk(own, 2)[0].freedom == pytest.approx(14)
    assert shrunk(own, 1) == tuple(own)


def test_what_scatters_differently_is_left_alone():
    found = shrunk([Scatter(10.0**at, 40) for at in range(-4, 3)], 7)
    assert [own.freedom for own in found] == pytest.approx([40] * 7, rel=0.02)
    assert found[-1].variance == pytest.approx(100, rel=0.02)


@given(SCATTERS)
def test_it_lies_between_its_own_and_the_mean(own):
    total = sum(each.freedom for each in own)
    mean = sum(each.freedom * each.variance for each in own) / total
    for before, after in zip(own, shrunk(own, 9), strict=True):
        low, high = sorted((before.variance, mean))
        assert low * (1 - 1e-9) <= after.variance <= high * (1 + 1e-9)
        assert before.freedom <= after.freedom <= 2 * before.freedom * (1 + 1e-9)


@pytest.mark.parametrize("x", [0.05, 0.5, 1.0, 7.3, 100.0, 1e6])
def test_the_inverse_of_trigamma(x):
    assert _inverse_trigamma(float(polygamma(1, x))) == pytest.approx(x, rel=1e-6)


@pytest.mark.parametrize("rounds", [3, 5, 20])
@pytest.mark.parametrize(
    "sds",
    [
        pytest.param([1.0] * 8, id="alike"),
        pytest.param([3.0] + [1.0] * 7, id="the reference three times"),
        pytest.param([1.0] * 7 + [8.0], id="one eight times"),
        pytest.param([1.0] * 4 + [3.0] * 4, id="half of them three times"),
    ],
)
def test_whoever_scatters_most_is_found_wrongly_no_more_often(sds, rounds):
    """Bonferroni's level at one look over comparisons that share a reference: family error at most 5 %."""
    from scipy.special import stdtrit
    from scipy.stats import binom

    studies = 1000
    logs = np.random.default_rng(rounds).standard_normal((studies, rounds, 8)) * sds
    differences = logs[:, :, 1:] - logs[:, :, :1]
    means, variances = differences.mean(axis=1), differences.var(axis=1, ddof=1)
    alarms = 0
    for own, spread in zip(means, variances, strict=True):
        drawn = shrunk([Scatter(float(each), rounds - 1) for each in spread], 7)
        alarms += any(
            abs(mean) > -stdtrit(each.freedom, 0.05 / 7 / 2) * math.sqrt(each.variance / rounds)
            for mean, each in zip(own, drawn, strict=True)
        )
    assert alarms <= binom.ppf(0.999, studies, 0.05)

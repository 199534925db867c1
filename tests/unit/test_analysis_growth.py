"""Cost models against an independent fit, planted truths, and what two lines can say of each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from wirelab.analysis.growth import ILL_FITTING, Crossing, compare, cost_model

SIZES = np.array([1e3, 1e4, 1e5, 1e6])


def drawn(fixed: float, per_byte: float, *, seed: int, processes: int = 8, spread=0.02, sizes=SIZES):
    random = np.random.default_rng(seed)
    size = np.repeat(sizes, processes)
    return size, (fixed + per_byte * size) * np.exp(spread * random.standard_normal(len(size)))


def fitted(fixed: float, per_byte: float, **how):
    return cost_model(*drawn(fixed, per_byte, **how), 0.95)


@given(st.floats(1, 1e6), st.floats(0.01, 100))
def test_an_exact_line_is_found_exactly(fixed, per_byte):
    size = np.repeat(SIZES, 2)
    model = cost_model(size, fixed + per_byte * size, 0.95)
    assert model.fixed_ns.estimate == pytest.approx(fixed, rel=1e-6, abs=1e-6 * per_byte * 1e3)
    assert model.per_byte_ns.estimate == pytest.approx(per_byte, rel=1e-9)


@given(st.floats(0.5, 2))
def test_a_power_of_size_gives_its_exponent(exponent):
    size = np.repeat(SIZES, 2)
    assert cost_model(size, size**exponent, 0.95).exponent.estimate == pytest.approx(exponent, rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_estimates_and_errors_agree_with_scipys_fit(seed):
    """The same weights, by Levenberg-Marquardt with numerical derivatives; errors from its covariance."""
    size, time = drawn(5000, 2, seed=seed)
    model = cost_model(size, time, 0.95)
    logs = np.log(time).reshape(4, 8)
    own = logs.var(axis=1, ddof=1)
    drawn_in = (7 * own + 20 * own.mean()) / 27
    (a, b), covariance = curve_fit(
        lambda x, a, b: np.log(a + b * x),
        SIZES,
        logs.mean(axis=1),
        p0=(4000, 2.2),
        sigma=np.sqrt(drawn_in / 8),
        absolute_sigma=True,
    )
    assert (model.fixed_ns.estimate, model.per_byte_ns.estimate) == pytest.approx((a, b), rel=1e-4)
    errors = [
        np.sqrt(
            sum(
                getattr(share, name) ** 2 * variance / 8 for share, variance in zip(model.shares, drawn_in, strict=True)
            )
        )
        for name in ("fixed", "per_byte")
    ]
    assert errors == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-3)
    slope = np.polyfit(np.log(SIZES), logs.mean(axis=1), 1, w=np.sqrt(8 / drawn_in))[0]
    assert model.exponent.estimate == pytest.approx(slope, rel=1e-9)


@pytest.mark.parametrize("spread", [0.02, np.repeat([0.05, 0.02, 0.01, 0.01], 8)], ids=["even", "uneven"])
def test_intervals_hold_the_truth(spread):
    models = [fitted(5000, 2, seed=seed, spread=spread) for seed in range(500)]
    for held in (
        [model.fixed_ns.low <= 5000 <= model.fixed_ns.high for model in models],
        [model.per_byte_ns.low <= 2 <= model.per_byte_ns.high for model in models],
    ):
        assert 0.92 <= np.mean(held) <= 0.98
    assert np.mean([model.lack_of_fit < 0.05 for model in models]) < 0.1


def test_where_no_line_fits_intervals_are_about_the_distance_from_it():
    size = np.repeat(SIZES, 8)
    bent = cost_model(size, size**0.5 * np.exp(0.001 * np.random.default_rng(1).standard_normal(32)), 0.95)
    assert bent.lack_of_fit < ILL_FITTING
    assert bent.per_byte_ns.low < 0 < bent.per_byte_ns.high


@pytest.mark.parametrize(
    ("own", "other", "outcome"),
    [
        ((5000, 2), (15000, 1.5), Crossing.CROSSES),
        ((15000, 1.5), (5000, 2), Crossing.CROSSES),
        ((5000, 2), (10000, 3), Crossing.FASTER),
        ((10000, 3), (5000, 2), Crossing.SLOWER),
        ((5000, 2), (5000, 2), Crossing.OPEN),
        ((5000, 2), (5000, 3), Crossing.FASTER),
    ],
)
def test_what_two_lines_say_of_each_other(own, other, outcome):
    found = compare(fitted(*own, seed=1), fitted(*other, seed=2))
    assert found.outcome is outcome
    if outcome is Crossing.CROSSES:
        assert found.low_bytes < 20_000 < found.high_bytes
        assert found.low_bytes <= found.at_bytes <= found.high_bytes


def test_the_interval_of_a_crossing_holds_it():
    found = [compare(fitted(5000, 2, seed=i), fitted(15000, 1.5, seed=1000 + i)) for i in range(400)]
    held = [one.outcome is Crossing.CROSSES and one.low_bytes <= 20_000 <= one.high_bytes for one in found]
    assert 0.92 <= np.mean(held) <= 0.98


@given(st.integers(0, 1000))
def test_exchanging_the_two_exchanges_the_outcome(seed):
    one, two = fitted(5000, 2, seed=seed), fitted(5500, 2, seed=seed + 1)
    here, there = compare(one, two), compare(two, one)
    assert (here.low_bytes, here.high_bytes) == (there.low_bytes, there.high_bytes)
    opposite = {Crossing.FASTER: Crossing.SLOWER, Crossing.SLOWER: Crossing.FASTER}
    assert there.outcome is opposite.get(here.outcome, here.outcome)


@pytest.mark.parametrize(
    ("sizes", "times"),
    [
        ([1, 1, 2, 2], [1, 1, 2, 2]),
        ([1, 2, 3], [1, 2, 3]),
        ([1, 2, 3, 3], [1, 2, 3, 0]),
        ([1, 2, 3, 3], [1, 2, 3, float("inf")]),
        ([1, 2, 3, 3], [1, 2, 3]),
    ],
)
def test_what_cannot_be_fitted_is_refused(sizes, times):
    with pytest.raises(ValueError, match="size"):
        cost_model(sizes, times, 0.95)


def test_ranges_without_a_common_size_are_refused():
    with pytest.raises(ValueError, match="different sizes"):
        compare(fitted(1, 1, seed=1, sizes=SIZES), fitted(1, 1, seed=1, sizes=SIZES * 1e6))

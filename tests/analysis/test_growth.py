"""Cost models against an independent fit, planted truths, and comparisons of two lines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from tests.certification.printed import CELLS
from wirelab.analysis.cells_and_rounds import TwoWayFit, two_way_fit
from wirelab.analysis.growth import ILL_FITTING, Crossing, Curve, compare, cost_curve

SIZES = np.array([1e3, 1e4, 1e5, 1e6])
FIRST, SECOND = range(4), range(4, 8)


def session(times_ns) -> TwoWayFit:
    """A session of times by round and cell; rows are rounds."""
    fit = two_way_fit({cell: dict(enumerate(own)) for cell, own in zip(CELLS, np.transpose(times_ns), strict=False)})
    assert fit is not None
    return fit


def drawn(*lines: tuple[float, float], seed: int, rounds: int = 8, spread=0.02, machine=0.0):
    """Times of codecs with a fixed cost and a cost per byte, shape (rounds, codecs x sizes)."""
    random = np.random.default_rng(seed)
    truth = np.concatenate([fixed + per_byte * SIZES for fixed, per_byte in lines])
    own = spread * random.standard_normal((rounds, len(truth)))
    return truth * np.exp(own + machine * random.standard_normal((rounds, 1)))


def curve(times_ns, sizes=SIZES, places=FIRST) -> Curve:
    return cost_curve(session(times_ns), places, sizes, 0.95)


@given(st.floats(1, 1e6), st.floats(0.01, 100))
def test_an_exact_line_is_found_exactly(fixed, per_byte):
    model = curve([fixed + per_byte * SIZES] * 2).model
    assert model.fixed_ns.estimate == pytest.approx(fixed, rel=1e-6, abs=1e-6 * per_byte * 1e3)
    assert model.per_byte_ns.estimate == pytest.approx(per_byte, rel=1e-9)


@given(st.floats(0.5, 2))
def test_a_power_of_size_gives_its_exponent(exponent):
    assert curve([SIZES**exponent] * 2).model.exponent.estimate == pytest.approx(exponent, rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_estimates_and_errors_agree_with_scipys_fit(seed):
    """The same weights, by Levenberg-Marquardt with numerical derivatives; errors from its covariance."""
    times = drawn((5000, 2), (5000, 2), (1000, 3), seed=seed)
    fit, found = session(times), curve(times)
    own = fit.variances[:4]
    drawn_in = (7 * own + 20 * own.mean()) / 27
    (a, b), covariance = curve_fit(
        lambda x, a, b: np.log(a + b * x),
        SIZES,
        np.log(times[:, :4]).mean(axis=0),
        p0=(4000, 2.2),
        sigma=np.sqrt(drawn_in / 8),
        absolute_sigma=True,
    )
    assert (found.model.fixed_ns.estimate, found.model.per_byte_ns.estimate) == pytest.approx((a, b), rel=1e-4)
    errors = np.sqrt((found.influence[:, :4] ** 2 * drawn_in / 8).sum(axis=1))
    assert errors == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-3)
    slope = np.polyfit(np.log(SIZES), np.log(times[:, :4]).mean(axis=0), 1, w=np.sqrt(8 / drawn_in))[0]
    assert found.model.exponent.estimate == pytest.approx(slope, rel=1e-9)


def test_what_the_machine_does_to_a_whole_round_is_no_error():
    still, moved = (curve(drawn((5000, 2), (5000, 2), seed=1, machine=sd)).model for sd in (0.0, 0.3))
    widths = [(model.per_byte_ns.high - model.per_byte_ns.low) / model.per_byte_ns.estimate for model in (still, moved)]
    assert widths[1] == pytest.approx(widths[0], rel=1e-9)
    assert moved.exponent.estimate == pytest.approx(still.exponent.estimate, rel=1e-9)


def test_rounds_that_a_size_missed_make_no_slope():
    """The machine is twice as slow from the fourth round on, when the small sizes are measured no more."""
    truth = np.tile(2 * SIZES, 2)
    slow = np.repeat([1.0, 2.0], [3, 5])
    times = {
        cell: {b: truth[at] * slow[b] * (1 + 1e-4 * ((b + at) % 3)) for b in range(3 if at in {0, 1} else 8)}
        for at, cell in enumerate(CELLS[:8])
    }
    fit = two_way_fit(times)
    assert fit is not None
    assert cost_curve(fit, FIRST, SIZES, 0.95).model.exponent.estimate == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("spread", [0.02, np.tile([0.05, 0.02, 0.01, 0.01], 2)], ids=["even", "uneven"])
def test_intervals_hold_the_truth(spread):
    models = [curve(drawn((5000, 2), (5000, 2), seed=seed, spread=spread)).model for seed in range(300)]
    for held in (
        [model.fixed_ns.low <= 5000 <= model.fixed_ns.high for model in models],
        [model.per_byte_ns.low <= 2 <= model.per_byte_ns.high for model in models],
    ):
        assert 0.91 <= np.mean(held) <= 0.985
    assert np.mean([model.lack_of_fit < 0.05 for model in models]) < 0.1


def test_where_no_line_fits_intervals_are_about_the_distance_from_it():
    times = SIZES**0.5 * np.exp(0.001 * np.random.default_rng(1).standard_normal((8, 4)))
    bent = curve(times).model
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
    found = compared(own, other, seed=1)
    assert found.outcome is outcome
    if outcome is Crossing.CROSSES:
        assert found.low_bytes < 20_000 < found.high_bytes
        assert found.low_bytes <= found.at_bytes <= found.high_bytes


def test_limits_hold_all_sizes_at_which_two_lines_are_alike():
    """Two lines may differ only in the middle of the range, where they are known best."""
    found = compared((5000, 2), (5150, 2.06), seed=3, spread=0.03)
    assert (found.outcome, found.low_bytes, found.high_bytes) == (Crossing.FASTER, SIZES[0], SIZES[-1])


def compared(own, other, *, seed, **how):
    fit = session(drawn(own, other, seed=seed, **how))
    return compare(fit, cost_curve(fit, FIRST, SIZES, 0.95), cost_curve(fit, SECOND, SIZES, 0.95))


@pytest.mark.long
def test_the_interval_of_a_crossing_holds_it():
    found = [compared((5000, 2), (15000, 1.5), seed=seed, machine=0.2) for seed in range(200)]
    held = [one.outcome is Crossing.CROSSES and one.low_bytes <= 20_000 <= one.high_bytes for one in found]
    assert np.mean(held) >= 0.93


@pytest.mark.long
def test_equal_lines_are_seldom_told_apart_at_any_size():
    found = [compared((5000, 2), (5000, 2), seed=seed, machine=0.2) for seed in range(200)]
    assert np.mean([one.outcome is not Crossing.OPEN for one in found]) <= 0.09


@pytest.mark.long
@given(st.integers(0, 1000))
def test_exchanging_the_two_exchanges_the_outcome(seed):
    fit = session(drawn((5000, 2), (5500, 2), seed=seed))
    one, two = (cost_curve(fit, places, SIZES, 0.95) for places in (FIRST, SECOND))
    here, there = compare(fit, one, two), compare(fit, two, one)
    assert (here.low_bytes, here.high_bytes) == (there.low_bytes, there.high_bytes)
    opposite = {Crossing.FASTER: Crossing.SLOWER, Crossing.SLOWER: Crossing.FASTER}
    assert there.outcome is opposite.get(here.outcome, here.outcome)

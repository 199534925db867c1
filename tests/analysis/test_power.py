"""Power against R, against simulation with the lab's own intervals, and against its requirements."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.analysis.decide.power import POWER, power_to_equate, power_to_find, rounds_needed, smallest_found
from wirelab.design.sequential import Schedule


@pytest.mark.parametrize(
    ("n", "delta", "sd", "alpha", "power"),
    [
        (5, 0.05, 0.03, 0.05, 0.793220235053),
        (10, 0.02, 0.02, 0.003, 0.29482116265),
        (20, 0.05, 0.1, 0.01, 0.297346077675),
        (40, 0.0198, 0.06, 0.007, 0.240068874072),
    ],
)
def test_power_agrees_with_r(n, delta, sd, alpha, power):
    """R 4.2.2: `power.t.test(n, delta, sd, alpha, type = "one.sample", strict = TRUE)`."""
    assert power_to_find(sd, n, delta, alpha) == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize(("n", "sd", "band", "alpha"), [(10, 0.03, 0.05, 0.01), (20, 0.02, 0.02, 0.05)])
def test_equivalence_is_found_as_often_as_it_says(n, sd, band, alpha):
    random = np.random.default_rng(1)
    found = 0
    for row in random.normal(0, sd, (2000, n)):
        interval = paired_ratio(dict(enumerate(np.exp(row).tolist())), dict.fromkeys(range(n), 1.0), 1 - 2 * alpha)
        found += 1 / (1 + band) <= interval.low and interval.high <= 1 + band
    assert found / 2000 == pytest.approx(power_to_equate(sd, n, band, alpha), abs=0.035)


@given(st.floats(0.001, 0.3), st.integers(2, 60), st.floats(0.001, 0.2))
def test_the_smallest_ratio_that_is_found_is_found_as_often_as_asked(sd, n, alpha):
    assert power_to_find(sd, n, math.log(smallest_found(sd, n, alpha)), alpha) == pytest.approx(POWER, abs=1e-6)


@given(st.floats(0.001, 0.3), st.integers(2, 60), st.floats(0.001, 0.5), st.floats(0.0005, 0.2))
def test_more_rounds_never_find_less(sd, n, delta, alpha):
    here, more = power_to_find(sd, n, delta, alpha), power_to_find(sd, n + 1, delta, alpha)
    assert 0 <= here <= more + 1e-9
    assert more <= 1
    assert power_to_equate(sd, n, delta, alpha) <= power_to_equate(sd, n + 1, delta, alpha) + 0.01


def test_no_scatter_decides_at_once():
    assert (power_to_find(0, 5, 0.1, 0.01), power_to_find(0, 5, 0, 0.01), power_to_equate(0, 5, 0.02, 0.01)) == (
        1,
        0,
        1,
    )


@pytest.mark.parametrize("sd", [0.005, 0.02, 0.1])
def test_rounds_needed_have_the_power_and_fewer_have_not(sd):
    schedule = Schedule(20, 7)
    needed = [rounds_needed(sd, ratio, band=0.02, schedule=schedule) for ratio in (1.02, 1.05, 1.1)]
    assert [own.to_find for own in needed] == sorted((own.to_find for own in needed), reverse=True)
    for own in needed:
        shape = schedule if own.to_find <= 20 else Schedule(own.to_find, 7)
        delta = math.log(own.ratio)
        assert power_to_find(sd, own.to_find, delta, shape.level_to_differ(own.to_find)) >= 0.8
        if own.to_find > 21:
            fewer = own.to_find - 1
            assert power_to_find(sd, fewer, delta, Schedule(fewer, 7).level_to_differ(fewer)) < 0.8


def test_more_rounds_than_a_study_may_have_are_not_named():
    needed = rounds_needed(1.0, 1.02, band=0.02, schedule=Schedule(20, 7))
    assert (needed.to_find, needed.to_equate) == (None, None)


def test_faster_is_found_as_soon_as_slower():
    schedule = Schedule(20, 3)
    slower, faster = (rounds_needed(0.03, ratio, band=0.02, schedule=schedule) for ratio in (1.05, 1 / 1.05))
    assert slower.to_find == faster.to_find

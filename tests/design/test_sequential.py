"""Looks and alpha spending."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from wirelab.design.sequential import Schedule, level_for_width
from wirelab.study.definition import LOOKS

SCHEDULES = st.builds(Schedule, rounds=st.integers(1, 60), comparisons=st.integers(1, 50), alpha=st.floats(0.001, 0.2))


@pytest.mark.parametrize(
    ("rounds", "looks"),
    [
        (1, (1,)),
        (3, (3,)),
        (5, (3, 4, 5)),
        (20, tuple(range(3, 21))),
        (25, (*range(3, 21), 22, 24, 25)),
        (40, LOOKS),
        (100, (*LOOKS, 100)),
    ],
)
def test_the_last_look_is_always_the_largest_number_of_rounds(rounds, looks):
    assert Schedule(rounds, 1).looks == looks


def test_no_interval_of_two_rounds_is_read_for_its_width():
    planned = tuple(range(2, 21))
    assert Schedule(20, 1, planned=planned).looks == planned
    assert Schedule(20, 1, planned=planned, precision=0.05).looks == planned[1:]
    assert Schedule(2, 1, planned=planned, precision=0.05).looks == (2,), "the last round is looked at in any case"


def test_the_first_look_spends_by_the_square_of_the_share_of_rounds():
    schedule = Schedule(20, 4, alpha=0.04)
    assert schedule.level_to_differ(3) == pytest.approx(0.01 * (3 / 20) ** 2)
    assert schedule.level_to_differ(3, found=3) == pytest.approx(0.04 * (3 / 20) ** 2)
    assert schedule.level_to_equate(3) == pytest.approx(0.01 * (3 / 20) ** 2 / 2)


def test_a_single_look_has_all_of_the_error():
    assert Schedule(5, 4, planned=()).level_to_differ(5) == pytest.approx(0.05 / 4)
    assert Schedule(5, 4, planned=()).level_to_equate(5) == pytest.approx(0.05 / 4)


@settings(deadline=None, max_examples=30)
@given(SCHEDULES)
def test_looks_that_share_data_may_use_more_than_they_add_to_what_was_spent(schedule):
    share = schedule.alpha / schedule.comparisons
    before = 0
    for look in schedule.looks:
        level = schedule.level_to_differ(look)
        added = share * ((look / schedule.rounds) ** 2 - (before / schedule.rounds) ** 2)
        assert added * (1 - 1e-6) <= level <= share * (1 + 1e-6)
        before = look


@settings(deadline=None, max_examples=30)
@given(SCHEDULES, st.data())
def test_a_study_that_ends_early_has_more_error_left(schedule, data):
    end = data.draw(st.integers(1, schedule.rounds))
    assert 0 < schedule.level_to_differ(end) <= schedule.level_to_differ(end, last=True)
    assert schedule.level_to_equate(end) <= schedule.level_to_equate(end, last=True)


@pytest.mark.long
@settings(deadline=None, max_examples=30)
@given(SCHEDULES, st.data())
def test_what_was_found_leaves_its_share_to_the_others(schedule, data):
    end = data.draw(st.integers(1, schedule.rounds))
    levels = [schedule.level_to_differ(end, found=found) for found in range(schedule.comparisons)]
    assert levels == sorted(levels)
    with pytest.raises(ValueError, match="none is left"):
        schedule.level_to_differ(end, found=schedule.comparisons)
    with pytest.raises(ValueError, match="none is left"):
        schedule.level_to_equate(end, equated=schedule.comparisons)


@pytest.mark.parametrize(
    "wrong",
    [{"rounds": 0}, {"comparisons": 0}, {"alpha": 0}, {"alpha": 0.5}, {"precision": 0}, {"precision": -0.1}],
)
def test_impossible_schedules_are_refused(wrong):
    with pytest.raises(ValueError, match=r"needs|alpha|precision"):
        Schedule(**{"rounds": 5, "comparisons": 1, **wrong})


@pytest.mark.parametrize("n", [-1, 0, 21])
def test_there_is_nothing_to_look_at_outside_the_study(n):
    with pytest.raises(ValueError, match="nothing to look at"):
        Schedule(20, 1).level_to_differ(n)


@pytest.mark.parametrize("error", [0.1, 0.05, 0.05 / 2, 0.05 / 7, 0.05 / 14])
def test_an_interval_that_is_read_when_it_is_narrow_enough_errs_as_often_as_promised(error):
    """Given its scatter, how often an interval misses is exact, as the mean of normal data is independent of it."""
    looks, level = Schedule(20, 1).looks, level_for_width(error)
    paths = np.random.default_rng(5).standard_normal((30_000, looks[-1]))
    n = np.arange(1, looks[-1] + 1)
    variances = (np.cumsum(paths**2, 1) - np.cumsum(paths, 1) ** 2 / n)[:, 1:] / (n - 1)[1:]

    def errs(width: float) -> float:
        left, missed = np.ones(len(paths), bool), 0.0
        for look in looks:
            half = stats.t.ppf(1 - level / 2, look - 1) * np.sqrt(variances[:, look - 2] / look)
            stops = left & ((half <= width) | (look == looks[-1]))
            missed += float(np.sum(2 * stats.norm.sf(half[stops] * np.sqrt(look))))
            left &= ~stops
        return missed / len(paths)

    assert 0.7 * error < max(map(errs, np.geomspace(0.2, 4, 24))) <= 1.03 * error

"""Looks and alpha spending."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirelab.design.sequential import Schedule
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

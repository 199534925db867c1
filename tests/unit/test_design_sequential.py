"""Looks and alpha spending."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.design.sequential import Schedule
from wirelab.study.definition import LOOKS

SCHEDULES = st.builds(Schedule, rounds=st.integers(1, 200), comparisons=st.integers(1, 50), alpha=st.floats(0.001, 0.2))


@pytest.mark.parametrize(
    ("rounds", "looks"),
    [
        (1, (1,)),
        (3, (3,)),
        (4, (3, 4)),
        (5, (3, 4, 5)),
        (6, (3, 4, 5, 6)),
        (7, (3, 4, 5, 7)),
        (20, (3, 4, 5, 7, 10, 14, 20)),
        (25, (3, 4, 5, 7, 10, 14, 20, 25)),
        (40, LOOKS),
        (100, (*LOOKS, 100)),
    ],
)
def test_the_last_look_is_always_the_largest_number_of_rounds(rounds, looks):
    assert Schedule(rounds, 1).looks == looks


def test_alpha_is_spent_by_the_square_of_the_share_of_rounds():
    schedule = Schedule(20, 4, alpha=0.04)
    assert schedule.alpha_at(3) == pytest.approx(0.01 * (3 / 20) ** 2)
    assert schedule.alpha_at(5) == pytest.approx(0.01 * ((5 / 20) ** 2 - (4 / 20) ** 2))
    assert schedule.alpha_at(7) == pytest.approx(0.01 * ((7 / 20) ** 2 - (5 / 20) ** 2))
    assert schedule.alpha_at(20) == pytest.approx(0.01 * (1 - (14 / 20) ** 2))
    assert schedule.alpha_at(6) is None
    assert schedule.alpha_at(28) is None


def test_what_was_found_leaves_its_share_to_the_others():
    schedule = Schedule(20, 4, alpha=0.04)
    assert schedule.alpha_since_look(20, found=3) == pytest.approx(4 * schedule.alpha_since_look(20))
    with pytest.raises(ValueError, match="none is left"):
        schedule.alpha_since_look(20, found=4)


@given(SCHEDULES)
def test_all_looks_of_all_comparisons_together_spend_alpha(schedule):
    spent = sum(schedule.alpha_at(look) for look in schedule.looks) * schedule.comparisons
    assert spent == pytest.approx(schedule.alpha)


@given(SCHEDULES, st.data())
def test_a_study_that_ends_early_never_spends_more(schedule, data):
    end = data.draw(st.integers(1, schedule.rounds))
    before = sum(schedule.alpha_at(look) for look in schedule.looks if look < end)
    assert 0 < schedule.alpha_since_look(end) <= schedule.alpha_since_look(end, last=True)
    spent = (before + schedule.alpha_since_look(end, last=True)) * schedule.comparisons
    assert spent == pytest.approx(schedule.alpha)


@given(SCHEDULES, st.data())
def test_equivalence_spends_alpha_of_its_own(schedule, data):
    end = data.draw(st.integers(1, schedule.rounds))
    before = sum(schedule.alpha_to_equate(look) for look in schedule.looks if look < end)
    last = schedule.alpha_to_equate(end, last=True)
    assert (before + last) * schedule.comparisons == pytest.approx(schedule.alpha)
    assert schedule.alpha_since_look(end) / 2 <= schedule.alpha_to_equate(end) <= last


def test_what_is_equivalent_leaves_its_share_of_the_last_look():
    schedule = Schedule(20, 4, alpha=0.04)
    assert schedule.alpha_to_equate(14, equated=3) == schedule.alpha_to_equate(14)
    kept = schedule.alpha_to_equate(20) - schedule.alpha_since_look(20) / 2
    assert schedule.alpha_to_equate(20, equated=3) == pytest.approx(schedule.alpha_since_look(20) / 2 + 4 * kept)
    with pytest.raises(ValueError, match="none is left"):
        schedule.alpha_to_equate(20, equated=4)


@pytest.mark.parametrize(
    "wrong",
    [{"rounds": 0}, {"comparisons": 0}, {"alpha": 0}, {"alpha": 1}, {"precision": 0}, {"precision": -0.1}],
)
def test_impossible_schedules_are_refused(wrong):
    with pytest.raises(ValueError, match=r"needs|alpha|precision"):
        Schedule(**{"rounds": 5, "comparisons": 1, **wrong})


@pytest.mark.parametrize("n", [-1, 0, 21])
def test_there_is_nothing_to_look_at_outside_the_study(n):
    with pytest.raises(ValueError, match="nothing to look at"):
        Schedule(20, 1).alpha_since_look(n)

"""The ratio of two cells by a round's turns, where the truth is planted."""

import math
import random
from dataclasses import replace
from statistics import median

import numpy as np
import pytest

from tests.certification.noise import MACHINES, drawn
from tests.certification.printed import CELLS
from wirelab.analysis.decide.round_ratios import levelled_times, round_ratios, sustains, time_of, turn_effects
from wirelab.model.cell import Cell, ModeKind
from wirelab.model.measurement import LossKind, ProcessSummary

CELL, OTHER, THIRD, FOURTH = CELLS[:4]


def process(cell: Cell, *turns_ns: float, round_: int = 0, group: int | None = 0, **more) -> ProcessSummary:
    return ProcessSummary(cell, round_, group, turns_ns, **more)


def logs(own: list[ProcessSummary], other: list[ProcessSummary]) -> list[tuple[int, float]]:
    return [(b, pytest.approx(math.exp(log))) for b, log in round_ratios(own, other).logs]


def test_a_rounds_ratio_is_the_median_of_those_of_the_same_turn():
    machine = (1.0, 1.7, 1.0, 1.6, 0.9)
    slow = process(CELL, *(200 * speed * own for speed, own in zip(machine, (1, 1, 1.5, 1, 0.9), strict=True)))
    fast = process(OTHER, *(100 * speed for speed in machine))
    assert logs([slow], [fast]) == [(0, 2.0)]
    assert logs([fast], [slow]) == [(0, 0.5)]


def test_turns_that_one_of_two_did_not_live_to_see_do_not_count():
    assert logs([process(CELL, 2, 2, 9)], [process(OTHER, 1, 1)]) == [(0, 2.0)]


def test_several_groups_count_with_the_mean_of_their_logarithms():
    own = [process(CELL, 2), process(CELL, 8, group=1)]
    reference = [process(OTHER, 1, group=group) for group in range(3)]
    assert logs(own, reference) == [(0, 4.0)]


def test_two_that_took_no_turn_with_each_other_have_no_ratio_in_that_round():
    rounds = [process(CELL, 2, group=1), process(CELL, 3, round_=1)]
    assert logs(rounds, [process(OTHER, 1), process(OTHER, 1, round_=1)]) == [(1, 3.0)]


def test_processes_that_measured_alone_are_compared_by_their_medians():
    own = [process(CELL, 1, 2, 9, group=None), process(CELL, 8, group=None)]  # an old lab's retry of the round before
    assert logs(own, [process(OTHER, 1, group=None)]) == [(0, 4.0)]


def test_lost_processes_do_not_count():
    lost = process(CELL, 5, loss=LossKind.CRASH)
    assert logs([lost, process(CELL, 2, round_=2)], [process(OTHER, 1, round_=b) for b in range(3)]) == [(2, 2.0)]
    assert round_ratios([lost], []).logs == ()


@pytest.mark.parametrize("which", [0, 1])
def test_where_every_turn_of_either_collects_ratios_are_of_means(which):
    sides = [[process(CELL, 2, mean_ns=3.0)], [process(OTHER, 1, mean_ns=2.0)]]
    sides[which] = [replace(each, collects=True, collected=(True,)) for each in sides[which]]
    found = round_ratios(*sides)
    assert found.sustained
    assert logs(*sides) == [(0, 1.5)]


def test_where_few_turns_collect_what_collections_add_comes_on_top_of_the_median():
    machine = (1.0, 1.7, 1.0, 1.6, 0.9)
    own = process(CELL, *(200 * speed for speed in machine[:4]), 900, collected=(False,) * 4 + (True,), collects=True)
    own, other = replace(own, collection_share=0.5), process(OTHER, *(100 * speed for speed in machine), mean_ns=1.0)
    assert round_ratios([own], [other]).sustained
    assert logs([own], [other]) == [(0, 3.0)]
    assert logs([other], [own]) == [(0, 1 / 3)]
    assert time_of(own, sustained=True) == pytest.approx(1.5 * 200 * 1.3), "of the turns that collect nothing"


def test_what_a_ratio_is_of_does_not_change_with_later_rounds():
    """A run must decide the same when it is resumed: the basis is the first three rounds that both have."""
    own = [process(CELL, 2, round_=b, mean_ns=3.0, collects=b == 3, collected=(True,)) for b in range(5)]
    other = [process(OTHER, 1, round_=b, mean_ns=1.0) for b in range(5)]
    assert not round_ratios(own, other).sustained
    assert round_ratios(own[1:], other[1:]).sustained
    assert not sustains(own)
    assert time_of(own[0], sustained=True) == 3.0


def test_collections_of_processes_that_measured_alone_change_nothing():
    alone = process(CELL, 1, 2, 9, group=None, mean_ns=4.0, collects=True)
    assert not round_ratios([alone], [process(OTHER, 1, group=None)]).sustained
    assert time_of(alone, sustained=True) == 2


def test_where_garbage_is_collected_before_each_call_ratios_are_of_medians():
    cells = [replace(cell, mode=ModeKind.COLLECTED) for cell in (CELL, OTHER)]
    own, other = (process(cell, ns, mean_ns=9.0, collects=True) for cell, ns in zip(cells, (2, 1), strict=True))
    assert not round_ratios([own], [other]).sustained
    assert logs([own], [other]) == [(0, 2.0)]


def test_the_machine_is_what_all_cells_of_a_group_share():
    machine = (1.0, 2.0, 1.0, 1.5, 1.0)
    group = [process(cell, *(ns * speed for speed in machine)) for cell, ns in zip(CELLS, (1, 7, 50), strict=False)]
    usual = math.log(3) / 5
    assert turn_effects(group) == pytest.approx([math.log(speed) - usual for speed in machine])
    assert turn_effects(group[:1]) == [0.0] * 5, "a single cell cannot be distinguished from the machine"


def test_collections_are_not_taken_for_the_machine():
    """It is equally fast in all turns, but in half of them most cells collect."""
    group = [process(THIRD, *[300] * 10, mean_ns=300.0)]
    for cell, ns, first in ((CELL, 100, 0), (OTHER, 200, 1)):
        collected = tuple(first <= at < first + 4 for at in range(10))
        made = process(cell, *(4 * ns if at else ns for at in collected), mean_ns=2.2 * ns, collects=True)
        group.append(replace(made, collected=collected, collection_share=1.2))
    assert turn_effects(group) == pytest.approx([0.0] * 10)
    times = levelled_times(group)
    for each in group[1:]:
        ((_, log),) = round_ratios([each], group[:1]).logs
        assert math.log(times[each.cell][0] / times[THIRD][0]) == pytest.approx(log)


@pytest.mark.parametrize("collects", [False, True])
def test_one_whose_calls_take_long_has_fewer_turns_and_the_machine_still_falls_out(collects):
    """From the third turn on the machine is half as fast; the third cell has had its turns by then."""
    machine = (1.0, 1.0, 2.0, 2.0, 2.0, 2.0)
    often = [process(cell, *(ns * speed for speed in machine)) for cell, ns in ((CELL, 100), (OTHER, 300))]
    seldom = process(THIRD, 7000, 7000)
    group = [*often, seldom]
    if collects:
        facts = {"collects": True, "mean_ns": math.nan}
        group = [replace(each, collected=(True,) * len(each.turns_ns), **facts) for each in often]
        group = [replace(each, mean_ns=float(np.mean(each.turns_ns))) for each in (*group, seldom)]
    times = levelled_times(group)
    assert times[OTHER][0] / times[CELL][0] == pytest.approx(3)
    assert times[THIRD][0] / times[CELL][0] == pytest.approx(70)
    assert logs(group[2:], group[:1]) == [(0, 70.0)]
    assert turn_effects([process(CELL, 1, 2, 4), process(OTHER, 5)]) == [0.0], "beyond, there is only one"


def test_levelled_times_of_two_have_the_ratio_of_the_same_turns():
    draw = random.Random(5)
    for _ in range(50):
        pair = [process(cell, *(draw.lognormvariate(0, 1) for _ in range(7))) for cell in (CELL, OTHER)]
        times = levelled_times(pair)
        ((_, log),) = round_ratios(pair[:1], pair[1:]).logs
        assert math.log(times[CELL][0] / times[OTHER][0]) == pytest.approx(log)


def test_groups_of_a_round_come_to_one_level_by_the_cells_that_they_share():
    """The second group ran on a machine twice as slow."""
    first = [process(CELL, 10, 11, 10), process(OTHER, 20, 22, 20)]
    second = [process(CELL, 20, 20, 24, group=1), process(THIRD, 80, 80, 96, group=1)]
    times = levelled_times([*first, *second])
    assert times[OTHER][0] / times[CELL][0] == pytest.approx(2)
    assert times[THIRD][0] / times[CELL][0] == pytest.approx(4)
    assert times[THIRD][0] / times[OTHER][0] == pytest.approx(2)


def test_levelled_times_of_cells_that_collect_are_means_at_the_machines_usual_speed():
    machine = (1.0, 1.0, 2.0, 1.0)
    steady = [process(cell, *(100 * speed for speed in machine), mean_ns=125.0) for cell in (CELL, OTHER)]
    always = {"mean_ns": 250.0, "collects": True, "collected": (True,) * 4}
    collecting = process(THIRD, *(100 * speed for speed in machine), **always)
    times = levelled_times([*steady, collecting])
    assert times[CELL][0] == pytest.approx(100)
    assert times[THIRD][0] == pytest.approx(200), "the machine's mean slowness of 1.25 is taken out"


def test_sustained_ratios_are_of_mean_calls_and_follow_a_restless_machine_less_than_means_do():
    """A twentieth of all turns takes 1.3 times as long for a collection, and the machine has two speeds."""
    draw, speed, sustained, means = random.Random(7), 1.0, [], []
    for _ in range(400):
        turns: dict[Cell, list[tuple[float, bool]]] = {CELL: [], OTHER: []}
        for _ in range(20):
            for cell in (CELL, OTHER):
                speed = 2.6 - speed if draw.random() < 0.2 else speed
                collects = cell == CELL and draw.random() < 0.05
                turns[cell].append(((2 if cell == CELL else 1) * speed * (1 + 0.3 * collects), collects))
        pair = []
        for cell, own in turns.items():
            quiet = median(ns for ns, collects in own if not collects)
            added = sum(ns - quiet for ns, collects in own if collects) / (20 * quiet)
            own_ns, collected = zip(*own, strict=True)
            facts = {"collected": collected, "collects": cell == CELL, "mean_ns": sum(own_ns) / 20}
            pair.append(process(cell, *own_ns, collection_share=added, **facts))
        sustained += [log for _, log in round_ratios(pair[:1], pair[1:]).logs]
        means.append(math.log(pair[0].mean_ns / pair[1].mean_ns))
    assert math.exp(np.mean(sustained)) == pytest.approx(2 * (1 + 0.05 * 0.3), rel=0.005)
    assert np.std(sustained) < 0.9 * np.std(means)


def test_levelled_times_of_cells_that_seldom_collect_have_collections_on_top_of_the_median():
    machine = (1.0, 1.0, 2.0, 1.0)
    steady = [process(cell, *(100 * speed for speed in machine), mean_ns=125.0) for cell in (CELL, OTHER)]
    seldom = {"mean_ns": 999.0, "collects": True, "collected": (False, True, False, False), "collection_share": 0.2}
    times = levelled_times([*steady, process(THIRD, 100, 400, 200, 100, **seldom)])
    assert times[THIRD][0] / times[CELL][0] == pytest.approx(1.2)


def test_simulations_draw_what_this_would_make_of_their_turns():
    (some,) = drawn(3, 2, 4, [100.0, 120.0, 90.0], MACHINES[1])
    for study in range(2):
        summaries = [
            process(cell, *np.exp(some.logs[study, b, at]).tolist(), round_=b)
            for at, cell in enumerate(CELLS[:3])
            for b in range(4)
        ]
        times = levelled_times(summaries)
        for at, cell in enumerate(CELLS[:3]):
            assert [*times[cell].values()] == pytest.approx(np.exp(some.levels[study, :, at]).tolist())
        found = round_ratios([s for s in summaries if s.cell == OTHER], [s for s in summaries if s.cell == CELL])
        assert [log for _, log in found.logs] == pytest.approx(some.ratios[study, :, 0].tolist())
        assert median(times[CELL]) == 1.5

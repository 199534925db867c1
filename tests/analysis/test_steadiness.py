"""The audit on courses whose truth is planted."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.analysis.audit.steadiness import FEWEST, Ending, audit, outliers, steadiness
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.diagnostics import WarmUp
from wirelab.model.findings.finding import Steadiness
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import Subject

CELL = Cell(CorpusName("some", "1", "random"), "platform", Subject("codec"), Operation.SERIALIZE)


def course(*levels: tuple[float, int], spread: float = 0.005, seed: int = 1) -> np.ndarray:
    """Times around one level after the other, each for a number of batches."""
    random = np.random.default_rng(seed)
    return np.concatenate([level * np.exp(spread * random.standard_normal(count)) for level, count in levels])


@pytest.mark.parametrize(
    ("levels", "measured_from", "ending"),
    [
        ([(100, 40)], 35, Ending.FLAT),
        ([(400, 10), (200, 10), (100, 30)], 40, Ending.WARM_UP),
        ([(100, 20), (130, 30)], 45, Ending.SLOWDOWN),
        ([(300, 15), (90, 15), (100, 30)], 50, Ending.SLOWDOWN),
        ([(100, 20), (50, 20)], 15, Ending.UNSETTLED),
        ([(100, 30), (102, 30)], 5, Ending.UNSETTLED),
        ([(100, 30), (100.5, 30)], 5, Ending.FLAT),
        ([(100, 70), (60, 10)], 60, Ending.UNSETTLED),
        ([(100, 40), (60, 40)], 60, Ending.WARM_UP),
    ],
)
def test_planted_courses(levels, measured_from, ending):
    assert audit(course(*levels), measured_from) is ending


@pytest.mark.parametrize("level", [70, 95, 105, 140])
def test_a_few_measured_batches_on_a_level_of_their_own_are_no_outliers(level):
    late = course((100, 60), (level, 5))
    assert outliers(np.log(late[:55])).sum() == 0
    assert audit(late, 60) is Ending.UNSETTLED


@pytest.mark.parametrize("count", [10, 30])
def test_what_breaks_while_it_is_measured_is_not_steady(count):
    assert audit(course((100, 40), (100, count // 2), (108, count // 2)), 40) is Ending.UNSETTLED


@pytest.mark.parametrize("change", [-0.008, -0.005, 0.005, 0.008])
def test_what_falls_or_rises_while_it_is_measured_is_not_steady(change):
    falling = course((100, 30)) * np.exp(change * np.arange(30))
    assert audit(falling, 20) is Ending.UNSETTLED
    settled = np.concatenate([falling[:20], np.full(10, falling[19])]) * course((1, 30))
    assert audit(settled, 25) is not Ending.UNSETTLED


def test_lone_outliers_among_few_measured_batches_are_no_movement():
    for places in ([60], [61], [60, 63], [62, 64]):
        late = course((100, 65))
        late[places] *= 1.2
        assert audit(late, 60) is Ending.FLAT


@pytest.mark.parametrize("spread", [0.002, 0.01, 0.05])
@pytest.mark.parametrize("measured", [5, 20])
def test_noise_of_any_size_hardly_ever_moves(spread, measured):
    endings = [audit(course((100, 60), spread=spread, seed=seed), 60 - measured) for seed in range(300)]
    assert endings.count(Ending.FLAT) >= 294


def test_lone_outliers_change_nothing():
    late = course((100, 60))
    late[[20, 50]] *= 5
    assert outliers(np.log(late)).nonzero()[0].tolist() == [20, 50]
    assert audit(late, 50) is Ending.FLAT


def test_noise_alone_is_hardly_ever_called_unsteady():
    endings = [audit(course((100, 60), spread=0.03, seed=seed), 50) for seed in range(300)]
    assert endings.count(Ending.FLAT) >= 295


@given(st.floats(1e-3, 1e9), st.integers(0, 1000))
def test_the_unit_of_time_does_not_matter(factor, seed):
    times = course((200, 15), (100, 30), spread=0.02, seed=seed)
    assert audit(factor * times, 40) is audit(times, 40)


@pytest.mark.parametrize("times", [[1.0] * (FEWEST - 1), [1.0] * FEWEST + [0.0], [1.0] * FEWEST + [float("nan")]])
def test_what_cannot_be_audited_is_refused(times):
    with pytest.raises(ValueError, match="audit"):
        audit(np.array(times), 5)


def test_cells_count_their_processes_and_modes_without_a_rule_are_left_out():
    other = replace(CELL, twin=True)
    flat = course((100, 40))
    planted = [
        (CELL, flat, 35, True),
        (CELL, course((100, 20), (50, 20)), 15, True),
        (CELL, course((100, 20), (50, 20)), 15, False),
        (CELL, course((200, 20), (100, 20)), 35, True),
        (CELL, course((50, 20), (100, 20)), 35, True),
        (other, flat, 35, None),
        (other, np.ones(3), 2, True),
    ]
    warm_ups = [WarmUp(cell, b, 0, tuple(times[:from_])) for b, (cell, times, from_, _) in enumerate(planted)]
    processes = [
        ProcessSummary(cell, b, turns_ns=tuple(times[from_:]), steady=steady, order=0)
        for b, (cell, times, from_, steady) in enumerate(planted)
    ]
    found = steadiness(warm_ups, processes)
    assert found == {CELL: Steadiness(audited=5, flat=1, warm_up=1, slowdown=1, unsettled=2, too_early=1)}


def test_what_the_machine_does_to_turns_is_no_movement_of_a_process():
    """Two speeds for ten turns each; a third process still gets faster while it is measured."""
    machine = np.repeat([1.0, 1.6], 10)
    falling = np.exp(-0.01 * np.arange(20))
    cells = [replace(CELL, subject=Subject(name)) for name in ("one", "two", "three", "late")]
    processes = [
        ProcessSummary(
            cell, 0, 0, tuple(course((100, 20), seed=at) * machine * (falling if at == 3 else 1)), steady=True, order=at
        )
        for at, cell in enumerate(cells)
    ]
    warm_ups = [WarmUp(cell, 0, at, tuple(course((100, 20), seed=at + 9))) for at, cell in enumerate(cells)]
    found = steadiness(warm_ups, processes)
    assert [found[cell].unsettled for cell in cells] == [0, 0, 0, 1]
    alone = steadiness(warm_ups[:1], [replace(processes[0], group=None)])
    assert alone[cells[0]].unsettled == 1, "nobody shows what the machine did"
    assert steadiness([WarmUp(CELL, 5, 0, ())], processes) == {}, "no process of that round counts"

"""The lab's times against another harness's."""

import math

import pytest

from wirelab.analysis.agreement import agree, agreement, first_turns
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import Agreement
from wirelab.model.subject import Subject

CELL = Cell(CorpusName("w", "1", "plain"), "here", Subject("one"), Operation.SERIALIZE)


def of(*rounds: list[tuple[float, float]]) -> Agreement:
    return agreement(CELL, dict(enumerate(rounds)), steady=[True] * len(rounds), band=0.05, confidence=0.95)


@pytest.mark.parametrize(
    ("factor", "within"), [(1.0, True), (1.049, True), (1.051, False), (0.951, True), (0.949, False), (2.0, False)]
)
def test_a_ratio_within_five_percent_is_within(factor: float, within: bool) -> None:
    found = of(*([(factor * time, time)] for time in (100.0, 150.0, 90.0)))
    assert found.ratio is not None
    assert math.isclose(found.ratio.estimate, factor)
    assert found.within is within


def test_what_the_machine_does_for_longer_than_a_turn_cancels() -> None:
    found = of([(101.0, 100.0), (202.0, 200.0)], [(404.0, 400.0), (101.0, 100.0)])
    assert found.ratio is not None
    assert found.ratio.high - found.ratio.low < 1e-9


def test_a_rounds_ratio_is_the_median_of_its_turns() -> None:
    disturbed = [(100.0, 100.0), (900.0, 100.0), (100.0, 100.0)]
    found = of(disturbed, disturbed)
    assert found.ratio is not None
    assert (found.ratio.estimate, found.ratio.processes) == (1.0, 2)


@pytest.mark.parametrize("rounds", [[], [[(1.0, 1.0)]]])
def test_without_two_rounds_nothing_is_within(rounds: list[list[tuple[float, float]]]) -> None:
    found = of(*rounds)
    assert found.ratio is None
    assert not found.within


def test_first_turns_are_told_apart() -> None:
    warmer = [(120.0, 100.0), (100.0, 100.0), (100.0, 100.0)]
    found = of(warmer, warmer)
    first = first_turns([found, found], 0.95)
    assert found.within
    assert first is not None
    assert (round(first.estimate, 9), first.processes) == (1.2, 4)
    assert first_turns([], 0.95) is None


@pytest.mark.parametrize(
    ("outside", "of_all", "enough"), [(0, 12, True), (1, 12, True), (2, 12, False), (0, 3, True), (1, 3, False)]
)
def test_eleven_of_twelve_are_enough(outside: int, of_all: int, enough: bool) -> None:
    same, other = of([(1.0, 1.0)], [(1.0, 1.0)]), of([(2.0, 1.0)], [(2.0, 1.0)])
    assert agree([*[other] * outside, *[same] * (of_all - outside)]) is enough


def test_the_share_of_steady_processes_is_kept() -> None:
    found = agreement(CELL, {0: [(1.0, 1.0)], 1: [(1.0, 1.0)]}, steady=[True, False], band=0.05, confidence=0.95)
    assert found.steady_share == 0.5

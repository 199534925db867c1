"""The lab's times against another harness's."""

import math

import pytest

from wirelab.analysis.agreement import agree, agreement
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import Agreement
from wirelab.model.subject import Subject

CELL = Cell(CorpusName("w", "1", "plain"), "here", Subject("one"), Operation.SERIALIZE)


def of(lab: dict[int, float], harness: dict[int, float]) -> Agreement:
    return agreement(CELL, lab, harness, steady=[True] * len(lab), band=0.05, confidence=0.95)


@pytest.mark.parametrize(
    ("factor", "within"), [(1.0, True), (1.049, True), (1.051, False), (0.951, True), (0.949, False), (2.0, False)]
)
def test_a_ratio_within_five_percent_is_within(factor: float, within: bool) -> None:
    harness = {0: 100.0, 1: 150.0, 2: 90.0}
    found = of({number: factor * time for number, time in harness.items()}, harness)
    assert found.ratio is not None
    assert math.isclose(found.ratio.estimate, factor)
    assert found.within is within


def test_rounds_are_paired_so_that_drift_cancels() -> None:
    found = of({0: 101.0, 1: 202.0, 2: 404.0}, {0: 100.0, 1: 200.0, 2: 400.0})
    assert found.ratio is not None
    assert found.ratio.high - found.ratio.low < 1e-9


def test_rounds_that_one_side_lost_do_not_count() -> None:
    found = of({0: 100.0, 1: 100.0, 2: 900.0}, {0: 100.0, 1: 100.0})
    assert found.ratio is not None
    assert (found.ratio.estimate, found.ratio.processes) == (1.0, 2)


@pytest.mark.parametrize(("lab", "harness"), [({}, {0: 1.0}), ({0: 1.0}, {}), ({0: 1.0}, {0: 1.0})])
def test_without_two_shared_rounds_nothing_is_within(lab: dict[int, float], harness: dict[int, float]) -> None:
    found = of(lab, harness)
    assert found.ratio is None
    assert not found.within


@pytest.mark.parametrize(
    ("outside", "of_all", "enough"), [(0, 12, True), (1, 12, True), (2, 12, False), (0, 3, True), (1, 3, False)]
)
def test_eleven_of_twelve_are_enough(outside: int, of_all: int, enough: bool) -> None:
    same, other = of({0: 1.0, 1: 1.0}, {0: 1.0, 1: 1.0}), of({0: 2.0, 1: 2.0}, {0: 1.0, 1: 1.0})
    assert agree([*[other] * outside, *[same] * (of_all - outside)]) is enough


def test_the_share_of_steady_processes_is_kept() -> None:
    times = {0: 1.0, 1: 1.0}
    found = agreement(CELL, times, times, steady=[True, False], band=0.05, confidence=0.95)
    assert found.steady_share == 0.5

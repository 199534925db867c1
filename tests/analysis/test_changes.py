"""Two sessions compared: findings on known truths, whatever the rounds are called and however many there are."""

import math
import random

import pytest

from tests.measured import STUDY
from wirelab.analysis.changes import changes_between
from wirelab.app.compare.in_turns import study_of_changes
from wirelab.app.request import Overrides
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.change import Change, Effect
from wirelab.model.subject import Subject

CELLS = [
    Cell(CorpusName("school", str(number), "random"), "python", Subject("orjson"), Operation.SERIALIZE)
    for number in range(3)
]


def compared(truths: list[float], rounds: tuple[int, int], between_sessions: float = 0.04) -> list[Change]:
    draw = random.Random(7)

    def times(factors: list[float], count: int, first: int) -> dict[Cell, dict[int, float]]:
        return {
            cell: {first + 2 * at: 1000 * factor * math.exp(draw.gauss(0, 0.02)) for at in range(count)}
            for cell, factor in zip(CELLS, factors, strict=True)
        }

    before, after = times([1.0] * 3, rounds[0], 0), times(truths, rounds[1], 5)
    pairs = [(cell, cell) for cell in CELLS]
    options = {"alpha": 0.05, "band": 0.02, "tolerated": 0.05, "between_sessions": between_sessions}
    return list(changes_between(before, after, pairs, **options))


@pytest.mark.parametrize("rounds", [(20, 20), (20, 12), (15, 40)])
def test_large_changes_are_found_and_small_ones_are_not(rounds: tuple[int, int]) -> None:
    found = compared([1.0, 1.2, 0.8], rounds)
    assert [each.effect for each in found[1:]] == [Effect.SLOWER, Effect.FASTER]
    assert found[0].effect in (Effect.OPEN, Effect.SMALL)
    assert {each.rounds for each in found} == {min(rounds)}
    for each, truth in zip(found, (1.0, 1.2, 0.8), strict=True):
        assert each.ratio is not None
        assert each.ratio.low <= truth <= each.ratio.high


def test_the_allowance_widens_each_interval() -> None:
    wide, narrow = (compared([1.04, 1.0, 1.0], (30, 30), allowed) for allowed in (0.04, 0.0))
    assert narrow[0].effect is Effect.SLOWER
    assert wide[0].effect is not Effect.SLOWER
    for one, other in zip(wide, narrow, strict=True):
        assert one.ratio is not None
        assert other.ratio is not None
        assert one.ratio.high == pytest.approx(other.ratio.high * 1.04)
        assert one.ratio.low == pytest.approx(other.ratio.low / 1.04)


def test_a_change_that_matters_is_not_called_none_because_it_is_small() -> None:
    """The equivalence band of studies is wider than the smallest change that a user may ask for."""
    times = [{CELLS[0]: {at: ns * (1 + 1e-4 * (at % 3)) for at in range(10)}} for ns in (1000, 1015)]
    options = {"alpha": 0.05, "band": 0.02, "between_sessions": 0.0}
    for tolerated, effect in ((0.01, Effect.SLOWER), (0.05, Effect.SMALL)):
        (found,) = changes_between(*times, [(CELLS[0], CELLS[0])], tolerated=tolerated, **options)
        assert found.effect is effect
        assert study_of_changes(STUDY, Overrides(), tolerated).analysis.band == min(0.02, tolerated)


@pytest.mark.parametrize("rounds", [(0, 5), (1, 5)])
def test_too_few_rounds_say_nothing(rounds: tuple[int, int]) -> None:
    assert all(each.effect is Effect.OPEN and each.ratio is None for each in compared([2.0] * 3, rounds))

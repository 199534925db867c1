"""Changes of level between sessions: those that are found, where, and those that are not."""

import numpy as np
import pytest

from wirelab.analysis.sessions.steps import FEWEST, steps

NOISE = (0.0, 0.01, -0.01, 0.005, -0.006, 0.009, -0.004, 0.002, -0.009, 0.007, 0.001, -0.003)


def level(*parts: tuple[float, int]) -> list[float]:
    values = [height for height, length in parts for _ in range(length)]
    return [value + NOISE[at % len(NOISE)] for at, value in enumerate(values)]


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ([], []),
        ([1.0], []),
        (level((0, FEWEST - 1)), []),
        (level((0, 12)), []),
        ([0.0] * 10, []),
        (level((0, 6), (0.2, 6)), [6]),
        (level((0, 10), (-0.2, 2)), [10]),
        (level((0, 2), (-0.2, 10)), [2]),
        (level((0, 6), (0.2, 6), (0, 6)), [6, 12]),
        (level((0, 6), (0.2, 6), (0.5, 6), (0.1, 6)), [6, 12, 18]),
        ([0.0] * 5 + [1.0] * 5, [5]),
        (level((0, 2), (0.5, 2)), [2]),
        (level((0, 6), (0.3, 1), (0, 6)), []),
        (level((0, 12), (0.3, 1)), []),
    ],
)
def test_where_levels_change(values: list[float], places: list[int]) -> None:
    found = steps(values, 0.05)
    assert [each.at for each in found] == places
    assert all(each.low > 0 or each.high < 0 for each in found)


def test_a_change_has_its_size_with_limits() -> None:
    (found,) = steps(level((0, 12), (0.2, 12)), 0.05)
    assert found.low < 0.2 < found.high
    assert found.change == pytest.approx(0.2, abs=0.01)
    (wider,) = steps(level((0, 12), (0.2, 12)), 0.001)
    assert wider.high - wider.low > found.high - found.low


def test_changes_that_do_not_matter_are_taken_back() -> None:
    values = level((0, 12), (0.05, 12), (0.5, 12))
    assert [each.at for each in steps(values, 0.05)] == [12, 24]
    (found,) = steps(values, 0.05, least=0.1)
    assert found.at == 24
    assert found.low > 0.1


def test_the_sign_and_the_scale_do_not_matter() -> None:
    values = level((0, 6), (0.2, 6), (0, 6))
    assert [each.at for each in steps([-1000 * value for value in values], 0.05)] == [6, 12]


def test_flat_series_are_mostly_left_alone() -> None:
    random = np.random.default_rng(5)
    marked = sum(bool(steps(random.normal(0, 1, 15).tolist(), 0.05)) for _ in range(400))
    assert marked <= 32, "5 % are promised; one more than 32 of 400 has a probability of 0.5 %"

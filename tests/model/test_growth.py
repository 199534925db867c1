"""How a time grows: an exponent where it is above noise, and nothing where it is not."""

import pytest

from wirelab.model.findings.withstood import Growth, exponent_of


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([(2000, 0.02), (4000, 0.05), (8000, 0.2), (16000, 0.8)], 2.0),
        ([(2000, 0.02), (4000, 0.1), (8000, 0.2), (16000, 0.4)], 1.0),
        ([(1, 0.0), (4000, 0.1), (8000, 0.8), (16000, 6.4)], 3.0),
    ],
)
def test_the_exponent_is_of_the_last_three(times: list[tuple[int, float]], expected: float) -> None:
    assert exponent_of(times) == pytest.approx(expected)


@pytest.mark.parametrize(
    "times",
    [
        [],
        [(1, 1.0), (2, 4.0)],
        [(2000, 0.001), (4000, 0.002), (8000, 0.008), (16000, 0.04)],
        [(4000, 0.1), (8000, 0.4), (16000, 0.3)],
        [(4000, 0.4), (8000, 0.3), (16000, 0.6)],
        [(4000, 0.0), (8000, 0.3), (16000, 0.6)],
    ],
)
def test_nothing_is_said_of_few_of_noise_or_of_what_did_not_grow(times: list[tuple[int, float]]) -> None:
    assert exponent_of(times) is None


@pytest.mark.parametrize(("exponent", "expected"), [(None, False), (1.2, False), (1.5, True), (2.0, True)])
def test_what_outgrows_the_input(exponent: float | None, expected: bool) -> None:
    assert Growth("k", "keys", (), exponent).outgrows is expected

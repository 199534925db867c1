"""A message names designs that can hardly decide anything, before they are measured."""

import pytest

from wirelab.app.run.run import undecidable
from wirelab.design.sequential import Schedule


@pytest.mark.parametrize(("rounds", "comparisons"), [(2, 1), (3, 5), (5, 69), (20, 500)])
def test_most_designs_can(rounds: int, comparisons: int) -> None:
    assert list(undecidable(Schedule(rounds, comparisons))) == []


@pytest.mark.parametrize(
    ("rounds", "comparisons", "says"),
    [
        (1, 5, "one round decides nothing"),
        (2, 5, "2 rounds can hardly decide any of 5 comparisons, unless the times differ by more than 5"),
        (2, 69, "2 rounds can hardly decide any of 69 comparisons, even"),
        (3, 69, "3 rounds can hardly decide any of 69 comparisons, unless"),
        (3, 3000, "3 rounds can hardly decide any of 3000 comparisons, even"),
    ],
)
def test_some_cannot(rounds: int, comparisons: int, says: str) -> None:
    (warning,) = undecidable(Schedule(rounds, comparisons))
    assert warning.startswith(says)
    enough = int(warning.rpartition("--rounds ")[2].split()[0])
    assert list(undecidable(Schedule(enough, comparisons))) == []

"""A message names designs that can hardly decide anything, before they are measured."""

import pytest

from wirelab.app.run.run import foreseen, undecidable
from wirelab.design.sequential import Schedule
from wirelab.model.subject import parse_subject
from wirelab.study.definition import Factors, Pair, Study, Transfer


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


def test_rounds_that_choose_codecs_decide_nothing_between_platforms() -> None:
    factors = Factors(workload=("w",), platform=("a", "b"), codec=(parse_subject("one"),))
    pairs = [
        Pair(format=f"format {at // 2}", writer=parse_subject(f"w{at}"), receiver="b", reader=parse_subject("r"))
        for at in range(12)
    ]
    transfer = Transfer(sender="a", receivers=("b",), pairs=tuple(pairs))
    study = Study(name="s", question="?", factors=factors, transfer=transfer)

    def warned(rounds: int, kept: int = 12) -> list[str]:
        asked = transfer.model_copy(update={"pairs": transfer.pairs[:kept]})
        return list(foreseen(study.changed(measure={"rounds": rounds}, transfer=asked), ()))

    (warning,) = warned(4)
    assert warning.startswith("4 rounds, 2 of which choose codecs, can hardly decide any of 5 comparisons, unless")
    assert warning.endswith(": --rounds 6 would do")
    assert warned(6) == []
    assert warned(4, kept=1) == []

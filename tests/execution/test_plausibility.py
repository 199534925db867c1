import pytest

from wirelab.execution.batches import implausible
from wirelab.model.measurement import Batch, Phase
from wirelab.model.units import Nanoseconds

MS = 1_000_000


def batch(start_ms: float, ms: float) -> Batch:
    return Batch(Phase.MEASURED, Nanoseconds(round(start_ms * MS)), 1, Nanoseconds(round(ms * MS)))


TABLE = [
    # batches as (start, length) in ms; wall in ms; asked for; words of the verdict, None: plausible
    ([(0, 10), (10, 10)], 25, 2, None),
    ([(0, 10), (10, 10)], 20, 2, None),
    ([(500, 10)], 10, 1, None),  # the runner's clock has any origin
    ([(0, 10), (15, 10)], 25, 2, None),
    ([(0, 10), (10, 20)], 25, 2, "took 30000000 ns together"),
    ([(0, 40)], 25, 1, "took 40000000 ns together"),
    ([(0, 10), (90, 10)], 25, 2, "span 100000000 ns"),
    ([(0, 10), (9, 10)], 25, 2, "starts before batch 0 ends"),
    ([(10, 10), (0, 10)], 25, 2, "starts before batch 0 ends"),
    ([(0, 10)], 25, 2, "timed 1 batches instead of 2"),
    ([], 25, 1, "timed 0 batches instead of 1"),
]


@pytest.mark.parametrize("row", TABLE)
def test_table(row: tuple[list[tuple[float, float]], float, int, str | None]) -> None:
    spans, wall_ms, asked, words = row

    verdict = implausible([batch(*span) for span in spans], round(wall_ms * MS), asked)

    if words is None:
        assert verdict is None
    else:
        assert verdict is not None
        assert words in verdict


def test_a_clock_that_begins_again_with_each_request() -> None:
    begun = [batch(0, 10)]
    assert implausible(begun, 10 * MS, 1, since_ns=0) is None
    assert implausible(begun, 10 * MS, 1, since_ns=1) == "batch 0 starts before batches of an earlier request end"

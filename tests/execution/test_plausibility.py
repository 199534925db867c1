import pytest

from wirelab.execution.plausibility import implausible
from wirelab.model.measurement import Batch, Phase
from wirelab.model.units import Nanoseconds

MS = 1_000_000
W, M = Phase.WARM_UP, Phase.MEASURED


def batch(phase: Phase, start_ms: float, ms: float) -> Batch:
    return Batch(phase, Nanoseconds(round(start_ms * MS)), 1, Nanoseconds(round(ms * MS)))


TABLE = [
    # batches as (phase, start, length) in ms; wall in ms; announced; words of the verdict, None: plausible
    ([(W, 0, 10), (M, 10, 10)], 25, 2, None),
    ([(W, 0, 10), (M, 10, 10)], 20, 2, None),
    ([(M, 500, 10)], 10, 1, None),  # the runner's clock has any origin
    ([(M, 0, 10), (M, 15, 10)], 25, 2, None),
    ([(W, 0, 10), (M, 10, 20)], 25, 2, "took 30000000 ns together"),
    ([(M, 0, 40)], 25, 1, "took 40000000 ns together"),
    ([(M, 0, 10), (M, 90, 10)], 25, 2, "span 100000000 ns"),
    ([(M, 0, 10), (M, 9, 10)], 25, 2, "starts before batch 0 ends"),
    ([(M, 10, 10), (M, 0, 10)], 25, 2, "starts before batch 0 ends"),
    ([(M, 0, 10), (W, 10, 10)], 25, 2, "warm-up but follows measured"),
    ([(W, 0, 10)], 25, 1, "no batch was measured"),
    ([(M, 0, 10)], 25, 2, "made 2 batches by its own count but sent 1"),
    ([], 25, 0, "no batch was measured"),
]


@pytest.mark.parametrize("row", TABLE)
def test_table(row: tuple[list[tuple[Phase, float, float]], float, int, str | None]) -> None:
    spans, wall_ms, announced, words = row

    verdict = implausible([batch(*span) for span in spans], round(wall_ms * MS), announced)

    if words is None:
        assert verdict is None
    else:
        assert verdict is not None
        assert words in verdict

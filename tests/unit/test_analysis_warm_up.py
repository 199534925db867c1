"""What earlier processes of a cell teach of its warm-up."""

from collections.abc import Sequence

import pytest

from wirelab.analysis.states import in_fast_state
from wirelab.analysis.warm_up import least_warm_up_ns, settled_after_ns
from wirelab.model.measurement import Batch, Phase

MS = 1_000_000


def course(warm_up: Sequence[float], measured: Sequence[float], canaries: Sequence[int] | None = None) -> list[Batch]:
    """Batches of 20 ms of 10 calls at these multiples of a level, one behind the other."""
    times = [*warm_up, *measured]
    return [
        Batch(
            phase=Phase.WARM_UP if at < len(warm_up) else Phase.MEASURED,
            start_ns=at * 20 * MS,
            calls=10,
            ns=round(20 * MS * time),
            canary_ns=None if canaries is None else canaries[at],
        )
        for at, time in enumerate(times)
    ]


CASES = [
    # warm-up, measured, settled after ms
    ([9, 5, 2, 1, 1], [1, 1, 1], 80),  # the third ends 2 * 20 + 40 ms after the first began
    ([1, 1, 1], [1, 1, 1], 0),
    ([1, 1, 7, 1], [1, 1, 1], 180),
    ([3, 3], [3, 3, 3], 0),  # a plateau is all that this process knew
    ([1.05, 1.05], [1, 1], 0),
]


@pytest.mark.parametrize(("warm_up", "measured", "settled_ms"), CASES)
def test_settled_after(warm_up: list[float], measured: list[float], settled_ms: int) -> None:
    assert settled_after_ns(course(warm_up, measured)) == settled_ms * MS


def test_slow_states_are_not_warm_up() -> None:
    batches = course([5, 1, 1.5, 1], [1, 1.5, 1], canaries=[250, 250, 400, 250, 250, 400, 250])

    # The batches beside a slow canary are out: the second, third, fifth and sixth.
    assert in_fast_state(batches, 250, fast_ns=265) == [True, False, False, True, False, False, True]
    assert settled_after_ns(batches, 250, fast_ns=265) == 100 * MS
    assert settled_after_ns(batches, 250) == (40 + 30) * MS
    assert in_fast_state(batches, None, fast_ns=None) == [True] * 7
    assert settled_after_ns(batches, 250, fast_ns=100) is None


def test_a_cell_warms_up_as_long_as_it_took_before() -> None:
    assert least_warm_up_ns([], 400 * MS, 2000 * MS) == 400 * MS
    assert least_warm_up_ns([100 * MS], 400 * MS, 2000 * MS) == 400 * MS
    assert least_warm_up_ns([800 * MS, 1000 * MS, 900 * MS], 400 * MS, 2000 * MS) == 1140 * MS
    assert least_warm_up_ns([5000 * MS], 400 * MS, 2000 * MS) == 2000 * MS

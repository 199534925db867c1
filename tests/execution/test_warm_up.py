"""When a process is warm, against scripted batches."""

from collections.abc import Callable
from itertools import count

import pytest

from wirelab.execution.turns import chunk_of_turn
from wirelab.execution.warm_up import Chunk, WarmUp
from wirelab.model.measurement import Batch, Phase
from wirelab.model.units import Nanoseconds
from wirelab.study.definition import Measure

MS = 1_000_000
BATCH_NS = 20 * MS
MEASURE = Measure(batch_ms=20, warm_up_window=5, warm_up_tolerance=0.02, warm_up_min_ms=200, warm_up_max_ms=3_000)


def warmed(
    call_ns: Callable[[int], float],
    measure: Measure = MEASURE,
    *,
    threads_compile: bool = True,
    **counters: Callable[[int], int],
) -> WarmUp:
    """A warm-up whose batches take what `call_ns` says of the time since the first batch began."""
    warm_up, now_ns = WarmUp(measure, threads_compile=threads_compile), 0
    for _ in count():
        if warm_up.over:
            return warm_up
        chunk, batches = warm_up.next(), []
        for _ in range(chunk.batches):
            ns = round(chunk.calls * call_ns(now_ns))
            told = {name: counter(now_ns) for name, counter in counters.items()}
            batches.append(Batch(Phase.WARM_UP, Nanoseconds(now_ns), chunk.calls, Nanoseconds(ns), **told))  # type: ignore[arg-type]
            now_ns += ns + 1000
        warm_up.add(batches)
    raise AssertionError


@pytest.mark.parametrize("call_ns", [700.0, 90_000.0, 19 * MS, 250 * MS])
def test_batches_take_long_enough_and_a_level_process_is_steady(call_ns: float) -> None:
    warm_up = warmed(lambda _: call_ns)
    assert warm_up.steady
    assert warm_up.calls * call_ns >= BATCH_NS
    assert warm_up.calls == 1 or (warm_up.calls - 1) * call_ns < 1.2 * BATCH_NS
    assert warm_up.call_ns == pytest.approx(call_ns, rel=1e-3)


def test_batches_grow_again_when_code_gets_faster() -> None:
    warm_up = warmed(lambda now_ns: 100_000 if now_ns < 150 * MS else 10_000)
    assert warm_up.steady
    assert warm_up.calls * 10_000 >= BATCH_NS


def test_a_process_that_goes_on_changing_is_not_steady() -> None:
    slowing = 0.4 / (100 * MS)  # 40 % from window to window
    assert warmed(lambda now_ns: 20_000 * (1 + slowing * now_ns)).steady is False


def test_nothing_is_steady_before_its_time() -> None:
    ended: list[int] = []

    def call_ns(now_ns: int) -> float:
        ended.append(now_ns)
        return 50_000.0

    warmed(call_ns)
    assert ended[-1] >= (200 - 30) * MS


def test_a_compiler_at_work_is_waited_for() -> None:
    until = 1_000 * MS
    ended: list[int] = []

    def call_ns(now_ns: int) -> float:
        ended.append(now_ns)
        return 50_000.0

    warm_up = warmed(call_ns, compiled=lambda now_ns: int(now_ns < until))
    assert warm_up.steady
    assert ended[-1] >= until + 200 * MS


def test_a_collector_beside_the_program_is_no_compiler() -> None:
    busy = {"cpu_ns": lambda _: 15 * MS, "process_cpu_ns": lambda _: 30 * MS}
    assert warmed(lambda _: 50_000.0, **busy, threads_compile=False).steady
    assert warmed(lambda _: 50_000.0, **busy).steady is False


def test_it_ends_even_if_batches_never_take_long_enough() -> None:
    assert (
        warmed(lambda _: 1e-6, MEASURE.model_copy(update={"warm_up_min_ms": 0, "warm_up_max_ms": 0.001})).steady
        is False
    )


@pytest.mark.parametrize(
    ("calls", "call_ns", "chunk"),
    [
        (1, 300 * MS, Chunk(1, 1)),  # no lead-in: its first moments do not matter
        (1, 20 * MS - 1, Chunk(1, 2)),
        (3, 7 * MS, Chunk(1, 4)),
        (400, 50_000, Chunk(100, 5)),
    ],
)
def test_a_turn_leads_in_with_a_part_of_its_batch(calls: int, call_ns: float, chunk: Chunk) -> None:
    assert chunk_of_turn(calls, call_ns) == chunk

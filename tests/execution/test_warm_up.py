"""When a process is warm, against scripted batches."""

from collections.abc import Callable
from itertools import count
from math import exp
from random import Random

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
    """A warm-up whose calls take the time that `call_ns` gives, by the time since the first batch began."""
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


def collecting(level_ns: Callable[[int], float], share: float = 0.3) -> Callable[[int], float]:
    """Calls of which a share takes twice as long, as those do that collect garbage."""
    draw = Random(1)
    return lambda now_ns: level_ns(now_ns) * (2 if draw.random() < share else 1)


def test_calls_that_scatter_are_warm_when_they_no_longer_change() -> None:
    """Two windows of them seldom agree within 2 %; waiting for that took up to the longest time."""
    measure = MEASURE.model_copy(update={"warm_up_max_ms": 60_000})
    levels_ns: list[float] = []

    def level_ns(now_ns: int) -> float:
        levels_ns.append(40 * MS * (1 + 4 * exp(-now_ns / (300 * MS))))
        return levels_ns[-1]

    assert warmed(collecting(level_ns), measure).steady
    assert levels_ns[-1] < 1.05 * 40 * MS
    assert sum(levels_ns) < 10_000 * MS


def test_calls_that_scatter_and_become_faster_are_not_warm() -> None:
    """A tenth from window to window, in one that takes 0.25 s."""
    measure = MEASURE.model_copy(update={"warm_up_max_ms": 8_000, "warm_up_tolerance": 1e-9})
    assert warmed(collecting(lambda now_ns: 40 * MS * 0.9 ** (now_ns / (250 * MS))), measure).steady is False


@pytest.mark.parametrize(("call_ms", "batches"), [(20, 5), (100, 5), (200, 3), (1000, 2)])
def test_a_window_of_long_calls_has_fewer(call_ms: int, batches: int) -> None:
    asked: list[Chunk] = []
    warm_up = WarmUp(MEASURE.model_copy(update={"warm_up_max_ms": 60_000}))
    while not warm_up.over:
        asked.append(warm_up.next())
        now_ns = sum(chunk.batches for chunk in asked[:-1]) * call_ms * MS
        starts = (Nanoseconds(now_ns + at * call_ms * MS) for at in range(asked[-1].batches))
        warm_up.add([Batch(Phase.WARM_UP, start, 1, Nanoseconds(call_ms * MS)) for start in starts])
    assert [chunk.batches for chunk in asked[:3]] == [1, batches, batches]


def test_it_ends_even_if_batches_never_take_long_enough() -> None:
    assert (
        warmed(lambda _: 1e-6, MEASURE.model_copy(update={"warm_up_min_ms": 0, "warm_up_max_ms": 0.001})).steady
        is False
    )


def test_it_ends_even_if_the_clock_stands_still() -> None:
    warm_up = WarmUp(MEASURE)
    for _ in range(11):
        warm_up.add([Batch(Phase.WARM_UP, Nanoseconds(0), warm_up.next().calls, Nanoseconds(0))])
    assert warm_up.steady is False


@pytest.mark.parametrize(
    ("calls", "call_ns", "scatter", "chunk"),
    [
        (1, 300 * MS, 0.0, Chunk(1, 1)),  # no lead-in: its first moments do not matter
        (1, 20 * MS - 1, 0.0, Chunk(1, 2)),
        (3, 7 * MS, 0.0, Chunk(1, 4)),
        (400, 50_000, 0.0, Chunk(100, 5)),
        (400, 50_000, 0.07, Chunk(100, 5)),  # fifteen turns are enough
        (400, 50_000, 0.155, Chunk(100, 17)),  # four times as many calls
        (400, 50_000, 0.9, Chunk(100, 41)),  # 200 ms
        (1, 50 * MS, 0.9, Chunk(1, 5)),
        (1, 300 * MS, 0.9, Chunk(1, 1)),
    ],
)
def test_a_turn_leads_in_with_a_part_of_its_batch(calls: int, call_ns: float, scatter: float, chunk: Chunk) -> None:
    assert chunk_of_turn(calls, call_ns, scatter, turns=15) == chunk


def test_only_what_collects_garbage_scatters_for_that() -> None:
    """About half of all batches collect, and take twice as long: a third of the mean to either side of it."""

    def collects(now_ns: int) -> int:
        return int(Random(now_ns).random() < 0.5)

    in_turn = warmed(lambda now_ns: 40 * MS * (1 + collects(now_ns)), gc_count=collects).scatter_of_collections
    assert in_turn == pytest.approx(1 / 3, abs=0.05)
    always = warmed(collecting(lambda _: 40 * MS), gc_count=lambda _: 1).scatter_of_collections
    assert always > 0.2
    assert warmed(collecting(lambda _: 40 * MS)).scatter_of_collections == 0
    by_chance = warmed(collecting(lambda _: 40 * MS), gc_count=collects).scatter_of_collections
    assert by_chance < 0.15

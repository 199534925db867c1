import itertools
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from wirelab_runner.measuring import MEASURED, WARM_UP, WINDOW, Batch, Clock, Measured, Work, measure, resolution_ns
from wirelab_runner.requests import Cold, Fast, Fixed, Steady, WarmUp, Window


@dataclass
class Script:
    """A clock that moves by a scripted time with each call of the operation, and an operation that keeps its inputs."""

    call_ns: Iterator[int]
    canary_ns: Iterator[int] = field(default_factory=lambda: itertools.repeat(0))
    time_ns: int = 0
    others_ns: int = 0
    collected_at: list[int] = field(default_factory=list)
    canaries_at: list[int] = field(default_factory=list)
    seen: list[Any] = field(default_factory=list)

    def operate(self, item: Any) -> bytes:
        self.seen.append(item)
        self.time_ns += next(self.call_ns)
        return b"xyz"

    def clock(self) -> Clock:
        return Clock(
            now=lambda: self.time_ns,
            cpu=lambda: self.time_ns // 2,
            collections=lambda: self.time_ns // 1000,
            collect=lambda: self.collected_at.append(len(self.seen)),
            canary=self.canary,
            process_cpu=lambda: self.time_ns // 2 + min(self.time_ns // 2, self.others_ns),
        )

    def canary(self) -> None:
        self.canaries_at.append(len(self.seen))
        self.time_ns += next(self.canary_ns)

    def measure(self, mode: Steady | Fixed | Cold, resolution: int = 1, copies: int = 1) -> Measured:
        return measure(Work([[(self.operate, copy)] for copy in range(copies)], True), mode, resolution, self.clock())


def steady(then: Window | None = None, **changes: Any) -> Steady:
    given: dict[str, Any] = {"window": 2, "tolerance": 0.02, "min_ns": 0, "max_ns": 100_000_000}
    rule = WarmUp(**(given | {name: value for name, value in changes.items() if name in given}))
    others: dict[str, Any] = {name: value for name, value in changes.items() if name not in given}
    return Steady(**({"batch_ns": 100_000, "batches": 3} | others), warm_up=rule, window=then)


def calls(batches: Iterable[Batch], phase: str) -> list[int]:
    return [batch.calls for batch in batches if batch.phase == phase]


def test_calibration_grows_tenfold_at_most_and_freezes() -> None:
    done = Script(itertools.repeat(1000)).measure(steady())
    assert calls(done.batches, WARM_UP) == [1, 10, 100, 100, 100, 100]
    assert calls(done.batches, MEASURED) == [100, 100, 100]
    assert done.steady is True


def test_the_target_is_a_thousand_steps_of_the_clock_if_that_is_more() -> None:
    done = Script(itertools.repeat(1000)).measure(steady(batch_ns=1), resolution=50)
    assert calls(done.batches, MEASURED) == [55, 55, 55]


def test_a_call_longer_than_the_target_is_a_batch() -> None:
    done = Script(itertools.repeat(300_000)).measure(steady())
    assert calls(done.batches, WARM_UP) == [1] * 4


def test_one_short_batch_is_a_fluke_and_two_are_not() -> None:
    long, short = [100_000], [90_000]
    one = Script(itertools.chain(long, short, itertools.repeat(100_000))).measure(steady(window=1, min_ns=250_000))
    assert calls(one.batches, WARM_UP) == [1, 1, 1, 1]
    two = Script(itertools.chain(long, short, short, itertools.repeat(90_000))).measure(steady())
    assert calls(two.batches, WARM_UP)[:4] == [1, 1, 1, 2]


def test_half_a_target_recalibrates_at_once() -> None:
    done = Script(itertools.chain([100_000, 40_000], itertools.repeat(40_000))).measure(steady())
    assert calls(done.batches, WARM_UP)[:3] == [1, 1, 3]


def test_warm_up_lasts_until_two_windows_agree() -> None:
    slowing_down = [200_000, 180_000, 160_000, 140_000, 120_000]
    done = Script(itertools.chain(slowing_down, itertools.repeat(100_000))).measure(steady())
    assert len(calls(done.batches, WARM_UP)) == 9  # the last two windows hold the four batches of 100 us
    assert done.steady is True


def test_warm_up_lasts_at_least_min_ns() -> None:
    done = Script(itertools.repeat(100_000)).measure(steady(min_ns=1_000_000))
    assert len(calls(done.batches, WARM_UP)) == 10


def test_what_never_settles_stops_at_max_ns_and_says_so() -> None:
    done = Script(iter(range(100_000, 10**9, 50_000))).measure(steady(max_ns=1_000_000))
    assert done.steady is False
    assert done.batches[3].start_ns < 1_000_000
    assert len(calls(done.batches, WARM_UP)) == 5
    assert len(calls(done.batches, MEASURED)) == 3


def test_the_hard_cap_holds_for_calibration() -> None:
    readings = itertools.count(step=200)  # however many calls, a batch takes 200 ns, as the canary after it does
    clock = Clock(lambda: next(readings), lambda: 0, lambda: 0, lambda: None, lambda: None, lambda: 0)
    done = measure(Work([[(lambda _: b"", 0)]], True), steady(max_ns=1000, batch_ns=500), 1, clock)
    warm_up = [batch for batch in done.batches if batch.phase == WARM_UP]
    assert done.steady is False
    assert [batch.start_ns + batch.ns - warm_up[0].start_ns for batch in warm_up] == [200, 1000, 1800, 2600]
    assert calls(done.batches, MEASURED) == [calls(done.batches, WARM_UP)[-1]] * 3


def test_fixed_runs_have_their_calls_and_no_rule() -> None:
    script = Script(itertools.repeat(7))
    done = script.measure(Fixed(warm_up_runs=2, runs=3, calls=5))
    assert calls(done.batches, WARM_UP) == [5, 5]
    assert calls(done.batches, MEASURED) == [5, 5, 5]
    assert done.steady is None
    assert script.collected_at == [0, 10]


def test_the_canary_runs_untimed_twice_before_every_batch_and_after_the_last() -> None:
    script = Script(itertools.repeat(7), canary_ns=itertools.count(1))
    done = script.measure(Fixed(warm_up_runs=1, runs=2, calls=5))
    # Garbage was collected after the first batch and its canary: it is timed anew.
    assert script.canaries_at == [0, 0, 0, 5, 5, 10, 15]
    assert [batch.canary_ns for batch in done.batches] == [3, 5, 6]
    assert done.canary_ns == 7


FAST = steady(window=1, fast=Fast(canary_ns=10, max_ns=2_000_000))
# Two canaries run untimed, one before each of the two batches of warm-up and one after them.
BEFORE = [1] * 5


@pytest.mark.parametrize(
    ("canaries", "batches"),
    [
        ([10] * 4, 3),
        ([10, 10, 11, 10, 10, 10], 5),  # the batches on both sides of a slow canary do not count
        ([11, 10, 10, 10, 10], 4),
        ([99] * 50, 20),  # until the time is over
    ],
)
def test_batches_in_the_fast_state_count_alone(canaries: list[int], batches: int) -> None:
    script = Script(itertools.repeat(100_000), canary_ns=itertools.chain(BEFORE, canaries))
    done = script.measure(FAST)
    measured = [batch for batch in done.batches if batch.phase == MEASURED]
    assert len(calls(done.batches, WARM_UP)) == 2
    assert [batch.canary_ns for batch in measured] == canaries[:batches]
    assert done.canary_ns == canaries[batches]


def test_the_loop_alone_is_timed_in_memory_and_not_in_mode_cold() -> None:
    readings = itertools.count(step=50)
    clock = Clock(lambda: next(readings), lambda: 0, lambda: 0, lambda: None, lambda: None, lambda: 0)
    part, mode = (lambda _: b"", 0), Fixed(warm_up_runs=0, runs=1, calls=10)
    assert measure(Work([[part]], True), mode, 1, clock).loop_ns == 5.0
    assert measure(Work([[part]], True, in_memory=False), mode, 1, clock).loop_ns is None
    assert measure(Work([[part]], True), Cold(), 1, clock).loop_ns is None


def test_checksums_are_of_the_bytes_that_a_call_on_each_copy_gives() -> None:
    copies = [[(bytes.upper, b"a"), (bytes.lower, b"B")], [(bytes.upper, b"c")]]
    mode, clock = Fixed(warm_up_runs=0, runs=3, calls=1), Clock(lambda: 0, lambda: 0, lambda: 0, lambda: None)
    assert measure(Work(copies, True), mode, 1, clock).checksums == [zlib.crc32(b"Ab"), zlib.crc32(b"C")]
    assert measure(Work(copies, False), mode, 1, clock).checksums is None
    assert measure(Work(copies, True, in_memory=False), mode, 1, clock).checksums is None
    assert measure(Work(copies[:1], True), Cold(), 1, clock).checksums is None


def test_cold_is_one_call() -> None:
    done = Script(iter([123])).measure(Cold(), copies=3)
    assert [(batch.phase, batch.calls, batch.ns) for batch in done.batches] == [(MEASURED, 1, 123)]


def test_calls_rotate_over_the_copies_across_batches() -> None:
    script = Script(itertools.repeat(1))
    script.measure(Fixed(warm_up_runs=1, runs=2, calls=4), copies=3)
    assert script.seen == [*(number % 3 for number in range(12)), 0, 1, 2], "each once more for the checksums"


def test_garbage_is_collected_before_the_warm_up_and_before_the_measured_batches() -> None:
    script = Script(itertools.repeat(1000))
    done = script.measure(steady())
    assert script.collected_at == [0, sum(calls(done.batches, WARM_UP))]


def test_a_batch_has_its_start_cpu_time_and_collections() -> None:
    second = Script(itertools.repeat(3000)).measure(Fixed(warm_up_runs=0, runs=2, calls=2)).batches[1]
    assert second == Batch(
        MEASURED, start_ns=6000, calls=2, ns=6000, canary_ns=0, gc_count=6, cpu_ns=3000, process_cpu_ns=3000
    )


def test_a_plateau_is_not_steady_while_other_threads_are_busy() -> None:
    busy = Script(itertools.repeat(100_000), others_ns=2_000_000).measure(steady())
    quiet = Script(itertools.repeat(100_000)).measure(steady())
    assert (len(calls(quiet.batches, WARM_UP)), len(calls(busy.batches, WARM_UP))) == (4, 42)


@pytest.mark.parametrize(
    ("window", "batches"),
    [(Window(1, 10**9), 1), (Window(450, 10**9), 2), (Window(450, 0), 1), (Window(10**6, 300_000), 3)],
    ids=["collected already", "collections", "time", "too few collections"],
)
def test_a_window_goes_on_until_the_collections_or_the_time_are_over(window: Window, batches: int) -> None:
    script = Script(itertools.repeat(1000))  # a collection in each call; 3 batches of 100 are measured
    done = script.measure(steady(window=2, then=window))
    assert calls(done.batches, WINDOW) == [100] * batches
    assert len(calls(done.batches, MEASURED)) == 3
    assert len(script.collected_at) == 2, "none is asked for in between"


@pytest.mark.parametrize(
    ("out", "folded"), [(b"", 0), (b"\x05", 1 + 15), (b"\x01\x02\x03\x04", 4 + 1 + 3 + 4)], ids=["empty", "one", "four"]
)
def test_the_sink_folds_length_first_middle_and_last_byte(out: bytes, folded: int) -> None:
    clock = Clock(lambda: 0, lambda: 0, lambda: 0, lambda: None, lambda: None, lambda: 0)
    assert measure(Work([[(lambda _: out, 0)]], True), Cold(), 1, clock).sink == folded


def test_every_object_of_a_corpus_is_part_of_a_call() -> None:
    script = Script(itertools.repeat(10))
    work = Work([[(script.operate, one) for one in copy] for copy in ("ab", "cd")], True)
    done = measure(work, Fixed(warm_up_runs=0, runs=1, calls=2), 1, script.clock())
    assert script.seen == [*"abcd", *"abcd"], "once more for the checksums"
    assert (done.batches[0].calls, done.batches[0].ns) == (2, 40)


def test_every_object_has_a_function_of_its_own() -> None:
    script = Script(itertools.repeat(10))
    other: list[str] = []
    work = Work([[(script.operate, "a"), (other.append, "b")]], False)
    measure(work, Cold(), 1, script.clock())
    assert (script.seen, other) == (["a"], ["b"])


def test_the_resolution_is_the_smallest_step() -> None:
    steps = itertools.accumulate(itertools.cycle([0, 300, 100]))
    now: Callable[[], int] = lambda: next(steps)  # noqa: E731
    assert resolution_ns(now, readings=20) == 100
    assert resolution_ns(lambda: 5, readings=20) == 1

"""The measuring loop, the only place where codecs are timed; specified in `protocol/v1/README.md`, Measuring."""

import gc
import math
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice, pairwise
from typing import Any

from wirelab_runner.requests import Cold, Fast, Fixed, Mode, Steady, WarmUp, Window

WARM_UP, MEASURED, WINDOW = "warm-up", "measured", "window"
_MOST_BACKGROUND = 0.2
_LOOP_BATCHES, _LOOP_NS = 5, 1_000_000
_CANARYS_MEMORY = bytes(i * 31 % 256 for i in range(1 << 16))
_CANARYS_PASSES = 16  # about 0.2 ms


def _canary() -> None:
    for _ in range(_CANARYS_PASSES):
        zlib.crc32(_CANARYS_MEMORY)


def time_canary() -> int:
    """Time of the canary by itself, in ns: another harness has it around what it measures."""
    start = time.perf_counter_ns()
    _canary()
    return time.perf_counter_ns() - start


def collect() -> None:
    """Collect garbage, and put what is left out of the collector's sight: walking our inputs is no cost of a codec."""
    gc.collect()
    gc.freeze()


@dataclass(frozen=True, slots=True)
class Clock:
    """What is read and called around batches; tests script it.

    Attributes:
        now: the monotonic clock that times batches, in ns.
        cpu: CPU time of this thread, in ns.
        collections: garbage collections of all generations since the process began.
        collect: collects garbage, and freezes what is left.
        canary: the fixed operation of no codec, whose time tells the machine's speed.
        process_cpu: CPU time of all threads, in ns.
    """

    now: Callable[[], int] = time.perf_counter_ns
    cpu: Callable[[], int] = time.thread_time_ns
    collections: Callable[[], int] = lambda: sum(each["collections"] for each in gc.get_stats())
    collect: Callable[[], object] = collect
    canary: Callable[[], object] = _canary
    process_cpu: Callable[[], int] = time.process_time_ns


def resolution_ns(now: Callable[[], int] = time.perf_counter_ns, readings: int = 2000) -> int:
    """The smallest step between two readings that differ, in ns; 1 if none do."""
    times = [now() for _ in range(readings)]
    return min((later - earlier for earlier, later in pairwise(times) if later > earlier), default=1)


# The objects of a corpus may be of several types: each comes with the function of its own, so that none is looked up
# while they are timed.
Part = tuple[Callable[[Any], Any], Any]


@dataclass(frozen=True, slots=True)
class Work:
    """What is timed.

    Attributes:
        copies: for each copy of the corpus, each object's part of a call: a function and what it takes; call i works on
            copy i mod their number.
        gives_bytes: whether the functions return bytes, rather than an object.
        in_memory: whether nothing goes through files.
    """

    copies: Sequence[Sequence[Part]]
    gives_bytes: bool
    in_memory: bool = True


@dataclass(frozen=True, slots=True)
class Batch:
    """N calls between two clock readings, and the time of the canary before them."""

    phase: str
    start_ns: int
    calls: int
    ns: int
    canary_ns: int
    gc_count: int
    cpu_ns: int
    process_cpu_ns: int


@dataclass(slots=True)
class Measured:
    """All batches in order, and what else `done` says; None where the mode or the sink has no such thing."""

    batches: list[Batch] = field(default_factory=list)
    steady: bool | None = None
    canary_ns: int = 0
    loop_ns: float | None = None
    checksums: list[int] | None = None
    sink: int = 0


class Meter:
    """Times batches of one piece of work, and the canary after each: it stands before the next one as well."""

    def __init__(self, work: Work, clock: Clock) -> None:
        self._clock, self._turns = clock, cycle(work.copies)
        self._run = _calls_to_bytes if work.gives_bytes else _calls_to_objects
        self.measured = Measured()
        self.batches = self.measured.batches
        clock.canary()
        clock.canary()

    def settle(self) -> None:
        """Collect garbage, and time the canary anew."""
        self._clock.collect()
        self._time_canary()

    def batch(self, phase: str, calls: int) -> Batch:
        """Time `calls` calls; CPU time and collections are read outside the two clock readings."""
        clock, measured, turns = self._clock, self.measured, islice(self._turns, calls)
        collections, all_cpu, cpu = clock.collections(), clock.process_cpu(), clock.cpu()
        start, end, measured.sink = self._run(clock.now, turns, measured.sink)
        cpu, all_cpu, collections = clock.cpu() - cpu, clock.process_cpu() - all_cpu, clock.collections() - collections
        made = Batch(phase, start, calls, end - start, measured.canary_ns, collections, cpu, all_cpu)
        self.batches.append(made)
        self._time_canary()
        return made

    def _time_canary(self) -> None:
        start = self._clock.now()
        self._clock.canary()
        self.measured.canary_ns = self._clock.now() - start


def _calls_to_bytes(now: Callable[[], int], turns: Iterator[Sequence[Part]], sink: int) -> tuple[int, int, int]:
    start = now()
    for copy in turns:
        for operate, item in copy:
            out = operate(item)
            size = len(out)
            if size:
                sink += size + out[0] + out[size >> 1] + out[-1]
    return start, now(), sink


def _calls_to_objects(now: Callable[[], int], turns: Iterator[Sequence[Part]], sink: int) -> tuple[int, int, int]:
    start = now()
    for copy in turns:
        for operate, item in copy:
            sink ^= id(operate(item))  # gone before the next one is made, which finds its memory in the cache
    return start, now(), sink


def measure(work: Work, mode: Mode, resolution_ns: int, clock: Clock) -> Measured:
    """Measure `work` as `mode` says; `resolution_ns` is the clock's."""
    meter = Meter(work, clock)
    measured, calls = meter.measured, 1
    meter.settle()
    if isinstance(mode, Cold):
        meter.batch(MEASURED, calls)
        return measured
    if isinstance(mode, Steady):
        calls, measured.steady = _warm_up(meter, mode.warm_up, max(mode.batch_ns, 1000 * resolution_ns))
        meter.settle()
        first = len(meter.batches)
        _until_enough(meter, mode.batches, mode.fast, calls)
        if mode.window is not None:
            _until_collected(meter, mode.window, meter.batches[first:], calls)
    elif isinstance(mode, Fixed):
        calls = mode.calls
        for _ in range(mode.warm_up_runs):
            meter.batch(WARM_UP, calls)
        meter.settle()
        _until_enough(meter, mode.runs, None, calls)
    if work.in_memory:
        measured.checksums = [_checksum(copy) for copy in work.copies] if work.gives_bytes else None
        measured.loop_ns = _time_loop(work, calls, clock)
    return measured


def _warm_up(meter: Meter, rule: WarmUp, target_ns: int) -> tuple[int, bool]:
    """Find N so that a batch takes `target_ns`, and call until steady or too late; N and whether it was steady."""
    calls, short, window = 1, 0, list[float]()
    while True:
        batch = meter.batch(WARM_UP, calls)
        elapsed_ns = batch.start_ns + batch.ns - meter.batches[0].start_ns
        if elapsed_ns >= 2 * rule.max_ns:
            return calls, False
        reached = batch.ns >= target_ns
        short = 0 if reached else short + 1
        # One batch that is a little short may be a fluke; two mean that the code got faster.
        if not reached and (short == 2 or batch.ns < target_ns / 2):
            wanted = math.ceil(1.1 * calls * target_ns / max(batch.ns, 1))
            calls, short, window = max(min(10 * calls, wanted), calls + 1), 0, []
            continue
        window.append(batch.ns / calls)
        if elapsed_ns >= rule.max_ns and reached:
            return calls, False
        if elapsed_ns >= rule.min_ns and _is_steady(window, rule) and _is_quiet(meter.batches[-rule.window :]):
            return calls, True


def _is_steady(times: Sequence[float], rule: WarmUp) -> bool:
    width = rule.window
    if len(times) < 2 * width:
        return False
    return abs(_median(times[-width:]) / _median(times[-2 * width : -width]) - 1) <= rule.tolerance


def _is_quiet(batches: Sequence[Batch]) -> bool:
    """Whether no other thread of the process was busy."""
    background = sum(batch.process_cpu_ns - batch.cpu_ns for batch in batches)
    return background <= _MOST_BACKGROUND * sum(batch.ns for batch in batches)


def _median(values: Sequence[float]) -> float:
    ordered, middle = sorted(values), len(values) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _until_enough(meter: Meter, batches: int, fast: Fast | None, calls: int) -> None:
    """Measure `batches`; with `fast`, until so many count or its time is over."""
    first, counted = len(meter.batches), 0
    while True:
        batch = meter.batch(MEASURED, calls)
        counted += fast is None or max(batch.canary_ns, meter.measured.canary_ns) <= fast.canary_ns
        elapsed_ns = batch.start_ns + batch.ns - meter.batches[first].start_ns
        late = fast is not None and len(meter.batches) - first >= batches and elapsed_ns >= fast.max_ns
        if counted == batches or late:
            return


def _until_collected(meter: Meter, window: Window, measured: Sequence[Batch], calls: int) -> None:
    """Go on with batches until there were enough collections, those in the `measured` batches included."""
    first, collections = len(meter.batches), sum(batch.gc_count for batch in measured)
    while True:
        batch = meter.batch(WINDOW, calls)
        collections += batch.gc_count
        elapsed_ns = batch.start_ns + batch.ns - meter.batches[first].start_ns
        if collections >= window.collections or elapsed_ns >= window.max_ns:
            return


def _time_loop(work: Work, calls: int, clock: Clock) -> float:
    """Time of a call that hands its inputs to the sink and does nothing else, in ns: the fastest of some batches."""
    copies = [[(_hand_over, item) for _, item in copy] for copy in work.copies]
    takes_bytes = all(isinstance(item, bytes) for copy in copies for _, item in copy)
    run, turns = _calls_to_bytes if takes_bytes else _calls_to_objects, cycle(copies)

    def batch(calls: int) -> int:
        start, end, _ = run(clock.now, islice(turns, calls), 0)
        return end - start

    calls = max(1, min(calls, _LOOP_NS // max(batch(1), 1)))
    return min(batch(calls) for _ in range(_LOOP_BATCHES)) / calls


def _checksum(copy: Sequence[Part]) -> int:
    """The CRC-32 of what one call gives."""
    checksum = 0
    for operate, item in copy:
        checksum = zlib.crc32(operate(item), checksum)
    return checksum


def _hand_over(item: object) -> object:
    return item

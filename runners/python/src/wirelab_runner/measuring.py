"""The measuring loop, the only place where codecs are timed; specified in `protocol/v1/README.md`, Measuring."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from wirelab_runner.clock import Clock
from wirelab_runner.requests import Cold, Fixed, Mode, Steady

WARM_UP, MEASURED = "warm-up", "measured"
_MASK = (1 << 63) - 1


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
    """

    copies: Sequence[Sequence[Part]]
    gives_bytes: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """N calls between two clock readings."""

    phase: str
    start_ns: int
    calls: int
    ns: int
    gc_count: int
    cpu_ns: int


@dataclass(frozen=True, slots=True)
class Measured:
    """All batches in order, whether the warm-up rule was met (None if the mode has none), and what the sink made."""

    batches: list[Batch]
    steady: bool | None
    sink: int


class Meter:
    """Times batches of one piece of work, and keeps them."""

    def __init__(self, work: Work, clock: Clock) -> None:
        self._work, self._clock = work, clock
        self._turns: Iterator[Sequence[Part]] = cycle(work.copies)
        self._run = _calls_to_bytes if work.gives_bytes else _calls_to_objects
        self.batches: list[Batch] = []
        self.sink = 0

    def batch(self, phase: str, calls: int) -> Batch:
        """Time `calls` calls; CPU time and collections are read outside the two clock readings."""
        clock, turns = self._clock, islice(self._turns, calls)
        collections, cpu = clock.collections(), clock.cpu()
        start, end, self.sink = self._run(clock.now, turns, self.sink)
        cpu, collections = clock.cpu() - cpu, clock.collections() - collections
        self.batches.append(Batch(phase, start, calls, end - start, collections, cpu))
        return self.batches[-1]


def _calls_to_bytes(now: Callable[[], int], turns: Iterator[Sequence[Part]], sink: int) -> tuple[int, int, int]:
    start = now()
    for copy in turns:
        for operate, item in copy:
            out = operate(item)
            size = len(out)
            sink = (sink * 31 + size + (out[0] + out[size >> 1] + out[-1] if size else 0)) & _MASK
    return start, now(), sink


def _calls_to_objects(now: Callable[[], int], turns: Iterator[Sequence[Part]], sink: int) -> tuple[int, int, int]:
    start = now()
    for copy in turns:
        for operate, item in copy:
            out = operate(item)  # lives until the next one is made
            sink = (sink * 31 + id(out)) & _MASK
    return start, now(), sink


def measure(work: Work, mode: Mode, resolution_ns: int, clock: Clock) -> Measured:
    """Measure `work` as `mode` says; `resolution_ns` is the clock's."""
    meter = Meter(work, clock)
    clock.collect()
    steady, calls, runs = None, 1, 1
    if isinstance(mode, Steady):
        calls, steady = _warm_up(meter, mode, max(mode.batch_ns, 1000 * resolution_ns))
        runs = mode.batches
    elif isinstance(mode, Fixed):
        calls, runs = mode.calls, mode.runs
        for _ in range(mode.warm_up_runs):
            meter.batch(WARM_UP, calls)
    if not isinstance(mode, Cold):
        clock.collect()
    for _ in range(runs):
        meter.batch(MEASURED, calls)
    return Measured(meter.batches, steady, meter.sink)


def _warm_up(meter: Meter, mode: Steady, target_ns: int) -> tuple[int, bool]:
    """Find N so that a batch takes `target_ns`, and call until steady or too late; N and whether it was steady."""
    calls, short, window = 1, 0, list[float]()
    while True:
        batch = meter.batch(WARM_UP, calls)
        elapsed_ns = batch.start_ns + batch.ns - meter.batches[0].start_ns
        if elapsed_ns >= 2 * mode.max_ns:
            return calls, False
        reached = batch.ns >= target_ns
        short = 0 if reached else short + 1
        # One batch that is a little short may be a fluke; two mean that the code got faster.
        if not reached and (short == 2 or batch.ns < target_ns / 2):
            wanted = math.ceil(1.1 * calls * target_ns / max(batch.ns, 1))
            calls, short, window = max(min(10 * calls, wanted), calls + 1), 0, []
            continue
        window.append(batch.ns / calls)
        if elapsed_ns >= mode.max_ns and reached:
            return calls, False
        if elapsed_ns >= mode.min_ns and _is_steady(window, mode.window, mode.tolerance):
            return calls, True


def _is_steady(times: Sequence[float], window: int, tolerance: float) -> bool:
    if len(times) < 2 * window:
        return False
    return abs(_median(times[-window:]) / _median(times[-2 * window : -window]) - 1) <= tolerance


def _median(values: Sequence[float]) -> float:
    ordered, middle = sorted(values), len(values) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2

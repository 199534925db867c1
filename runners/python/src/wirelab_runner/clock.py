"""The clocks and counters that are read around a batch."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise


def collections() -> int:
    """Garbage collections of all generations since the process began."""
    return sum(generation["collections"] for generation in gc.get_stats())


@dataclass(frozen=True, slots=True)
class Clock:
    """What the measuring loop reads; tests script it.

    Attributes:
        now: the monotonic clock that times batches, in ns.
        cpu: CPU time of this thread, in ns.
        collections: garbage collections so far.
        collect: collects garbage.
    """

    now: Callable[[], int] = time.perf_counter_ns
    cpu: Callable[[], int] = time.thread_time_ns
    collections: Callable[[], int] = collections
    collect: Callable[[], object] = gc.collect


def resolution_ns(now: Callable[[], int] = time.perf_counter_ns, readings: int = 2000) -> int:
    """The smallest step between two readings that differ, in ns; 1 if none do."""
    times = [now() for _ in range(readings)]
    return min((later - earlier for earlier, later in pairwise(times) if later > earlier), default=1)

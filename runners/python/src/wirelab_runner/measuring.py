"""The timed loop, the only place where codecs are timed; `protocol/v2/README.md`, Timing, specifies it."""

import gc
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from time import perf_counter_ns, process_time_ns, thread_time_ns
from typing import Any
from zlib import crc32

_CANARYS_MEMORY = bytes(i * 31 % 256 for i in range(1 << 16))

_SPENT = ("ns", "cpu_ns", "process_cpu_ns", "gc_count")

# The objects of a copy may be of several types: each comes with the function of its own type, so that nothing is looked
# up while they are timed.
Part = tuple[Callable[[Any], Any], Any]
Turns = Iterable[Iterable[Part]]
# Takes the turns of a batch and the sink; gives the clock's two readings and the sink.
Loop = Callable[[Turns, int], tuple[int, int, int]]


def sink_bytes(turns: Turns, sink: int) -> tuple[int, int, int]:
    """Time calls whose outputs are bytes."""
    start = perf_counter_ns()
    for copy in turns:
        for operate, item in copy:
            out = operate(item)
            size = len(out)
            if size:
                sink += size + out[0] + out[size >> 1] + out[-1]
    return start, perf_counter_ns(), sink


def sink_objects(turns: Turns, sink: int) -> tuple[int, int, int]:
    """Time calls whose outputs are objects."""
    start = perf_counter_ns()
    for copy in turns:
        for operate, item in copy:
            _identity = id(operate(item))  # gone before the next one is made, which finds its memory in the cache
            sink += 1
    return start, perf_counter_ns(), sink


def canary(turns: Turns, sink: int) -> tuple[int, int, int]:
    """Time CRC-32 of 64 KiB, once a turn."""
    start = perf_counter_ns()
    for _ in turns:
        crc32(_CANARYS_MEMORY)
    return start, perf_counter_ns(), sink


def time_batches(loop: Loop, turns: Iterator[Iterable[Part]], calls: int, batches: int) -> dict[str, Any]:
    """The message `timed` for batches of calls, one after the other; each takes `calls` of the turns."""
    start_ns, ns, cpu_ns, process_cpu_ns, gc_count = ([0] * batches for _ in range(5))
    sink = 0
    for batch in range(batches):
        of_batch = islice(turns, calls)
        collections, process_cpu, cpu = _collections(), process_time_ns(), thread_time_ns()
        start, end, sink = loop(of_batch, sink)
        cpu_ns[batch], process_cpu_ns[batch] = thread_time_ns() - cpu, process_time_ns() - process_cpu
        gc_count[batch], start_ns[batch], ns[batch] = _collections() - collections, start, end - start
    return {
        "type": "timed",
        "start_ns": start_ns,
        "ns": ns,
        "cpu_ns": cpu_ns,
        "process_cpu_ns": process_cpu_ns,
        "gc_count": gc_count,
        # A callback of the collector would add a hundredth to calls that collect; allocation has no counter.
        "gc_ns": None,
        "allocated_bytes": None,
        "compiled": None,
        "sink": sink,
    }


def one_of_two(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The message `timed` of a call whose halves were timed apart."""
    spent = {name: [sum(halves) for halves in zip(first[name], second[name], strict=True)] for name in _SPENT}
    return second | spent | {"start_ns": first["start_ns"], "sink": first["sink"] + second["sink"]}


def collect() -> None:
    """Collect garbage, and put what is left out of the collector's sight: walking our inputs is no cost of a codec."""
    gc.collect()
    gc.freeze()


def resolution_ns(now: Callable[[], int] = perf_counter_ns, readings: int = 2000) -> int:
    """The smallest step between two readings that differ, in ns; 1 if none do."""
    times = [now() for _ in range(readings)]
    return min((later - earlier for earlier, later in pairwise(times) if later > earlier), default=1)


def _collections() -> int:
    """Garbage collections of all generations since the process began."""
    return sum(each["collections"] for each in gc.get_stats())

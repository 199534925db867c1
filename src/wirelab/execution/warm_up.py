"""When a process is warm: how many calls make a batch, and whether the last two windows agree. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, log, sqrt
from statistics import fmean, median, pstdev, variance

from wirelab.model.measurement import Batch
from wirelab.model.units import NS_PER_MS
from wirelab.study.definition import Measure

MOST_BACKGROUND = 0.2
"""The share of a processor that other threads may take: a compiler at work there will soon make code faster."""
QUIET_NS = 250_000_000
"""Nothing was compiled for this long: a compiler may wait before it goes to work again."""
_SIDE = 4
"""So many windows are compared with as many before, where calls scatter so much that two windows seldom agree."""
_LONGEST_WINDOW = 5
"""A window of long calls takes this many times as long as one of short calls, and has at least two batches."""
_MOST_CALLS = 1_000_000_000
"""No batch grows beyond this: one that is still too short is of a clock that stands still."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The next request to time: so many batches of so many calls."""

    calls: int
    batches: int


class WarmUp:
    """One operation of one process, from its first call until it is warm: chunks are asked for, and batches come back.

    Batches grow until one takes long enough, one at a time; then they come in windows, and the rule looks at the last
    two. Where some calls collect garbage and others do not, two windows may never agree; then it is enough that the
    last windows differ from those before by no more than such windows differ by chance
    (docs/decisions/0055-warm-where-calls-scatter.md). It stops after the longest time, steady or not; after twice that,
    or at a billion calls, even while batches are still too short.
    """

    def __init__(self, measure: Measure, *, threads_compile: bool = True) -> None:
        """From the first call on, by a study's settings.

        `threads_compile`: CPU time of other threads shows a compiler at work. A collector takes some, too.
        """
        self._measure, self._threads_compile = measure, threads_compile
        self._batch_ns = measure.batch_ms * NS_PER_MS
        self._min_ns, self._max_ns = measure.warm_up_min_ms * NS_PER_MS, measure.warm_up_max_ms * NS_PER_MS
        self.calls, self._short = 1, 0
        self._windows: list[list[Batch]] = []
        self._first_ns: int | None = None
        self._compiled_at_ns: int | None = None
        self._sized = False
        self.call_ns = 0.0
        """Time of a call, by the batches that came last."""
        self.steady: bool | None = None
        """Whether the rule was met; None while it continues."""

    @property
    def over(self) -> bool:
        """Whether no further chunk is needed."""
        return self.steady is not None

    def next(self) -> Chunk:
        """The next chunk to time."""
        if not self._sized:
            return Chunk(self.calls, 1)
        fitting = ceil(_LONGEST_WINDOW * self._measure.warm_up_window * self._batch_ns / (self.calls * self.call_ns))
        return Chunk(self.calls, min(self._measure.warm_up_window, max(2, fitting)))

    @property
    def scatter_of_collections(self) -> float:
        """The scatter of batches since some collect garbage: a standard deviation, as a share of their mean.

        In the last windows, it is the scatter between batches with collections and those without; all scatter, if each
        has one; 0, if none has.
        """
        last = [*chain.from_iterable(self._windows[-_SIDE:])]
        with_any, without = ([float(batch.ns) for batch in last if bool(batch.gc_count) is it] for it in (True, False))
        if not with_any:
            return 0.0
        mean_ns = fmean([*with_any, *without])
        if not without:
            return pstdev(with_any) / mean_ns
        return sqrt(len(with_any) * len(without)) / len(last) * abs(fmean(with_any) - fmean(without)) / mean_ns

    def add(self, batches: Sequence[Batch]) -> None:
        """Take the batches of the chunk that was asked for last, at least one."""
        if self._first_ns is None:
            self._first_ns = batches[0].start_ns
        for batch in batches:
            if batch.compiled:
                self._compiled_at_ns = batch.start_ns + batch.ns
        elapsed_ns = batches[-1].start_ns + batches[-1].ns - self._first_ns
        ns = median(batch.ns for batch in batches)
        self.call_ns = ns / batches[-1].calls
        if ns < self._batch_ns and self._grows(ns):
            if elapsed_ns >= 2 * self._max_ns or self.calls > _MOST_CALLS:
                self.steady = False
            return
        if ns >= self._batch_ns:
            self._short = 0
        if self._sized:
            self._windows.append(list(batches))
        self._sized = True
        if self._is_steady(elapsed_ns):
            self.steady = True
        elif elapsed_ns >= self._max_ns:
            self.steady = False

    def _grows(self, ns: float) -> bool:
        """Whether batches were too short, so that they grow; once a little too short may be a fluke."""
        self._short += 1
        if self._short < 2 and ns >= self._batch_ns / 2:
            return False
        wanted = ceil(1.1 * self.calls * self._batch_ns / max(1.0, ns))
        self.calls = max(self.calls + 1, min(10 * self.calls, wanted))
        self._windows, self._short, self._sized = [], 0, False
        return True

    def _is_steady(self, elapsed_ns: int) -> bool:
        if elapsed_ns < self._min_ns or len(self._windows) < 2:
            return False
        return (self._agree() or self._differ_by_chance()) and self._compiler_rests()

    def _agree(self) -> bool:
        before, last = (median(batch.ns for batch in window) for window in self._windows[-2:])
        return abs(last / before - 1) <= self._measure.warm_up_tolerance

    def _differ_by_chance(self) -> bool:
        """Whether the last windows' mean of ln(time) is within a standard error of that of the windows before."""
        if len(self._windows) < 2 * _SIDE:
            return False
        before, last = (
            [log(max(1, batch.ns)) for batch in chain.from_iterable(own)]
            for own in (self._windows[-2 * _SIDE : -_SIDE], self._windows[-_SIDE:])
        )
        error = sqrt(variance(before) / len(before) + variance(last) / len(last))
        return abs(fmean(last) - fmean(before)) <= error

    def _compiler_rests(self) -> bool:
        batches = self._windows[-1]
        now_ns = batches[-1].start_ns + batches[-1].ns
        quiet = self._compiled_at_ns is None or now_ns - self._compiled_at_ns >= QUIET_NS
        if not self._threads_compile:
            return quiet
        others = [
            batch.process_cpu_ns - batch.cpu_ns
            for batch in batches
            if batch.process_cpu_ns is not None and batch.cpu_ns is not None
        ]
        background = sum(others) / sum(batch.ns for batch in batches) if len(others) == len(batches) else 0.0
        return quiet and background <= MOST_BACKGROUND

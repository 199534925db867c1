"""The measuring loop's rule, played again over the batches that a runner reports: every runner must follow the same."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from statistics import median

from wirelab.protocol.messages import BatchTimed, Done, Fixed, Mode, Steady

MOST_BACKGROUND = 0.2
QUIET_NS = 250_000_000
_CLOCK_SLACK_NS = 5_000_000  # a runner reads its clock a little after the batch, a collection later at worst


def loop_fault(mode: Mode, batches: Sequence[BatchTimed], done: Done, timer_resolution_ns: float) -> str | None:
    """Where `batches` are not what the loop of the protocol's page makes in `mode`, or None."""
    warm_up = [batch for batch in batches if batch.phase == "warm-up"]
    measured = [batch for batch in batches if batch.phase == "measured"]
    if isinstance(mode, Steady):
        window = [batch for batch in batches if batch.phase == "window"]
        after_ns = window[0].canary_ns if window else done.canary_ns
        if (fault := _measured_fault(mode, measured, after_ns) or _window_fault(mode, measured, window)) is not None:
            return fault
        if done.steady is None:
            return "`done.steady` is null in mode steady"
        return _Replay(mode, max(mode.batch_ns, 1000 * timer_resolution_ns)).fault(warm_up, measured, done.steady)
    wanted = (mode.warm_up_runs, mode.runs, mode.calls) if isinstance(mode, Fixed) else (0, 1, 1)
    if (len(warm_up), len(measured)) != wanted[:2]:
        return f"{len(warm_up)} warm-up and {len(measured)} measured batches, {wanted[0]} and {wanted[1]} were asked"
    if any(batch.calls != wanted[2] for batch in batches):
        return f"a batch is not of {wanted[2]} calls"
    return None if done.steady is None else f"`done.steady` is not null in mode {mode.kind}"


def _measured_fault(mode: Steady, measured: Sequence[BatchTimed], last_canary_ns: int) -> str | None:
    if mode.fast is None:
        return None if len(measured) == mode.batches else f"{len(measured)} measured batches, {mode.batches} were asked"
    canaries = [*(batch.canary_ns for batch in measured), last_canary_ns]
    counted = [max(sides) <= mode.fast.canary_ns for sides in pairwise(canaries)]
    before = sum(counted[:-1])
    if len(measured) < mode.batches or before >= mode.batches:
        return f"{len(measured)} measured batches, of which {sum(counted)} count: {mode.batches} were asked"
    last, first = measured[-1], measured[0]
    elapsed = last.start_ns + last.ns - first.start_ns
    if sum(counted) < mode.batches and elapsed + _CLOCK_SLACK_NS < mode.fast.max_ns:
        return f"measuring ends with {sum(counted)} batches that count, before its time is over"
    return None


def _window_fault(mode: Steady, measured: Sequence[BatchTimed], window: Sequence[BatchTimed]) -> str | None:
    """A runner that knows no window makes none; one that does ends it by the rule."""
    if not window:
        return None
    if mode.window is None:
        return f"{len(window)} batches are of a window, and none was asked"
    if {batch.calls for batch in window} != {measured[-1].calls}:
        return "a batch of the window is not of as many calls as the measured ones"
    before = sum(batch.gc_count or 0 for batch in (*measured, *window[:-1]))
    if len(window) > 1 and before >= mode.window.collections:
        return f"the window goes on after {before} collections, {mode.window.collections} were asked"
    elapsed = window[-1].start_ns + window[-1].ns - window[0].start_ns
    if before + (window[-1].gc_count or 0) < mode.window.collections and elapsed + _CLOCK_SLACK_NS < mode.window.max_ns:
        return "the window ends before its collections and before its time is over"
    return None


class _Replay:
    def __init__(self, mode: Steady, target: float) -> None:
        self._rule, self._target = mode.warm_up, target
        self._calls, self._grow = 1, 0
        self._window: list[float] = []
        self._recent: list[BatchTimed] = []
        self._compiled_at = 0

    def fault(self, warm_up: Sequence[BatchTimed], measured: Sequence[BatchTimed], steady: bool) -> str | None:
        met, elapsed = False, 0
        for index, batch in enumerate(warm_up):
            if met and elapsed > self._rule.min_ns + _CLOCK_SLACK_NS:
                return f"warm-up goes on with batch {index} after the rule was met"
            if abs(batch.calls - self._calls) > 1:  # 1: roundings differ
                return f"warm-up batch {index} is of {batch.calls} calls, the rule says {self._calls}"
            elapsed = batch.start_ns + batch.ns - warm_up[0].start_ns
            met = self._step(batch, elapsed)
        if steady and not met:
            return "`done.steady` is true, and the rule was not met"
        if not steady and elapsed + _CLOCK_SLACK_NS < self._rule.max_ns:
            return "warm-up ends before the rule is met and before its time is over"
        calls = {batch.calls for batch in measured}
        frozen = {warm_up[-1].calls, self._calls} if warm_up else {1}
        return None if len(calls) == 1 and calls <= frozen else f"N was not frozen: {sorted(calls)}"

    def _step(self, batch: BatchTimed, elapsed: int) -> bool:
        self._calls = batch.calls
        self._recent = [*self._recent, batch][-self._rule.window :]
        self._compiled_at = elapsed if batch.compiled else self._compiled_at
        if batch.ns < self._target:
            self._grow += 1
            if self._grow == 2 or batch.ns < self._target / 2:
                grown = ceil(1.1 * batch.calls * self._target / max(1, batch.ns))
                self._calls = max(batch.calls + 1, min(10 * batch.calls, grown))
                self._window, self._grow = [], 0
                return False
        else:
            self._grow = 0
        self._window.append(batch.ns / batch.calls)
        width = self._rule.window
        if elapsed < self._rule.min_ns or len(self._window) < 2 * width:
            return False
        change = median(self._window[-width:]) / median(self._window[-2 * width : -width]) - 1
        quiet = batch.compiled is None or elapsed - self._compiled_at >= QUIET_NS
        return abs(change) <= self._rule.tolerance and _background(self._recent) <= MOST_BACKGROUND and quiet


def _background(batches: Sequence[BatchTimed]) -> float:
    """The share of a processor that other threads of the process took; 0 where the runtime does not tell."""
    spent = [
        batch.process_cpu_ns - batch.cpu_ns
        for batch in batches
        if batch.process_cpu_ns is not None and batch.cpu_ns is not None
    ]
    return sum(spent) / sum(batch.ns for batch in batches) if len(spent) == len(batches) else 0.0

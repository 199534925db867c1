"""Times by a script instead of a clock, so that the truth behind every measurement is known.

The time of one call is

    truth x script(batch) x exp(round + process + batch noise)

- truth: `TRUTH_NS` of the operation, times `FACTORS` of the codec;
- script: what a codec's name says: warming up, drifting, one of two modes; batches of an operation count since `open`;
- round: normal, SD `ROUND_SD`, one value a round, which all processes of the round share (and the canary shows);
- process: normal, SD `PROCESS_SD`, one value a process;
- batch: normal, SD `BATCH_SD`, one value a batch.

All are drawn from `WIRELAB_SEED` and `WIRELAB_PLACE` (which begins with the round): same seed and place, same times.
"""

import random
import time
from collections import Counter
from math import exp

TRUTH_NS = {"serialize": 1000, "deserialize": 1500, "compress": 700, "decompress": 400}
NOTHING_NS, CANARY_NS, QUICK_CANARY_NS = 1, 20_000, 55_000
FACTORS = {
    "slower-2": 1.02,
    "slower-5": 1.05,
    "tunable-high": 0.5,
    "collecting": 0.9,
    "does-nothing": 0.001,
    "remembers": 20,
}
COLLECTS_EVERY = 4
QUADRATIC_NS = 800_000_000  # for a million bytes
ROUND_SD, PROCESS_SD, BATCH_SD = 0.05, 0.01, 0.02
TIMER_RESOLUTION_NS = 1.0
GAP_NS = 20
TICK_NS = 10_000_000
TOO_SHORT_TO_SLEEP_NS = 1_000_000


class Times:
    """The times of one process."""

    def __init__(self, environment):
        seed, place = environment.get("WIRELAB_SEED", "0"), environment.get("WIRELAB_PLACE", "0.0")
        self._process = random.Random(f"{seed}/{place}")
        self._round = random.Random(f"{seed}/{place.split('.')[0]}").gauss(0, ROUND_SD)
        self._effect = self._process.gauss(0, PROCESS_SD)
        self._slow_mode = self._process.random() < 0.5
        self.loaded_bytes = 0

    def canary_ns(self):
        """Time of a call of the canary."""
        return CANARY_NS * exp(self._round + self._noise())

    def call_ns(self, script, operation, batch):
        """Time of a call in batch number `batch`."""
        truth = TRUTH_NS[operation] * FACTORS.get(script, 1.0) * self._course(script, batch)
        if script == "quadratic":
            truth += QUADRATIC_NS * (self.loaded_bytes / 1e6) ** 2
        return truth * exp(self._round + self._effect + self._noise())

    def _noise(self):
        return self._process.gauss(0, BATCH_SD)

    def _course(self, script, batch):
        if script == "warming-up":
            return 1 + 2 * exp(-batch / 3)
        if script == "drifting":
            return 1.03**batch
        if script == "bimodal" and self._slow_mode:
            return 1.3
        return 1.0


class VirtualClock:
    """A clock that scripted times move. It may run ahead of the wall clock, and is never behind it."""

    def __init__(self, pause):
        self._pause = pause
        self.now_ns = 0

    def start(self):
        """Let it be now, at least."""
        self.now_ns = max(self.now_ns, time.monotonic_ns())

    def catch_up(self):
        """Sleep until the wall clock is there: no runner's batches may take longer than the request for them."""
        ahead_ns = self.now_ns - time.monotonic_ns()
        if ahead_ns > TOO_SHORT_TO_SLEEP_NS:
            self._pause(ahead_ns / 1e9)


class Loop:
    """The timing loop of one process, over scripted times."""

    def __init__(self, times, clock, process):
        self._times, self._clock, self._process = times, clock, process
        self._made, self._since_collection, self._cpu_ns = Counter(), 0, 0

    def load(self, size):
        """So many bytes were loaded."""
        self._times.loaded_bytes = size

    def forget(self):
        """A codec was opened: no batch of it was made yet."""
        self._made.clear()

    def collect(self):
        """Garbage was collected."""
        self._since_collection = 0

    def made(self, operation):
        """How many batches of `operation` there were since the codec was opened."""
        return self._made[operation]

    def batches(self, script, operation, calls, batches):
        """The columns of as many batches."""
        self._clock.start()
        rows = [self._batch(script, operation, calls) for _ in range(batches)]
        self._clock.catch_up()
        return {key: [row[key] for row in rows] for key in rows[0]}

    def _batch(self, script, operation, calls):
        ns = max(1, round(self._batch_ns(script, operation, calls)))
        collected_ns = ns if script == "collecting" and operation in TRUTH_NS and self._collects() else 0
        self._clock.now_ns += GAP_NS
        row = {"start_ns": self._clock.now_ns, "ns": ns + collected_ns}
        if script == "collecting":  # in a thread of its own
            row |= {"gc_count": int(collected_ns > 0), "gc_ns": collected_ns, "cpu_ns": ns}
            row |= {"process_cpu_ns": ns + collected_ns}
        if self._process == "ticking-cpu":
            row["cpu_ns"] = (self._cpu_ns + ns) // TICK_NS * TICK_NS - self._cpu_ns // TICK_NS * TICK_NS
        self._cpu_ns += ns
        self._clock.now_ns += row["ns"]
        self._made[operation] += 1
        return row

    def _batch_ns(self, script, operation, calls):
        if operation == "nothing":
            return calls * NOTHING_NS
        if operation == "canary":
            return QUICK_CANARY_NS if self._process == "quick-canary" else calls * self._times.canary_ns()
        return calls * self._times.call_ns(script, operation, self._made[operation])

    def _collects(self):
        self._since_collection += 1
        return self._since_collection % COLLECTS_EVERY == 0

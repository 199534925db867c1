"""Times by a script instead of a clock, so that the truth behind every measurement is known.

The time of one operation is

    truth x script(batch) x exp(round + process + batch noise)

- truth: `TRUTH_NS` of the operation, times `FACTORS` of the codec;
- script: what a codec's name says: warming up, drifting, one of two modes;
- round: normal, SD `ROUND_SD`, one value a round, which all processes of the round share (and the canary shows);
- process: normal, SD `PROCESS_SD`, one value a process;
- batch: normal, SD `BATCH_SD`, one value a batch.

All are drawn from `WIRELAB_SEED` and `WIRELAB_PLACE` (`round.order.attempt`): same seed and visit, same times.
"""

import random
from itertools import pairwise
from math import ceil, exp
from statistics import median

TRUTH_NS = {"serialize": 1000, "deserialize": 1500, "compress": 700, "decompress": 400}
FACTORS = {
    "slower-2": 1.02,
    "slower-5": 1.05,
    "tunable-high": 0.5,
    "collecting": 0.9,
    "does-nothing": 0.001,
    "remembers": 20,
}
COLLECTS_EVERY = 4
CANARY_NS = 250_000
ROUND_SD, PROCESS_SD, BATCH_SD = 0.05, 0.01, 0.02
TIMER_RESOLUTION_NS = 1.0
GAP_NS = 20


class Times:
    """The times of one process."""

    def __init__(self, environment):
        seed = environment.get("WIRELAB_SEED", "0")
        visit = environment.get("WIRELAB_PLACE", "0.0.0")
        self._process = random.Random(f"{seed}/{visit}")
        self._round = random.Random(f"{seed}/{visit.split('.')[0]}").gauss(0, ROUND_SD)
        self._effect = self._process.gauss(0, PROCESS_SD)
        self._slow_mode = self._process.random() < 0.5

    def canary_ns(self):
        """Time of the canary."""
        return round(CANARY_NS * exp(self._round + self._process.gauss(0, BATCH_SD)))

    def call_ns(self, codec, operation, batch):
        """Time of one call in batch number `batch`."""
        truth = TRUTH_NS[operation] * FACTORS.get(codec, 1.0) * self._script(codec, batch)
        return truth * exp(self._round + self._effect + self._process.gauss(0, BATCH_SD))

    def _script(self, codec, batch):
        if codec == "warming-up":
            return 1 + 2 * exp(-batch / 3)
        if codec == "drifting":
            return 1.03**batch
        if codec == "bimodal" and self._slow_mode:
            return 1.3
        return 1.0


class VirtualRun:
    """The measuring loop of the protocol's page, over scripted times."""

    def __init__(self, times, codec, operation, start_ns):
        self._times, self._codec, self._operation = times, codec, operation
        self._first_ns = self._now_ns = start_ns
        self.batches = []
        self.steady = None
        self.last_canary_ns = None
        self._kept_canary_ns = None
        self._measured_from = None  # garbage is collected just before

    def run(self, mode):
        """Make the batches of `mode`."""
        if mode["kind"] == "steady":
            self._steady(mode)
        elif mode["kind"] == "cold":
            self._batch("measured", 1)
        else:
            for _ in range(mode["warm_up_runs"]):
                self._batch("warm-up", mode["calls"])
            for _ in range(mode["runs"]):
                self._batch("measured", mode["calls"])
        self.last_canary_ns = self._canary()
        return self

    @property
    def elapsed_ns(self):
        """From the first batch to the end of the last."""
        return self._now_ns - self._first_ns

    def _steady(self, mode):
        target = max(mode["batch_ns"], 1000 * TIMER_RESOLUTION_NS)
        calls, window, grow = 1, [], 0
        while self.steady is None:
            ns = self._batch("warm-up", calls)
            if ns < target:
                grow += 1
                if grow == 2 or ns < target / 2:
                    calls = max(calls + 1, min(10 * calls, ceil(1.1 * calls * target / ns)))
                    window, grow = [], 0
                    if self.elapsed_ns >= 2 * mode["warm_up"]["max_ns"]:
                        self.steady = False
                    continue
            else:
                grow = 0
            window.append(ns / calls)
            self.steady = self._verdict(window, mode["warm_up"], ns >= target)
        self._measured_from = len(self.batches)
        self._measured(mode, calls)
        if mode["window"] is not None:
            self._window(mode["window"])

    def _measured(self, mode, calls):
        fast, first = mode["fast"], len(self.batches)
        began = self._now_ns
        while True:
            made = len(self.batches) - first
            if fast is None and made == mode["batches"]:
                return
            if fast is not None and made >= mode["batches"] and self._enough(mode, first, began):
                return
            self._batch("measured", calls)

    def _window(self, rule):
        began = self._now_ns
        while True:
            self._batch("window", self.batches[-1]["calls"])
            collections = sum(batch.get("gc_count", 0) for batch in self.batches[self._measured_from :])
            if collections >= rule["collections"] or self._now_ns - began >= rule["max_ns"]:
                return

    def _enough(self, mode, first, began):
        """Whether enough batches count; the last one's second canary is the next one's first, timed already."""
        canaries = [batch["canary_ns"] for batch in self.batches[first:]] + [self._canary(keep=True)]
        counted = sum(max(sides) <= mode["fast"]["canary_ns"] for sides in pairwise(canaries))
        return counted >= mode["batches"] or self._now_ns - began >= mode["fast"]["max_ns"]

    def _verdict(self, window, rule, reached):
        width, elapsed = rule["window"], self.elapsed_ns
        if (elapsed >= rule["max_ns"] and reached) or elapsed >= 2 * rule["max_ns"]:
            return False
        if elapsed < rule["min_ns"] or len(window) < 2 * width:
            return None
        change = median(window[-width:]) / median(window[-2 * width : -width]) - 1
        return True if abs(change) <= rule["tolerance"] else None

    def _batch(self, phase, calls):
        ns = max(1, round(calls * self._times.call_ns(self._codec, self._operation, len(self.batches))))
        collected_ns = ns if self._collects() else 0
        ns += collected_ns
        canary_ns = self._canary()
        self._now_ns += GAP_NS
        self.batches.append(
            {
                "type": "batch",
                "phase": phase,
                "start_ns": self._now_ns,
                "calls": calls,
                "ns": ns,
                "canary_ns": canary_ns,
                **(self._meters(ns, collected_ns) if self._codec == "collecting" else {}),
            }
        )
        self._now_ns += ns
        return ns

    def _collects(self):
        if self._codec != "collecting" or self._measured_from is None:
            return False
        return (len(self.batches) - self._measured_from) % COLLECTS_EVERY == COLLECTS_EVERY - 1

    @staticmethod
    def _meters(ns, collected_ns):
        """Collections, and the CPU time of a process whose collector is another thread."""
        return {
            "gc_count": int(collected_ns > 0),
            "gc_ns": collected_ns,
            "cpu_ns": ns - collected_ns,
            "process_cpu_ns": ns,
        }

    def _canary(self, *, keep=False):
        """The canary's time at this moment; kept, it is the next batch's, too. It takes no virtual time."""
        if self._kept_canary_ns is None:
            self._kept_canary_ns = self._times.canary_ns()
        canary_ns = self._kept_canary_ns
        if not keep:
            self._kept_canary_ns = None
        return canary_ns

"""A round of a cell: the lab's process and the harness's live at the same time and take turns in random order.

A harness's process gets a question as its last argument (`_question`). It sets up the same objects and the same codec
as the lab, warms up by its own rules, measures a value and writes the time of a call in ns on a line. From then on it
does so once for each line that it reads, and waits otherwise. `lead_in` values before each of these do not count.
"""

import contextlib
import json
import os
import random
import sys
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median

from benchmarks.crosscheck.cells import Checked

from wirelab.building.program import environment, open_process
from wirelab.design.plan import draw, plan_round
from wirelab.execution.conversation import ended_when_lost, hear
from wirelab.execution.measuring_process import Assignment, MeasuringProcess
from wirelab.execution.turns import warmed_up
from wirelab.files.scratch import scratch
from wirelab.model.measurement import Phase, PlannedProcess
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Decode, Encode
from wirelab.study.definition import Measure

MEASURE = Measure()  # the lab's own defaults
LEAD_IN = 1
ANSWER_S = 120.0
PROCESSORS = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else [None]
"""Those that may be used; None: the system chooses."""


@dataclass(frozen=True, slots=True)
class Round:
    """The result of a round of a cell.

    Attributes:
        cell: as `Checked` writes it.
        log_ratio: ln(lab / harness), the median over turns.
        lab_ns: time of a call, the median over turns.
        harness_ns: likewise.
        steady: whether the lab's rule for warming up was met.
    """

    cell: str
    log_ratio: float
    lab_ns: float
    harness_ns: float
    steady: bool


def measure(checked: Checked, number: int, seed: int) -> Round:
    """Measure a cell on both sides, each in a fresh process.

    Args:
        checked: the cell.
        number: of its round, from 0.
        seed: of every order.

    Raises:
        LostError: a process failed.
    """
    (planned,) = plan_round((checked.cell,), seed=seed, round=number)
    order = random.Random(draw(seed, number, "turns", str(checked)))
    with scratch() as folder:
        lab, harness = _Lab(checked, planned, folder), _Harness(checked, planned, folder)
        sides: list[_Lab | _Harness] = [lab, harness]
        try:
            for side in order.sample(sides, 2):
                side.begin()
            for _ in range(MEASURE.turns):
                processor = order.choice(PROCESSORS)
                for side in order.sample(sides, 2):
                    side.stay_on(processor)
                    side.turn()
            lab_ns, steady = lab.end()
        finally:
            for side in sides:
                side.kill()
    logs = [log(ours / theirs) for ours, theirs in zip(lab_ns, harness.times_ns, strict=True)]
    return Round(str(checked), median(logs), median(lab_ns), median(harness.times_ns), steady)


class _Lab:
    """The lab's process for one operation, as in a study."""

    def __init__(self, checked: Checked, planned: PlannedProcess, folder: Path) -> None:
        platform = checked.lab.platform
        beside = platform.collects_beside
        assignment = Assignment(checked.data, checked.open, platform.extensions, (planned,), collects_beside=beside)
        self._process = MeasuringProcess(assignment, lambda each: open_process(checked.lab, each), folder)
        self._operation = checked.cell.operation

    def begin(self) -> None:
        self._process.begin()
        self._chunk, _ = warmed_up(self._process, self._operation, MEASURE)

    def stay_on(self, processor: int | None) -> None:
        _stay_on(self._process.pid, processor)

    def turn(self) -> None:
        self._process.turn(self._operation, self._chunk)

    def end(self) -> tuple[list[float], bool]:
        """The time of a call in each turn, and whether the process was steady before."""
        self._process.end()
        (record,) = self._process.records()
        measured = [batch for batch in record.batches if batch.phase is Phase.MEASURED]
        return [batch.ns / batch.calls for batch in measured], bool(record.steady)

    def kill(self) -> None:
        self._process.kill()


class _Harness:
    """A process of the platform's own harness."""

    def __init__(self, checked: Checked, planned: PlannedProcess, folder: Path) -> None:
        program = checked.harness
        self._command = (*program.command(), _question(checked, folder))
        self._environment = environment(program.platform, planned)
        self._transport: Transport | None = None
        self.times_ns: list[float] = []

    def begin(self) -> None:
        self._transport = Transport(self._command, self._environment)
        self._value_ns(self._transport)

    def stay_on(self, processor: int | None) -> None:
        assert self._transport is not None
        _stay_on(self._transport.pid, processor)

    def turn(self) -> None:
        assert self._transport is not None
        self._transport.send(b"\n")
        self.times_ns.append(self._value_ns(self._transport))

    @staticmethod
    def _value_ns(transport: Transport) -> float:
        with ended_when_lost(transport):
            return float(hear(transport, "turn", ANSWER_S))

    def kill(self) -> None:
        if self._transport is not None:
            self._transport.kill()


def _stay_on(pid: int | None, processor: int | None) -> None:
    """Keep a process's first thread, which is the one that is timed in native programs, on a processor.

    The system lets each of two processes that take turns stay where it was, and the processors of a virtual machine
    differ from one moment to the next.
    """
    assert pid is not None
    if sys.platform == "linux" and processor is not None:
        with contextlib.suppress(ProcessLookupError):  # it has ended, so its turn will fail
            os.sched_setaffinity(pid, {processor})


def _question(checked: Checked, folder: Path) -> str:
    """The question to a harness, as JSON.

    `requests` are the lines of the runner protocol that set up the lab's process and verify its first copy; a harness
    that calls the runner's own operation lets the runner answer them, so that both sides made the same calls before.
    `copies` are the files of objects, for a benchmark that a user wrote.
    """
    encoded, decoded = str(folder / "harness-encoded"), str(folder / "harness-decoded")
    load = checked.data.load(checked.lab.platform.extensions)
    requests = (load, checked.open, Encode(copy_index=0, file=encoded), Decode(encoded=encoded, file=decoded))
    asked = {
        "requests": [request.model_dump_json() for request in requests],
        "copies": load.copies,
        "operation": str(checked.cell.operation),
        "benchmark": checked.benchmark,
        "value_ms": round(MEASURE.batch_ms),
        "lead_in": LEAD_IN,
    }
    return json.dumps(asked)

"""A harness's process around a lab's: the harness measures, waits while the lab does, and measures again."""

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from wirelab.building.program import Program, open_process
from wirelab.execution.conversation import LostError
from wirelab.execution.harness import HarnessTurns, Question
from wirelab.execution.measuring import Assignment, perform
from wirelab.model.measurement import HarnessSample, Loss, PlannedProcess, ProcessRecord
from wirelab.process.transport import Transport

HARNESS_S = 600.0
LEAST_TURNS, MOST_TURNS = 12, 40
"""Of the harness: one before the lab's process starts, the others while that is paused, and after it."""
_SLICE_S = 0.2
_MEASURE = "measure"


class Side(StrEnum):
    """Who measures."""

    LAB = "the lab"
    HARNESS = "the harness"


@dataclass(frozen=True, slots=True)
class TurnsTaken:
    """What both sides gave.

    Attributes:
        lab: the lab's process.
        harness: the harness's values of all its turns, in order.
    """

    lab: ProcessRecord
    harness: tuple[HarnessSample, ...]


@dataclass(frozen=True, slots=True)
class SideLost:
    """A side that gave nothing, and why."""

    side: Side
    loss: Loss


def take_turns(
    planned: PlannedProcess,
    assignment: Callable[[Path], Assignment],
    lab: Program,
    harness: Program,
    question: Question,
    enough: Callable[[Sequence[tuple[float, float]]], bool],
) -> TurnsTaken | SideLost:
    """Let the harness warm up and measure, then a process of the lab as in any study, with more turns between.

    The lab's process is paused for a turn whenever it has worked for a slice of time on what it was asked to measure:
    what slows the machine for seconds meets both. A batch in which it was paused takes longer, and is not the fastest.
    The harness has its last turns when that has ended.

    Args:
        planned: the cell, and its place.
        assignment: what the lab's process works on, with a folder for its files.
        lab: starts the lab's process.
        harness: starts the harness's.
        question: what the harness is asked, the number of its turns included.
        enough: whether the harness has enough values, by the canaries before and after each in ns.
    """
    try:
        with (
            HarnessTurns(lambda: open_process(harness, planned), question, HARNESS_S) as theirs,
            tempfile.TemporaryDirectory(prefix="wirelab-", ignore_cleanup_errors=True) as folder,
        ):
            theirs.turn()
            between = _Between(theirs)
            record = perform(planned, assignment(Path(folder)), lambda each: InSlices(open_process(lab, each), between))
            if between.lost is not None:
                raise between.lost
            if record.loss is not None:
                return SideLost(Side.LAB, record.loss)
            return TurnsTaken(record, last_turns(theirs, enough))
    except LostError as error:
        return SideLost(Side.HARNESS, error.loss)


def last_turns(
    harness: HarnessTurns, enough: Callable[[Sequence[tuple[float, float]]], bool]
) -> tuple[HarnessSample, ...]:
    """Let a harness go on until it has had `LEAST_TURNS` and has enough values, or has no turn left.

    Args:
        harness: warm.
        enough: as for `take_turns`.

    Returns:
        The values of all its turns.

    Raises:
        LostError: it ended, said something else, or nothing in time.
    """
    while harness.left and (harness.taken < LEAST_TURNS or not enough(harness.canaries_ns)):
        harness.turn()
    return harness.end()


class _Between:
    """Turns of the harness between slices of the lab's process; a harness that is lost is no fault of the lab's."""

    def __init__(self, harness: HarnessTurns) -> None:
        self._harness = harness
        self.lost: LostError | None = None

    def __call__(self) -> bool:
        """Take a turn; whether there are more."""
        try:
            if self.lost is None and self._harness.left > 1:  # the last one is for when the lab has ended
                self._harness.turn()
        except LostError as error:
            self.lost = error
        return self.lost is None and self._harness.left > 1


class Pausable(Transport, Protocol):
    """A process that can be paused."""

    def paused(self) -> AbstractContextManager[None]:
        """Nothing of it runs meanwhile."""


class InSlices:
    """A process that is paused for somebody's turn whenever it has measured for a slice of time: a `Transport`."""

    def __init__(self, process: Pausable, turn: Callable[[], bool], slice_s: float = _SLICE_S) -> None:
        """Around `process`.

        Args:
            process: what is paused.
            turn: taken meanwhile; says whether there are more.
            slice_s: between two turns.
        """
        self._process, self._turn, self._slice_s = process, turn, slice_s
        self._more, self._measures = True, False

    def send(self, line: bytes) -> None:
        """See `Transport`."""
        self._measures = json.loads(line).get("type") == _MEASURE
        self._process.send(line)

    def receive(self, timeout_s: float) -> bytes:
        """See `Transport`; the time of turns is not counted."""
        deadline = time.monotonic() + timeout_s
        while True:
            left_s = deadline - time.monotonic()
            sliced = self._measures and self._more and left_s > self._slice_s
            try:
                return self._process.receive(self._slice_s if sliced else left_s)
            except TimeoutError:
                if not sliced:
                    raise
            began = time.monotonic()
            with self._process.paused():
                self._more = self._turn()
            deadline += time.monotonic() - began

    def close_input(self) -> None:
        """See `Transport`."""
        self._process.close_input()

    def stderr_tail(self) -> str:
        """See `Transport`."""
        return self._process.stderr_tail()

    def wait(self, timeout_s: float) -> int | None:
        """See `Transport`."""
        return self._process.wait(timeout_s)

    def kill(self) -> None:
        """See `Transport`."""
        self._process.kill()

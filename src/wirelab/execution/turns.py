"""A harness's process around a lab's: the harness measures, waits while the lab does, and measures again."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.execution.conversation import LostError
from wirelab.execution.harness import HarnessTurns, Question
from wirelab.execution.measuring import Assignment, perform_with
from wirelab.model.measurement import HarnessSample, Loss, PlannedProcess, ProcessRecord

HARNESS_S = 600.0
TURNS = 2
"""Of the harness: before the lab's process and after it."""


class Side(StrEnum):
    """Who measures."""

    LAB = "the lab"
    HARNESS = "the harness"


@dataclass(frozen=True, slots=True)
class TurnsTaken:
    """What both sides gave.

    Attributes:
        lab: the lab's process.
        harness: the harness's values of both its turns, in order.
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
) -> TurnsTaken | SideLost:
    """Let the harness warm up and measure, then a process of the lab as in any study, then the harness once more.

    Args:
        planned: the cell, and its place.
        assignment: what the lab's process works on, with a folder for its files.
        lab: starts the lab's process.
        harness: starts the harness's.
        question: what the harness is asked, `TURNS` turns included.
    """
    try:
        with (
            HarnessTurns(lambda: open_process(harness, planned), question, HARNESS_S) as theirs,
            tempfile.TemporaryDirectory(prefix="wirelab-", ignore_cleanup_errors=True) as folder,
        ):
            theirs.turn()
            record = perform_with(lab, planned, assignment(Path(folder)))
            if record.loss is not None:
                return SideLost(Side.LAB, record.loss)
            theirs.turn()
            return TurnsTaken(record, theirs.samples)
    except LostError as error:
        return SideLost(Side.HARNESS, error.loss)

"""A lab's process and a harness's, side by side: one measures while the other waits."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.execution.conversation import LostError
from wirelab.execution.harness import HarnessTurns, Question
from wirelab.execution.measuring import Assignment, LabTurns, Turn
from wirelab.model.measurement import Loss, PlannedProcess

HARNESS_S = 600.0


class Side(StrEnum):
    """Who measures."""

    LAB = "the lab"
    HARNESS = "the harness"


@dataclass(frozen=True, slots=True)
class TurnsTaken:
    """What both sides gave, turn by turn.

    Attributes:
        lab: the lab's turns.
        harness_ns: the harness's times of one operation.
    """

    lab: tuple[Turn, ...]
    harness_ns: tuple[float, ...]


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
    """Start a process of either side and let them measure in turns; who is first alternates.

    Args:
        planned: the cell, and the place in its round, which decides who begins.
        assignment: what the lab's process works on, with a folder for its files.
        lab: starts the lab's process.
        harness: starts the harness's.
        question: what the harness is asked, the number of turns included.
    """
    side = Side.HARNESS
    try:
        with (
            HarnessTurns(lambda: open_process(harness, planned), question, HARNESS_S) as theirs,
            tempfile.TemporaryDirectory(prefix="wirelab-", ignore_cleanup_errors=True) as folder,
        ):
            side = Side.LAB
            with LabTurns(planned, assignment(Path(folder)), lambda each: open_process(lab, each)) as ours:
                turns: list[Turn] = []
                for number in range(question.turns):
                    order = (Side.LAB, Side.HARNESS) if (number + planned.order) % 2 else (Side.HARNESS, Side.LAB)
                    for side in order:
                        if side is Side.LAB:
                            turns.append(ours.turn())
                        else:
                            theirs.turn()
            return TurnsTaken(tuple(turns), theirs.samples_ns)
    except LostError as error:
        return SideLost(side, error.loss)

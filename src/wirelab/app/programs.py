"""What programs answer about cells, each asked all that concerns it in one go."""

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from wirelab.app.preparation import Preparation
from wirelab.building.program import open_process
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Connect
from wirelab.model.cell import Cell
from wirelab.model.gathering import gathered
from wirelab.protocol.messages import Open

A = TypeVar("A")
T = TypeVar("T")
Ask = Callable[[Connect, Data, Sequence[tuple[Open, T]], Path], list[A]]
"""Asks a program about its tasks, in a folder of its own, and gives an answer for each."""


def asked_by_program(preparation: Preparation, tasks: Sequence[tuple[Cell, T]], ask: Ask[T, A], base: Path) -> list[A]:
    """The answers to `tasks`, in their order; each is a cell, and what is asked about it."""
    of_program = gathered(
        ((cell.corpus, cell.platform, preparation.program(cell).runner), at) for at, (cell, _) in enumerate(tasks)
    )
    answers: dict[int, A] = {}
    for (corpus, *_), numbers in of_program.items():
        program = preparation.program(tasks[numbers[0]][0])
        own = [(preparation.open_request(cell), asked) for cell, asked in (tasks[at] for at in numbers)]
        folder = Path(tempfile.mkdtemp(dir=base))
        found = ask(partial(open_process, program), preparation.data[corpus], own, folder)
        answers |= dict(zip(numbers, found, strict=True))
    return [answers[at] for at in range(len(tasks))]

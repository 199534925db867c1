"""Cells of a preparation, and what their programs answer about them, each asked all that concerns it in one go."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from wirelab.app.preparation import Preparation
from wirelab.building.program import open_process
from wirelab.design.transfer import encoding
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


def on_first_platforms(preparation: Preparation) -> tuple[Cell, ...]:
    """The cells to try where nothing is timed: those of platforms that the study names, else one of each runner."""
    if preparation.study.factors.platform:
        return preparation.cells
    first: dict[Path, str] = {}
    return tuple(
        cell
        for cell in preparation.cells
        if first.setdefault(preparation.program(cell).runner, cell.platform) == cell.platform
    )


def formats_of(preparation: Preparation, cells: Iterable[Cell]) -> dict[Cell, str]:
    """What each cell's subject writes, with the compressor behind it: `JSON`, `JSON+zstd`."""
    formats = {(each.platform, codec.name): codec.format for each in preparation.runners for codec in each.ready.codecs}
    return {cell: encoding(formats[cell.platform, cell.subject.codec], cell.subject) for cell in cells}

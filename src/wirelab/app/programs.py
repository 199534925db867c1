"""The answers of programs about the cells of a preparation; each program gets all its questions at once."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from wirelab.app.preparation import Preparation
from wirelab.building.program import open_process
from wirelab.design.transfer import encoding
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Fell, Talk, unheard
from wirelab.model.cell import Cell
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss
from wirelab.process.side_by_side import side_by_side
from wirelab.protocol.messages import Open

A = TypeVar("A")
T = TypeVar("T", Path, None)
_Ask = Callable[[Talk, Data, Sequence[tuple[Open, T]]], list[A]]
"""Asks a program about its tasks, and gives an answer for each."""


def written_by(preparation: Preparation, cells: Sequence[Cell], base: Path, fell: Fell = unheard) -> list[Path | Loss]:
    """The file that each cell's codec writes for the first copy of its corpus, or why there is none."""
    tasks = [(cell, None) for cell in cells]
    return _asked(preparation, tasks, lambda talk, data, own: talk.written(data, [each for each, _ in own]), base, fell)


def survived_by(preparation: Preparation, cells: Sequence[Cell], base: Path) -> list[Path | Loss]:
    """The same; a loss also if the codec does not read its own file back unchanged."""

    def ask(talk: Talk, data: Data, own: Sequence[tuple[Open, None]]) -> list[Path | Loss]:
        return talk.survived(data, [each for each, _ in own], lambda _: None)

    return _asked(preparation, [(cell, None) for cell in cells], ask, base, unheard)


def read_by(
    preparation: Preparation, tasks: Sequence[tuple[Cell, Path]], base: Path, fell: Fell = unheard
) -> list[str | Loss]:
    """How the values that each cell's codec reads from a file differ from its corpus's first copy, or the loss."""
    return _asked(preparation, tasks, lambda talk, data, own: talk.read(data, own), base, fell)


def decoded_by(
    preparation: Preparation, tasks: Sequence[tuple[Cell, Path]], base: Path, fell: Fell
) -> list[bytes | Loss]:
    """The file of objects that each cell's codec makes from a file, or the loss."""
    return _asked(preparation, tasks, lambda talk, _, own: talk.decoded(own, Path.read_bytes), base, fell)


def relayed_by(
    preparation: Preparation, tasks: Sequence[tuple[Cell, Path]], base: Path, fell: Fell
) -> list[Path | Loss]:
    """The file that each cell's codec writes for the values that it reads from a file, or the loss."""
    return _asked(preparation, tasks, lambda talk, _, own: talk.relayed(own), base, fell)


def may_relay(preparation: Preparation, cell: Cell) -> bool:
    """Whether the platform of a cell has the protocol's extension for relays."""
    return "relay" in preparation.program(cell).platform.extensions


def _asked(
    preparation: Preparation, tasks: Sequence[tuple[Cell, T]], ask: _Ask[T, A], base: Path, fell: Fell
) -> list[A]:
    """The answers to `tasks`, in their order; each task is a cell and the file that it is about."""
    of_program = gathered(
        ((cell.corpus, cell.platform, preparation.program(cell).runner), at) for at, (cell, _) in enumerate(tasks)
    )
    groups = list(of_program.values())

    def ask_one(number: int) -> list[A]:
        places = groups[number]

        def heard(at: int, answer: object) -> None:
            fell(places[at], answer)

        own = [tasks[at] for at in places]
        first, _ = own[0]
        requests = [(preparation.open_request(cell, asked), asked) for cell, asked in own]
        folder, slack_s = Path(tempfile.mkdtemp(dir=base)), preparation.study.measure.slack_s
        talk = Talk(partial(open_process, preparation.program(first)), folder, slack_s, heard)
        return ask(talk, preparation.data[first.corpus], requests)

    answers: dict[int, A] = {}
    for number, found in side_by_side([[number] for number in range(len(groups))], ask_one):
        answers |= dict(zip(groups[number], found, strict=True))
    return [answers[at] for at in range(len(tasks))]


def on_first_platforms(preparation: Preparation) -> tuple[Cell, ...]:
    """The cells to try if nothing is timed: of the platforms that the study names, else of each runner's first one."""
    if preparation.study.factors.platform:
        return preparation.cells
    first: dict[Path, str] = {}
    return tuple(
        cell
        for cell in preparation.cells
        if first.setdefault(preparation.program(cell).runner, cell.platform) == cell.platform
    )


def formats_of(preparation: Preparation, cells: Iterable[Cell]) -> dict[Cell, str]:
    """The format of each cell's subject, with its compressor: `JSON`, `JSON+zstd`."""
    formats = {(each.platform, codec.name): codec.format for each in preparation.runners for codec in each.ready.codecs}
    return {cell: encoding(formats[cell.platform, cell.subject.codec], cell.subject) for cell in cells}


def versions_of(preparation: Preparation) -> dict[tuple[str, str], str]:
    """The version of each codec's library, by platform and codec."""
    return {(each.platform, codec.name): codec.version for each in preparation.runners for codec in each.ready.codecs}

"""The instructions that calls take, counted beside their times where a study asks for them."""

import shutil
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from wirelab.app.preparation import Notice, Preparation
from wirelab.building.program import open_counted
from wirelab.execution.instructions import EMULATOR, Counting, emulator
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Sink
from wirelab.model.measurement import Loss
from wirelab.model.run import ROUND_TRIP, Check, instructions_kind
from wirelab.process.side_by_side import side_by_side
from wirelab.report.quantities import several


def counted(preparation: Preparation, known: Collection[Check], notice: Notice) -> Iterator[Check]:
    """The instructions of each cell's call, as they are counted; nothing unless the study asks for them.

    `known` are the checks of the run, whose rounds are over: only codecs that returned all values are counted, and none
    twice. Platforms that compile code while it runs are left out. A failed count is only a notice, because times do not
    depend on it.
    """
    if not preparation.study.measure.instructions:
        return
    countable = _countable(preparation)
    if not countable:
        notice("no instructions are counted: the platforms of this run compile code while it runs")
        return
    verified = {(each.corpus, each.platform, each.subject) for each in known if each.kind == ROUND_TRIP and each.passed}
    had = {(each.corpus, each.platform, each.subject, each.kind) for each in known}
    cells = [
        each for each in countable if _key(each) not in had and (each.corpus, each.platform, each.subject) in verified
    ]
    if not cells:
        return
    if shutil.which(EMULATOR) is None:
        notice(f"no instructions are counted: {EMULATOR} is missing (to install: sudo apt-get install {EMULATOR})")
        return
    of = several(len(cells), "cell")
    notice(f"counting the instructions of {of} with {EMULATOR}, which takes about 50 times as long")
    with scratch() as base:

        def count(at: int) -> float | Loss:
            cell, folder = cells[at], Path(tempfile.mkdtemp(dir=base))
            program, data = preparation.program(cell), preparation.data[cell.corpus]
            return Counting(
                connect=lambda file: open_counted(program, emulator(file)),
                data=data,
                codec=preparation.open_request(cell),
                operation=cell.operation,
                slack_s=preparation.study.measure.slack_s,
            ).of_a_call(folder)

        for at, found in side_by_side([[at] for at in range(len(cells))], count):
            cell = cells[at]
            if isinstance(found, Loss):
                notice(f"no instructions of {cell}: {found.what}")
                continue
            kind = instructions_kind(cell.operation)
            yield Check(cell.corpus, cell.platform, cell.subject, kind, passed=True, detail=str(round(found)))


def _countable(preparation: Preparation) -> list[Cell]:
    """One cell for each corpus, platform, subject and operation."""
    cells: dict[object, Cell] = {}
    for cell in preparation.cells:
        if cell.sink is Sink.MEMORY and preparation.program(cell).platform.counted is not None:
            cells.setdefault(_key(cell), cell)
    return list(cells.values())


def _key(cell: Cell) -> tuple[object, ...]:
    return cell.corpus, cell.platform, cell.subject, instructions_kind(cell.operation)

"""Which cell each cell is compared with."""

from collections.abc import Sequence
from dataclasses import replace

from wirelab.model.cell import Cell
from wirelab.model.subject import Subject


def references(cells: Sequence[Cell], subject: Subject, platform: str | None = None) -> dict[Cell, Cell]:
    """Map each cell that has a reference to it.

    The reference of a cell is the cell of `subject` with the same corpus, operation, mode and sink; of several, the
    one on `platform` if that is given, else the one on the cell's own platform, else the first in the order of
    `cells`. A twin's reference is its original. Reference cells themselves are not compared, and neither are cells
    whose reference does not exist (its codec lacks the operation).
    """
    candidates: dict[tuple[object, ...], list[Cell]] = {}
    for cell in cells:
        if cell.subject == subject and not cell.twin:
            candidates.setdefault(_conditions(cell), []).append(cell)
    found: dict[Cell, Cell] = {}
    for cell in cells:
        if cell.twin:
            found[cell] = replace(cell, twin=False)
            continue
        reference = _choose(candidates.get(_conditions(cell), []), platform or cell.platform)
        if reference is not None and reference != cell:
            found[cell] = reference
    return found


def _conditions(cell: Cell) -> tuple[object, ...]:
    return cell.corpus, cell.operation, cell.mode, cell.sink


def _choose(candidates: Sequence[Cell], platform: str) -> Cell | None:
    return next((cell for cell in candidates if cell.platform == platform), candidates[0] if candidates else None)

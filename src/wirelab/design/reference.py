"""What is compared with what: each cell with its reference, each twin with its original."""

from collections.abc import Sequence
from dataclasses import replace

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.gathering import gathered
from wirelab.model.subject import Subject


def comparisons(cells: Sequence[Cell], subject: Subject, platform: str | None = None) -> tuple[Comparison, ...]:
    """The comparisons of a study, in the order of `cells`.

    The reference of a cell is the cell of `subject` with the same corpus, operation, mode and sink; of several, the
    one on `platform` if that is given, else the one on the cell's own platform, else the first in the order of
    `cells`. Where platforms have references of their own, these are compared with the first: within a platform and
    across platforms are two questions. A twin is compared with its original alone. The first reference itself is not
    compared, and neither are cells whose reference does not exist (its codec lacks the operation).
    """
    candidates = gathered((cell.conditions, cell) for cell in cells if cell.subject == subject and not cell.twin)
    found = []
    for cell in cells:
        if cell.twin:
            found.append(Comparison(cell, replace(cell, twin=False), Question.TWIN))
            continue
        own = candidates.get(cell.conditions, [])
        reference = next(
            (each for each in own if each.platform == (platform or cell.platform)), own[0] if own else None
        )
        if reference == cell:
            reference = own[0]
        if reference is not None and reference != cell:
            found.append(Comparison(cell, reference, Question.REFERENCE))
    return tuple(found)

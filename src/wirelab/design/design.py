"""The cells of a run, their comparisons, how these are decided, and the cells that are measured first. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from wirelab.design.sequential import Schedule, schedule_of
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.groups import gathered
from wirelab.model.subject import Subject
from wirelab.study.definition import Study


def comparisons(cells: Sequence[Cell], subject: Subject) -> tuple[Comparison, ...]:
    """The comparisons of a study, in the order of `cells`.

    The reference of a cell is the cell of `subject` with the same corpus, operation, mode and sink; of several, the
    one on the cell's own platform, else the first in the order of `cells`. Where platforms have references of their
    own, these are compared with the first: within a platform and across platforms are two questions. A twin is
    compared only with its original. The first reference itself is not compared, and neither are cells whose reference
    does not exist (its codec lacks the operation).
    """
    candidates = gathered((cell.conditions, cell) for cell in cells if cell.subject == subject and not cell.twin)
    found = []
    for cell in cells:
        if cell.twin:
            found.append(Comparison(cell, replace(cell, twin=False), Question.TWIN))
            continue
        own = candidates.get(cell.conditions, [])
        reference = next((each for each in own if each.platform == cell.platform), own[0] if own else None)
        if reference == cell:
            reference = own[0]
        if reference is not None and reference != cell:
            found.append(Comparison(cell, reference, Question.REFERENCE))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Design:
    """The cells of a run, twins included, and how its comparisons are decided."""

    cells: tuple[Cell, ...]
    comparisons: tuple[Comparison, ...]
    schedule: Schedule


def design_of(study: Study, cells: Sequence[Cell]) -> Design:
    """The design over a study's `cells`, twins included."""
    compared = comparisons(cells, study.reference_subject)
    if study.transfer is not None:  # formats are compared, not cells
        compared = tuple(each for each in compared if each.question is Question.TWIN)
    schedule = schedule_of(study, sum(each.question is not Question.TWIN for each in compared))
    return Design(tuple(cells), compared, schedule)


def design_with_twin(study: Study, cells: Sequence[Cell]) -> Design:
    """The design over a study's `cells` and a twin of the reference (of the first cell if there is none).

    An A/A twin is the same cell under a second label: a permanent false-alarm monitor.
    """
    own = [cell for cell in cells if cell.subject == study.reference_subject]
    return design_of(study, (*cells, *(replace(cell, twin=True) for cell in (own or cells)[:1])))


def early_cells(study: Study, design: Design) -> tuple[Cell, ...]:
    """The cells of the study's early subjects, and their references; twins join with the others.

    Empty if there are none, if the study asks for something other than comparisons, if a time budget might end it
    before the others begin, or if these would have fewer rounds left than the first look takes.
    """
    measure = study.measure
    asks = study.transfer is None and study.analysis.until == "comparisons"
    if not asks or measure.budget_s is not None or measure.rounds < 2 * design.schedule.looks[0]:
        return ()
    early = {cell for cell in design.cells if cell.subject in measure.early}
    early |= {each.against for each in design.comparisons if each.cell in early}
    return tuple(cell for cell in design.cells if cell in early)


def with_late_cells(design: Design, begun: Collection[Cell], still_open: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of the next round: those still open, those that have not begun, and the references of these."""
    late = {cell for cell in design.cells if cell not in begun}
    wanted = {*still_open, *late, *(each.against for each in design.comparisons if each.cell in late)}
    return tuple(cell for cell in design.cells if cell in wanted)

"""What a run measures, what it compares, and how that is decided. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from wirelab.design.plan import with_twins
from wirelab.design.reference import comparisons
from wirelab.design.sequential import Schedule, schedule_of
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.study.definition import Study


@dataclass(frozen=True, slots=True)
class Design:
    """What a run measures, twins included, and how its comparisons are decided."""

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
    """The design over a study's `cells` and a twin of the reference (of the first cell if there is none)."""
    own = [cell for cell in cells if cell.subject == study.reference_subject]
    return design_of(study, with_twins(cells, (own or list(cells))[:1]))

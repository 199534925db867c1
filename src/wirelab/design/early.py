"""Cells that are measured alone at first, so that verdicts on them fall early. Pure.

The others join after the first look. They are compared with the reference by the rounds that both have, so its cells
continue with them.
"""

from collections.abc import Collection

from wirelab.design.design import Design
from wirelab.model.cell import Cell
from wirelab.study.definition import Study


def early_cells(study: Study, design: Design) -> tuple[Cell, ...]:
    """Those of the study's early subjects, what these are compared with, and twins of them.

    Empty if there are none, if the study asks for something else than comparisons, if a time budget might end it before
    the others begin, or if these would have fewer rounds left than the first look takes.
    """
    measure = study.measure
    asks = study.transfer is None and study.analysis.until == "comparisons"
    if not asks or measure.budget_s is not None or measure.rounds < 2 * design.schedule.looks[0]:
        return ()
    early = {cell for cell in design.cells if cell.subject in measure.early}
    early |= {each.against for each in design.comparisons if each.cell in early}
    early |= {each.cell for each in design.comparisons if each.cell.twin and each.against in early}
    return tuple(cell for cell in design.cells if cell in early)


def with_late_cells(design: Design, begun: Collection[Cell], still_open: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of the next round: those still open, those that have not begun, and what these are compared with."""
    late = {cell for cell in design.cells if cell not in begun}
    wanted = {*still_open, *late, *(each.against for each in design.comparisons if each.cell in late)}
    return tuple(cell for cell in design.cells if cell in wanted)

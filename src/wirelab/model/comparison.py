"""Comparisons of any two cells, and their purpose."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.cell import Cell


class Question(StrEnum):
    """The purpose of a comparison."""

    REFERENCE = "against the reference"  # how does a subject compare with the one that all are compared with?
    TWIN = "twin"  # does a cell differ from itself? Then the run raises false alarms


@dataclass(frozen=True, slots=True)
class Comparison:
    """Time of `cell` over time of `against`. A cell may be in several comparisons, on either side."""

    cell: Cell
    against: Cell
    question: Question

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two that must be measured as long as this comparison is open."""
        return self.cell, self.against

"""Cells whose times or outputs cannot be what they seem, and the guard that saw it."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.cell import Cell


class Guard(StrEnum):
    """What is held against a cell."""

    COPY = "faster than a copy"  # of the bytes that it gives
    READ = "faster than reading"  # of the bytes that it takes
    GROWTH = "does not grow"  # with its data
    OUTPUTS = "unlike outputs"  # of two processes, or of what was measured and what was verified


@dataclass(frozen=True, slots=True)
class Flag:
    """A cell that a guard finds implausible.

    Attributes:
        took_ns: the longest that any of its processes took; of `GROWTH`, beyond the shortest at `smaller`.
        least_ns: what it should have taken at least.
        moved_bytes: that it had to copy or read; of `GROWTH`, beyond those at `smaller`.
        smaller: of `GROWTH`, the same subject on less data.
        detail: of `OUTPUTS`, what was seen.
    """

    cell: Cell
    guard: Guard
    took_ns: float = 0.0
    least_ns: float = 0.0
    moved_bytes: int = 0
    smaller: Cell | None = None
    detail: str = ""

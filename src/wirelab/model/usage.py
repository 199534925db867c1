"""What operations cost as they are used, collections and the process's other threads included."""

from dataclasses import dataclass
from enum import StrEnum
from statistics import geometric_mean

from wirelab.model.cell import Cell


@dataclass(frozen=True, slots=True)
class Usage:
    """A cell over windows that hold the runtime's own collections.

    Plain figures without an interval, which few processes cannot give; those of each process stand beside them.

    Attributes:
        cell: the cell.
        collections: that the figures rest on; None where the runtime does not tell.
        gc_share: of the time, what collections took; None where the runtime does not tell.
        means_ns: of each process that had a window: time of one operation, collections included.
        cpus_ns: likewise, CPU time of all the process's threads for one operation; none where it is unknown.
    """

    cell: Cell
    collections: int | None
    gc_share: float | None
    means_ns: tuple[float, ...]
    cpus_ns: tuple[float, ...]

    def costs_ns(self, by: "Costing") -> tuple[float, ...]:
        """Of each process."""
        return self.means_ns if by is Costing.MEAN else self.cpus_ns

    def cost_ns(self, by: "Costing") -> float | None:
        """The geometric mean over processes; None without any."""
        costs = self.costs_ns(by)
        return geometric_mean(costs) if costs else None


class Costing(StrEnum):
    """By what cells may be ordered beside their median times."""

    MEAN = "mean time"
    CPU = "CPU time"


@dataclass(frozen=True, slots=True)
class Reversal:
    """A pair whose order by another cost is the reverse of the one by medians.

    Attributes:
        cell: the faster one by medians, and found to be so.
        other: the slower one.
        by: the cost.
        ratio: of `cell`'s to `other`'s, above 1.
    """

    cell: Cell
    other: Cell
    by: Costing
    ratio: float

"""What operations cost beside their time: collections, and the process's other threads."""

from dataclasses import dataclass
from statistics import geometric_mean

from wirelab.model.cell import Cell


@dataclass(frozen=True, slots=True)
class ProcessCost:
    """What the turns of one process took beside the measuring thread's time, lead-in batches included.

    Attributes:
        collections: of garbage; None where the runtime does not tell.
        gc_share: of the time, what they took; None likewise.
        cpu_ns: CPU time of all the process's threads for one operation; None likewise.
    """

    cell: Cell
    round: int
    collections: int | None
    gc_share: float | None
    cpu_ns: float | None


@dataclass(frozen=True, slots=True)
class Usage:
    """The same of a cell, over its processes.

    Attributes:
        cpus_ns: of each round that tells: CPU time of all threads for one operation.
    """

    cell: Cell
    collections: int | None
    gc_share: float | None
    cpus_ns: tuple[float, ...]

    @property
    def cpu_ns(self) -> float | None:
        """The geometric mean over rounds; None without any."""
        return geometric_mean(self.cpus_ns) if self.cpus_ns and min(self.cpus_ns) > 0 else None


@dataclass(frozen=True, slots=True)
class Reversal:
    """A pair whose CPU times are in the ratio `ratio`, above 1, although `cell` was found to be the faster one."""

    cell: Cell
    other: Cell
    ratio: float

"""Facts that a run shows besides its times: the machine's speed, warm-ups, implausible cells, costs of operations."""

from dataclasses import dataclass, field
from enum import StrEnum
from statistics import geometric_mean

from wirelab.model.cell import Cell


@dataclass(frozen=True, slots=True)
class MachineSpeed:
    """The speed of a session by the canaries of one platform, one per process: their slowest tenth by the fastest."""

    varied: float
    canaries: int


@dataclass(frozen=True, slots=True)
class WarmUp:
    """How a process warmed up."""

    cell: Cell
    round: int
    order: int
    times_ns: tuple[float, ...] = field(repr=False)
    """The times of one operation, batch by batch, only batches of the final number of calls; medians of neighbours,
    where a process has more batches than were asked for."""


class Guard(StrEnum):
    """The reason why a cell is implausible."""

    COPY = "faster than a copy"  # of the bytes that it gives
    READ = "faster than reading"  # of the bytes that it takes
    GROWTH = "does not grow"  # with its data
    OUTPUTS = "unlike outputs"  # of two processes, or of the measured calls and the verified ones


@dataclass(frozen=True, slots=True)
class Flag:
    """A cell that a guard finds implausible."""

    cell: Cell
    guard: Guard
    took_ns: float = 0.0  # the longest that any of its processes took; of `GROWTH`, beyond the shortest at `smaller`
    least_ns: float = 0.0  # the shortest plausible time
    moved_bytes: int = 0  # that it had to copy or read; of `GROWTH`, beyond those at `smaller`
    smaller: Cell | None = None  # of `GROWTH`, the same subject on less data
    detail: str = ""  # of `OUTPUTS`, the difference


@dataclass(frozen=True, slots=True)
class ProcessCost:
    """The costs of one process's turns besides the measuring thread's time, lead-in batches included."""

    cell: Cell
    round: int
    collections: int | None  # of garbage; None where the runtime does not report it
    gc_share: float | None  # their share of the time; None: not reported
    cpu_ns: float | None  # CPU time of all the process's threads for one operation; None: not reported


@dataclass(frozen=True, slots=True)
class Usage:
    """The same for a cell, over its processes."""

    cell: Cell
    collections: int | None
    gc_share: float | None
    cpus_ns: tuple[float, ...]  # of each round that has it: CPU time of all threads for one operation

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

"""What the audit of steadiness looks at."""

from dataclasses import dataclass, field

from wirelab.model.cell import Cell


@dataclass(frozen=True, slots=True)
class WarmUp:
    """How a process warmed up.

    Attributes:
        times_ns: of one operation, batch by batch, only batches of the final number of calls; of a process with more
            batches than were asked for, medians of neighbours.
    """

    cell: Cell
    round: int
    order: int
    times_ns: tuple[float, ...] = field(repr=False)

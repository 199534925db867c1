"""Forecasts from a run's findings: for unmeasured sizes, for the next run, and for how far to trust it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison
from wirelab.model.findings.diagnostics import Flag, MachineSpeed, Reversal, Usage
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.transfer import TransferFinding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ILL_FITTING = 0.01
"""A line is said not to fit when the probability of as much scatter around it is smaller than this."""
NEAR_LOOP = 10.0
"""A cell that takes less than this many times the loop's own time is said to be near it."""
MOST_ROUNDS = 1000
"""No more rounds than this are considered for a decision."""


@dataclass(frozen=True, slots=True)
class RoundsNeeded:
    """The rounds that it takes to decide a comparison that is unresolved."""

    ratio: float  # a true ratio, above 1, that is to be found
    to_find: int | None
    """Rounds in all after which it is found to be different with probability `power`; None: more than `MOST_ROUNDS`."""
    to_equate: int | None
    """Rounds in all after which two equal codecs are found equivalent with that probability; None as above."""
    power: float


@dataclass(frozen=True, slots=True)
class Needed:
    """The rounds that it takes to decide a comparison that is unresolved."""

    comparison: Comparison
    rounds: int
    answers: tuple[RoundsNeeded, ...]
    """For each true ratio that is asked about, ascending; the one that was seen is the last if it is large."""


@dataclass(frozen=True, slots=True)
class CostModel:
    """time = fixed + per_byte · size, and time ~ size^exponent, fitted to one codec's processes of one session."""

    fixed_ns: Interval  # a, a call's cost whatever the size; its interval may reach below 0
    per_byte_ns: Interval  # b
    exponent: Interval  # of growth over the measured range: 1 is proportional to size
    smallest_bytes: float  # the measured range
    largest_bytes: float
    lack_of_fit: float  # p value of the F test that the sizes' means are on the line; below `ILL_FITTING` they are not

    def at(self, size_bytes: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Time in ns at sizes, within the measured range."""
        return self.fixed_ns.estimate + self.per_byte_ns.estimate * size_bytes


class Crossing(StrEnum):
    """The comparison of two cost models over the sizes that both were measured at, of all sizes at once."""

    CROSSES = "crosses"
    FASTER = "faster throughout"
    SLOWER = "slower throughout"
    OPEN = "indistinguishable throughout"


@dataclass(frozen=True, slots=True)
class CostComparison:
    """One codec's cost model against another's."""

    outcome: Crossing
    """`CROSSES` if each is the faster one at some size in the range, by a band that holds at all sizes at once;
    `FASTER`, `SLOWER` if the first is so at one size at least and the reverse at none."""
    at_bytes: float | None  # where the lines cross if that is within the measured range, else None
    low_bytes: float | None
    """The smallest and the largest size at which the two cannot be distinguished; at some between them they may be.
    None if they can be distinguished everywhere. Where they cross, this is the interval of the crossing."""
    high_bytes: float | None


@dataclass(frozen=True, slots=True)
class Growth:
    """How a subject's time grows with the size of its corpus, one operation and variant of a workload at a time."""

    cell: Cell
    model: CostModel
    reference: Cell | None = None
    """The reference at its smallest size; None for the reference itself and where it has no model."""
    comparison: CostComparison | None = None  # of `model` with the reference's; None where either line does not fit


@dataclass(frozen=True, slots=True)
class Fastest:
    """The cells, all under the same conditions, among which the fastest is in `confidence` of all sessions."""

    cells: tuple[Cell, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class NearLoop:
    """A cell that takes only `times` times as long as the empty measuring loop, which is part of its time."""

    cell: Cell
    times: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """How large a bias between a cell and its twin could have been without an alarm."""

    comparison: Comparison
    ratio: float  # above 1; a smaller one would have been found with a probability below `power`
    power: float


@dataclass(frozen=True, slots=True)
class SlowMode:
    """Processes of a cell that take `times` times as long as the others, the machine's speed taken out."""

    cell: Cell
    slow: int
    processes: int
    times: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecasts from a run."""

    needed: tuple[Needed, ...] = ()  # one per undecided comparison, in the order of comparisons
    growth: tuple[Growth, ...] = ()  # one per subject, operation, platform, variant and workload with enough sizes
    machine: dict[str, MachineSpeed] = field(default_factory=dict)  # how much its speed varied, by platform
    near_loop: tuple[NearLoop, ...] = ()
    copy_bytes_per_ns: float | None = None
    """The fastest copy of memory that the lab saw on this machine; None: it did not look."""
    flags: tuple[Flag, ...] = ()
    usage: tuple[Usage, ...] = ()
    reversals: tuple[Reversal, ...] = ()
    unseen: tuple[Unseen, ...] = ()  # one per twin that raised no alarm
    fastest: tuple[Fastest, ...] = ()  # one per set of cells under the same conditions
    slow_modes: tuple[SlowMode, ...] = ()
    transfer: TransferFinding | None = None

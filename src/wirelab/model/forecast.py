"""What a run says of sizes that it did not measure and of the next run, and the scatter that this rests on."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison
from wirelab.model.dependence import Dependence
from wirelab.model.finding import Interval
from wirelab.model.guard import Flag
from wirelab.model.machine import MachineStates, SlowRatio
from wirelab.model.transfer import TransferFinding
from wirelab.model.usage import Reversal, Usage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ILL_FITTING = 0.01
"""A line is said not to fit when scatter around it as large as this has a smaller probability than this."""
NEAR_LOOP = 10.0
"""A cell that takes less than this many times the loop's own time is said to be near it."""
MOST_ROUNDS = 1000
"""Where counting the rounds that a decision takes ends."""


@dataclass(frozen=True, slots=True)
class Component:
    """One source of variance.

    Attributes:
        source: `batch`, `process`, `round`, `session`, `machine`.
        variance: of ln(time) from unit to unit of this level; the estimate may be below 0, which means none was seen.
        freedom: degrees of freedom of the estimate's own mean square.
    """

    source: str
    variance: float
    freedom: int

    @property
    def sd(self) -> float:
        """Standard deviation on the log scale, about the relative one; 0 where the estimate is below 0."""
        return math.sqrt(max(0.0, self.variance))


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """How many measured batches a process should have, over the cells of a run.

    Attributes:
        batches: one number for the next study.
        fewest: that any cell asks for.
        most: likewise.
        measured: batches a process had in this run.
    """

    batches: int
    fewest: int
    most: int
    measured: int


@dataclass(frozen=True, slots=True)
class RoundsNeeded:
    """What it takes to decide a comparison that is unresolved.

    Attributes:
        ratio: a true ratio, above 1, that is to be found.
        to_find: rounds in all after which it is found to be different with probability `power`; None: more than
            `MOST_ROUNDS`.
        to_equate: rounds in all after which two equal codecs are found equivalent with that probability; None likewise.
        power: the probability.
    """

    ratio: float
    to_find: int | None
    to_equate: int | None
    power: float


@dataclass(frozen=True, slots=True)
class Needed:
    """What it takes to decide a comparison that is unresolved.

    Attributes:
        comparison: which.
        rounds: that both have.
        answers: for each true ratio that is asked about, ascending; the one that was seen is the last if it is large.
    """

    comparison: Comparison
    rounds: int
    answers: tuple[RoundsNeeded, ...]


@dataclass(frozen=True, slots=True)
class CostModel:
    """time = fixed + per_byte · size, and time ~ size^exponent, fitted to one codec's processes of one session.

    Attributes:
        fixed_ns: a, what a call costs whatever the size; its interval may reach below 0.
        per_byte_ns: b.
        exponent: of growth over the measured range: 1 is proportional to size.
        smallest_bytes: the measured range.
        largest_bytes: likewise.
        lack_of_fit: p value of the F test that the sizes' means lie on the line; below `ILL_FITTING` they do not.
    """

    fixed_ns: Interval
    per_byte_ns: Interval
    exponent: Interval
    smallest_bytes: float
    largest_bytes: float
    lack_of_fit: float

    def at(self, size_bytes: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Time in ns at sizes, within the measured range."""
        return self.fixed_ns.estimate + self.per_byte_ns.estimate * size_bytes


class Crossing(StrEnum):
    """What two cost models say of each other over the sizes that both were measured at, of all sizes at once."""

    CROSSES = "crosses"
    FASTER = "faster throughout"
    SLOWER = "slower throughout"
    OPEN = "cannot be told apart throughout"


@dataclass(frozen=True, slots=True)
class CostComparison:
    """One codec's cost model against another's.

    Attributes:
        outcome: `CROSSES` if each is the faster one at some size in the range, by a band that holds at all sizes at
            once; `FASTER`, `SLOWER` if the first is so at one size at least and the reverse at none.
        at_bytes: where the lines cross if that is within the measured range, else None.
        low_bytes: the sizes between which the two cannot be told apart; the measured range bounds them. None if they
            can be told apart everywhere. Where they cross, this is the interval of the crossing.
        high_bytes: likewise.
    """

    outcome: Crossing
    at_bytes: float | None
    low_bytes: float | None
    high_bytes: float | None


@dataclass(frozen=True, slots=True)
class Growth:
    """How a subject's time grows with the size of its corpus, one operation and variant of a workload at a time.

    Attributes:
        cell: the subject at its smallest size.
        model: fitted over all sizes.
        reference: the reference at its smallest size; None for the reference itself and where it has no model.
        comparison: of `model` with the reference's; None where either line does not fit.
    """

    cell: Cell
    model: CostModel
    reference: Cell | None = None
    comparison: CostComparison | None = None


@dataclass(frozen=True, slots=True)
class Fastest:
    """The cells, all under the same conditions, among which the fastest is.

    Attributes:
        cells: each of which may be the fastest.
        confidence: how often the truly fastest one is among them.
    """

    cells: tuple[Cell, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class NearLoop:
    """A cell so fast that the measuring loop is part of its time.

    Attributes:
        cell: the cell.
        times: its time over that of the loop alone.
    """

    cell: Cell
    times: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """How large a bias between a cell and its twin could have been without an alarm.

    Attributes:
        comparison: the twin's.
        ratio: above 1; what is smaller would have been found with a probability below `power`.
        power: the probability.
    """

    comparison: Comparison
    ratio: float
    power: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run says of sizes between those measured and of the next run, and the scatter that this rests on.

    Attributes:
        components: of the variance of ln(time), highest level first.
        runs: whose processes they rest on: this one, and others of the lab that measured the same cells.
        batches: None where processes do not tell.
        needed: one an unresolved comparison, in the order of comparisons.
        growth: one a subject, operation, platform, variant and workload with enough sizes.
        machine: its states, by platform, as canaries beside batches show them.
        slow_ratios: comparisons at the machine's next slower state, where there is enough.
        near_loop: cells that take less than `NEAR_LOOP` times what the loop alone takes.
        copy_bytes_per_ns: the fastest copy of memory that the lab saw on this machine; None: it did not look.
        flags: cells that a guard finds implausible.
        usage: one a cell whose processes had windows.
        reversals: pairs that this orders otherwise than medians do.
        unseen: one a twin that raised no alarm.
        fastest: one for all cells under the same conditions; none in runs of Wirelabs before this one.
        dependence: what speaks against taking processes and rounds for independent and alike; None: nothing.
        transfer: what each format takes from a sender to its receivers, where the study asks that.
    """

    components: tuple[Component, ...] = ()
    runs: int = 1
    batches: BatchPlan | None = None
    needed: tuple[Needed, ...] = ()
    growth: tuple[Growth, ...] = ()
    machine: dict[str, MachineStates] = field(default_factory=dict)
    slow_ratios: tuple[SlowRatio, ...] = ()
    near_loop: tuple[NearLoop, ...] = ()
    copy_bytes_per_ns: float | None = None
    flags: tuple[Flag, ...] = ()
    usage: tuple[Usage, ...] = ()
    reversals: tuple[Reversal, ...] = ()
    unseen: tuple[Unseen, ...] = ()
    fastest: tuple[Fastest, ...] = ()
    dependence: Dependence | None = None
    transfer: TransferFinding | None = None

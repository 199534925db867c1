"""The machine's own speed during a session, as canaries show it."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.comparison import Comparison
from wirelab.model.finding import Interval

TOLD_NS = 1_000_000_000
"""A call that takes longer is not told by the canaries on its sides: how fast they were says nothing of so long a time
between (docs/decisions/0016-the-machines-states.md). Where a process has no shorter one, its batches count anyway."""


class MachineKind(StrEnum):
    """How a machine's speed went over a session."""

    UNKNOWN = "unknown"  # too few canaries
    ONE = "one state"
    LEVELS = "levels"  # it left its fast state, for other levels or for anything slower
    SLIDING = "sliding"  # it changed without any level to hold on to


@dataclass(frozen=True, slots=True)
class MachineStates:
    """What canaries of one runner on one platform show of a session.

    Attributes:
        kind: how the speed went.
        levels_ns: time of the canary at each level that was found, the fast one first.
        shares: share of all canaries at each level; what lies between levels is in none.
        fast_ns: a canary of at most this long was timed in the fast state; None: every batch counts, whatever its
            canaries took.
        spread: robust standard deviation of ln(canary).
        canaries: how many there were.
    """

    kind: MachineKind
    levels_ns: tuple[float, ...]
    shares: tuple[float, ...]
    fast_ns: float | None
    spread: float
    canaries: int


@dataclass(frozen=True, slots=True)
class SlowRatio:
    """A comparison at the machine's next slower state.

    Attributes:
        comparison: which.
        slow: the ratio there.
        fast: the ratio in the fast state, as shown.
        differs: the two intervals exclude each other.
    """

    comparison: Comparison
    slow: Interval
    fast: Interval
    differs: bool

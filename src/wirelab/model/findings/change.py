"""Changes between two versions, two runs or two labs."""

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.run import Exchange, NotRun
from wirelab.model.units import ByteCount


class Effect(StrEnum):
    """The statement about a change in time."""

    SLOWER = "slower"
    FASTER = "faster"
    SMALL = "no change"  # none beyond limits that do not matter
    OPEN = "undecided"


@dataclass(frozen=True, slots=True)
class Change:
    """The outcome for one cell."""

    before: Cell
    after: Cell
    ratio: Interval | None  # time after over time before, above 1 means slower; None: too little was measured
    verdict: Verdict
    tolerated: float  # a change that matters, as a share: 0.05 for 5 %
    rounds: int
    needed_s: float | None = None
    """About how long measuring takes in all until the change is known; None where that is not known, or not asked."""
    bytes_before: ByteCount | None = None
    bytes_after: ByteCount | None = None
    version_before: str = ""
    version_after: str = ""
    instructions_before: int | None = None  # of one operation, where they were counted
    instructions_after: int | None = None

    @property
    def effect(self) -> Effect:
        """The statement about it.

        A difference outside of the band makes it slower or faster. Without one, nothing changed if the interval
        excludes all changes that matter.
        """
        if self.ratio is None or self.verdict is Verdict.UNSTEADY:
            return Effect.OPEN
        if self.verdict is Verdict.DIFFERENT:
            return Effect.SLOWER if self.ratio.low > 1 else Effect.FASTER
        return Effect.SMALL if self.verdict.equates or self.beyond <= self.tolerated else Effect.OPEN

    @property
    def beyond(self) -> float:
        """The largest change that the interval holds in either direction, as a share."""
        if self.ratio is None or not self.ratio.low:
            return inf
        return max(self.ratio.high - 1, 1 / self.ratio.low - 1)

    @property
    def bytes_changed(self) -> bool:
        """Whether both sizes are known, and differ."""
        return None not in (self.bytes_before, self.bytes_after) and self.bytes_before != self.bytes_after


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes between two sides."""

    before: str  # the name of one side: a version, or a run of a lab
    after: str
    in_turns: bool  # both were measured in turns, in one run; else each in a session of its own
    changes: tuple[Change, ...]
    only_before: tuple[Cell, ...] = ()
    only_after: tuple[Cell, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    not_run: tuple[NotRun, ...] = ()
    lost: tuple[str, ...] = ()  # processes that were lost, as clauses
    complete: bool = True  # whether everything that was asked for was measured
    notes: tuple[str, ...] = ()
    alpha: float = 0.05  # how often any difference is reported where there is none
    between_sessions: float = 0.0  # the allowance for two sessions of the same thing, as a share

    def with_effect(self, effect: Effect) -> tuple[Change, ...]:
        """The changes of which this is said."""
        return tuple(each for each in self.changes if each.effect is effect)

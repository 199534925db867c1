"""How a codec's ratios and times went from session to session."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Interval


@dataclass(frozen=True, slots=True)
class Moment:
    """A session of a series."""

    session: str  # `wirelab.duckdb run 3`
    started_at: datetime
    version: str  # of the library; empty if no runner announced one
    runtime: str
    ratio: Interval | None  # to the reference, within this session; None: there is none
    time_ns: Interval | None
    canary_ns: float | None  # the median of the session's canaries
    excluded: str = ""  # why it is not searched for changes; empty: it is


@dataclass(frozen=True, slots=True)
class Shift:
    """A change of a series between two sessions."""

    at: int  # the number of the first session behind it, in the series
    ratio: Interval  # later over earlier; above 1 means slower

    @property
    def slower(self) -> bool:
        """Whether it takes longer since."""
        return self.ratio.estimate > 1


@dataclass(frozen=True, slots=True)
class Series:
    """One codec on one machine, on the same data, against the same reference."""

    machine: str
    cell: Cell  # without a version of its own
    against: Cell | None  # the reference, whose library did not change either; None: times are searched
    version_against: str
    moments: tuple[Moment, ...]  # the earliest first
    shifts: tuple[Shift, ...] = ()

    @property
    def searched(self) -> int:
        """How many sessions were searched for changes."""
        return sum(not each.excluded for each in self.moments)


@dataclass(frozen=True, slots=True)
class Control:
    """A machine's own speed, as its canaries show it on one platform."""

    machine: str
    platform: str
    moments: tuple[Moment, ...]
    shifts: tuple[Shift, ...] = ()  # above 1: the machine became slower

    @property
    def searched(self) -> int:
        """How many sessions were searched for changes."""
        return len(self.moments)


@dataclass(frozen=True, slots=True)
class History:
    """All series of a codec."""

    codec: str
    labs: tuple[str, ...]
    sessions: int
    machines: Mapping[str, Mapping[str, str]]
    series: tuple[Series, ...]
    controls: tuple[Control, ...]
    alpha: float  # how often such a history shows any change where there is none
    band: float  # a change up to this, as a share, is none that matters, and is not marked
    fewest: int  # the fewest sessions of a series in which a change can be seen
    left_out: tuple[str, ...] = ()  # runs that could not be read, and the reason, as sentences

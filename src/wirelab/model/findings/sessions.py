"""Pooled results of several sessions: ratios and times, perhaps on several machines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from wirelab.model.cell import Cell, CorpusName
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.link import Link


class Reach(StrEnum):
    """The scope of an interval: the things that were repeated to draw it."""

    SESSION = "one session"  # its rounds: nothing of another session
    SESSIONS = "sessions"  # of one machine: other sessions of it
    MACHINES = "machines"  # other machines, too


@dataclass(frozen=True, slots=True)
class Spread:
    """The scatter of ln(value), as standard deviations; None where that was not repeated."""

    rounds: float | None = None  # within a session
    sessions: float | None = None  # beyond that, from session to session of a machine
    machines: float | None = None  # beyond that, from machine to machine


@dataclass(frozen=True, slots=True)
class Pooled:
    """A ratio, or a time in ns, over sessions."""

    value: Interval
    reach: Reach
    freedom: float  # degrees of freedom behind the interval
    spread: Spread
    sessions: int
    machines: int
    bootstrap: tuple[float, float] | None = None
    """Limits by resampling sessions (machines, where there are several); None where they are few."""


@dataclass(frozen=True, slots=True)
class OnMachine:
    """A ratio on one machine, over its sessions."""

    machine: str
    ratio: Pooled
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class InSession:
    """One session's finding for a ratio or a time."""

    session: int  # its number in `Together.sessions`, from 0
    value: float
    rounds: int


@dataclass(frozen=True, slots=True)
class PooledRatio:
    """A comparison over sessions."""

    cell: Cell
    against: Cell
    version: str
    version_against: str
    ratio: Pooled | None  # None with fewer than two rounds in all
    verdict: Verdict
    sessions: tuple[InSession, ...]
    machines: tuple[OnMachine, ...] = ()  # those with several sessions, where there are several machines
    sustained: bool = False  # of mean calls, collections included

    @property
    def held(self) -> int:
        """On how many of `machines` their own sessions show the same: the same side of 1, or that nothing differs."""
        if self.ratio is None:
            return 0
        if self.verdict is Verdict.EQUIVALENT:
            return sum(each.verdict.equates for each in self.machines)
        slower = self.ratio.value.estimate > 1
        return sum(each.verdict.differs and (each.ratio.value.estimate > 1) is slower for each in self.machines)


@dataclass(frozen=True, slots=True)
class PooledTime:
    """A cell's time over sessions."""

    cell: Cell
    version: str
    time_ns: Pooled
    sessions: tuple[InSession, ...]
    sustained: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """Whose data goes where."""

    corpus: CorpusName
    sender: str  # the platform that writes
    receivers: tuple[str, ...]  # those that read
    link: Link


@dataclass(frozen=True, slots=True)
class PooledFormat:
    """A format from one platform to others, over sessions."""

    format: str
    route: Route
    against: str  # the format that it is compared with; empty: it is that one
    codecs: tuple[str, ...]
    """Those that carried it, as `writer → reader`: each session chose its own."""
    ratio: Pooled | None  # of its time to that of the other; None with fewer than two rounds in all
    verdict: Verdict | None  # None: nothing is compared
    time_ns: Pooled | None
    sessions: tuple[InSession, ...]  # ratios, or times of the format that others are compared with
    may_be_fastest: bool = True  # of those that are compared with the same one on the route

    @property
    def reference(self) -> str:
        """The format that others on this route are compared with."""
        return self.against or self.format


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """A session: one run, on one machine."""

    called: str  # `wirelab.duckdb run 3`
    origin: str  # the lab file and run that it was merged from; empty: it was measured into this lab
    started_at: datetime
    rounds: int
    machine: str
    wirelab_version: str


@dataclass(frozen=True, slots=True)
class Together:
    """All pooled results."""

    sessions: tuple[SessionFacts, ...]  # the earliest first
    machines: Mapping[str, Mapping[str, str]]  # the name of each, with its facts
    ratios: tuple[PooledRatio, ...]
    times: tuple[PooledTime, ...]
    band: float
    alpha: float
    left_out: tuple[str, ...] = field(default=())  # results that are not pooled, and the reason, as sentences
    notes: tuple[str, ...] = field(default=())
    formats: tuple[PooledFormat, ...] = ()  # between platforms

    @property
    def reach(self) -> Reach:
        """The widest reach of a ratio or a time."""
        order = list(Reach)
        reached = [each.ratio.reach for each in self.ratios if each.ratio is not None]
        reached += [each.time_ns.reach for each in self.times]
        reached += [each.ratio.reach for each in self.formats if each.ratio is not None]
        return max(reached, key=order.index, default=Reach.SESSION)


@dataclass(frozen=True, slots=True)
class MergedRun:
    """A run in a merged lab."""

    run: int  # its number there
    origin: str  # the lab file and the run that it was measured into
    study: str
    started_at: datetime
    processes: int
    machine: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of merging several labs."""

    lab: str
    runs: tuple[MergedRun, ...]  # the earliest first
    machines: Mapping[str, Mapping[str, str]]
    once: tuple[str, ...]  # runs that several labs had, as sentences
    left_out: tuple[str, ...]  # runs that are not in it, and why, as sentences

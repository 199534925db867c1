"""The outcomes when codecs read values that were written with another version of their schema."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.run import NotRun
from wirelab.model.subject import Subject


class Outcome(StrEnum):
    """The outcomes when a reader reads a value, the best first."""

    SAME = "same"  # every value that its schema has came back; the others are left out, and its own are at defaults
    LOST = "lost"  # a value that its schema has is gone, without an error
    CHANGED = "changed"  # a value became another, or came from nowhere, without an error
    REFUSED = "refused"  # it said that it cannot read it
    ENDED = "ended"  # its process ended, gave no answer, or had no memory left

    @property
    def silent(self) -> bool:
        """Whether values are wrong without anybody noticing."""
        return self in (Outcome.LOST, Outcome.CHANGED)


@dataclass(frozen=True, slots=True)
class Trial:
    """A value that a codec wrote with one version of a schema and read with another."""

    platform: str
    subject: Subject
    format: str
    change: str  # the name of the value
    writer: int  # the place in `Evolution.versions` of the version that wrote; `reader`: of the one that read
    reader: int
    outcome: Outcome
    what: str = ""  # the values that did not come back, or the message of the reader, as a clause
    promised: Outcome | None = None  # the outcome by the format's own rules; None: they give none
    why: str = ""  # the reason if it is not that, as a sentence without its end; empty: nobody looked at it
    begins: str = ""  # the first bytes that were written, hexadecimal

    @property
    def forward(self) -> bool:
        """Whether a newer version read, or an older one."""
        return self.writer < self.reader

    @property
    def disagrees(self) -> bool:
        """Whether it is another outcome than the format's own rules give."""
        return self.promised is not None and self.promised is not self.outcome


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict of a checker of schemas on a value that one version wrote and another reads."""

    policy: str  # its name and mode: `buf WIRE`
    format: str  # the format that it judges
    change: str
    writer: int
    reader: int
    objections: tuple[str, ...]  # broken rules, each with the path of the field; empty: none is broken


@dataclass(frozen=True, slots=True)
class Evolution:
    """All trials, and those that could not be made."""

    what: str  # the subject of the trials, as a noun: `25 changes of a schema`, `a.proto and b.proto`
    versions: tuple[str, ...]  # their names, the oldest first
    changes: tuple[tuple[str, str], ...]  # the name of each value that was written, and its difference
    trials: tuple[Trial, ...]
    relays: tuple[Trial, ...]
    """Values that an older version, the `reader`, read and wrote again, as the version that wrote them reads them then;
    of platforms that can (protocol/v2/extensions.md)."""
    not_run: tuple[NotRun, ...]
    sources: tuple[tuple[str, str], ...] = ()  # by format, where its rules are
    chains: tuple[Trial, ...] = ()
    """Values that every version between `writer` and `reader` read and wrote again, one after the other."""
    judged: tuple[Judged, ...] = ()

    @property
    def of_two(self) -> bool:
        """Whether there are only an old and a new version."""
        return len(self.versions) == 2

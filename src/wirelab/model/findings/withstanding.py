"""What codecs make of bytes that nobody honest would send."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.gathering import gathered
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject


class Outcome(StrEnum):
    """What a codec makes of such bytes, the best first."""

    REFUSED = "refused"  # it said so
    SAME = "same"  # it read the value that was written first
    OTHER = "other"  # it read another value, without an error: nothing in the bytes says that they were changed
    MEMORY = "memory"  # it asked for more memory than it may have, or for more room on the disk
    SLOW = "slow"  # no answer within the time allowed
    ENDED = "ended"  # its process ended

    @property
    def fatal(self) -> bool:
        """Whether it ended the process, kept it from answering, or used up its memory."""
        return self in (Outcome.MEMORY, Outcome.SLOW, Outcome.ENDED)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one codec made of one input."""

    kind: str  # of the input
    depth: int  # how often something lies within itself in it; 0: it is no such input
    size_bytes: int  # of the input
    begins: str  # its first bytes, hexadecimal
    outcome: Outcome
    what: str = ""  # what the codec or its process said, as a clause

    @property
    def fatal(self) -> bool:
        """Whether its outcome is."""
        return self.outcome.fatal


@dataclass(frozen=True, slots=True)
class Withstood:
    """All attempts on one codec."""

    platform: str
    subject: Subject
    format: str
    attempts: tuple[Attempt, ...]

    def count(self, *outcomes: Outcome) -> int:
        """How many ended so."""
        return sum(each.outcome in outcomes for each in self.attempts)

    def nested(self) -> dict[str, list[Attempt]]:
        """Those on nested inputs, by kind, the deepest last."""
        return gathered((each.kind, each) for each in sorted(self.attempts, key=lambda each: each.depth) if each.depth)


@dataclass(frozen=True, slots=True)
class Withstanding:
    """All codecs that were tried, and what could not be."""

    corpus: str
    seed: int
    most_bytes: int
    most_s: float
    codecs: tuple[Withstood, ...]
    not_run: tuple[NotRun, ...]

    def fatal(self) -> Iterator[tuple[Withstood, Attempt]]:
        """What ended processes, kept them from answering, or used up their memory."""
        return ((codec, each) for codec in self.codecs for each in codec.attempts if each.fatal)

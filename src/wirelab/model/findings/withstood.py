"""What codecs make of bytes that nobody honest would send."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.groups import gathered
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject


class Outcome(StrEnum):
    """What a codec makes of such bytes, the best first."""

    REFUSED = "refused"  # it said so
    SAME = "same"  # it read the value that was written first
    OTHER = "other"  # it read another value, without an error: nothing in the bytes says that they were changed
    TOUCHED = "touched"  # it opened a file or a connection that the bytes name, or made an object of such a class
    MEMORY = "memory"  # it asked for more memory than it may have, or for more room on the disk
    SLOW = "slow"  # no answer within the time allowed
    ENDED = "ended"  # its process ended

    @property
    def harmful(self) -> bool:
        """Whether it ended the process, kept it from answering, used up its memory, or reached beyond the bytes."""
        return self in (Outcome.TOUCHED, Outcome.MEMORY, Outcome.SLOW, Outcome.ENDED)


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
    def harmful(self) -> bool:
        """Whether its outcome is."""
        return self.outcome.harmful


@dataclass(frozen=True, slots=True)
class Limit:
    """The deepest input of a kind that a codec reads, where it refuses one that is deeper by 1."""

    kind: str
    depth: int


@dataclass(frozen=True, slots=True)
class Withstood:
    """All attempts on one codec."""

    platform: str
    subject: Subject
    format: str
    attempts: tuple[Attempt, ...]
    limits: tuple[Limit, ...] = ()

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

    def harmful(self) -> Iterator[tuple[Withstood, Attempt]]:
        """What ended processes, kept them from answering, used up their memory, or reached beyond the bytes."""
        return ((codec, each) for codec in self.codecs for each in codec.attempts if each.harmful)

"""The outcomes when codecs read bytes that nobody honest would send."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.groups import gathered
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject

CUT_OFF = "cut off"
"""The kind of inputs that are the beginning of valid bytes."""
_ABOVE_NOISE_S = 0.1
"""The longest reading must take so much more than the shortest of those compared before growth is reported."""
_COMPARED = 3
_FASTER = 1.5


class Outcome(StrEnum):
    """The outcomes when a codec reads such bytes, the best first."""

    REFUSED = "refused"  # it said so
    SAME = "same"  # it read the value that was written first
    OTHER = "other"  # it read another value, without an error: nothing in the bytes shows that they were changed
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
    """The outcome of one input for one codec."""

    kind: str  # of the input
    repeats: int  # how often a part is in it: levels, digits, letters; 0: it is no such input
    size_bytes: int  # of the input
    at: int  # where it begins to differ from the valid bytes; 0: from the start
    shown: str  # its bytes around that place, hexadecimal
    instead_of: str  # the valid bytes there; empty where it was not made of them
    outcome: Outcome
    what: str = ""  # the message of the codec or its process, or the first value that differs, as a clause
    number: int = 0  # among the inputs of its codec, from 1; 0: it came up in a search

    @property
    def harmful(self) -> bool:
        """Whether its outcome is."""
        return self.outcome.harmful


@dataclass(frozen=True, slots=True)
class Limit:
    """The largest input of a kind that a codec reads, where it refuses one whose part is repeated once more."""

    kind: str
    repeats: int


@dataclass(frozen=True, slots=True)
class Growth:
    """How long inputs of one kind take, the smallest first."""

    kind: str
    unit: str  # the thing that they have more and more of: `keys`
    times: tuple[tuple[int, float], ...]  # how many, and the seconds of the quickest reading
    exponent: float | None = None  # the time's k in n^k; None where it did not grow beyond noise
    stopped: str = ""  # why there is none of the next size, as a clause; empty: all were read

    @property
    def outgrows(self) -> bool:
        """Whether the time grows so much faster than the input that chance cannot explain it."""
        return self.exponent is not None and self.exponent >= _FASTER


def exponent_of(times: Sequence[tuple[int, float]]) -> float | None:
    """The time's k in n^k over the last three sizes; None where it did not grow beyond noise, or there are fewer."""
    if len(times) < _COMPARED:
        return None
    (first, shortest), (_, middle), (last, longest) = times[-_COMPARED:]
    if not 0 < shortest < middle < longest or longest - shortest < _ABOVE_NOISE_S:
        return None
    return math.log(longest / shortest) / math.log(last / first)


@dataclass(frozen=True, slots=True)
class Unpacking:
    """The outcome when a codec behind a compressor read few bytes that unpack to many."""

    packed_bytes: int
    unpacked_bytes: int
    outcome: Outcome
    what: str = ""
    peak_bytes: int | None = None  # the most memory that its process had; None: nobody saw it


@dataclass(frozen=True, slots=True)
class Withstood:
    """All attempts on one codec."""

    platform: str
    subject: Subject
    format: str
    attempts: tuple[Attempt, ...]
    limits: tuple[Limit, ...] = ()
    valid_bytes: int = 0  # of the valid value that the others are made of
    growths: tuple[Growth, ...] = ()
    unpackings: tuple[Unpacking, ...] = ()

    def repeated(self) -> dict[str, list[Attempt]]:
        """Those on inputs that repeat a part, by kind, the largest last."""
        ordered = sorted(self.attempts, key=lambda each: each.repeats)
        return gathered((each.kind, each) for each in ordered if each.repeats)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a library's limit is set."""

    codec: str
    of: str  # the limited thing: `depth`
    where: str  # the setting's name; or that there is none


@dataclass(frozen=True, slots=True)
class Withstanding:
    """All codecs that were tried, and those that could not be."""

    corpus: str
    seed: int
    most_bytes: int
    most_s: float
    codecs: tuple[Withstood, ...]
    not_run: tuple[NotRun, ...]
    kinds: tuple[tuple[str, str], ...] = ()  # of inputs that repeat a part: the limit that they test
    places: tuple[Place, ...] = ()
    only: tuple[int, ...] = ()  # numbers of the only inputs that were tried; empty: all

    def harmful(self) -> Iterator[tuple[Withstood, Attempt | Unpacking]]:
        """The attempts that ended processes, kept them from answering, used up memory, or reached beyond the bytes."""
        for codec in self.codecs:
            yield from ((codec, each) for each in codec.attempts if each.harmful)
            yield from ((codec, each) for each in codec.unpackings if each.outcome.harmful)

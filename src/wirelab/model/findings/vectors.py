"""What codecs make of the cases of public suites."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.run import NotRun
from wirelab.model.subject import Subject


class Says(StrEnum):
    """What a suite says of a case."""

    VALID = "valid"  # it must be read; the suite may say as what
    MALFORMED = "malformed"  # it must be refused
    EITHER = "either"  # it may be read or refused


class Outcome(StrEnum):
    """What a codec makes of a case, the best first."""

    SAID = "as the suite says"
    REFUSED = "refused"  # it refused what is valid
    ACCEPTED = "accepted"  # it read what is malformed, without an error
    CHANGED = "changed"  # it read another value, without an error
    ENDED = "ended"  # its process ended, gave no answer, or had no memory left
    UNASKED = "not asked"  # no schema holds the case, or the codec has other documents

    @property
    def wrong(self) -> bool:
        """Whether it is not as the suite says."""
        return self not in (Outcome.SAID, Outcome.UNASKED)


@dataclass(frozen=True, slots=True)
class Answer:
    """What one codec makes of one case."""

    platform: str
    subject: Subject
    format: str
    suite: str
    case: str
    says: Says
    outcome: Outcome
    what: str = ""
    """As a clause: the value before and after, what was read, what the reader said, or why it was not asked."""
    read: bool = False  # without an error


@dataclass(frozen=True, slots=True)
class Vectors:
    """All that was asked, and what could not be."""

    suites: tuple[tuple[str, str, int], ...]  # name, format and number of cases
    answers: tuple[Answer, ...]
    not_run: tuple[NotRun, ...]

    def of(self, *outcomes: Outcome) -> Iterator[Answer]:
        """The answers with one of these outcomes."""
        return (each for each in self.answers if each.outcome in outcomes)

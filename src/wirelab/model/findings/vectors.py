"""The answers of codecs to the cases of public suites."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.run import NotRun
from wirelab.model.subject import Subject


class Says(StrEnum):
    """The judgement of a suite on a case."""

    VALID = "valid"  # it must be read; the suite may say as what
    MALFORMED = "malformed"  # it must be refused
    EITHER = "either"  # it may be read or refused


class Outcome(StrEnum):
    """The outcomes when a codec reads a case, the best first."""

    SAID = "as the suite says"
    REFUSED = "refused"  # it refused a valid case
    ACCEPTED = "accepted"  # it read a malformed case, without an error
    CHANGED = "changed"  # it read another value, without an error
    ENDED = "ended"  # its process ended, gave no answer, or had no memory left
    UNASKED = "not asked"  # no schema holds the case, or the codec has other documents

    @property
    def wrong(self) -> bool:
        """Whether it is not as the suite says."""
        return self not in (Outcome.SAID, Outcome.UNASKED)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one codec to one case."""

    platform: str
    subject: Subject
    format: str
    suite: str
    case: str
    says: Says
    outcome: Outcome
    what: str = ""
    """A clause: the value before and after, the value that was read, the reader's message, or why it was not asked."""
    read: bool = False  # without an error


@dataclass(frozen=True, slots=True)
class Vectors:
    """All questions to codecs, and those that could not be asked."""

    suites: tuple[tuple[str, str, int], ...]  # name, format and number of cases
    answers: tuple[Answer, ...]
    not_run: tuple[NotRun, ...]

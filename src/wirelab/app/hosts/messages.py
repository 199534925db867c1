"""What a driver asks of a host, and what the host answers: JSON, and behind an answer the bytes of a lab file.

Nothing of it is code, and nothing is believed: both sides check what they read against these models.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from wirelab.model.errors import MeasurementError, WirelabError

_SESSION = r"^[0-9a-f]{32}$"
_LONGEST = 4 << 20
"""Most bytes of a question: a study is a few kilobytes."""
LATEST = -1
"""Rounds that a driver has which has nothing yet."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Look(_Message):
    """Who are you, and are you free?"""

    ask: Literal["look"] = "look"


class Next(_Message):
    """Measure until more rounds are complete than `done`, then hand over the lab. The same question has one answer."""

    ask: Literal["next"] = "next"
    session: str = Field(pattern=_SESSION)
    wirelab: str  # the driver's version
    study: str  # as JSON
    seed: int
    command: str
    done: int = Field(ge=LATEST)
    """Complete rounds that the driver has; `LATEST`: it takes the lab as it is, once it is known what will run."""
    had: int = Field(ge=0)  # processes that it has; a host whose lab is gone measures none of them again


class Leave(_Message):
    """The driver goes: end what is being measured. What it has `collected` is removed."""

    ask: Literal["leave"] = "leave"
    session: str = Field(pattern=_SESSION)
    collected: bool


Question = Look | Next | Leave


class State(StrEnum):
    """What a host has come to."""

    FREE = "free"
    BUSY = "busy"  # it measures for another session
    READY = "ready"  # built and checked; nothing is measured yet, or what was measured before
    MEASURED = "measured"  # a round is complete
    ENDED = "ended"  # the study is done
    REFUSED = "refused"  # it will not measure this, and why
    FAILED = "failed"  # it cannot continue, and why
    LEFT = "left"


class Fault(_Message):
    """A fault of a host, as a user reads it."""

    part: str
    what: str
    why: str = ""
    remedy: str = ""

    @classmethod
    def of(cls, error: WirelabError) -> "Fault":
        """What an error says."""
        return cls(part=error.part, what=error.what, why=error.why, remedy=error.remedy)

    @property
    def words(self) -> str:
        """In one line."""
        return f"{self.part}: {self.what}" + (f" ({self.why})" if self.why else "")


class Answer(_Message):
    """What a host says; a lab comes behind it if the state is `READY`, `MEASURED` or `ENDED`."""

    state: State
    fault: Fault | None = None
    rounds: int = Field(default=0, ge=0)
    notices: tuple[str, ...] = ()  # since the question before
    wirelab: str = ""
    host: Mapping[str, str] = {}
    platforms: tuple[str, ...] = ()  # that have their tools there
    now: datetime | None = None  # by the host's clock


_QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="ask")])


def question_in(data: bytes) -> Question:
    """The question in some bytes; a ValueError if there is none."""
    if len(data) > _LONGEST:
        raise ValueError(f"a question of {len(data):,} bytes")
    return _QUESTION.validate_json(data)


def written(question: Question) -> bytes:
    """A question as bytes."""
    return question.model_dump_json().encode()


def answered(answer: Answer, lab: bytes = b"") -> bytes:
    """An answer as bytes."""
    return answer.model_dump_json().encode() + b"\n" + lab


def answer_in(data: bytes, host: str) -> tuple[Answer, bytes]:
    """The answer in some bytes, and the lab behind it; a MeasurementError if a host answered something else."""
    head, _, lab = data.partition(b"\n")
    try:
        return Answer.model_validate_json(head), lab
    except ValidationError as error:
        what, why = "its answer is not what Wirelab's hosts say", str(error.errors()[0]["msg"])
        remedy = "install the same version of Wirelab on all hosts"
        raise MeasurementError(f"host {host}", what, why=why, remedy=remedy) from None

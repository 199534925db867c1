"""The questions of a driver to a host, and the host's answers: JSON, followed by bytes of a file or of a lab.

Nothing in them is code, and nothing is trusted: both sides check every message against these models.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from wirelab.model.errors import MeasurementError, WirelabError

_SESSION, _DIGEST = r"^[0-9a-f]{32}$", r"^[0-9a-f]{64}$"
_WORKLOAD = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
PATH = r"^[a-z][a-z0-9-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*){1,8}$"
"""The path of a file that is brought: the workload's folder, and the names below it. None leads out of the folder."""
_LONGEST, LONGEST_PATH = 4 << 20, 300
"""Most bytes of a question: a study is a few kilobytes."""
MOST_FILES, MOST_BYTES, PIECE_BYTES = 1000, 4 << 30, 4 << 20
"""At most so many files and bytes are brought in all, and so many bytes of a file at a time."""
LATEST = -1
"""The rounds of a driver that has nothing yet."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class File(_Message):
    """The content of a file."""

    digest: str = Field(pattern=_DIGEST)  # SHA-256
    size_bytes: int = Field(ge=0, le=MOST_BYTES)


class Brought(_Message):
    """A workload that only the driver has: its folder, and those beside it that it needs."""

    named: str  # as the study names it
    name: str = Field(pattern=_WORKLOAD)
    files: dict[Annotated[str, Field(pattern=PATH, max_length=LONGEST_PATH)], File]


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
    """Complete rounds that the driver has; with `LATEST`, it takes the lab as it is, once everything is built."""
    had: int = Field(ge=0)  # processes that it has; a host whose lab is gone measures none of them again
    brought: tuple[Brought, ...] = ()

    @property
    def files(self) -> Mapping[str, File]:
        """The files that are brought, by their digests."""
        return {file.digest: file for each in self.brought for file in each.files.values()}

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        found: dict[str, File] = {}
        for each in self.brought:
            for path, file in each.files.items():
                if found.setdefault(path, file) != file:
                    raise ValueError(f"two files are called {path}")
        if len(found) > MOST_FILES or sum(file.size_bytes for file in found.values()) > MOST_BYTES:
            raise ValueError(f"it brings more than {MOST_FILES:,} files or {MOST_BYTES >> 30} GiB")
        return self


class Give(_Message):
    """Take a piece of a file that you lack, `at` so many bytes; the piece follows the question."""

    ask: Literal["give"] = "give"
    session: str = Field(pattern=_SESSION)
    digest: str = Field(pattern=_DIGEST)
    at: int = Field(ge=0, le=MOST_BYTES)


class Leave(_Message):
    """The driver leaves: stop measuring. If it has `collected` the lab, the session is removed."""

    ask: Literal["leave"] = "leave"
    session: str = Field(pattern=_SESSION)
    collected: bool


Question = Look | Next | Give | Leave


class State(StrEnum):
    """The state of a host."""

    FREE = "free"
    BUSY = "busy"  # it measures for another session
    LACKS = "lacks"  # files of a workload that the driver must give it first
    TAKEN = "taken"  # a piece of one
    READY = "ready"  # built and checked; it has measured nothing since, but may have earlier measurements
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
        """The fault of an error."""
        return cls(part=error.part, what=error.what, why=error.why, remedy=error.remedy)

    @property
    def words(self) -> str:
        """In one line."""
        return f"{self.part}: {self.what}" + (f" ({self.why})" if self.why else "")


class Answer(_Message):
    """A host's answer; a lab follows it if the state is `READY`, `MEASURED` or `ENDED`."""

    state: State
    fault: Fault | None = None
    rounds: int = Field(default=0, ge=0)
    lacks: tuple[str, ...] = ()  # digests
    has: int = Field(default=0, ge=0)  # bytes of the file of which a piece was given
    notices: tuple[str, ...] = ()  # since the question before
    wirelab: str = ""
    host: Mapping[str, str] = {}
    platforms: tuple[str, ...] = ()  # that have their tools there
    now: AwareDatetime | None = None  # by the host's clock


_QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="ask")])


def question_in(data: bytes) -> tuple[Question, bytes]:
    """The question in some bytes, and the piece of a file after it; a ValueError if there is no question."""
    head, _, piece = data.partition(b"\n")
    if len(head) > _LONGEST or len(piece) > PIECE_BYTES:
        raise ValueError(f"a question of {len(data):,} bytes")
    return _QUESTION.validate_json(head), piece


def written(question: Question, piece: bytes = b"") -> bytes:
    """A question as bytes."""
    return question.model_dump_json().encode() + b"\n" + piece


def answered(answer: Answer, lab: bytes = b"") -> bytes:
    """An answer as bytes."""
    return answer.model_dump_json().encode() + b"\n" + lab


def answer_in(data: bytes, host: str) -> tuple[Answer, bytes]:
    """The answer in some bytes, and the lab after it; a MeasurementError if a host answered something else."""
    head, _, lab = data.partition(b"\n")
    try:
        return Answer.model_validate_json(head), lab
    except ValidationError as error:
        what, why = "it does not answer as Wirelab's hosts do", str(error.errors()[0]["msg"])
        remedy = "install the same version of Wirelab on all hosts"
        raise MeasurementError(f"host {host}", what, why=why, remedy=remedy) from None

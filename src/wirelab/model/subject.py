"""The one grammar that names what is measured: `codec[:parameter=value,…][+compressor[-level]]`."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from wirelab.model.errors import UsageError

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_SUBJECT = re.compile(
    rf"(?P<codec>{_NAME})"
    rf"(?::(?P<parameters>{_NAME}=[^,+=:\s]+(?:,{_NAME}=[^,+=:\s]+)*))?"
    r"(?:\+(?P<compressor>[a-z][a-z0-9]*)(?:-(?P<level>\d{1,9}))?)?"
)
GRAMMAR = "codec[:parameter=value,…][+compressor[-level]]"


class Profile(StrEnum):
    """What gives a codec's parameters their values, but for those that a subject names itself.

    `default` is what the library's documentation advises most users to do; `tuned` is the fastest that it documents.
    """

    DEFAULT = "default"
    TUNED = "tuned"


@dataclass(frozen=True, slots=True, order=True)
class Subject:
    """A codec with its parameters, sorted by name, and the compressor behind it, if any, at a level or its default."""

    codec: str
    parameters: tuple[tuple[str, str], ...] = ()
    compressor: str | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        names = [name for name, _ in self.parameters]
        if len(set(names)) != len(names):
            raise UsageError(f"subject '{self.codec}'", "a parameter is given twice", remedy=f"write {GRAMMAR}")
        object.__setattr__(self, "parameters", tuple(sorted(self.parameters)))

    @property
    def uncompressed(self) -> "Subject":
        """The codec with its parameters alone."""
        return replace(self, compressor=None, level=None)

    def __str__(self) -> str:
        parameters = ",".join(f"{name}={value}" for name, value in self.parameters)
        level = "" if self.level is None else f"-{self.level}"
        compressor = "" if self.compressor is None else f"+{self.compressor}{level}"
        return self.codec + (f":{parameters}" if parameters else "") + compressor


def parse_subject(text: str) -> Subject:
    """Parse `text` by the grammar.

    Raises:
        UsageError: `text` is not of the grammar, or names a parameter twice.
    """
    match = _SUBJECT.fullmatch(text)
    if match is None:
        raise UsageError(
            f"subject '{text}'",
            "it is not of the form that subjects have",
            why=f"the grammar is {GRAMMAR}, in lower case",
            remedy="`wirelab list codecs` has their names and parameters",
        )
    pairs = (pair.split("=", 1) for pair in (match["parameters"] or "").split(",") if pair)
    return Subject(
        codec=match["codec"],
        parameters=tuple((name, value) for name, value in pairs),
        compressor=match["compressor"],
        level=None if match["level"] is None else int(match["level"]),
    )


def subject_in(text: object) -> Subject | None:
    """The subject that `text` names; None where it breaks the grammar, or is no text."""
    try:
        return parse_subject(text) if isinstance(text, str) else None
    except UsageError:
        return None

"""The only grammar of the names of subjects: `codec[@version][:parameter=value,…][+compressor[-level]]`."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from wirelab.model.errors import UsageError
from wirelab.model.visible import shortened

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_LONGEST_VERSION, _MOST_SHOWN = 64, 120
_VERSION = r"v?[0-9][0-9A-Za-z]*(?:[._-][0-9A-Za-z]+)*|latest"
LATEST, _TO, _AT = "latest", "..", "@"
_SUBJECT = re.compile(
    rf"(?P<codec>{_NAME}(?:@(?:{_VERSION})(?:\.\.(?:{_VERSION}))?)?)"
    rf"(?::(?P<parameters>{_NAME}=[^,+=:\s]+(?:,{_NAME}=[^,+=:\s]+)*))?"
    r"(?:\+(?P<compressor>[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*)(?:-(?P<level>[0-9]{1,9}))?)?"
)
GRAMMAR = "codec[@version][:parameter=value,…][+compressor[-level]]"


class Profile(StrEnum):
    """The source of the values of a codec's parameters, except those that a subject names itself.

    `default` is the advice of the library's documentation for most users; `tuned` is the fastest that it documents.
    """

    DEFAULT = "default"
    TUNED = "tuned"


@dataclass(frozen=True, slots=True, order=True)
class Subject:
    """A codec with its parameters, sorted by name, and the compressor behind it, if any, at a level or its default."""

    codec: str
    """Its name, with a version of its library where one was asked for: `orjson`, `orjson@3.10.0`. In a request,
    `latest` and a range of two versions stand for versions, too."""
    parameters: tuple[tuple[str, str], ...] = ()
    compressor: str | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        names = [name for name, _ in self.parameters]
        if len(set(names)) != len(names):
            raise UsageError(f"subject '{self.codec}'", "a parameter is given twice", remedy=f"write {GRAMMAR}")
        object.__setattr__(self, "parameters", tuple(sorted(self.parameters)))

    @property
    def name(self) -> str:
        """The codec's name in `codecs.toml` and in the runner: without a version."""
        return self.codec.partition(_AT)[0]

    @property
    def version(self) -> str:
        """The version of its library that was asked for, as it was written; empty: the runner's own."""
        return self.codec.partition(_AT)[2]

    @property
    def version_range(self) -> tuple[str, str] | None:
        """The first and the last version where a range was asked for."""
        low, to, high = self.version.partition(_TO)
        return (low, high) if to else None

    def at(self, version: str) -> "Subject":
        """The same with a version of its library."""
        return replace(self, codec=versioned(self.name, version))

    @property
    def uncompressed(self) -> "Subject":
        """The codec with only its parameters."""
        return replace(self, compressor=None, level=None)

    def __str__(self) -> str:
        parameters = ",".join(f"{name}={value}" for name, value in self.parameters)
        level = "" if self.level is None else f"-{self.level}"
        compressor = "" if self.compressor is None else f"+{self.compressor}{level}"
        return self.codec + (f":{parameters}" if parameters else "") + compressor


def versioned(codec: str, version: str) -> str:
    """The name of a codec with a version of its library: `orjson@3.10.0`."""
    return f"{codec}{_AT}{version}"


def parse_subject(text: str) -> Subject:
    """Parse `text`; a UsageError if it is not of the grammar, or names a parameter twice."""
    match, part = _SUBJECT.fullmatch(text), f"subject '{shortened(text, _MOST_SHOWN)}'"
    if match is None:
        raise UsageError(
            part,
            "it is not a valid subject",
            why=f"the grammar is {GRAMMAR}, in lower case",
            remedy="`wirelab list codecs` has their names and parameters",
        )
    if any(len(part) > _LONGEST_VERSION for part in match["codec"].partition(_AT)[2].split(_TO)):
        what = f"its version has more than {_LONGEST_VERSION} characters"
        raise UsageError(part, what, remedy="name a version that its library has")
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

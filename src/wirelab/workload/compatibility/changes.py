"""`changes.toml`: changes of a schema, and the promises of formats' documentation for them."""

from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from wirelab.files.inputs import read_text
from wirelab.files.toml import Table, parse_document
from wirelab.model.findings.evolution import Outcome, Trial
from wirelab.workload.compatibility.survival import Identity

FILE, OLD, NEW = "changes.toml", "old", "new"
"""In a folder: the file, and the workloads with either schema, each of which has a value of every change in order."""
Said = Outcome | Literal["unsaid"]
"""The promises of rules; there may be none for one direction."""


class Change(Table):
    """A message's old and new schema.

    Attributes:
        name: of the payload's member in both schemas, with hyphens.
        says: one line for people.
        everyday: users who change schemas at all need this one, in both directions.
        same: names of fields that are one under two names, the old one's first.
        apart: names of fields that are two under one name or number.
        named: whether values of enums are the same if their names are; otherwise, if their numbers are.
        old: the value that is written with the old schema; `new`: with the new one.
        rules: by format, the promises of its documentation for reading the old value with the new schema, and the new
            value with the old.
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
    says: Annotated[str, Field(min_length=1)]
    everyday: bool = False
    same: dict[str, str] = Field(default_factory=dict)
    apart: tuple[str, ...] = ()
    named: bool = False
    old: dict[str, Any]
    new: dict[str, Any]
    rules: dict[str, tuple[Said, Said]] = Field(default_factory=dict)

    def promised(self, *, forward: bool) -> dict[str, Outcome]:
        """The rules on reading `forward`, by format."""
        said = {name: ways[0 if forward else 1] for name, ways in self.rules.items()}
        return {name: each for name, each in said.items() if each != "unsaid"}

    def identity(self, *, forward: bool) -> Identity:
        """Which fields are one, where the old schema's value is read `forward` by the new, or the other way round."""
        same = self.same if forward else {new: old for old, new in self.same.items()}
        return Identity(same, self.apart, named=self.named)


class Rules(Table):
    """Where a format's documentation has its rules.

    Attributes:
        source: the address of the page.
        by_number: whether a reader knows fields by their numbers, whatever their names are; otherwise, no
            promise is known for other schemas than those of changes.
        keeps_unknown: whether a reader that writes a message again writes the fields that it does not know, too.
        wires: types that look alike in bytes; a field with one of another group is unknown to a reader, and skipped.
        alike: types whose values become each other's where they fit, as those of samples do.
    """

    source: Annotated[str, Field(pattern=r"^https://")]
    by_number: bool = False
    keeps_unknown: bool = False
    alike: tuple[frozenset[str], ...] = ()
    wires: tuple[frozenset[str], ...] = ()


class Policy(Table):
    """A checker of schemas in one of its modes.

    Attributes:
        source: where its rules are documented.
        checks: the owner of these rules.
        reader: which of two versions has to be able to read the other's values.
        formats: the formats that it judges.
    """

    source: Annotated[str, Field(pattern=r"^https://")]
    checks: Literal["buf WIRE", "buf WIRE_JSON", "registry"]
    reader: Literal["new", "old", "either"] = "either"
    formats: Annotated[tuple[str, ...], Field(min_length=1)]


class Explained(Table):
    """Outcomes that are not as rules say, which somebody looked at.

    Attributes:
        format: whose rules they are.
        codec: names or patterns of those that make it.
        changes: names or patterns of changes; the default also holds for schemas of a user's own.
        relayed: whether it is the output of an older reader that writes again.
        whose: the cause: the library, or the types and conversions that Wirelab writes for it.
        says: why, as a sentence without its end.
    """

    format: str
    codec: Annotated[tuple[str, ...], Field(min_length=1)]
    changes: tuple[str, ...] = ("*",)
    promised: Outcome
    seen: Outcome
    relayed: bool = False
    whose: Literal["library", "types"]
    says: Annotated[str, Field(min_length=1)]

    def is_about(self, trial: Trial, *, relayed: bool) -> bool:
        """Whether it is the explanation of a trial."""
        alike = (trial.format, trial.promised, trial.outcome, relayed)
        return (
            alike == (self.format, self.promised, self.seen, self.relayed)
            and any(fnmatchcase(trial.subject.codec, each) for each in self.codec)
            and any(fnmatchcase(trial.change, each) for each in self.changes)
        )


class Changes(Table):
    """All changes of a folder, and the formats whose rules they have, by name."""

    recorded: date | None = None  # when the table of outcomes beside it was made
    policies: dict[str, Policy] = Field(default_factory=dict)
    rules: dict[str, Rules] = Field(default_factory=dict)
    explained: tuple[Explained, ...] = ()
    changes: Annotated[tuple[Change, ...], Field(min_length=1)]

    def why(self, trial: Trial, *, relayed: bool = False) -> str:
        """Why an outcome is not as rules say, as a sentence without its end; empty: nobody knows, or it is."""
        about = (each for each in self.explained if each.is_about(trial, relayed=relayed))
        return next((each.says for each in about), "") if trial.disagrees else ""

    @model_validator(mode="after")
    def _check(self) -> Self:
        names = [change.name for change in self.changes]
        if len({*names}) < len(names):
            raise ValueError("a change appears twice")
        if unknown := {name for change in self.changes for name in change.rules} - {*self.rules}:
            raise ValueError(f"no source is given for the rules of {', '.join(sorted(unknown))}")
        return self


def load_changes(folder: Path) -> Changes:
    """Read a folder's `changes.toml`.

    Raises:
        HostError: it cannot be read.
        DefinitionError: it has mistakes.
    """
    part = f"changes {folder / FILE}"
    return parse_document(read_text(folder / FILE, part), Changes, part)

"""`workload.toml`: the definition of a workload, read with all its mistakes at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wirelab.files.toml import Mistake, items_at, number_as_text, parse_document, value_at
from wirelab.model.cell import CorpusName
from wirelab.model.errors import DefinitionError
from wirelab.model.names import choose
from wirelab.schema.compile import CompiledSchema, compile_schema

FILE, GENERATOR, DIGESTS, SOURCES = "workload.toml", "generate.py", "digests.toml", "sources"
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
PROTO = r"^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.proto$"
Label = Annotated[str, number_as_text, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
_MOST_SAID = 10


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Levels(_Table):
    """The sizes or variants of a workload."""

    values: Annotated[tuple[Label, ...], Field(min_length=1, strict=False)]
    """Their labels, smallest first; numbers are taken as text."""
    default: Label

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.default not in self.values:
            raise ValueError(f"the default '{self.default}' is not one of the values: {', '.join(self.values)}")
        if len(set(self.values)) < len(self.values):
            raise ValueError(f"a value appears twice: {', '.join(self.values)}")
        return self


class Replay(_Table):
    """The object that a workload's objects, in order, add up to."""

    workload: Name
    """The one beside it whose corpus of the same size and variant holds that one object."""
    message: Annotated[str, Field(min_length=1)]  # its type's full name


class Generator(_Table):
    """`generate.py` makes the objects."""

    kind: Literal["generator"]
    seed: int  # of the recorded corpora
    draws_on: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    """Workloads beside this one whose generators its own runs and whose types it may import."""


class Files(_Table):
    """The objects are in files, length-delimited messages of the root type."""

    kind: Literal["files"]
    path: Annotated[str, Field(pattern=r"^[A-Za-z0-9_{][A-Za-z0-9_{}.-]*(/[A-Za-z0-9_{][A-Za-z0-9_{}.-]*)*$")]
    """Where each corpus's file is below the workload's folder; `{size}` and `{variant}` stand for the labels."""

    @property
    def seed(self) -> int:
        """Stands for the order of the files; other seeds are other orders of the same objects."""
        return 0

    @property
    def draws_on(self) -> tuple[str, ...]:
        """Files draw on nothing."""
        return ()

    def of(self, size: str, variant: str) -> str:
        """The file of one corpus."""
        return self.path.replace("{size}", size).replace("{variant}", variant)


Source = Annotated[Generator | Files, Field(discriminator="kind")]


class _Document(_Table):
    name: Name  # its folder's
    says: Annotated[str, Field(min_length=1)]  # one line for people
    origin: str = ""  # where it comes from
    proto: Annotated[str, Field(pattern=PROTO)]
    """Name of the .proto file in the folder, which imports are relative to."""
    root: str | None = None  # name of the root message; None: the only one that no other uses
    payload: str | None = None  # name of the root's field whose content codecs encode; None: they encode the root
    replay: Replay | None = None
    not_carried: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Data behind its objects that its schema does not carry: a path and the outcome for it."""
    json_bytes: Annotated[int, Field(ge=0)] = 0  # of the compact JSON of the data behind its objects; 0: there is none
    written: dict[str, Annotated[tuple[str, ...], Field(strict=False)]] = Field(default_factory=dict)
    """How the output of codecs without a schema differs from that JSON, in sentences: by the means
    (`wirelab.schema.rendering.shapes.Means`) that a codec lacks then, or under the empty text if all do."""
    more_bytes: dict[str, int] = Field(default_factory=dict)
    """How many bytes more such a codec of JSON writes for it, by the same keys; below 0: fewer."""
    source: Source
    sizes: Levels
    variants: Levels


class Workload(_Document):
    """A schema, a source of objects and its corpora; `folder` and `apart` are not in `workload.toml`."""

    folder: Path  # where that is
    apart: bool = False  # its generator runs in a process of its own, because others wrote it

    def corpus_name(self, size: str, variant: str) -> CorpusName:
        """The name of one of its corpora; a UsageError if there is no such size or variant."""
        choose(f"{self.name} size", size, self.sizes.values)
        choose(f"{self.name} variant", variant, self.variants.values)
        return CorpusName(self.name, size, variant)


def first_said(sentences: Sequence[str]) -> Iterator[str]:
    """The first sentences of a workload's file about its data, and the number of the others."""
    yield from sentences[:_MOST_SAID]
    if len(sentences) > _MOST_SAID:
        yield f"{len(sentences) - _MOST_SAID:,} more, in {FILE}"


def load_workload(folder: Path) -> Workload:
    """Read a workload's folder.

    Raises:
        DefinitionError: `workload.toml` is not there, is no TOML, or has mistakes; `why` lists every one, one per line,
            `line N: key: what`.
    """
    part = f"workload {folder.name}"
    try:
        text = (folder / FILE).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        remedy = f"a workload is a folder with {FILE}, {GENERATOR} and a .proto file"
        raise DefinitionError(part, f"its {FILE} cannot be read", why=str(error), remedy=remedy) from error
    document = parse_document(text, _Document, f"{part}, {FILE}", lambda given: _misplaced(given, folder))
    return Workload(folder=folder, **dict(document))


def _misplaced(given: Mapping[str, Any], folder: Path) -> Iterator[Mistake]:
    """Statements of the file about its folder that are not true."""
    name, proto, own = given.get("name"), given.get("proto"), folder.resolve().name
    if isinstance(name, str) and name != own:
        yield ("name",), f"'{name}' is not the folder's name, '{own}'"
    if isinstance(proto, str) and not (folder / proto).is_file():
        yield ("proto",), f"there is no file '{proto}' beside {FILE}"
    for each in items_at(given, "source", "draws_on"):
        if not (folder.parent / str(each) / GENERATOR).is_file():
            yield ("source", "draws_on"), f"there is no {GENERATOR} in '../{each}'"
    other = value_at(given, "replay", "workload")
    if isinstance(other, str) and not (folder.parent / other / FILE).is_file():
        yield ("replay",), f"there is no {FILE} in '../{other}'"
    generated = not isinstance(given.get("source"), dict) or value_at(given, "source", "kind") == "generator"
    if generated and not (folder / GENERATOR).is_file():
        yield ("source",), f"there is no {GENERATOR} beside {FILE}"


def compile_workload(workload: Workload) -> CompiledSchema:
    """Compile a workload's types; errors as `compile_schema`."""
    compiled = compile_schema(
        workload.name,
        workload.folder / workload.proto,
        workload.root,
        workload.payload,
        workload.replay.message if workload.replay else None,
        beside=workload.source.draws_on,
        roots=(workload.folder,),
    )
    sources = workload.folder / SOURCES
    return replace(compiled, sources=sources) if sources.is_dir() else compiled

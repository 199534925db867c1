"""`workload.toml`: what a workload is, read with all its mistakes at once."""

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from wirelab.model.errors import DefinitionError, UsageError
from wirelab.schema.compile import CompiledSchema, compile_schema

FILE, GENERATOR, DIGESTS = "workload.toml", "generate.py", "digests.toml"


def _label(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Label = Annotated[str, BeforeValidator(_label), Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]


class Levels(BaseModel):
    """The sizes or variants of a workload.

    Attributes:
        values: their labels, smallest first; numbers are taken as text.
        default: one of them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    values: Annotated[tuple[Label, ...], Field(min_length=1, strict=False)]
    default: Label

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.default not in self.values:
            raise ValueError(f"the default '{self.default}' is not one of the values: {', '.join(self.values)}")
        if len(set(self.values)) < len(self.values):
            raise ValueError(f"a value stands twice: {', '.join(self.values)}")
        return self


class Workload(BaseModel):
    """A schema, a seeded generator and its corpora; frozen.

    Attributes:
        name: its folder's name.
        says: one line for people.
        origin: where it comes from.
        proto: name of the .proto file in the folder.
        root: name of the root message, or None for the only one that no other uses.
        sizes: labels, and the default.
        variants: labels, and the default.
        seed: of the recorded corpora.
        folder: where `workload.toml` is; not part of the file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
    says: Annotated[str, Field(min_length=1)]
    origin: str = ""
    proto: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+\.proto$")]
    root: str | None = None
    sizes: Levels
    variants: Levels
    seed: int
    folder: Path

    def check_size(self, size: str) -> None:
        """Raise UsageError if there is no such size."""
        self._check_level("size", size, self.sizes)

    def check_variant(self, variant: str) -> None:
        """Raise UsageError if there is no such variant."""
        self._check_level("variant", variant, self.variants)

    def _check_level(self, kind: str, label: str, levels: Levels) -> None:
        if label not in levels.values:
            raise UsageError(
                f"workload {self.name}",
                f"it has no {kind} '{label}'",
                why=f"its {kind}s are {', '.join(levels.values)}",
                remedy=did_you_mean(label, levels.values) or f"choose one of its {kind}s",
            )


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """A question with the names nearest to `name`, or nothing."""
    near = get_close_matches(name, list(names), n=3)
    return "did you mean " + " or ".join(f"'{one}'" for one in near) + "?" if near else ""


def load_workload(folder: Path) -> Workload:
    """Read a workload's folder.

    Raises:
        DefinitionError: `workload.toml` is not there, is no TOML, or says what is wrong; `why` lists every mistake, one
            a line, `workload.toml:line: key: what`.
    """
    part = f"workload {folder.name}"
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        remedy = f"a workload is a folder with {FILE}, {GENERATOR} and a .proto file"
        raise DefinitionError(part, f"its {FILE} cannot be read", why=str(error), remedy=remedy) from error
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(part, f"its {FILE} is not TOML", why=f"{FILE}: {error}") from error
    mistakes: list[str] = []
    workload: Workload | None = None
    if "folder" in given:
        mistakes.append(_mistake(text, ("folder",), "there is no such key"))
    try:
        workload = Workload.model_validate({**given, "folder": folder})
    except ValidationError as error:
        mistakes += [_mistake(text, one["loc"], _says(one)) for one in error.errors()]
    mistakes += _missing_files(text, folder, given)
    if mistakes or workload is None:
        what = f"{len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''} in {FILE}"
        raise DefinitionError(part, what, why="\n".join(mistakes), remedy="mend the lines above")
    return workload


def _missing_files(text: str, folder: Path, given: dict[str, Any]) -> list[str]:
    mistakes = []
    name, proto = given.get("name"), given.get("proto")
    if isinstance(name, str) and name != folder.resolve().name:
        mistakes.append(_mistake(text, ("name",), f"'{name}' is not the folder's name, '{folder.resolve().name}'"))
    if isinstance(proto, str) and not (folder / proto).is_file():
        mistakes.append(_mistake(text, ("proto",), f"there is no file '{proto}' beside {FILE}"))
    if not (folder / GENERATOR).is_file():
        mistakes.append(f"there is no {GENERATOR} beside {FILE}")
    return mistakes


def _says(error: Any) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such key"
    if error["type"] == "missing":
        return "it is missing"
    return f"{error['msg'].removeprefix('Value error, ')}" + (
        f", not {error['input']!r}" if error["type"] != "value_error" else ""
    )


def _mistake(text: str, location: tuple[int | str, ...], says: str) -> str:
    line = line_of(text, tuple(str(part) for part in location if isinstance(part, str)))
    return f"{FILE}{f':{line}' if line else ''}: {'.'.join(map(str, location))}: {says}"


def line_of(text: str, key: tuple[str, ...]) -> int | None:
    """The line of a TOML text on which a key, or else the nearest table around it, stands; from 1."""
    for depth in range(len(key), 0, -1):
        table: tuple[str, ...] = ()
        for number, line in enumerate(text.splitlines(), 1):
            if header := re.match(r"\s*\[+\s*([\w.\-\" ]+?)\s*\]+", line):
                table = tuple(part.strip(' "') for part in header[1].split("."))
                if table == key[:depth]:
                    return number
            elif (assigned := re.match(r"\s*([\w.\-\"]+)\s*=", line)) and key[:depth] == (
                *table,
                *(part.strip('"') for part in assigned[1].split(".")),
            ):
                return number
    return None


def list_workloads(root: Path) -> tuple[str, ...]:
    """Names of the workloads below `root`, sorted; a folder without `workload.toml` is none."""
    return tuple(sorted(path.parent.name for path in root.glob(f"*/{FILE}")))


def find_workload(name: str, root: Path) -> Workload:
    """The workload of that name below `root`.

    Raises:
        UsageError: there is none.
        DefinitionError: it is not well formed.
    """
    names = list_workloads(root)
    if name not in names:
        raise UsageError(
            f"workload '{name}'",
            "there is no such workload",
            why=f"there are {', '.join(names) or 'none'}",
            remedy=did_you_mean(name, names) or "choose one of these",
        )
    return load_workload(root / name)


def compile_workload(workload: Workload) -> CompiledSchema:
    """Compile a workload's types.

    Raises:
        DefinitionError, HostError, ToolchainError: see `compile_schema`.
    """
    return compile_schema(workload.name, workload.folder / workload.proto, workload.root)

"""A case of a public suite."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from wirelab.model.findings.vectors import Says

Files = Mapping[str, bytes]
"""Files of suites, by their names with `/` between."""


@dataclass(frozen=True, slots=True)
class Unheld:
    """A value that no schema holds, or that its suite does not give; says why, as a clause."""

    why: str


ANY = Unheld("its suite gives no value")


@dataclass(frozen=True, slots=True)
class Vector:
    """A case."""

    suite: str  # the file or folder that has it
    name: str
    format: str
    content: bytes  # a value of the format, or bytes that are none
    says: Says
    value: Any = ANY  # its value: texts, numbers, bytes, None, lists and dictionaries of these; `ANY`: any value
    kind: str = ""  # the only one that it is of; empty: any that holds its value


def stem_of(name: str) -> str:
    """A file's name without its folders and its last ending."""
    return name.rpartition("/")[2].rpartition(".")[0]


def json_files(files: Files) -> Iterator[tuple[str, bytes]]:
    """Those that are named as JSON."""
    return ((name, content) for name, content in files.items() if name.endswith(".json"))


def json_documents(files: Files, *keys: str) -> Iterator[tuple[str, Any]]:
    """Those that are JSON and have these keys somewhere, by their names without the ending."""
    for name, content in json_files(files):
        if all(f'"{key}"'.encode() in content for key in keys):
            with suppress(ValueError, RecursionError):
                yield name.removesuffix(".json"), json.loads(content)

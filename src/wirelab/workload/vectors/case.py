"""A case of a public suite."""

from collections.abc import Iterator, Mapping
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

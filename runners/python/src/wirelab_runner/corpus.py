"""Corpora in memory: their messages, and the domain objects of one family made from them; and files of either."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.framing import framed, frames
from wirelab_runner.rendered import CLASSES, Columns, Family, Kind, Types

# What stands beside each object's payload, in one of the copies.
Copy = list[Columns]


class Corpus:
    """The objects of the loaded corpus files, one copy each.

    Graphs of one kind alone are held at a time: what lies in memory unused would still cost the garbage collector.

    Attributes:
        copies: what stands beside each object's payload, copy by copy.
    """

    def __init__(self, files: Sequence[str], types: Types) -> None:
        """Read corpus files, and make domain objects of them.

        Raises:
            FaultError: there is no such file (host), or it is not one of this workload (workload).
        """
        messages = {file: read_file(file) for file in files}
        self._types = types
        self._held: tuple[Kind | None, list[list[Any]]] = (None, [])
        with blamed_on("workload", f"reading {', '.join(messages)}"):
            self._messages = [frames(messages[file]) for file in files]
            read = types.family(CLASSES).read
            self.copies = [[read(message)[0] for message in copy] for copy in self._messages]
        self.graphs(CLASSES)

    def graphs(self, kind: Kind) -> list[list[Any]]:
        """For each copy, the payloads as domain objects; no two copies share an object graph."""
        if self._held[0] != kind:
            self._held = (None, [])
            read = self._types.family(kind).read
            with blamed_on("workload", "making domain objects of the corpus"):
                self._held = (kind, [[read(message)[1] for message in copy] for copy in self._messages])
        return self._held[1]

    def check_copy(self, index: int) -> None:
        """Whether there is a copy of this index.

        Raises:
            FaultError: there is none.
        """
        if index >= len(self.copies):
            raise FaultError("request", f"there is no copy {index}: {len(self.copies)} corpora are loaded")


def write_corpus(file: str, family: Family, copy: Copy, payloads: Sequence[Any]) -> None:
    """Write the corpus file that domain objects make with their columns."""
    with blamed_on("codec", "writing what it read as a corpus"):
        data = framed(map(family.write, copy, payloads))
    _write_file(file, data)


def write_encoded(file: str, copy: Copy, encoded: Iterable[bytes]) -> None:
    """Write the file of encoded payloads, each behind its columns where there are such."""
    parts = ((beside.root, data) if beside.root else (data,) for beside, data in zip(copy, encoded, strict=True))
    _write_file(file, framed(part for pair in parts for part in pair))


def read_encoded(file: str, types: Types) -> tuple[Copy, list[bytes]]:
    """The columns and the encoded payloads of a file that `encode` wrote.

    Raises:
        FaultError: there is no such file (host), or it is not one of this workload (workload).
    """
    data = read_file(file)
    with blamed_on("workload", f"reading {file}"):
        parts, any_family = frames(data), types.family(CLASSES)
        if any_family.field is None:
            return [Columns(0)] * len(parts), parts
        if len(parts) % 2:
            raise ValueError("the last columns have no payload behind them")
        return [any_family.columns(columns) for columns in parts[::2]], parts[1::2]


def read_file(file: str) -> bytes:
    """The bytes of a file; what goes wrong is the host's fault."""
    with blamed_on("host", f"reading {file}"):
        return Path(file).read_bytes()


def _write_file(file: str, data: bytes) -> None:
    with blamed_on("host", f"writing {file}"):
        Path(file).write_bytes(data)

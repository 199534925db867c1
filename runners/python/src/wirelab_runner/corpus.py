"""A corpus in memory: its messages, and the domain objects of one family made from them."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.framing import framed, frames, sha256
from wirelab_runner.rendered import Columns, Family, Types


class Corpus:
    """The objects of a loaded corpus file.

    Graphs of one family alone are held at a time: what lies in memory unused would still cost the garbage collector.

    Attributes:
        columns: what stands beside each object's payload.
    """

    def __init__(self, messages: Sequence[bytes], copies: int, types: Types) -> None:
        self._messages, self._copies, self._types = messages, copies, types
        self._held: tuple[str, list[list[Any]]] | None = None
        self.columns = [columns for columns, _ in map(types.family("classes").read, messages)]

    def graphs(self, family: str) -> list[list[Any]]:
        """For each copy, the payloads as domain objects; no two copies share an object graph."""
        if self._held is None or self._held[0] != family:
            self._held = None
            conversions = self._types.family(family)
            with blamed_on("workload", "making domain objects of the corpus"):
                graphs = [[conversions.read(message)[1] for message in self._messages] for _ in range(self._copies)]
            self._held = (family, graphs)
        return self._held[1]


def load_corpus(file: str, digest: str, copies: int, types: Types) -> Corpus:
    """Read a corpus file.

    Raises:
        FaultError: there is no such file (host), or its digest differs or it is not one (workload).
    """
    data = read_file(file)
    found = sha256(data)
    if found != digest:
        raise FaultError("workload", f"the digest of {file} is {found}, not {digest}")
    with blamed_on("workload", f"reading {file}"):
        return Corpus(frames(data), copies, types)


def corpus_bytes(family: Family, columns: Sequence[Columns], payloads: Sequence[Any]) -> bytes:
    """The corpus file that domain objects make with their columns, written deterministically."""
    return framed(map(family.write, columns, payloads))


def encoded_bytes(columns: Iterable[Columns], encoded: Iterable[bytes]) -> bytes:
    """The file of encoded payloads, each behind its columns where there are such."""
    return framed(part for beside, data in zip(columns, encoded, strict=True) for part in _parts(beside, data))


def _parts(columns: Columns, encoded: bytes) -> tuple[bytes, ...]:
    return (columns.root, encoded) if columns.root else (encoded,)


def read_encoded(file: str, family: Callable[[], Family]) -> tuple[list[Columns], list[bytes]]:
    """The columns and the encoded payloads of a file that `encode` wrote.

    Args:
        file: its path.
        family: gives any family of the workload's types; asked after the file was read.

    Raises:
        FaultError: there is no such file (host), or it is not one of this workload (workload).
    """
    data = read_file(file)
    with blamed_on("workload", f"reading {file}"):
        parts, any_family = frames(data), family()
        if any_family.field is None:
            return [Columns(0)] * len(parts), parts
        if len(parts) % 2:
            raise ValueError("the last columns have no payload behind them")
        return [any_family.columns(columns) for columns in parts[::2]], parts[1::2]


def read_file(file: str) -> bytes:
    """The bytes of a file; what goes wrong is the host's fault."""
    with blamed_on("host", f"reading {file}"):
        return Path(file).read_bytes()


def write_file(file: str, data: bytes) -> None:
    """Write a file; what goes wrong is the host's fault."""
    with blamed_on("host", f"writing {file}"):
        Path(file).write_bytes(data)

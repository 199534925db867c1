"""A corpus in memory: its messages, and the domain objects of one family made from them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.framing import framed, frames, sha256
from wirelab_runner.rendered import Family, Types


class Corpus:
    """The objects of a loaded corpus file.

    Graphs of one family alone are held at a time: what lies in memory unused would still cost the garbage collector.
    """

    def __init__(self, messages: Sequence[bytes], copies: int, types: Types) -> None:
        self._messages, self._copies, self._types = messages, copies, types
        self._held: tuple[str, list[list[Any]]] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def graphs(self, family: str) -> list[list[Any]]:
        """For each copy, the domain objects; no two copies share an object graph."""
        if self._held is None or self._held[0] != family:
            self._held = None
            conversions = self._types.family(family)
            with blamed_on("workload", "making domain objects of the corpus"):
                graphs = [[conversions.read(message) for message in self._messages] for _ in range(self._copies)]
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


def corpus_bytes(family: Family, objects: Sequence[Any]) -> bytes:
    """The corpus file that domain objects make, written deterministically."""
    return framed(family.write(one) for one in objects)


def read_file(file: str) -> bytes:
    """The bytes of a file; what goes wrong is the host's fault."""
    with blamed_on("host", f"reading {file}"):
        return Path(file).read_bytes()


def write_file(file: str, data: bytes) -> None:
    """Write a file; what goes wrong is the host's fault."""
    with blamed_on("host", f"writing {file}"):
        Path(file).write_bytes(data)

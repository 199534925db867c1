"""What is timed: the inputs of every operation, and the turns of a request."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, starmap
from pathlib import Path
from typing import Any

from wirelab_runner.corpus import Corpus
from wirelab_runner.measuring import Loop, Part, collect, sink_bytes, sink_objects, time_batches
from wirelab_runner.subject import Subject

# What makes of a domain object the input of an operation.
_MADE_BY: dict[str, tuple[str, ...]] = {
    "serialize": (),
    "deserialize": ("serialize",),
    "build": (),
    "write": ("build",),
    "parse": ("plain",),
    "unbuild": ("plain", "parse"),
    "compress": ("plain",),
    "decompress": ("serialize",),
    "exchange": ("serialize", "offer"),
}


class Work:
    """The operations of an open codec on the loaded copies; the inputs of those that were timed are kept."""

    def __init__(self, corpus: Corpus, subject: Subject) -> None:
        self._corpus, self._subject = corpus, subject
        self._made: dict[str, list[list[Part]]] = {}
        self._next = Counter[str]()
        self._last = ""

    def time(self, operation: str, calls: int, batches: int, collected: bool, files: str | None) -> dict[str, Any]:
        """The message `timed`."""
        copies: list[list[Part]]
        if operation == "nothing":
            copies = [[(_hand_over, item) for _, item in copy] for copy in self._made[self._last]]
            loop = loop_for("".join(_MADE_BY[self._last][-1:]))
        else:
            self._last, copies, loop = operation, self.copies(operation), loop_for(operation)
        at = self._next[operation]
        self._next[operation] = (at + calls * batches) % len(copies)
        copies = copies[at:] + copies[:at]
        turns = cycle(copies) if files is None else _through_files(operation, copies, Path(files))
        if collected:
            collect()
        timed = time_batches(loop, turns, calls, batches)
        # The server's threads work, too: what this one takes of the processor says little.
        return timed | {"cpu_ns": None} if operation == "exchange" else timed

    def copies(self, operation: str) -> list[list[Part]]:
        """For each copy, the function and the input of each object: what this loop times, or another one."""
        if operation not in self._made:
            graphs = self._corpus.graphs(self._subject.kind)
            self._made[operation] = [
                list(zip(self._subject.each(operation, types), self._inputs(operation, types, graph), strict=True))
                for types, graph in zip(self._corpus.types, graphs, strict=True)
            ]
            collect()
        return self._made[operation]

    def _inputs(self, operation: str, types: Sequence[int], items: Iterable[Any]) -> Iterable[Any]:
        for step in _MADE_BY[operation]:
            items = [make(item) for make, item in zip(self._subject.each(step, types), items, strict=True)]
        return items


def loop_for(operation: str) -> Loop:
    """The loop with the sink for what an operation gives."""
    return sink_bytes if operation in ("serialize", "plain", "write", "compress", "decompress") else sink_objects


def _hand_over(item: Any) -> Any:
    return item


def _through_files(operation: str, copies: Sequence[Sequence[Part]], folder: Path) -> Iterator[Iterable[Part]]:
    """Turns that write a file each, or read one that is written here."""
    places = [(folder / f"copy-{number}", parts) for number, parts in enumerate(copies)]
    if operation == "serialize":
        return starmap(_into_file, cycle(places))
    for path, parts in places:
        path.write_bytes(b"".join(item for _, item in parts))
    return starmap(_from_file, cycle(places))


def _into_file(path: Path, parts: Sequence[Part]) -> Iterator[Part]:
    with path.open("wb") as file:
        for operate, item in parts:
            data = operate(item)
            file.write(data)
            yield _hand_over, data


def _from_file(path: Path, parts: Sequence[Part]) -> Iterator[Part]:
    data, at = path.read_bytes(), 0
    for operate, item in parts:
        end = at + len(item)
        yield operate, data[at:end]
        at = end

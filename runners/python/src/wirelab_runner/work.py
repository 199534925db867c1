"""From a request to measure, to the work that is timed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirelab_runner.codec import Calls
from wirelab_runner.compressors import Squeeze
from wirelab_runner.faults import FaultError
from wirelab_runner.measuring import Part, Work

GIVES_BYTES = frozenset({"serialize", "write", "compress", "decompress"})
Items = list[list[Any]]


@dataclass(frozen=True, slots=True)
class Ready:
    """A subject that is ready for one payload type: a codec, and the compressor behind it, if any."""

    calls: Calls
    squeeze: Squeeze | None

    def operation(self, name: str) -> Callable[[Any], Any]:
        """The function that an operation is, for one object."""
        calls, squeeze = self.calls, self.squeeze
        if squeeze and name in ("compress", "decompress"):
            function: Callable[[Any], Any] = getattr(squeeze, name)
            return function
        if squeeze and name in ("serialize", "deserialize"):
            return self.encode if name == "serialize" else self.decode
        operate: Callable[[Any], Any] = getattr(calls, name)
        return operate

    @property
    def encode(self) -> Callable[[Any], bytes]:
        """A domain object to bytes, compressed if the subject has a compressor."""
        if self.squeeze is None:
            return self.calls.serialize
        serialize, compress = self.calls.serialize, self.squeeze.compress
        return lambda root: compress(serialize(root))

    @property
    def decode(self) -> Callable[[bytes], Any]:
        """The reverse of `encode`."""
        if self.squeeze is None:
            return self.calls.deserialize
        deserialize, decompress = self.calls.deserialize, self.squeeze.decompress
        return lambda data: deserialize(decompress(data))

    def maker(self, operation: str) -> Callable[[Any], Any]:
        """What makes of a domain object the input of an operation that does not take it as it is."""
        calls = self.calls
        makers: dict[str, Callable[[Any], Any]] = {
            "deserialize": self.encode,
            "decompress": self.encode,
            "compress": calls.serialize,
            "parse": calls.serialize,
            "write": lambda root: calls.build(root) if calls.build else None,
            "unbuild": lambda root: calls.parse(calls.serialize(root)) if calls.parse else None,
        }
        return makers[operation]


# A subject that is ready, for each payload type in ascending order of number.
Opened = tuple[Ready, ...]


def inputs(operation: str, opened: Opened, payloads: Sequence[int], graphs: Items) -> Items:
    """What an operation takes, made from domain objects, copy by copy; `payloads` tells the type of each."""
    if operation in ("serialize", "build"):
        return graphs
    makers = [ready.maker(operation) for ready in opened]
    return [[makers[payload](root) for payload, root in zip(payloads, copy, strict=True)] for copy in graphs]


def in_memory(operation: str, opened: Opened, payloads: Sequence[int], items: Items) -> Work:
    """Work whose bytes stay in memory."""
    operate = [ready.operation(operation) for ready in opened]
    return Work(parts(operate, payloads, items), operation in GIVES_BYTES)


def parts(operate: Sequence[Callable[[Any], Any]], payloads: Sequence[int], items: Items) -> list[list[Part]]:
    """Each item with the function of its payload type."""
    return [[(operate[payload], item) for payload, item in zip(payloads, copy, strict=True)] for copy in items]


def through_files(operation: str, opened: Opened, payloads: Sequence[int], items: Items, folder: Path) -> Work:
    """Work whose bytes go to files in `folder`, one an object, or come from there; inside the timed region.

    Raises:
        FaultError: of the request: another operation than `serialize` and `deserialize`.
    """
    paths = [[folder / f"{number}-{index}" for index in range(len(copy))] for number, copy in enumerate(items)]
    if operation == "serialize":
        pairs = [list(zip(copy, files, strict=True)) for copy, files in zip(items, paths, strict=True)]
        to_files = [_to_file(ready.operation(operation)) for ready in opened]
        return Work(parts(to_files, payloads, pairs), gives_bytes=True)
    if operation == "deserialize":
        for copy, files in zip(items, paths, strict=True):
            for data, path in zip(copy, files, strict=True):
                path.write_bytes(data)
        from_files = [_from_file(ready.operation(operation)) for ready in opened]
        return Work(parts(from_files, payloads, paths), gives_bytes=False)
    raise FaultError("request", f"the sink 'file' is for serialize and deserialize, not for {operation}")


def _to_file(operate: Callable[[Any], bytes]) -> Callable[[tuple[Any, Path]], bytes]:
    def to_file(item: tuple[Any, Path]) -> bytes:
        root, path = item
        data = operate(root)
        path.write_bytes(data)
        return data

    return to_file


def _from_file(operate: Callable[[bytes], Any]) -> Callable[[Path], Any]:
    return lambda path: operate(path.read_bytes())

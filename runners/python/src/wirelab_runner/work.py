"""From a request to measure, to the work that is timed."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirelab_runner.codec import Calls
from wirelab_runner.compressors import Squeeze
from wirelab_runner.faults import FaultError
from wirelab_runner.measuring import Work

GIVES_BYTES = frozenset({"serialize", "write", "compress", "decompress"})
Items = list[list[Any]]


@dataclass(frozen=True, slots=True)
class Ready:
    """A subject that is ready: a codec, and the compressor behind it, if any."""

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


def inputs(operation: str, ready: Ready, graphs: Items) -> Items:
    """What an operation takes, made from domain objects, copy by copy."""
    if operation in ("serialize", "build"):
        return graphs
    calls = ready.calls
    makers: dict[str, Callable[[Any], Any]] = {
        "deserialize": ready.encode,
        "decompress": ready.encode,
        "compress": calls.serialize,
        "parse": calls.serialize,
        "write": lambda root: calls.build(root) if calls.build else None,
        "unbuild": lambda root: calls.parse(calls.serialize(root)) if calls.parse else None,
    }
    return [[makers[operation](root) for root in copy] for copy in graphs]


def in_memory(operation: str, ready: Ready, items: Items) -> Work:
    """Work whose bytes stay in memory."""
    return Work(ready.operation(operation), items, operation in GIVES_BYTES)


def through_files(operation: str, ready: Ready, items: Items, folder: Path) -> Work:
    """Work whose bytes go to files in `folder`, one an object, or come from there; inside the timed region.

    Raises:
        FaultError: of the request: another operation than `serialize` and `deserialize`.
    """
    operate = ready.operation(operation)
    paths = [[folder / f"{number}-{index}" for index in range(len(copy))] for number, copy in enumerate(items)]
    if operation == "serialize":

        def to_file(item: tuple[Any, Path]) -> bytes:
            root, path = item
            data: bytes = operate(root)
            path.write_bytes(data)
            return data

        pairs = [list(zip(copy, files, strict=True)) for copy, files in zip(items, paths, strict=True)]
        return Work(to_file, pairs, gives_bytes=True)
    if operation == "deserialize":
        for copy, files in zip(items, paths, strict=True):
            for data, path in zip(copy, files, strict=True):
                path.write_bytes(data)
        return Work(lambda path: operate(path.read_bytes()), paths, gives_bytes=False)
    raise FaultError("request", f"the sink 'file' is for serialize and deserialize, not for {operation}")

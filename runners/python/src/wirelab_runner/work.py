"""From a request to measure, to the work that is timed."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import IO, Any

from wirelab_runner.corpus import Copy
from wirelab_runner.faults import FaultError
from wirelab_runner.measuring import Part, Work
from wirelab_runner.subjects import Opened, Operations

READS_ENCODED = frozenset({"deserialize", "parse", "decompress"})
_GIVES_BYTES = frozenset({"serialize", "write", "compress", "decompress"})
# What makes of a domain object the input of an operation.
_MADE_BY = {
    "serialize": (),
    "build": (),
    "write": ("build",),
    "parse": ("plain",),
    "unbuild": ("plain", "parse"),
    "deserialize": ("serialize",),
    "compress": ("plain",),
    "decompress": ("serialize",),
}


def inputs(operation: str, opened: Callable[[], Opened], copy: Copy, graphs: Sequence[Any]) -> list[Any]:
    """What an operation takes, made from one copy's domain objects; the subject is opened only if it must be."""
    steps = _MADE_BY[operation]
    if not steps:
        return list(graphs)
    return [_made(steps, opened()[beside.payload], root) for beside, root in zip(copy, graphs, strict=True)]


def _made(steps: Sequence[str], operations: Operations, item: Any) -> Any:
    for step in steps:
        item = operations[step](item)
    return item


def in_memory(operation: str, opened: Opened, copies: Sequence[Copy], items: Sequence[Sequence[Any]]) -> Work:
    """Work whose bytes stay in memory."""
    return _work(operation, [each[operation] for each in opened], copies, items)


def first_call(operation: str, opened: Callable[[], Opened], payloads: int, copy: Copy, items: Sequence[Any]) -> Work:
    """Work whose first call opens the subject, for all payload types."""
    ready: list[Opened] = []

    def of(payload: int) -> Callable[[Any], Any]:
        def open_and_call(item: object) -> object:
            if not ready:
                ready.append(opened())
            return ready[0][payload][operation](item)

        return open_and_call

    return _work(operation, [of(payload) for payload in range(payloads)], [copy], [items])


def through_files(
    operation: str, opened: Opened, copies: Sequence[Copy], items: Sequence[Sequence[Any]], folder: Path
) -> Work:
    """Work whose bytes go to a file in `folder`, one a call, or come from one; inside the timed region.

    Raises:
        FaultError: of the request: another operation than `serialize` and `deserialize`.
    """
    if operation not in ("serialize", "deserialize"):
        raise FaultError("request", f"the sink 'file' is for serialize and deserialize, not for {operation}")
    operate = [each[operation] for each in opened]
    parts = []
    for number, (copy, of_copy) in enumerate(zip(copies, items, strict=True)):
        own = [operate[beside.payload] for beside in copy]
        reads = operation == "deserialize"
        parts.append(_from_file(own, of_copy, folder / f"copy-{number}") if reads else _into_file(own, of_copy, folder))
    return Work(parts, operation in _GIVES_BYTES, in_memory=False)


def _into_file(operate: Sequence[Callable[[Any], bytes]], items: Sequence[Any], folder: Path) -> list[Part]:
    """The parts of a call that writes its objects one after the other; the file is open from the first to the last."""
    path, last = folder / "serialized", len(items) - 1
    file: IO[bytes]

    def writing(at: int) -> Callable[[Any], bytes]:
        own = operate[at]

        def write(item: object) -> bytes:
            nonlocal file
            if at == 0:
                file = path.open("wb")
            data = own(item)
            file.write(data)
            if at == last:
                file.close()
            return data

        return write

    return [(writing(at), item) for at, item in enumerate(items)]


def _from_file(operate: Sequence[Callable[[bytes], Any]], items: Sequence[bytes], path: Path) -> list[Part]:
    """The parts of a call whose first reads the file whole; each takes the bytes of its object."""
    path.write_bytes(b"".join(items))
    if len(items) == 1:
        (alone,) = operate
        return [(lambda file: alone(file.read_bytes()), path)]
    read = b""

    def reading(at: int) -> Callable[[slice], Any]:
        own = operate[at]

        def take(place: slice) -> object:
            nonlocal read
            if at == 0:
                read = path.read_bytes()
            return own(read[place])

        return take

    ends = list(accumulate(map(len, items)))
    places = map(slice, [0, *ends], ends)
    return [(reading(at), place) for at, place in enumerate(places)]


def _work(
    operation: str, operate: Sequence[Callable[[Any], Any]], copies: Sequence[Copy], items: Sequence[Sequence[Any]]
) -> Work:
    """Each item with the function of its payload type."""
    parts = [
        [(operate[beside.payload], item) for beside, item in zip(copy, of_copy, strict=True)]
        for copy, of_copy in zip(copies, items, strict=True)
    ]
    return Work(parts, operation in _GIVES_BYTES)

"""From a request to measure, to the work that is timed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wirelab_runner.corpus import Copy
from wirelab_runner.faults import FaultError
from wirelab_runner.measuring import Work
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
    """Work whose bytes go to files in `folder`, one an object, or come from there; inside the timed region.

    Raises:
        FaultError: of the request: another operation than `serialize` and `deserialize`.
    """
    if operation not in ("serialize", "deserialize"):
        raise FaultError("request", f"the sink 'file' is for serialize and deserialize, not for {operation}")
    operate = [each[operation] for each in opened]
    pairs = [
        [(item, folder / f"{number}-{index}") for index, item in enumerate(copy)] for number, copy in enumerate(items)
    ]
    if operation == "serialize":
        return _work(operation, [_to_file(each) for each in operate], copies, pairs, in_memory=False)
    for data, path in (pair for copy in pairs for pair in copy):
        path.write_bytes(data)
    paths = [[path for _, path in copy] for copy in pairs]
    return _work(operation, [_from_file(each) for each in operate], copies, paths, in_memory=False)


def _work(
    operation: str,
    operate: Sequence[Callable[[Any], Any]],
    copies: Sequence[Copy],
    items: Sequence[Sequence[Any]],
    *,
    in_memory: bool = True,
) -> Work:
    """Each item with the function of its payload type."""
    parts = [
        [(operate[beside.payload], item) for beside, item in zip(copy, of_copy, strict=True)]
        for copy, of_copy in zip(copies, items, strict=True)
    ]
    return Work(parts, operation in _GIVES_BYTES, in_memory)


def _to_file(operate: Callable[[Any], bytes]) -> Callable[[tuple[Any, Path]], bytes]:
    def to_file(item: tuple[Any, Path]) -> bytes:
        root, path = item
        data = operate(root)
        path.write_bytes(data)
        return data

    return to_file


def _from_file(operate: Callable[[bytes], Any]) -> Callable[[Path], Any]:
    return lambda path: operate(path.read_bytes())

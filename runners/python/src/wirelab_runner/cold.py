"""Work for mode `cold`: one call, within which the codec is imported and made ready."""

from collections.abc import Callable, Sequence
from typing import Any

from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.measuring import Work
from wirelab_runner.rendered import Types
from wirelab_runner.subjects import Resolved
from wirelab_runner.work import GIVES_BYTES, Items, Opened, inputs, parts

_READS_ENCODED = frozenset({"deserialize", "parse", "decompress"})


def cold_work(
    operation: str,
    resolved: Resolved,
    types: Types,
    payloads: Sequence[int],
    graphs: Items,
    encoded: Sequence[bytes] | None,
) -> Work:
    """The first call of a subject in this process.

    Args:
        operation: what to call.
        resolved: the subject.
        types: the rendered types.
        payloads: the payload type of each object.
        graphs: domain objects, the input of `serialize` and `build`.
        encoded: what `encode` wrote in another process, the input of reading operations. What `write`, `unbuild` and
            `compress` take is made by the codec itself, so that of these the rest alone is cold.

    Raises:
        FaultError: `encoded` is needed and is not there.
    """
    doing = f"'{resolved.codec.name}' making what {operation} takes"
    if operation in ("serialize", "build"):
        items = graphs[:1]
    elif operation in _READS_ENCODED:
        if encoded is None:
            raise FaultError("request", f"{operation} in mode 'cold' needs 'encoded'")
        squeeze = resolved.open_squeeze() if operation == "parse" else None
        with blamed_on("codec", doing):
            items = [[squeeze.decompress(data) for data in encoded] if squeeze else list(encoded)]
    else:
        with blamed_on("codec", doing):
            items = inputs(operation, resolved.open(types), payloads, graphs[:1])
    return Work(parts(_opening(operation, resolved, types), payloads, items), operation in GIVES_BYTES)


def _opening(operation: str, resolved: Resolved, types: Types) -> list[Callable[[Any], Any]]:
    """The operation for each payload type; the first that is called makes the subject ready for all."""
    opened: list[Opened] = []

    def of(payload: int) -> Callable[[Any], Any]:
        def open_and_call(item: object) -> object:
            if not opened:
                opened.append(resolved.open(types))
            return opened[0][payload].operation(operation)(item)

        return open_and_call

    return [of(payload) for payload in range(types.payloads)]

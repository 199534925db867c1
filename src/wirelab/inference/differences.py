"""Where a document that came back differs from the one that was given. Pure."""

import math
from collections.abc import Iterator
from typing import Any

_MISSING = object()


def differences(given: Any, back: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each path that differs, elements of arrays without their place, and what became of it."""
    if isinstance(given, dict) and isinstance(back, dict):
        for key in {**given, **back}:
            below = f"{path}.{key}" if path else key
            yield from differences(given.get(key, _MISSING), back.get(key, _MISSING), below)
    elif isinstance(given, list) and isinstance(back, list) and len(given) == len(back):
        for one, other in zip(given, back, strict=True):
            yield from differences(one, other, f"{path}[]")
    elif not _same(given, back):
        yield path, f"{_shown(given)} comes back as {_shown(back)}"


def _same(given: Any, back: Any) -> bool:
    if isinstance(given, bool) is not isinstance(back, bool) or isinstance(given, dict | list):
        return False
    if isinstance(given, int | float) and isinstance(back, int | float):
        if given == 0 == back:
            return math.copysign(1, given) == math.copysign(1, back)
        return given == back or (math.isnan(given) and math.isnan(back))
    return bool(given == back)


def _shown(value: Any) -> str:
    if value is None or value is _MISSING:
        return "null" if value is None else "nothing"
    if isinstance(value, dict | list):
        kind = "array" if isinstance(value, list) else "object"
        return f"an {kind}" if value else f"an empty {kind}"
    return repr(value)[:40]


class NotCarried:
    """What documents lose, gathered by path and by what became of the value."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[int]] = {}

    def compare(self, row: int, given: Any, back: Any) -> None:
        """Hold a document against what came back of it."""
        for path, what in differences(given, back):
            self._found.setdefault((path, what), [0, row])[0] += 1

    def sentences(self) -> tuple[str, ...]:
        """One for each path and each thing that became of its values."""
        return tuple(
            f"{path}: {what}" + (f" ({count:,} times, first in row {row:,})" if count > 1 else f" (in row {row:,})")
            for (path, what), (count, row) in self._found.items()
        )

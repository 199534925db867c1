"""Where a document that came back differs from the one that was given. Pure."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_MISSING = object()


def differences(given: Any, back: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each path that differs, elements of arrays without their place, and the change there as a clause."""
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


@dataclass(slots=True)
class _Loss:
    count: int
    row: int
    example: str


@dataclass(slots=True)
class NotCarried:
    """The losses of documents, gathered by kind: many alike are one, with their number."""

    _found: dict[str, _Loss] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many were lost."""
        return sum(loss.count for loss in self._found.values())

    @property
    def first_row(self) -> int:
        """The first row with a loss; 0 if there is none."""
        return min((loss.row for loss in self._found.values()), default=0)

    def note(self, what: str, row: int, example: str = "", *, times: int = 1) -> None:
        """Take in a loss: losses with the same `what` are alike, and only the first one's `example` is shown."""
        self._found.setdefault(what, _Loss(0, row, example)).count += times

    def merge(self, other: "NotCarried", where: str = "") -> None:
        """Take in the losses of later documents; `where` names these."""
        for what, loss in other._found.items():
            self.note(f"{where}{what}", loss.row, loss.example, times=loss.count)

    def compare(self, row: int, given: Any, back: Any) -> None:
        """Compare a document with the one that came back."""
        for path, what in differences(given, back):
            self.note(f"{path}: {what}", row)

    def sentences(self) -> tuple[str, ...]:
        """One for all losses that are alike."""
        return tuple(
            f"{what}{loss.example}"
            + (f" ({loss.count:,} times, first in row {loss.row:,})" if loss.count > 1 else f" (in row {loss.row:,})")
            for what, loss in self._found.items()
        )

"""The first difference of two domain objects."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two objects differ, and what stands there; values are shortened."""

    path: str
    expected: str
    actual: str


class _Absent:
    def __repr__(self) -> str:
        return "absent"


_ABSENT = _Absent()


def first_difference(expected: Any, actual: Any, path: str) -> Difference | None:
    """The first place, in order of fields, where `actual` is not `expected`; None if there is none.

    NaN equals NaN, -0.0 does not equal 0.0, maps have no order, and a value of another type is another value.
    """
    if type(expected) is not type(actual):
        return Difference(path, _shown(expected), _shown(actual))
    parts = _parts(expected, actual)
    if parts is None:
        return None if _same(expected, actual) else Difference(path, _shown(expected), _shown(actual))
    found = (first_difference(one, other, path + step) for step, one, other in parts)
    return next(filter(None, found), None)


def _parts(expected: Any, actual: Any) -> Iterator[tuple[str, Any, Any]] | None:
    """What two values of one type are made of, pair by pair; None if they are not made of anything."""
    if isinstance(expected, list):
        pairs = enumerate(zip_longest(expected, actual, fillvalue=_ABSENT))
        return ((f"[{index}]", one, other) for index, (one, other) in pairs)
    if isinstance(expected, dict):
        # Keys with their types: to Python 1 is True.
        one, other = ({(type(key), key): value for key, value in each.items()} for each in (expected, actual))
        return ((f"[{_shown(key[1])}]", one.get(key, _ABSENT), other.get(key, _ABSENT)) for key in one | other)
    names = getattr(expected, "__dataclass_fields__", None) or getattr(expected, "__struct_fields__", None)
    if names is None:
        return None
    return ((f".{name}", getattr(expected, name), getattr(actual, name)) for name in names)


def _same(expected: Any, actual: Any) -> bool:
    if not isinstance(expected, float):
        return bool(expected == actual)
    if math.isnan(expected):
        return math.isnan(actual)
    return expected == actual and math.copysign(1, expected) == math.copysign(1, actual)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

"""The first difference of two domain objects."""

import math
from dataclasses import dataclass
from typing import Any

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two objects differ, and what stands there; values are shortened."""

    path: str
    expected: str
    actual: str


def first_difference(expected: Any, actual: Any, path: str) -> Difference | None:
    """The first place, in order of fields, where `actual` is not `expected`; None if there is none.

    NaN equals NaN, -0.0 does not equal 0.0, maps have no order, and a value of another type is another value.
    """
    if type(expected) is not type(actual):
        return _different(path, expected, actual)
    if isinstance(expected, list):
        return _of_lists(expected, actual, path)
    if isinstance(expected, dict):
        return _of_maps(expected, actual, path)
    names = getattr(expected, "__dataclass_fields__", None) or getattr(expected, "__struct_fields__", None)
    if names is None:
        return None if _same(expected, actual) else _different(path, expected, actual)
    pairs = ((f"{path}.{name}", getattr(expected, name), getattr(actual, name)) for name in names)
    return next(filter(None, (first_difference(one, other, place) for place, one, other in pairs)), None)


def _same(expected: Any, actual: Any) -> bool:
    if isinstance(expected, float):
        if math.isnan(expected):
            return math.isnan(actual)
        return expected == actual and math.copysign(1, expected) == math.copysign(1, actual)
    return bool(expected == actual)


def _of_lists(expected: list[Any], actual: list[Any], path: str) -> Difference | None:
    for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
        found = first_difference(one, other, f"{path}[{index}]")
        if found:
            return found
    if len(expected) != len(actual):
        return Difference(path, f"{len(expected)} elements", f"{len(actual)} elements")
    return None


def _of_maps(expected: dict[Any, Any], actual: dict[Any, Any], path: str) -> Difference | None:
    other_keys = {key: key for key in actual}
    for key, value in expected.items():
        place = f"{path}[{_shown(key)}]"
        if key not in actual:
            return Difference(place, _shown(value), "absent")
        found = first_difference(key, other_keys[key], place) or first_difference(value, actual[key], place)
        if found:
            return found
    for key, value in actual.items():
        if key not in expected:
            return Difference(f"{path}[{_shown(key)}]", "absent", _shown(value))
    return None


def _different(path: str, expected: object, actual: object) -> Difference:
    return Difference(path, _shown(expected), _shown(actual))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

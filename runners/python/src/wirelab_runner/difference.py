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
    if isinstance(expected, float):
        same = expected == actual and math.copysign(1, expected) == math.copysign(1, actual)
        return None if same or (math.isnan(expected) and math.isnan(actual)) else _different(path, expected, actual)
    names = getattr(expected, "__match_args__", None)  # dataclasses and msgspec's Structs have it
    if names is None:
        return None if expected == actual else _different(path, expected, actual)
    for name in names:
        found = first_difference(getattr(expected, name), getattr(actual, name), f"{path}.{name}")
        if found:
            return found
    return None


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
    for key in actual:
        if key not in expected:
            return Difference(f"{path}[{_shown(key)}]", "absent", _shown(actual[key]))
    return None


def _different(path: str, expected: object, actual: object) -> Difference:
    return Difference(path, _shown(expected), _shown(actual))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

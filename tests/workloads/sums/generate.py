"""Unions with each of their members, and with none."""

from collections.abc import Iterator
from random import Random
from typing import Any

Values = dict[str, Any]

CIRCLE, SQUARE, TEXT = {"circle": {"radius": 1.5}}, {"square": {"side": 2.0}}, {"text": {"text": "written"}}


def generate(size: str, variant: str, random: Random) -> Iterator[Values]:
    """The objects of a variant; there is one size."""
    del random
    for at, values in enumerate(SET if variant == "set" else UNSET):
        yield {"title": f"{variant} {size}.{at}", **values}


def _grouped(shape: Values, depth: int) -> Values:
    for _ in range(depth):
        shape = {"group": {"parts": [shape, CIRCLE]}}
    return shape


SHAPES: list[Values] = [CIRCLE, SQUARE, {"circle": {}}, {"group": {}}, _grouped(SQUARE, 5)]
SET: list[Values] = [
    {},
    *({"shape": shape} for shape in SHAPES),
    {"shapes": SHAPES, "shapes_by_name": {"a": CIRCLE, "b": SQUARE}},
    *({"drawing": one} for one in (CIRCLE, TEXT)),
    {"circle": {"radius": 3.0}},
    *({"renamed": one} for one in ({"ring": {"radius": 1.0}}, SQUARE)),
    *({"mixed": one} for one in (TEXT, {"plain": "said"}, {"plain": ""})),
    *({"nested": one} for one in ({"shape": SQUARE}, {"drawing": TEXT})),
]
UNSET: list[Values] = [
    {"shape": {}},
    {"shapes": [CIRCLE, {}], "shapes_by_name": {"a": {}}},
    {"drawing": {}, "renamed": {}, "mixed": {}, "nested": {}},
    {"nested": {"shape": {}}, "shape": {"group": {"parts": [{}]}}},
]

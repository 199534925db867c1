"""Records: names of 6 to 16 letters, numbers over all of int32, flags even.

Draws with `random.random()` and `random.getrandbits()` alone, whose sequences Python promises to keep for a seed.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHORTEST, LONGEST = 6, 16


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """`size` records."""
    del variant  # there is one
    yield {"items": [_record(random) for _ in range(int(size))]}


def _record(random: Random) -> dict[str, Any]:
    length = SHORTEST + _below(LONGEST - SHORTEST + 1, random)
    name = "".join(LETTERS[_below(len(LETTERS), random)] for _ in range(length))
    return {"name": name, "number": random.getrandbits(32) - (1 << 31), "flag": random.getrandbits(1) == 1}


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)

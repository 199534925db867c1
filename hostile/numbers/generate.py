"""Keys that are numbers, and numbers of many digits, so many in each object as `inputs.toml` has it."""

import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

INPUTS = Path(__file__).parents[1] / "inputs.toml"
ALL = (1 << 64) - 1


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """An object for each count of each table."""
    del size
    for table in tomllib.loads(INPUTS.read_text(encoding="utf-8"))["growing"]:
        if (table["workload"], table["variant"]) == ("numbers", variant):
            yield from (_numbers(table["made"], count, random) for count in table["counts"])


def _numbers(made: str, count: int, random: Random) -> dict[str, Any]:
    if made == "digits":
        return {"digits": _minimal(10**count // 9)}
    keys = {"any": _any(random), "folded": _folded(), "v8": _v8()}[made]
    return {"entries": {key: at for at, key in enumerate(islice(keys, count))}}


def _any(random: Random) -> Iterator[int]:
    while True:
        yield random.getrandbits(62)


def _folded() -> Iterator[int]:
    """Numbers whose halves are alike: their exclusive or, which Java and .NET take for the hash of 64 bits, is 0."""
    number = 1
    while True:
        yield number << 32 | number
        number += 1


def _v8() -> Iterator[int]:
    """Numbers of 63 bits of whose hash by V8 (`ComputeLongHash`, of the magnitude of a BigInt) the low 30 bits are 0.

    Each of its steps can be undone, so they are made of hashes.
    """
    wanted = 1
    while True:
        number = hashed_to(wanted << 30)
        if number < 1 << 63:
            yield number
        wanted += 1


def hashed_to(hashed: int) -> int:
    """The number with a hash of 64 bits."""
    number = _unshifted(hashed, 22)
    number = _unshifted(number * pow(65, -1, ALL + 1) & ALL, 11)
    number = _unshifted(number * pow(21, -1, ALL + 1) & ALL, 31)
    return (number + 1) * pow((1 << 18) - 1, -1, ALL + 1) & ALL


def _unshifted(number: int, by: int) -> int:
    """What `x ^ (x >> by)` was made of."""
    found = number
    for _ in range(64 // by):
        found = number ^ found >> by
    return found


def _minimal(number: int) -> bytes:
    """Two's complement, big-endian, as short as it can be."""
    return number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)

"""Keys that are texts of 28 letters, so many in each object as `inputs.toml` has it."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

INPUTS = Path(__file__).parents[1] / "inputs.toml"
BLOCKS = 14


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """An object for each count of each table."""
    del size
    made: dict[str, Callable[[int], str]] = {"any": lambda _: f"{random.getrandbits(8 * BLOCKS):028x}", "java": java}
    for table in tomllib.loads(INPUTS.read_text(encoding="utf-8"))["growing"]:
        if (table["workload"], table["variant"]) == ("texts", variant):
            for count in table["counts"]:
                yield {"entries": {made[table["made"]](at): at for at in range(count)}}


def java(number: int) -> str:
    """Texts that differ, and have one `hashCode` in Java: that of `Aa` is that of `BB`, wherever they are."""
    return "".join("BB" if number >> at & 1 else "Aa" for at in range(BLOCKS))

"""The people that workload `school` makes from the same size and seed."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

SCHOOL = Path(__file__).parents[1] / "school" / "generate.py"


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One school of `size` structures."""
    yield from runpy.run_path(str(SCHOOL))["generate"](size, variant, random)

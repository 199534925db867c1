"""The statuses that workload `microblog` makes from the same size and seed."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

MICROBLOG = Path(__file__).parents[1] / "microblog" / "generate.py"


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One timeline of `size` statuses."""
    yield from runpy.run_path(str(MICROBLOG))["generate"](size, variant, random)

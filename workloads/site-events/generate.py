"""The history of the site that workload `site` makes from the same size and seed."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

SITE = Path(__file__).parents[1] / "site" / "generate.py"


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """The events that rebuild a site, in order of time."""
    yield from runpy.run_path(str(SITE))["history"](size, variant, random)

"""The new value of each change in `changes.toml`."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

CHANGES = Path(__file__).parents[1] / "changes.toml"


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """All of them, in their order."""
    del size, variant, random
    for change in tomllib.loads(CHANGES.read_text(encoding="utf-8"))["changes"]:
        yield {"change": {change["name"].replace("-", "_"): _value(change["new"])}}


def _value(written: Any) -> Any:
    """TOML has no bytes."""
    if not isinstance(written, dict):
        return written
    if written.keys() == {"utf-8"}:
        return written["utf-8"].encode()
    return {key: _value(each) for key, each in written.items()}

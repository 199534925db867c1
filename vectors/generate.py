"""The value of each kind in `kinds.toml`."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

KINDS = Path(__file__).with_name("kinds.toml")


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """All of them, in their order."""
    del size, variant, random
    for kind in tomllib.loads(KINDS.read_text(encoding="utf-8"))["kinds"]:
        yield {"kind": {kind["member"]: {key: _value(each) for key, each in kind["holds"].items()}}}


def _value(written: Any) -> Any:
    """TOML has no bytes, and only texts for keys."""
    match written:
        case {"hex": digits}:
            return bytes.fromhex(digits)
        case {"pairs": pairs}:
            return dict(pairs)
        case _:
            return written

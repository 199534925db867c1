"""Results for machines: plain dictionaries, lists, texts and numbers."""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import numpy as np

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison
from wirelab.model.subject import Subject

VERSION = 1
"""Of the layout; a change that could break a reader counts it up."""


def fields_of(value: Any) -> dict[str, Any]:
    """Write a value of the lab as a dictionary of its fields; those that are no part of a finding are left out.

    A comparison's two cells are fields beside it.
    """
    written: dict[str, Any] = {}
    for field in (each for each in fields(value) if each.compare):
        own = getattr(value, field.name)
        if isinstance(own, Comparison):
            written |= {"cell": plain(own.cell), "reference": plain(own.against)}
        else:
            written[field.name] = plain(own)
    return written


def plain(value: Any) -> Any:  # noqa: PLR0911  one return a kind of value
    """Write any value of the lab as what `json.dumps` takes."""
    match value:
        case Subject():
            return str(value)
        case Cell():
            return {"key": value.key, **fields_of(value)}
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case np.ndarray():
            return plain(value.tolist())
        case float() if not math.isfinite(value):
            return None
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value):
            return fields_of(value)
        case _:
            return value

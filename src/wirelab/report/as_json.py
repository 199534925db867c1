"""Results for machines: runs and analyses as plain dictionaries, lists, texts and numbers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import numpy as np
from pydantic import BaseModel

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.subject import Subject
from wirelab.report.analyze.analysed import Analysed
from wirelab.report.run.results import Results

VERSION = 1
"""The version of the layout; a change that could break a reader increases it."""


def fields_of(value: Any) -> dict[str, Any]:
    """Write a value of the lab as a dictionary of its fields; those that are not part of a finding are left out.

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


def plain(value: Any) -> Any:  # noqa: C901, PLR0911  one return per kind of value
    """Write any value of the lab as values that `json.dumps` takes."""
    match value:
        case Subject():
            return str(value)
        case Cell():
            return {"key": value.key, **fields_of(value)}
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case BaseModel():
            return plain(value.model_dump())
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


def analyses_json(found: Sequence[Analysed]) -> dict[str, Any]:
    """Write the analyses of a call as `json.dumps` takes them: arrays become lists; observations stay in their table.

    Several are a list, `responses`.
    """
    responses = [_fields(each) for each in found]
    return {"version": VERSION, **(responses[0] if len(found) == 1 else {"responses": responses})}


def _fields(analysed: Analysed) -> dict[str, Any]:
    written = fields_of(analysed)
    del written["observations"]
    for one in written["analysis"]["unusual"]:
        one["at"] = analysed.observations.where(one["index"])
    return written


_BESIDE = (
    *("machine", "near_loop", "copy_bytes_per_ns", "flags", "usage", "reversals", "unseen", "fastest", "slow_modes"),
    "transfer",
)
"""Parts of the outlook that the layout has beside it, if they are not empty."""


def results_json(results: Results) -> dict[str, Any]:
    """Write `results` as `json.dumps` takes them: attribute names are keys, so they contain units (`time_ns`).

    Cells carry their `key`, subjects are text, times ISO 8601; numbers that are not finite become null. In this layout
    a cell's comparison is in the cell's finding, as `ratio`, with the other cell as `reference` (for a twin, its
    original). The forecast is called `outlook`; some parts of it are beside it, if they are not empty.
    """
    findings = results.findings
    asked = [*findings.asked(Question.REFERENCE), *findings.asked(Question.TWIN)]
    ratios = {found.comparison.cell: found for found in asked}
    facts = fields_of(results)
    outlook = fields_of(findings.forecast)
    beside = {name: outlook.pop(name) for name in _BESIDE}
    return {
        "version": VERSION,
        **facts,
        "findings": [{**fields_of(each), "ratio": plain(ratios.get(each.cell))} for each in findings.cells],
        "aa": plain(results.twins),
        "outlook": outlook,
        **{name: value for name, value in beside.items() if value},
    }

"""Results for machines: plain dictionaries, lists, texts and numbers."""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import numpy as np

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.subject import Subject
from wirelab.report.analysed import Analysed
from wirelab.report.results import Results

VERSION = 1
"""Of the layout; a change that could break a reader counts it up."""
_BESIDE = (
    *("machine", "near_loop", "copy_bytes_per_ns", "flags", "usage", "reversals", "unseen", "fastest", "slow_modes"),
    "transfer",
)
"""What stands beside the outlook, where there is any."""


def results_json(results: Results) -> dict[str, Any]:
    """Write `results` as what `json.dumps` takes: attribute names as keys, so units stand in them (`time_ns`).

    Cells carry their `key`, subjects are text, times ISO 8601; numbers that are not finite become null. In this layout
    a cell's comparison stands in the cell's finding, as `ratio`, with the cell that it is against as `reference` (of a
    twin, its original), and the forecast is called `outlook`. `machine` is there where enough canaries were timed,
    `near_loop` where a cell is so fast that the loop is part of its time, `flags` where a guard finds one implausible,
    `copy_bytes_per_ns` where the lab timed a copy, `usage` where runtimes tell of collections or CPU time, `reversals`
    where CPU time orders a pair otherwise, `unseen` where a twin raised no alarm, `fastest` where several cells stand
    side by side, `slow_modes` where processes stand apart, `transfer` where formats were compared from a sender to its
    receivers.
    """
    findings = results.findings
    asked = [*findings.asked(Question.REFERENCE), *findings.asked(Question.TWIN)]
    ratios = {found.comparison.cell: found for found in asked}
    facts = _fields(results)
    outlook = _fields(findings.forecast)
    beside = {name: outlook.pop(name) for name in _BESIDE}
    return {
        "version": VERSION,
        **facts,
        "findings": [{**_fields(each), "ratio": plain(ratios.get(each.cell))} for each in findings.cells],
        "aa": plain(results.twins),
        "outlook": outlook,
        **{name: told for name, told in beside.items() if told},
    }


def analysis_json(analysed: Analysed) -> dict[str, Any]:
    """Write an analysis likewise; arrays become lists, and observations stay in the table they came from."""
    fields_ = _fields(analysed)
    del fields_["observations"]
    return {"version": VERSION, **fields_}


def _fields(value: Any) -> dict[str, Any]:
    """A comparison's two cells stand beside what is said of them; what is no part of a finding is left out."""
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
            return {"key": value.key, **_fields(value)}
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
            return _fields(value)
        case _:
            return value

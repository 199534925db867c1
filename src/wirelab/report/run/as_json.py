"""A run for machines."""

from typing import Any

from wirelab.model.comparison import Question
from wirelab.report.as_json import VERSION, fields_of, plain
from wirelab.report.run.results import Results

_BESIDE = (
    *("machine", "near_loop", "copy_bytes_per_ns", "flags", "usage", "reversals", "unseen", "fastest", "slow_modes"),
    "transfer",
)
"""What is beside the outlook, where there is any."""


def results_json(results: Results) -> dict[str, Any]:
    """Write `results` as what `json.dumps` takes: attribute names as keys, so they contain units (`time_ns`).

    Cells carry their `key`, subjects are text, times ISO 8601; numbers that are not finite become null. In this layout
    a cell's comparison is in the cell's finding, as `ratio`, with the cell that it is against as `reference` (of a
    twin, its original), and the forecast is called `outlook`. Parts of it are beside it where they say anything.
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

"""An analysis for machines."""

from collections.abc import Sequence
from typing import Any

from wirelab.report.analyze.analysed import Analysed
from wirelab.report.as_json import VERSION, fields_of


def analysis_json(analysed: Analysed) -> dict[str, Any]:
    """Write an analysis as what `json.dumps` takes: arrays become lists, and observations stay in their own table."""
    return {"version": VERSION, **_fields(analysed)}


def analyses_json(found: Sequence[Analysed]) -> dict[str, Any]:
    """Write the analyses of a call: one as `analysis_json` has it, several as a list, `responses`."""
    if len(found) == 1:
        return analysis_json(found[0])
    return {"version": VERSION, "responses": [_fields(each) for each in found]}


def _fields(analysed: Analysed) -> dict[str, Any]:
    written = fields_of(analysed)
    del written["observations"]
    for one in written["analysis"]["unusual"]:
        one["at"] = analysed.observations.where(one["index"])
    return written

"""An analysis for machines."""

from typing import Any

from wirelab.report.analyze.analysed import Analysed
from wirelab.report.as_json import VERSION, fields_of


def analysis_json(analysed: Analysed) -> dict[str, Any]:
    """Write an analysis as what `json.dumps` takes: arrays become lists, and observations stay in their own table."""
    fields_ = fields_of(analysed)
    del fields_["observations"]
    return {"version": VERSION, **fields_}

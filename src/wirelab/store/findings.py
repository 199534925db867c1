"""What was worked out of a run, in and out of a lab file: one JSON document; views make tables of it for export."""

import json
from functools import cache

from duckdb import DuckDBPyConnection
from pydantic import TypeAdapter

from wirelab.model.comparison import Question
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.findings import Findings

_NO_PART_OF_IT = {"comparisons": {"__all__": {"logs"}}}


def replace_findings(connection: DuckDBPyConnection, run: int, findings: Findings) -> None:
    """Keep findings, in place of all earlier ones of the run."""
    document = json.dumps(_documents().dump_python(findings, exclude=_NO_PART_OF_IT), ensure_ascii=False)
    connection.execute("INSERT OR REPLACE INTO findings VALUES (?, ?)", [run, document])


def read_findings(connection: DuckDBPyConnection, run: int) -> Findings | None:
    """What was worked out of `run`; None if it was not, or by an earlier Wirelab."""
    whole = "SELECT document FROM findings WHERE run = ? AND document->>'forecast' IS NOT NULL"
    found = connection.execute(whole, [run]).fetchone()
    return None if found is None else _documents().validate_json(found[0])


def read_twins(connection: DuckDBPyConnection, up_to: int) -> tuple[int, int]:
    """Twins with a verdict in runs up to `up_to`, and how many of them differ from their cell."""
    verdicts = connection.execute(
        "SELECT verdict FROM comparison WHERE run <= ? AND question = ? AND ratio IS NOT NULL AND verdict <> ?",
        [up_to, str(Question.TWIN), str(Verdict.UNSTEADY)],
    ).fetchall()
    return len(verdicts), verdicts.count((str(Verdict.DIFFERENT),))


@cache
def _documents() -> TypeAdapter[Findings]:
    return TypeAdapter(Findings)

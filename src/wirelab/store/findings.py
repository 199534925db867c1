"""What was worked out of a run, in and out of a lab file: a row a cell, a row a comparison, and a forecast.

Rows are flat, for people who export them; nothing stands in two places.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from duckdb import DuckDBPyConnection
from pydantic import TypeAdapter

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import CellFinding, ComparisonFinding, Interval, Steadiness, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import Forecast
from wirelab.model.units import ByteCount

Row = dict[str, Any]
_STEADINESS = ("audited", "flat", "warm_up", "slowdown", "unsettled", "too_early")


def replace_findings(connection: DuckDBPyConnection, run: int, findings: Findings, cells: Mapping[str, int]) -> None:
    """Keep findings, in place of all earlier ones of the run; `cells` has the id of each cell's key."""
    for table in ("finding", "comparison", "forecast"):
        connection.execute(f"DELETE FROM {table} WHERE run = ?", [run])
    for finding in findings.cells:
        _insert(connection, "finding", {"run": run, "cell": cells[finding.cell.key], **_cell_row(finding)})
    for found in findings.comparisons:
        cell, against = (cells[each.key] for each in found.comparison.cells)
        _insert(connection, "comparison", {"run": run, "cell": cell, "against": against, **_comparison_row(found)})
    document = json.dumps(_documents().dump_python(findings.forecast), ensure_ascii=False)
    _insert(connection, "forecast", {"run": run, "document": document})


def read_findings(connection: DuckDBPyConnection, run: int, cells: Mapping[int, Cell]) -> Findings | None:
    """What was worked out of `run`; None if it was not, or by an earlier Wirelab."""
    document = connection.execute("SELECT document FROM forecast WHERE run = ?", [run]).fetchone()
    if document is None:
        return None
    return Findings(
        tuple(_cell_finding(row, cells) for row in _rows(connection, "finding", run)),
        tuple(_comparison_finding(row, cells) for row in _rows(connection, "comparison", run)),
        _documents().validate_json(document[0]),
    )


def read_twins(connection: DuckDBPyConnection, up_to: int) -> tuple[int, int]:
    """Twins with a verdict in runs up to `up_to`, and how many of them differ from their cell."""
    verdicts = connection.execute(
        "SELECT verdict FROM comparison WHERE run <= ? AND question = ? AND ratio IS NOT NULL AND verdict <> ?",
        [up_to, str(Question.TWIN), str(Verdict.UNSTEADY)],
    ).fetchall()
    return len(verdicts), verdicts.count((str(Verdict.DIFFERENT),))


@cache
def _documents() -> TypeAdapter[Forecast]:
    return TypeAdapter(Forecast)


def _cell_row(finding: CellFinding) -> Row:
    time, steadiness = finding.time_ns, finding.steadiness
    row: Row = {
        "process_times_ns": list(finding.process_times_ns),
        "allocated_bytes": finding.allocated_bytes,
        "encoded_bytes": finding.encoded_bytes,
        "gzipped_bytes": finding.gzipped_bytes,
        "steady_share": finding.steady_share,
        "sustained": finding.sustained,
        "best_ns": finding.best_ns,
        "lost": finding.lost,
        "lost_rounds": finding.lost_rounds,
    }
    if time is not None:
        row |= {"time_ns": time.estimate, "time_low_ns": time.low, "time_high_ns": time.high}
        row |= {"time_confidence": time.confidence, "time_processes": time.processes, "time_method": time.method}
    if steadiness is not None:
        row |= {name: getattr(steadiness, name) for name in _STEADINESS}
    return row


def _cell_finding(row: Row, cells: Mapping[int, Cell]) -> CellFinding:
    return CellFinding(
        cell=cells[row["cell"]],
        time_ns=None if row["time_ns"] is None else _time(row),
        process_times_ns=tuple(row["process_times_ns"]),
        allocated_bytes=row["allocated_bytes"],
        encoded_bytes=None if row["encoded_bytes"] is None else ByteCount(row["encoded_bytes"]),
        gzipped_bytes=None if row["gzipped_bytes"] is None else ByteCount(row["gzipped_bytes"]),
        steady_share=row["steady_share"],
        lost=row["lost"],
        steadiness=None if row["audited"] is None else Steadiness(*(row[name] for name in _STEADINESS)),
        sustained=row["sustained"],
        best_ns=row["best_ns"],
        lost_rounds=row["lost_rounds"],
    )


def _time(row: Row) -> Interval:
    return Interval(
        row["time_ns"],
        row["time_low_ns"],
        row["time_high_ns"],
        row["time_confidence"],
        row["time_processes"],
        row["time_method"],
    )


def _comparison_row(found: ComparisonFinding) -> Row:
    ratio = found.ratio
    row: Row = {
        "question": str(found.comparison.question),
        "verdict": str(found.verdict),
        "band": found.band,
        "decided": found.decided,
        "sustained": found.sustained,
    }
    if ratio is not None:
        row |= {"ratio": ratio.estimate, "ratio_low": ratio.low, "ratio_high": ratio.high}
        row |= {"ratio_confidence": ratio.confidence, "ratio_calibrated": ratio.calibrated}
        row |= {"ratio_processes": ratio.processes, "ratio_method": ratio.method}
    return row


def _comparison_finding(row: Row, cells: Mapping[int, Cell]) -> ComparisonFinding:
    ratio = None if row["ratio"] is None else _ratio(row)
    comparison = Comparison(cells[row["cell"]], cells[row["against"]], Question(row["question"]))
    said = Verdict(row["verdict"]), row["band"], row["decided"]
    return ComparisonFinding(comparison, ratio, *said, row["sustained"])


def _ratio(row: Row) -> Interval:
    return Interval(
        row["ratio"],
        row["ratio_low"],
        row["ratio_high"],
        row["ratio_confidence"],
        row["ratio_processes"],
        row["ratio_method"],
        row["ratio_calibrated"],
    )


def _insert(connection: DuckDBPyConnection, table: str, row: Row) -> None:
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


def _rows(connection: DuckDBPyConnection, table: str, run: int) -> Iterator[Row]:
    found = connection.execute(f"SELECT * FROM {table} WHERE run = ? ORDER BY rowid", [run])
    names = [column[0] for column in found.description or ()]
    return (dict(zip(names, values, strict=True)) for values in found.fetchall())

"""Lab files of older versions brought to this one, a version at a time; nothing that was measured is lost."""

import json
from collections.abc import Callable

from duckdb import DuckDBPyConnection

OLDEST = 2

_TO_3 = """
CREATE TABLE start_canary (process BIGINT NOT NULL, place INTEGER NOT NULL, ns BIGINT NOT NULL);
INSERT INTO start_canary
    SELECT id, unnest(range(len(canary_ns))), unnest(canary_ns) FROM process ORDER BY id;
ALTER TABLE process DROP COLUMN canary_ns;
ALTER TABLE process ADD COLUMN last_canary_ns BIGINT;
ALTER TABLE process ADD COLUMN loop_ns DOUBLE;
ALTER TABLE batch ADD COLUMN canary_ns BIGINT;
"""

_TO_4 = """
CREATE TABLE IF NOT EXISTS start_canary (process BIGINT NOT NULL, place INTEGER NOT NULL, ns BIGINT NOT NULL);
CREATE TABLE forecast (run BIGINT PRIMARY KEY, document VARCHAR NOT NULL);
CREATE TABLE comparison (
    run BIGINT NOT NULL, cell BIGINT NOT NULL, against BIGINT NOT NULL, question VARCHAR NOT NULL,
    ratio DOUBLE, ratio_low DOUBLE, ratio_high DOUBLE,
    ratio_confidence DOUBLE, ratio_calibrated DOUBLE, ratio_processes INTEGER, ratio_method VARCHAR,
    verdict VARCHAR NOT NULL, band DOUBLE NOT NULL, decided BOOLEAN NOT NULL,
    arithmetic DOUBLE, arithmetic_low DOUBLE, arithmetic_high DOUBLE,
    bootstrap DOUBLE, bootstrap_low DOUBLE, bootstrap_high DOUBLE, equivalence_p DOUBLE,
    PRIMARY KEY (run, cell, against, question)
);
INSERT INTO comparison BY NAME
    SELECT run, cell, reference AS against, CASE WHEN twin THEN 'twin' ELSE 'against the reference' END AS question,
        ratio, ratio_low, ratio_high, ratio_confidence, ratio_processes, ratio_method, verdict, band, decided
    FROM finding JOIN cell ON cell.id = finding.cell WHERE reference IS NOT NULL ORDER BY run, cell.id;
"""
_MOVED = (
    *("reference", "ratio", "ratio_low", "ratio_high", "ratio_confidence", "ratio_processes", "ratio_method"),
    *("verdict", "band", "decided"),
)
_TO_5 = """
ALTER TABLE batch ALTER phase TYPE VARCHAR;
DROP TYPE phase;
CREATE TYPE phase AS ENUM ('warm-up', 'measured', 'window');
ALTER TABLE batch ALTER phase TYPE phase USING phase::phase;
"""
_ADDED = {
    "time_method": "VARCHAR",
    "process_times_ns": "DOUBLE[]",
    **dict.fromkeys(("audited", "flat", "warm_up", "slowdown", "unsettled", "too_early"), "INTEGER"),
}


def migrate(connection: DuckDBPyConnection, version: int) -> None:
    """Bring the lab that `connection` has open for writing from `version` to this one: all the way or not at all."""
    connection.begin()
    try:
        for step in _STEPS[version - OLDEST :]:
            step(connection)
        reached = str(OLDEST + len(_STEPS))
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", [reached])
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _to_3(connection: DuckDBPyConnection) -> None:
    """The canary stands beside each batch; five at the start of a process go to a table of their own."""
    connection.execute(_TO_3)


def _to_4(connection: DuckDBPyConnection) -> None:
    """Comparisons have a table of their own, findings are kept whole, and what was not run says whether it failed."""
    connection.execute(_TO_4)
    for column in _MOVED:
        connection.execute(f"ALTER TABLE finding DROP COLUMN {column}")
    for column, of in _ADDED.items():
        connection.execute(f"ALTER TABLE finding ADD COLUMN {column} {of}")
    for run, text in connection.execute("SELECT id, not_run FROM run").fetchall():
        missing = [{"what": what, "why": why, "fault": False} for what, why in json.loads(text).items()]
        connection.execute("UPDATE run SET not_run = ? WHERE id = ?", [json.dumps(missing), run])


def _to_5(connection: DuckDBPyConnection) -> None:
    """Behind measured batches there may be a window's."""
    connection.execute(_TO_5)


def _to_6(connection: DuckDBPyConnection) -> None:
    """A study says when the data are looked at; until now it was always after these rounds."""
    for run, text in connection.execute("SELECT id, study_json FROM run").fetchall():
        study = json.loads(text)
        study["analysis"] = {**study.get("analysis", {}), "looks": [5, 7, 10, 14, 20, 28, 40]}
        connection.execute("UPDATE run SET study_json = ? WHERE id = ?", [json.dumps(study, ensure_ascii=False), run])


def _to_7(connection: DuckDBPyConnection) -> None:
    """A run keeps the command that was typed."""
    connection.execute("ALTER TABLE run ADD COLUMN command VARCHAR")


def _to_8(connection: DuckDBPyConnection) -> None:
    """A ratio's limits are those that its verdict rests on; until now they were of the ratio alone."""
    connection.execute("ALTER TABLE comparison ADD COLUMN of_verdict BOOLEAN")


_STEPS: tuple[Callable[[DuckDBPyConnection], None], ...] = (_to_3, _to_4, _to_5, _to_6, _to_7, _to_8)

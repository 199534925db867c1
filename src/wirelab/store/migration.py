"""Lab files of the version before brought to this one; nothing that was measured is lost."""

import json
from pathlib import Path

from duckdb import DuckDBPyConnection
from pydantic import TypeAdapter

from wirelab.model.cell import Cell
from wirelab.store.reading import Reader
from wirelab.store.schema import SCHEMA_VERSION, schema_statements

OLDEST = 8

# What was worked out of its processes is worked out anew, but for twins, which are counted over all runs of a lab.
_BEFORE = """
ALTER TABLE batch ALTER phase TYPE VARCHAR;
ALTER TABLE batch ADD COLUMN compiled BIGINT;
DROP TYPE phase;
ALTER TABLE process RENAME TO process_before;
ALTER TABLE comparison RENAME TO comparison_before;
DROP TABLE finding;
DROP TABLE forecast;
DROP TABLE start_canary;
"""
_AFTER = """
ALTER TABLE batch ALTER phase TYPE phase USING phase::phase;
INSERT INTO process BY NAME
    SELECT process_before.* EXCLUDE (attempt, last_canary_ns), canary_ns
    FROM process_before
    LEFT JOIN (SELECT process, median(canary_ns)::BIGINT AS canary_ns FROM batch GROUP BY process) AS canary
        ON canary.process = process_before.id
    ORDER BY id;
INSERT INTO findings
SELECT run, json_object('cells', [], 'comparisons', list({
    'comparison': {'cell': named.document, 'against': other.document, 'question': question},
    'ratio': if(ratio IS NULL, NULL, {
        'estimate': ratio, 'low': ratio_low, 'high': ratio_high, 'confidence': ratio_confidence,
        'processes': ratio_processes, 'method': ratio_method, 'calibrated': ratio_calibrated}),
    'verdict': verdict, 'band': band, 'decided': decided, 'sustained': false
} ORDER BY comparison_before.rowid), 'forecast', NULL)
FROM comparison_before JOIN named ON named.id = cell JOIN named AS other ON other.id = against
WHERE question = 'twin' GROUP BY run;
DROP TABLE process_before;
DROP TABLE comparison_before;
DROP TABLE named;
"""
_FRESH = ("TYPE ", "TABLE process ", "TABLE findings ", "MACRO ", "VIEW ")


def migrate(path: Path, connection: DuckDBPyConnection) -> None:
    """Bring a lab of version `OLDEST` to this one: all the way or not.

    Args:
        path: of the lab.
        connection: to it, open for writing.
    """
    named = [
        [identity, json.dumps(TypeAdapter(Cell).dump_python(cell))]
        for identity, cell in Reader(path, connection).cells.items()
    ]
    connection.begin()
    try:
        connection.execute(_BEFORE)
        for statement in schema_statements().split(";\n"):
            if any(f"CREATE {made}" in statement for made in _FRESH):
                connection.execute(statement)
        connection.execute("CREATE TEMP TABLE named (id BIGINT, document JSON)")
        if named:
            connection.executemany("INSERT INTO named VALUES (?, ?)", named)
        connection.execute(_AFTER)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", [str(SCHEMA_VERSION)])
        connection.commit()
    except BaseException:
        connection.rollback()
        raise

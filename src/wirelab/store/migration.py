"""Lab files of the two versions before brought to this one; nothing that was measured or worked out is lost."""

import json
from pathlib import Path

from duckdb import DuckDBPyConnection
from pydantic import TypeAdapter

from wirelab.model.cell import Cell
from wirelab.store.reading import Reader
from wirelab.store.schema import SCHEMA_VERSION, schema_statements

OLDEST = 8

# Version 8 has other processes. What was worked out of them is worked out anew, but for twins, which are counted over
# all runs of a lab.
_BEFORE_FROM_8 = """
ALTER TABLE batch ALTER phase TYPE VARCHAR;
DROP TYPE phase;
ALTER TABLE process RENAME TO process_before;
ALTER TABLE comparison ADD COLUMN sustained BOOLEAN DEFAULT false;
ALTER TABLE finding ADD COLUMN sustained BOOLEAN;
ALTER TABLE finding ADD COLUMN best_ns DOUBLE;
ALTER TABLE finding ADD COLUMN lost_rounds INTEGER;
DELETE FROM comparison WHERE question <> 'twin';
DELETE FROM finding;
DELETE FROM forecast;
DROP TABLE start_canary;
"""
_AFTER_FROM_8 = """
ALTER TABLE batch ALTER phase TYPE phase USING phase::phase;
INSERT INTO process BY NAME
    SELECT process_before.* EXCLUDE (attempt, last_canary_ns), canary_ns
    FROM process_before
    LEFT JOIN (SELECT process, median(canary_ns)::BIGINT AS canary_ns FROM batch GROUP BY process) AS canary
        ON canary.process = process_before.id
    ORDER BY id;
DROP TABLE process_before;
"""

# Both have findings in tables of columns. Claims are no comparisons of a run any more.
_BEFORE = """
ALTER TABLE finding RENAME TO finding_before;
ALTER TABLE comparison RENAME TO comparison_before;
"""
_AFTER = """
INSERT INTO findings
WITH cells AS (
    SELECT run, list({
        'cell': named.document,
        'time_ns': if(time_ns IS NULL, NULL, {
            'estimate': time_ns, 'low': time_low_ns, 'high': time_high_ns, 'confidence': time_confidence,
            'processes': time_processes, 'method': time_method}),
        'process_times_ns': process_times_ns, 'allocated_bytes': allocated_bytes, 'encoded_bytes': encoded_bytes,
        'gzipped_bytes': gzipped_bytes, 'steady_share': steady_share, 'lost': lost, 'sustained': sustained,
        'best_ns': best_ns, 'lost_rounds': lost_rounds,
        'steadiness': if(audited IS NULL, NULL, {
            'audited': audited, 'flat': flat, 'warm_up': warm_up, 'slowdown': slowdown, 'unsettled': unsettled,
            'too_early': too_early})
    } ORDER BY finding_before.rowid) AS found
    FROM finding_before JOIN named ON named.id = cell GROUP BY run
), comparisons AS (
    SELECT run, list({
        'comparison': {'cell': named.document, 'against': other.document, 'question': question},
        'ratio': if(ratio IS NULL, NULL, {
            'estimate': ratio, 'low': ratio_low, 'high': ratio_high, 'confidence': ratio_confidence,
            'processes': ratio_processes, 'method': ratio_method, 'calibrated': ratio_calibrated}),
        'verdict': verdict, 'band': band, 'decided': decided, 'sustained': sustained
    } ORDER BY comparison_before.rowid) AS found
    FROM comparison_before JOIN named ON named.id = cell JOIN named AS other ON other.id = against
    WHERE question <> 'claim' GROUP BY run
)
SELECT run, json_object(
    'cells', coalesce(cells.found, []), 'comparisons', coalesce(comparisons.found, []), 'forecast', document::JSON)
FROM cells FULL JOIN comparisons USING (run) FULL JOIN forecast USING (run);
DROP TABLE finding_before;
DROP TABLE comparison_before;
DROP TABLE forecast;
DROP TABLE named;
"""


def migrate(path: Path, connection: DuckDBPyConnection, version: int) -> None:
    """Bring a lab of an older version to this one: all the way or not.

    Args:
        path: of the lab.
        connection: to it, open for writing.
        version: of its tables, from `OLDEST` on.
    """
    fresh: tuple[str, ...]
    fresh, before, after = ("TABLE findings ", "MACRO ", "VIEW "), _BEFORE, _AFTER
    if version == OLDEST:
        fresh, before, after = (*fresh, "TYPE ", "TABLE process "), _BEFORE_FROM_8 + before, _AFTER_FROM_8 + after
    named = [
        [identity, json.dumps(TypeAdapter(Cell).dump_python(cell))]
        for identity, cell in Reader(path, connection).cells.items()
    ]
    connection.begin()
    try:
        connection.execute(before)
        for statement in schema_statements().split(";\n"):
            if any(f"CREATE {made}" in statement for made in fresh):
                connection.execute(statement)
        connection.execute("CREATE TEMP TABLE named (id BIGINT, document JSON)")
        if named:
            connection.executemany("INSERT INTO named VALUES (?, ?)", named)
        connection.execute(after)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", [str(SCHEMA_VERSION)])
        connection.commit()
    except BaseException:
        connection.rollback()
        raise

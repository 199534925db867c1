"""Lab files of the version before brought to this one; nothing that was measured is lost."""

from duckdb import DuckDBPyConnection

from wirelab.store.schema import SCHEMA_VERSION, schema_statements

OLDEST = SCHEMA_VERSION - 1

_BEFORE = """
ALTER TABLE batch ALTER phase TYPE VARCHAR;
DROP TYPE phase;
ALTER TABLE process RENAME TO process_before;
ALTER TABLE comparison RENAME TO comparison_before;
DROP TABLE finding;
DROP TABLE forecast;
DROP TABLE start_canary;
"""
_OF_FRESH_LABS = ("TYPE phase", "TABLE process", "TABLE finding", "TABLE comparison", "TABLE forecast")
# What earlier Wirelabs worked out is worked out anew. Only twins are kept, which are counted over all runs of a lab.
_AFTER = """
ALTER TABLE batch ALTER phase TYPE phase USING phase::phase;
INSERT INTO process BY NAME
    SELECT process_before.* EXCLUDE (attempt, last_canary_ns), canary_ns
    FROM process_before
    LEFT JOIN (SELECT process, median(canary_ns)::BIGINT AS canary_ns FROM batch GROUP BY process) AS canary
        ON canary.process = process_before.id
    ORDER BY id;
INSERT INTO comparison BY NAME
    SELECT COLUMNS('^(run|cell|against|question|ratio.*|verdict|band|decided)$'), false AS sustained
    FROM comparison_before WHERE question = 'twin';
DROP TABLE process_before;
DROP TABLE comparison_before;
"""


def migrate(connection: DuckDBPyConnection) -> None:
    """Bring the lab that `connection` has open for writing from version `OLDEST` to this one: all the way or not."""
    connection.begin()
    try:
        connection.execute(_BEFORE)
        for statement in schema_statements().split(";\n"):
            if any(f"CREATE {made} " in statement for made in _OF_FRESH_LABS):
                connection.execute(statement)
        connection.execute(_AFTER)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", [str(SCHEMA_VERSION)])
        connection.commit()
    except BaseException:
        connection.rollback()
        raise

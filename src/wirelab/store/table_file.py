"""Rows of values as a Parquet file: the same bytes each time for the same rows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from wirelab.files.scratch import scratch
from wirelab.store.connection import CONFIG


def parquet(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Write rows with these columns, each of a type of DuckDB's."""
    declared = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    with scratch() as folder, duckdb.connect(config={**CONFIG, "threads": 1}) as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute(f"CREATE TABLE made ({declared})")
        if rows:
            values = ", ".join(f'unnest(?::VARCHAR[])::{kind} AS "{name}"' for name, kind in columns.items())
            given = [[_text(row[name]) for row in rows] for name in columns]
            connection.execute(f"INSERT INTO made SELECT {values}", given)
        path = folder / "made.parquet"
        quoted = str(path).replace("'", "''")
        connection.execute(f"COPY made TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")
        return Path(path).read_bytes()


def _text(value: Any) -> str | None:
    """As DuckDB reads it back: the shortest digits that are the same number."""
    return None if value is None else repr(value) if isinstance(value, float) else str(value)

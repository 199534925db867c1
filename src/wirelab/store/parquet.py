"""Parquet files, which DuckDB reads, as tables of others or as documents, and writes."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import Any

import duckdb

from wirelab.anova.tables.table import Table, checked_header, columns_of, no_rows
from wirelab.files.scratch import scratch
from wirelab.model.errors import DefinitionError, TableError
from wirelab.store.connection import CONFIG
from wirelab.store.partitions import quoted

_ROWS_AT_ONCE = 20_000


def read_parquet(file: Path | bytes, part: str) -> Table:
    """Read a table. Cells are text: numbers with as few digits as distinguish them, and empty text for NULL.

    Raises:
        TableError: it is damaged, or holds no rows.
    """
    with _selected(file, "coalesce(COLUMNS(*)::VARCHAR, '')", part, TableError, "save it as CSV") as found:
        names = [str(column[0]) for column in found.description or ()]
        columns = columns_of(checked_header(part, names, "the schema"), _rows(found))
    count = len(next(iter(columns.values())))
    if not count:
        raise no_rows(part)
    return Table(part, "Parquet", columns, range(1, count + 1))


def read_parquet_rows(file: Path | bytes, part: str) -> Iterator[str]:
    """Each row as a JSON object; times are text as DuckDB writes them, in UTC. A DefinitionError if it is damaged."""
    with _selected(
        file, "to_json(struct_pack(*COLUMNS(*)))::VARCHAR", part, DefinitionError, "save it as JSON Lines"
    ) as found:
        yield from (text for (text,) in _rows(found))


@contextmanager
def _selected(
    file: Path | bytes, columns: str, part: str, fault: type[DefinitionError], remedy: str
) -> Iterator[duckdb.DuckDBPyConnection]:
    if isinstance(file, bytes):
        with scratch() as folder:
            kept = folder / "given.parquet"
            kept.write_bytes(file)
            with _selected(kept, columns, part, fault, remedy) as found:
                yield found
        return
    try:
        with duckdb.connect(config=CONFIG) as connection:
            connection.execute("SET enable_progress_bar = false")
            connection.execute("SET TimeZone = 'UTC'")
            rows = "read_parquet(?, hive_partitioning = false)"
            yield connection.execute(f"SELECT {columns} FROM {rows}", [escape(str(file))])
    except duckdb.Error as error:
        why = str(error).strip().split("\n", 1)[0].replace(str(file), "the file")
        what = "this Parquet file cannot be read"
        raise fault(part, what, why=why, remedy=f"write it again, or {remedy}") from error


def _rows(found: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, ...]]:
    while rows := found.fetchmany(_ROWS_AT_ONCE):
        yield from rows


def parquet_of(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows with these columns, each of a type of DuckDB's, as a file: the same bytes each time for the same rows."""
    declared = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    with scratch() as folder, duckdb.connect(config={**CONFIG, "threads": 1}) as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute(f"CREATE TABLE made ({declared})")
        if rows:
            values = ", ".join(f'unnest(?::VARCHAR[])::{kind} AS "{name}"' for name, kind in columns.items())
            given = [[_text(row[name]) for row in rows] for name in columns]
            connection.execute(f"INSERT INTO made SELECT {values}", given)
        file = folder / "made.parquet"
        connection.execute(f"COPY made TO {quoted(str(file))} (FORMAT parquet, COMPRESSION zstd)")
        return file.read_bytes()


def _text(value: Any) -> str | None:
    """As DuckDB reads it back: the shortest digits that are the same number."""
    return None if value is None else repr(value) if isinstance(value, float) else str(value)

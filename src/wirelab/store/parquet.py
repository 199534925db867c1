"""Parquet files, which DuckDB reads, as tables of others or as documents, and writes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import Any

import duckdb

from wirelab.anova.tables.table import Table, checked_header, columns_of, no_rows
from wirelab.files.scratch import scratch
from wirelab.model.errors import DefinitionError, TableError, host_faults
from wirelab.model.visible import is_unicode
from wirelab.store.connection import CONFIG
from wirelab.store.partitions import quoted

_ROWS_AT_ONCE = 20_000
_ITS_ROWS = "FROM read_parquet(?, hive_partitioning = false)"


def read_parquet(file: Path | bytes, part: str) -> Table:
    """Read a table. Cells are text: numbers with as few digits as distinguish them, and empty text for NULL.

    Raises:
        TableError: it is damaged, or holds no rows.
    """
    with _asking(file, part, TableError, "save it as CSV") as ask:
        found = ask(f"SELECT coalesce(COLUMNS(*)::VARCHAR, '') {_ITS_ROWS}")
        names = [str(column[0]) for column in found.description or ()]
        columns = columns_of(checked_header(part, names, "the schema"), _rows(found))
    count = len(next(iter(columns.values())))
    if not count:
        raise no_rows(part)
    return Table(part, "Parquet", columns, range(1, count + 1))


def read_parquet_rows(file: Path | bytes, part: str) -> Iterator[str]:
    """Each row as a JSON object; times are text as DuckDB writes them, in UTC.

    Raises:
        DefinitionError: it is damaged, or has names beside each other that differ only in case.
    """
    with _asking(file, part, DefinitionError, "save it as JSON Lines") as ask:
        _require_distinct(ask("SELECT name, num_children FROM parquet_schema(?)").fetchall(), part)
        rows = ask(f"SELECT to_json(struct_pack(*COLUMNS(*)))::VARCHAR {_ITS_ROWS}")
        yield from (text for (text,) in _rows(rows))


def _require_distinct(schema: Sequence[tuple[str, int | None]], part: str) -> None:
    """Refuse names beside each other between which DuckDB would not distinguish: it ignores the case of ASCII.

    Each name comes with the number of those within it, which follow.
    """
    left, met = [len(schema)], [set[bytes]()]
    for name, within in schema:
        while not left[-1]:
            del left[-1], met[-1]
        left[-1] -= 1
        folded = name.encode().lower()
        if folded in met[-1]:
            what, why = f"it has '{name}' twice in one place, whatever its case", "DuckDB would rename one of the two"
            raise DefinitionError(part, what, why=why, remedy="rename one of them, or save it as JSON Lines")
        met[-1].add(folded)
        left.append(within or 0)
        met.append(set())


@contextmanager
def _asking(
    file: Path | bytes, part: str, fault: type[DefinitionError], remedy: str
) -> Iterator[Callable[[str], duckdb.DuckDBPyConnection]]:
    """Yield a function that asks for the content of a file."""
    if isinstance(file, bytes) or not is_unicode(str(file)):  # DuckDB takes only names that are text
        with scratch() as folder:
            kept = folder / "given.parquet"
            with host_faults(part, "it cannot be kept for DuckDB", "free some space, or name a folder with TMPDIR"):
                if isinstance(file, bytes):
                    kept.write_bytes(file)
                else:
                    kept.symlink_to(file.absolute())
            with _asking(kept, part, fault, remedy) as ask:
                yield ask
        return
    try:
        with duckdb.connect(config=CONFIG) as connection:
            connection.execute("SET enable_progress_bar = false")
            connection.execute("SET TimeZone = 'UTC'")
            yield lambda question: connection.execute(question, [escape(str(file))])
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

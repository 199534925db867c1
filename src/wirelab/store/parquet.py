"""Tables of others in Parquet files, read by DuckDB."""

from collections.abc import Iterator
from pathlib import Path

import duckdb

from wirelab.anova.tables.table import Table, checked_header, columns_of, no_rows
from wirelab.model.errors import DefinitionError, TableError
from wirelab.store.opening import CONFIG

_ROWS_AT_ONCE = 20_000


def read_parquet(path: Path, part: str) -> Table:
    """Read a Parquet file; cells are text, as short as tells numbers apart, and empty where nothing is known (NULL).

    Args:
        path: the file.
        part: the table in messages.

    Raises:
        TableError: it is damaged, or holds no rows.
    """
    try:
        with duckdb.connect(config=CONFIG) as connection:
            connection.execute("SET enable_progress_bar = false")
            found = connection.execute("SELECT coalesce(COLUMNS(*)::VARCHAR, '') FROM read_parquet(?)", [str(path)])
            names = [str(column[0]) for column in found.description or ()]
            columns = columns_of(checked_header(part, names, "the schema"), _rows(found))
    except duckdb.Error as error:
        why = str(error).strip().split("\n", 1)[0].replace(str(path), "the file")
        raise TableError(
            part, "this Parquet file cannot be read", why=why, remedy="write it again, or save it as CSV"
        ) from error
    count = len(next(iter(columns.values())))
    if not count:
        raise no_rows(part)
    return Table(part, "Parquet", columns, range(1, count + 1))


def _rows(found: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, ...]]:
    while rows := found.fetchmany(_ROWS_AT_ONCE):
        yield from rows


def read_parquet_rows(path: Path, part: str) -> Iterator[str]:
    """Each row of a Parquet file as a JSON object; times are text as DuckDB writes them, in UTC.

    Args:
        path: the file.
        part: the data in messages.

    Raises:
        DefinitionError: it is damaged.
    """
    try:
        with duckdb.connect(config=CONFIG) as connection:
            connection.execute("SET enable_progress_bar = false")
            connection.execute("SET TimeZone = 'UTC'")
            found = connection.execute("SELECT to_json(file_row)::VARCHAR FROM read_parquet(?) file_row", [str(path)])
            yield from (text for (text,) in _rows(found))
    except duckdb.Error as error:
        why = str(error).strip().split("\n", 1)[0].replace(str(path), "the file")
        what = "this Parquet file cannot be read"
        raise DefinitionError(part, what, why=why, remedy="write it again, or save it as JSON Lines") from error

"""A lab file's tables as Parquet or CSV."""

from pathlib import Path
from typing import Literal

import duckdb
from duckdb import DuckDBPyConnection

from wirelab.files.outputs import Kind, destination_at
from wirelab.files.scratch import beside
from wirelab.model.errors import HostError, UsageError, WirelabError
from wirelab.model.visible import is_unicode
from wirelab.store import partitions
from wirelab.store.connection import MEASURED, TABLES, VIEWS
from wirelab.store.faults import explain, explained

Format = Literal["parquet", "csv"]
_OPTIONS = {
    "parquet": "FORMAT parquet, COMPRESSION zstd, KV_METADATA {{wirelab: '{mark}'}}",
    "csv": "FORMAT csv, HEADER",
}
_PART_BYTES = 10_000_000
_SAFE = "the lab file is as it was"


def export_tables(
    connection: DuckDBPyConnection, lab: Path, folder: Path, form: Format, *, force: bool = False
) -> tuple[Path, ...]:
    """Write one file per table into `folder`, made if missing; an earlier export's are replaced.

    With `force`, others are replaced, too.

    Raises:
        UsageError: a file of one of the names is there that no export wrote, or the folder's name is not UTF-8; nothing
            was written.
        HostError: the folder cannot be written.
        LabError: the lab cannot be read.
    """
    _require_text(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    files = {table: folder / f"{table}.{form}" for table in TABLES}
    with explained(lab):
        marks = {table: _mark(connection, table, form) for table in TABLES}
    for table, file in files.items():
        destination_at(file, Kind("table", marks[table], _SAFE), reads=(lab,), force=force)
    for table, file in files.items():
        options = _OPTIONS[form].format(mark=_parquet_mark(table))
        try:
            with beside(file.resolve()) as made:
                written = partitions.quoted(str(made / file.name))
                source = _gathered(connection, table) if table in VIEWS else f'"{table}"'
                connection.execute(f"COPY {source} TO {written} ({options})")
                (made / file.name).replace(file.resolve())
        except OSError as error:
            raise _unwritable(folder, error) from error
        except duckdb.Error as error:
            raise _fault_of(lab, folder, made, error) from error
    return tuple(files.values())


def export_partitions(connection: DuckDBPyConnection, lab: Path, folder: Path) -> None:
    """Write a folder that is read as a lab, whole or not at all.

    Raises:
        UsageError: something of that name is there, or it is not UTF-8.
        HostError: the folder cannot be written.
        LabError: the lab cannot be read.
    """
    _require_text(folder)
    whole = folder.absolute()
    try:
        if folder.exists() or folder.is_symlink():
            raise UsageError(f"folder {folder}", "it already exists", remedy="name one that does not exist yet")
        whole.parent.mkdir(parents=True, exist_ok=True)
        with beside(whole) as made:
            fresh = made / whole.name
            fresh.mkdir()
            try:
                partitions.write(connection, fresh, MEASURED)
            except duckdb.Error as error:
                raise (_unwritable(folder, error) if str(made) in str(error) else explain(lab, error)) from error
            fresh.rename(whole)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _gathered(connection: DuckDBPyConnection, view: str) -> str:
    """A temporary table with the rows of a view of findings.

    They are gathered from a few runs at a time, because documents of all runs may be larger than the memory.
    """
    ((lab,),) = connection.execute("SELECT current_database()").fetchall()
    documents = f"{_identifier(lab)}.main.findings"
    parts = connection.execute(
        "SELECT min(run), max(run) FROM ("
        f"SELECT run, sum(strlen(document)) OVER (ORDER BY run) // {_PART_BYTES} AS part FROM {documents}"
        ") GROUP BY part ORDER BY part"
    ).fetchall()
    connection.execute(f"CREATE OR REPLACE TEMP TABLE gathered AS SELECT * FROM {view} LIMIT 0")
    for first, last in parts:
        part = f"SELECT * FROM {documents} WHERE run BETWEEN {first} AND {last}"
        connection.execute(f"CREATE OR REPLACE TEMP TABLE findings AS {part}")  # the view reads this one instead
        connection.execute(f"INSERT INTO gathered SELECT * FROM {view}")
    connection.execute("DROP TABLE IF EXISTS temp.findings")
    return "gathered"


def _identifier(name: str) -> str:
    quotes = name.replace('"', '""')
    return f'"{quotes}"'


def _require_text(folder: Path) -> None:
    if not is_unicode(str(folder.absolute())):
        what, why = "its name is not UTF-8", "DuckDB writes no such file"
        raise UsageError(f"folder {folder}", what, why=why, remedy="name another folder")


def _mark(connection: DuckDBPyConnection, table: str, form: Format) -> bytes:
    if form == "parquet":
        return _parquet_mark(table).encode()
    columns = connection.execute(f'SELECT * FROM "{table}" LIMIT 0').description or ()
    return ",".join(str(column[0]) for column in columns).encode()


def _parquet_mark(table: str) -> str:
    return f"wirelab table {table}"


def _fault_of(lab: Path, folder: Path, made: Path, error: duckdb.Error) -> WirelabError:
    """The fault of the folder if the first line names the file in it; further lines repeat the statement."""
    return _unwritable(folder, error) if str(made) in str(error).split("\n", 1)[0] else explain(lab, error)


def _unwritable(folder: Path, error: Exception) -> HostError:
    what, why = "the tables cannot be written there", str(error).strip().split("\n", 1)[0]
    return HostError(f"folder {folder}", what, why=why, remedy=f"free some space, or name another folder; {_SAFE}")

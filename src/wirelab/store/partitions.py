"""A lab as a folder of Parquet files, with batches in a file per run and phase.

A question about one run opens only its own files, and its summary only those of its turns.
"""

from collections.abc import Sequence
from glob import escape
from pathlib import Path

from duckdb import DuckDBPyConnection

_META, _PROCESSES, _BATCHES = "meta", "process", "batch"
_OPTIONS = "FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2"


def is_partitioned(path: Path) -> bool:
    """Whether it is a folder that may be such a lab."""
    return _file(path, _META).is_file()


def load(connection: DuckDBPyConnection, folder: Path, tables: Sequence[str]) -> None:
    """Fill the empty tables of a database in memory from those of a folder; processes and batches stay where they are.

    Nothing of the folder is executed: its files have rows.
    """
    for table in tables:
        if table not in {_PROCESSES, _BATCHES}:
            connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM {_read(_file(folder, table))}')
    if _PROCESSES in tables:
        _view(connection, _PROCESSES, f"SELECT * FROM {_read(_file(folder, _PROCESSES))}")
    if _BATCHES in tables and (files := _files(folder, "*")):
        _view(connection, _BATCHES, _selected(files))


def batches_of(folder: Path, run: int) -> str:
    """SQL that replaces the table of batches in a question about those of a run."""
    files = _files(folder, str(run))
    return f"({_selected(files)})" if files else f"(SELECT * FROM {_BATCHES} WHERE false)"


def write(connection: DuckDBPyConnection, folder: Path, tables: Sequence[str]) -> None:
    """Write a lab with these tables into an empty folder."""
    for table in (_META, *tables):
        if table != _BATCHES:
            order = "id" if table == _PROCESSES else "rowid"
            _copy(connection, f'SELECT * FROM "{table}" ORDER BY {order}', _file(folder, table))
    parts = connection.execute(
        f"SELECT DISTINCT run, phase::VARCHAR FROM {_BATCHES} JOIN {_PROCESSES} ON id = process ORDER BY ALL"
    ).fetchall()
    for run, phase in parts:
        own = f"process IN (SELECT id FROM {_PROCESSES} WHERE run = {run})"
        rows = f"SELECT * EXCLUDE (phase) FROM {_BATCHES} WHERE phase = '{phase}' AND {own}"
        write_batches(connection, rows, folder, run, phase)


def write_batches(connection: DuckDBPyConnection, rows: str, folder: Path, run: int, phase: str) -> None:
    """Write the batches of a run in one phase: `rows` is SQL that gives them without their phase."""
    own = folder / _BATCHES / f"run={run}" / f"phase={phase}"
    own.mkdir(parents=True, exist_ok=True)
    _copy(connection, rows, own / "batches.parquet")


def _file(folder: Path, table: str) -> Path:
    return folder / f"{table}.parquet"


def _copy(connection: DuckDBPyConnection, rows: str, file: Path) -> None:
    connection.execute(f"COPY ({rows}) TO {quoted(str(file))} ({_OPTIONS})")


def _view(connection: DuckDBPyConnection, name: str, rows: str) -> None:
    connection.execute(f"DROP TABLE {name}")
    connection.execute(f"CREATE VIEW {name} AS {rows}")


def _files(folder: Path, runs: str) -> list[Path]:
    return sorted((folder / _BATCHES).glob(f"run={runs}/phase=*/*.parquet"))


def _selected(files: Sequence[Path]) -> str:
    """Phases follow from the last folder of each file: the folders above may be called like columns, too."""
    listed = ", ".join(quoted(escape(str(file))) for file in files)
    phase = "regexp_extract(filename, 'phase=([^/]*)/[^/]*$', 1)::phase AS phase"
    columns = f"process, place, {phase}, * EXCLUDE (process, place, filename)"
    return f"SELECT {columns} FROM read_parquet([{listed}], filename = true, hive_partitioning = false)"


def _read(file: Path) -> str:
    return f"read_parquet({quoted(escape(str(file)))}, hive_partitioning = false)"


def quoted(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"

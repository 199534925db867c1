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
    if _BATCHES in tables and any((folder / _BATCHES).glob("run=*/phase=*/*.parquet")):
        _view(connection, _BATCHES, _selected(folder, "*"))


def batches_of(folder: Path, run: int) -> str:
    """SQL that replaces the table of batches in a question about those of a run."""
    if not (folder / _BATCHES / f"run={run}").is_dir():
        return f"(SELECT * FROM {_BATCHES} WHERE false)"
    return f"({_selected(folder, str(run))})"


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


def _selected(folder: Path, runs: str) -> str:
    files = f"{escape(str(folder / _BATCHES))}/run={runs}/phase=*/*.parquet"
    hive = "hive_partitioning = true, hive_types = {'run': BIGINT, 'phase': VARCHAR}"
    columns = "process, place, phase::phase AS phase, * EXCLUDE (process, place, phase, run)"
    return f"SELECT {columns} FROM read_parquet({quoted(files)}, {hive})"


def _read(file: Path) -> str:
    return f"read_parquet({quoted(escape(str(file)))}, hive_partitioning = false)"


def quoted(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"

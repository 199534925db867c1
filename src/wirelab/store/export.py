"""A lab file's tables as Parquet or CSV."""

from pathlib import Path
from typing import Literal

import duckdb
from duckdb import DuckDBPyConnection

from wirelab.model.errors import LabError
from wirelab.store.faults import explain
from wirelab.store.schema import TABLES

Format = Literal["parquet", "csv"]
_OPTIONS = {"parquet": "FORMAT parquet, COMPRESSION zstd", "csv": "FORMAT csv, HEADER"}


def export_tables(connection: DuckDBPyConnection, lab: Path, folder: Path, form: Format) -> tuple[Path, ...]:
    """Write one file a table into `folder`, made if missing; files of the same names are replaced.

    Returns:
        The files, in the order of the tables.

    Raises:
        LabError: the folder cannot be written, or the lab at `lab` cannot be read.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    files = []
    for table in TABLES:
        file = folder / f"{table}.{form}"
        quoted = str(file).replace("'", "''")
        try:
            connection.execute(f"COPY \"{table}\" TO '{quoted}' ({_OPTIONS[form]})")
        except duckdb.Error as error:
            raise (_unwritable(folder, error) if str(folder) in str(error) else explain(lab, error)) from error
        files.append(file)
    return tuple(files)


def _unwritable(folder: Path, error: Exception) -> LabError:
    what, why = "the tables cannot be written there", str(error).strip().split("\n", 1)[0]
    return LabError(f"folder {folder}", what, why=why, remedy="free some space, or name another folder")

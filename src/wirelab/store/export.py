"""A lab file's tables as Parquet or CSV."""

from pathlib import Path
from typing import Literal

from duckdb import DuckDBPyConnection

from wirelab.store.schema import TABLES

Format = Literal["parquet", "csv"]
_OPTIONS = {"parquet": "FORMAT parquet, COMPRESSION zstd", "csv": "FORMAT csv, HEADER"}


def export_tables(connection: DuckDBPyConnection, folder: Path, form: Format) -> tuple[Path, ...]:
    """Write one file a table into `folder`, made if missing; files of the same names are replaced.

    Returns:
        The files, in the order of the tables.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for table in TABLES:
        file = folder / f"{table}.{form}"
        quoted = str(file).replace("'", "''")
        connection.execute(f"COPY \"{table}\" TO '{quoted}' ({_OPTIONS[form]})")
        files.append(file)
    return tuple(files)

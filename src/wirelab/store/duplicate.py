"""A copy of a lab that this process has open, as one whole file; and whether two have the same content."""

import shutil
from pathlib import Path

import duckdb

from wirelab.files.scratch import beside
from wirelab.store.connection import CONFIG, MEASURED, place_of
from wirelab.store.faults import explained
from wirelab.store.partitions import quoted


def are_alike(one: Path, other: Path) -> bool:
    """Whether two lab files have the same rows, whatever their bytes: DuckDB writes the same ones in several ways."""
    with explained(other), duckdb.connect(config=CONFIG) as connection:
        for name, path in (("one", one), ("other", other)):
            connection.execute(f"ATTACH {quoted(place_of(path))} AS {name} (READ_ONLY)")
        connection.execute("SET enable_external_access = false")

        def rows_of(name: str, table: str) -> list[tuple[object, ...]]:
            rows = f'SELECT count(*), sum(hash(t)::HUGEINT) FROM {name}."{table}" AS t'
            return connection.execute(rows).fetchall()

        return all(rows_of("one", table) == rows_of("other", table) for table in ("meta", *MEASURED))


def duplicate(lab: Path, to: Path) -> None:
    """Copy a lab, between two of its transactions, with data that are only in its write-ahead log; replaces `to`.

    Raises:
        LabError: it cannot be read, or the copy cannot be written.
    """
    with explained(to), beside(to) as folder:
        part = folder / to.name
        for suffix in ("", ".wal"):
            source = lab.with_name(lab.name + suffix)
            if source.exists():
                shutil.copyfile(source, folder / f"{to.name}{suffix}")
        with duckdb.connect(place_of(part), config=CONFIG) as connection:
            connection.execute("CHECKPOINT")  # closing does it too, but keeps silent when the disk is full
        part.replace(to)

"""A copy of a lab that this process has open, as one whole file."""

import shutil
from pathlib import Path

import duckdb

from wirelab.files.scratch import beside
from wirelab.store.connection import CONFIG, place_of
from wirelab.store.faults import explained


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

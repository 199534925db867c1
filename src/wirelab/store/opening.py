"""Opening and making lab files."""

import os
import shutil
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

import duckdb

from wirelab.files.marks import HEAD_BYTES, is_lab
from wirelab.model.errors import LabError
from wirelab.store.faults import explained, not_a_lab
from wirelab.store.migration import OLDEST, migrate
from wirelab.store.schema import SCHEMA_VERSION, schema_statements

# Two threads and a bounded memory, because a lab is written between measurements; nothing is fetched from a network.
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 2,
    "memory_limit": "600MB",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


def connect(path: Path, cleanup: ExitStack, *, create: bool, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Connect to the lab file at `path`, made if `create` says so, and check that it is one we can use.

    An older file that is opened for writing is migrated; one that is only read stays as it is, and a migrated copy in a
    temporary folder is read instead. `cleanup` closes the connection, and removes the copy.

    Raises:
        LabError: see `Lab.open`.
    """
    if not path.exists():
        if not create:
            remedy = "create one with `wirelab run`, or name another with --lab"
            raise LabError(f"lab {path}", "there is no such file", remedy=remedy)
        _make(path)
    if not path.is_file():
        raise not_a_lab(path, "it is a folder" if path.is_dir() else "it is a device or a pipe")
    _require_duckdb(path)
    if not read_only and not os.access(path, os.W_OK):
        remedy = "make it writable, or name another file with --lab"
        raise LabError(
            f"lab {path}",
            "it is read-only",
            why="its permissions or its file system do not allow writing",
            remedy=remedy,
        )
    connection = _open(path, path, cleanup, read_only=read_only)
    version = _known_version(path, connection)
    if version == SCHEMA_VERSION:
        return connection
    if read_only:
        folder = cleanup.enter_context(tempfile.TemporaryDirectory(prefix="wirelab-"))
        connection = _open(path, _copy(path, Path(folder)), cleanup, read_only=False)
    with explained(path):
        migrate(path, connection)
        connection.execute("CHECKPOINT")
    return connection


def _require_duckdb(path: Path) -> None:
    """Look at the file's own mark: DuckDB takes a table in text for a database too. An empty file may become a lab."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError as error:
        remedy = "make it readable, or name another file with --lab"
        raise LabError(f"lab {path}", "it cannot be read", why=error.strerror or str(error), remedy=remedy) from None
    if head and not is_lab(head):
        raise not_a_lab(path, "it is not a DuckDB file")


def _open(lab: Path, file: Path, cleanup: ExitStack, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open `file`, which is `lab` or a copy of it."""
    with explained(lab):
        connection = cleanup.enter_context(duckdb.connect(file, read_only=read_only, config=CONFIG))
        connection.execute("SET enable_progress_bar = false")  # it would stand amid somebody's JSON
        return connection


def _copy(path: Path, folder: Path) -> Path:
    """Copy a lab, and what its last writer had no time to write into it, while no other process may write."""
    copy = folder / path.name
    try:
        for suffix in ("", ".wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
    except OSError as error:
        what = f"an older Wirelab wrote it, and it cannot be copied to {folder.parent} to be read"
        remedy = "free some space there, or set TMPDIR to a folder that has some"
        raise LabError(f"lab {path}", what, why=error.strerror or str(error), remedy=remedy) from error
    return copy


def _make(path: Path) -> None:
    """Make an empty lab beside `path` and move it there, so that a lab file is whole from its first moment."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with explained(path):
        if not path.parent.is_dir():
            remedy = "create the folder, or name another file with --lab"
            raise LabError(f"lab {path}", f"there is no folder {path.parent}", remedy=remedy)
        try:
            with duckdb.connect(fresh, config=CONFIG) as connection:
                connection.execute(schema_statements())
                connection.execute("CHECKPOINT")  # closing does it too, but keeps silent when the disk is full
            with suppress(FileExistsError):  # another run was quicker
                os.link(fresh, path)
        finally:
            for leftover in (fresh, fresh.with_name(f"{fresh.name}.wal")):
                leftover.unlink(missing_ok=True)


def _known_version(path: Path, connection: duckdb.DuckDBPyConnection) -> int:
    """The version of the lab's tables, if it is one that we can bring to our own."""
    try:
        with explained(path):
            row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except LabError as error:
        if isinstance(error.__cause__, duckdb.CatalogException):
            raise not_a_lab(path, "it is a DuckDB file, but from another program") from None
        raise
    version = int(row[0]) if row and row[0].isdigit() else 0
    if version > SCHEMA_VERSION:
        raise LabError(
            f"lab {path}",
            "a newer Wirelab wrote it",
            why=f"its tables have version {version}; this Wirelab uses version {SCHEMA_VERSION}",
            remedy="upgrade Wirelab, or name another file with --lab",
        )
    if version == 0:
        raise not_a_lab(path, "its tables have no version")
    if version < OLDEST:
        raise LabError(
            f"lab {path}",
            "an older Wirelab wrote it",
            why=f"its tables have version {version}; this Wirelab reads versions {OLDEST} to {SCHEMA_VERSION}",
            remedy="export it with the Wirelab that wrote it (`wirelab export`), and name another file with --lab",
        )
    return version

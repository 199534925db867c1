"""Opening and making lab files, and the tables that they have."""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.resources import files
from pathlib import Path

import duckdb

from wirelab.files.marks import HEAD_BYTES, is_lab
from wirelab.files.outputs import keep_new
from wirelab.files.scratch import beside, remove_orphans, scratch
from wirelab.model.errors import LabError
from wirelab.model.visible import is_unicode
from wirelab.store import partitions
from wirelab.store.faults import explained, not_a_lab

SCHEMA_VERSION = 9
_NUMBER = re.compile("[0-9]{1,9}")

TABLES = (
    *("run", "host", "runtime", "codec", "corpus", "cell", "process", "batch", "size", "check"),
    *("finding", "comparison", "findings"),
)


VIEWS = frozenset({"finding", "comparison"})
MEASURED = tuple(table for table in TABLES if table not in VIEWS)


def schema_statements() -> str:
    """The SQL that makes an empty lab."""
    return files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")


# Two threads and a bounded memory, because a lab is written between measurements; nothing is fetched from a network.
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 2,
    "memory_limit": "600MB",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


def connect(path: Path, cleanup: ExitStack, *, create: bool, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Connect to the lab file at `path`, made if `create` says so, and check that it is one we can use.

    A folder of partitions is one, too, but only to read. `cleanup` closes the connection. Errors are those of
    `Lab.open`.
    """
    place = place_of(path)
    with explained(path):  # also for a name that is too long for a file, or in a folder that is closed to us
        if not path.exists():
            if not create:
                remedy = "create one with `wirelab run`, or name another with --lab"
                raise LabError(f"lab {path}", "there is no such file", remedy=remedy)
            with suppress(FileExistsError), new_lab(path):  # another run was quicker
                pass
        partitioned = partitions.is_partitioned(path)
    if partitioned:
        return _connect_partitioned(path, cleanup, read_only=read_only)
    if not path.is_file():
        kind = "it is a folder" if path.is_dir() else "it is a link that leads nowhere" if path.is_symlink() else ""
        raise not_a_lab(path, kind or "it is a device or a pipe")
    _require_duckdb(path)
    if not read_only and not os.access(path, os.W_OK):
        remedy = "make it writable, or name another file with --lab"
        raise LabError(
            f"lab {path}",
            "it is read-only",
            why="its permissions or its file system do not allow writing",
            remedy=remedy,
        )
    if not read_only:
        remove_orphans(path.parent)  # of a process that was killed just after it had made the lab
    with explained(path):
        connection = cleanup.enter_context(duckdb.connect(place, read_only=read_only, config=CONFIG))
        connection.execute("SET enable_progress_bar = false")  # it would be amid somebody's JSON
    _require_version(path, connection)
    return connection


def place_of(path: Path) -> str:
    """A file as DuckDB takes it: `a:b` alone would name an extension, and `~` the folder of the user.

    Raises:
        LabError: its name is no text.
    """
    if not is_unicode(str(path)):
        what, remedy = "its name is not UTF-8", "rename it, or the folder that it is in"
        raise LabError(f"lab {path}", what, why="DuckDB opens no such file", remedy=remedy)
    return str(path) if path.is_absolute() else f"./{path}"


def shut(connection: duckdb.DuckDBPyConnection, exports_to: Path | None) -> None:
    """Keep what a lab defines, its views and macros, from all files but its own and those below `exports_to`."""
    if exports_to is not None:
        allowed = {exports_to.absolute(), exports_to.resolve()}
        with suppress(OSError):  # its name may be too long to look at
            allowed |= {each.resolve().parent for each in exports_to.glob("*")}
        connection.execute("SET allowed_directories = ?", [[each for each in map(str, allowed) if is_unicode(each)]])
    connection.execute("SET enable_external_access = false")


def _connect_partitioned(path: Path, cleanup: ExitStack, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    if not read_only:
        what, why = "nothing can be added to it", "it is a folder of Parquet files, which are written once"
        raise LabError(f"lab {path}", what, why=why, remedy="name a lab file with --lab")
    with explained(path):
        spilled = cleanup.enter_context(scratch())
        connection = cleanup.enter_context(duckdb.connect(config={**CONFIG, "temp_directory": str(spilled)}))
        connection.execute("SET enable_progress_bar = false")
        connection.execute("CREATE TABLE meta (key VARCHAR, value VARCHAR)")
        partitions.load(connection, path, ["meta"])
    _require_version(path, connection)
    with explained(path):
        connection.execute("DROP TABLE meta")
        connection.execute(schema_statements())
        partitions.load(connection, path, MEASURED)
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


@contextmanager
def new_lab(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty lab beside `path`, which is moved there at the end, so that a lab file is whole from its first moment.

    A FileExistsError where that name is taken by then; a LabError if there is no such folder.
    """
    if not path.parent.is_dir():
        remedy = "create the folder, or name another file with --lab"
        raise LabError(f"lab {path}", f"there is no folder {path.parent}", remedy=remedy)
    with beside(path) as folder:
        fresh = folder / path.name
        with duckdb.connect(place_of(fresh), config=CONFIG) as connection:
            connection.execute("SET enable_progress_bar = false")  # it would be amid somebody's JSON
            connection.execute(schema_statements())
            yield connection
            connection.execute("CHECKPOINT")  # closing does it too, but keeps silent when the disk is full
        keep_new(fresh, path)


def _require_version(path: Path, connection: duckdb.DuckDBPyConnection) -> None:
    try:
        with explained(path):
            row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except LabError as error:
        if isinstance(error.__cause__, duckdb.CatalogException):
            raise not_a_lab(path, "it is a DuckDB file, but from another program") from None
        raise
    said = str(row[0]) if row else ""
    version = int(said) if _NUMBER.fullmatch(said) else 0
    if version == 0:
        raise not_a_lab(path, "its tables have no version")
    if version != SCHEMA_VERSION:
        newer = version > SCHEMA_VERSION
        other = "name another file with --lab"
        older = f"export it with the Wirelab that wrote it (`wirelab export`), and {other}"
        raise LabError(
            f"lab {path}",
            f"{'a newer' if newer else 'an older'} Wirelab wrote it",
            why=f"its tables have version {version}; this Wirelab uses version {SCHEMA_VERSION}",
            remedy=f"upgrade Wirelab, or {other}" if newer else older,
        )

"""Runs of other lab files copied into one, with all their measurements."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from duckdb import DuckDBPyConnection

from wirelab.files.outputs import Kind, destination_at
from wirelab.model.errors import LabError, UsageError, host_faults
from wirelab.model.run import ORIGIN
from wirelab.store.connection import MEASURED, connect, new_lab, place_of
from wirelab.store.faults import explained
from wirelab.store.partitions import quoted

MERGED = Kind("lab", b"", "the labs that were read are as they were")
_OF_A_RUN = tuple(table for table in MEASURED if table not in {"run", "cell", "process", "batch"})


@dataclass(frozen=True, slots=True)
class Source:
    """A run to copy."""

    lab: Path
    run: int
    origin: str  # the copy's statement about its origin; empty: the run has one itself


def require_new(path: Path) -> None:
    """Make sure that a lab can be made there: a UsageError if there is a file, a HostError if none can be written."""
    with host_faults(f"lab {path}", "it cannot be written", "name another place"):
        there = path.exists() or path.is_symlink()
    if there:
        raise UsageError(f"lab {path}", "it already exists", remedy="name a file that does not exist yet")
    if destination_at(str(path), MERGED).path is None:
        raise UsageError("option --out", "a lab cannot go to standard output", remedy="name a file")


def merge_into(path: Path, sources: Sequence[Source]) -> None:
    """Make the lab file at `path`, with a run for each of `sources`, numbered from 1 in their order.

    Labs are read as others' files: nothing of them is executed, and while they are attached no other file can be
    reached. The file appears when it is whole.

    Raises:
        LabError: a lab cannot be read, or has something else where a table belongs; or the file cannot be written.
    """
    with explained(path), new_lab(path.resolve()) as connection:
        names = _attach(connection, [each.lab for each in sources])
        connection.execute("SET enable_external_access = false")
        for number, source in enumerate(sources, start=1):
            with explained(source.lab):
                _copy(connection, names[source.lab], source, number)


def add_run(path: Path, source: Source) -> int:
    """Copy a run into the lab at `path`, made if it does not exist; gives its number there. Errors as `merge_into`."""
    with ExitStack() as cleanup:
        connection = connect(path, cleanup, create=True, read_only=False)
        with explained(path):
            (run,) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM run").fetchone() or (1,)
            names = _attach(connection, [source.lab])
            connection.execute("SET enable_external_access = false")
        with explained(source.lab):
            _copy(connection, names[source.lab], source, run)
    return int(run)


def _attach(connection: DuckDBPyConnection, labs: Sequence[Path]) -> dict[Path, str]:
    found = {}
    for at, lab in enumerate(dict.fromkeys(labs)):
        with explained(lab):
            connection.execute(f"ATTACH {quoted(place_of(lab))} AS source{at} (READ_ONLY)")
            tables = connection.execute(
                "SELECT table_name FROM duckdb_tables() WHERE database_name = ? AND schema_name = 'main'",
                [f"source{at}"],
            ).fetchall()
        if missing := sorted({*MEASURED} - {name for (name,) in tables}):
            what = f"it has no table '{missing[0]}'"
            raise LabError(f"lab {lab}", what, why="Wirelab writes no such file", remedy="leave it out")
        found[lab] = f"source{at}"
    return found


def _copy(connection: DuckDBPyConnection, lab: str, source: Source, run: int) -> None:
    given = {"old": source.run, "new": run}
    connection.begin()
    connection.execute(f"INSERT INTO run BY NAME SELECT * REPLACE ($new AS id) FROM {lab}.run WHERE id = $old", given)
    for table in _OF_A_RUN:
        connection.execute(
            f'INSERT INTO "{table}" BY NAME SELECT * REPLACE ($new AS run) FROM {lab}."{table}"'
            " WHERE run = $old ORDER BY rowid",
            given,
        )
    if source.origin:
        connection.execute("INSERT INTO host VALUES (?, ?, ?)", [run, ORIGIN, source.origin])
    connection.execute(
        f"""
        INSERT INTO cell BY NAME
        SELECT * REPLACE ((SELECT coalesce(max(id), 0) FROM cell) + row_number() OVER (ORDER BY id) AS id)
        FROM {lab}.cell
        WHERE id IN (SELECT cell FROM {lab}.process WHERE run = $old) AND key NOT IN (SELECT key FROM cell)
        ORDER BY id
        """,
        {"old": source.run},
    )
    (first,) = connection.execute("SELECT coalesce(max(id), 0) FROM process").fetchone() or (0,)
    connection.execute(
        f"""
        INSERT INTO process BY NAME
        SELECT theirs.* REPLACE (theirs.id + $first AS id, $new AS run, own.id AS cell)
        FROM {lab}.process AS theirs JOIN {lab}.cell AS named ON named.id = theirs.cell JOIN cell AS own USING (key)
        WHERE theirs.run = $old
        """,
        {**given, "first": first},
    )
    connection.execute(
        f"""
        INSERT INTO batch BY NAME
        SELECT * REPLACE (process + $first AS process, phase::VARCHAR::phase AS phase)
        FROM {lab}.batch WHERE process IN (SELECT id FROM {lab}.process WHERE run = $old)
        """,
        {"first": first, "old": source.run},
    )
    connection.commit()

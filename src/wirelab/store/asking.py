"""Questions of a user's own to a lab file, in SQL: they change nothing, reach nothing else, and end."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from wirelab.model.errors import LabError, UsageError
from wirelab.store.faults import explained
from wirelab.store.opening import CONFIG

MOST_ROWS, MOST_SIGNS, MOST_SECONDS = 1000, 500, 5.0
"""Of an answer: rows, signs of a value, and how long it may take."""
_PART = "SQL"
# In this order: the last one keeps a question from undoing the others.
_SHUT = (
    "SET enable_progress_bar = false",
    "SET enable_external_access = false",  # no files, no other databases, no extensions, no network
    "SET max_temp_directory_size = '0B'",
    "SET lock_configuration = true",
)
_SCHEMA = (
    'SELECT table_name AS "table",'
    " string_agg(column_name || ' ' || data_type, ', ' ORDER BY ordinal_position) AS columns"
    " FROM information_schema.columns WHERE table_catalog = current_database() AND table_schema = 'main'"
    " GROUP BY table_name ORDER BY table_name"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question gives: columns with whether each has numbers, and rows of texts, None where there is no value."""

    columns: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[str | None, ...], ...]
    more: bool  # there are more rows than are given


def asked(lab: Path, sql: str, seconds: float = MOST_SECONDS) -> Answer:
    """Answer one SELECT over a lab file.

    Raises:
        UsageError: it is no SELECT, DuckDB does not take it, or it takes too long or too much memory.
        LabError: the file cannot be read.
    """
    with explained(lab), duckdb.connect(lab, read_only=True, config=CONFIG) as connection:
        for statement in _SHUT:
            connection.execute(statement)
        with _questioned(), _ending(connection, seconds):
            return _answer(connection, _single(connection, sql))


def schema_of(lab: Path) -> Answer:
    """The tables of a lab file with their columns; a LabError if it cannot be read."""
    return asked(lab, _SCHEMA)


def _single(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        what, remedy = "it is not one SELECT", "ask one question: SELECT … FROM …"
        raise UsageError(_PART, what, why="labs are read here, and nothing else", remedy=remedy)
    return statements[0].query.rstrip().rstrip(";")


def _answer(connection: duckdb.DuckDBPyConnection, question: str) -> Answer:
    described = connection.execute(f"SELECT * FROM (\n{question}\n) LIMIT 0").description or ()
    texts = f"SELECT left(COLUMNS(*)::VARCHAR, {MOST_SIGNS}) FROM (\n{question}\n) LIMIT {MOST_ROWS + 1}"
    rows = connection.execute(texts).fetchall() if described else []
    columns = tuple((str(name), "NUMBER" in str(kind)) for name, kind, *_ in described)
    return Answer(columns, tuple(rows[:MOST_ROWS]), len(rows) > MOST_ROWS)


@contextmanager
def _ending(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    """Interrupt what takes longer."""
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        yield
    except (duckdb.InterruptException, RuntimeError) as error:
        if not isinstance(error, duckdb.InterruptException) and "interrupted" not in str(error).lower():
            raise
        what, remedy = f"it takes longer than {seconds:g} s", "ask for less, or export the lab: wirelab export"
        raise UsageError(_PART, what, remedy=remedy) from None
    finally:
        timer.cancel()


@contextmanager
def _questioned() -> Iterator[None]:
    """Faults of the question itself, not of the lab."""
    try:
        yield
    except (LabError, UsageError):
        raise
    except (duckdb.Error, UnicodeError, OverflowError) as error:
        why = str(error).strip()[:1000]
        raise UsageError(
            _PART, "DuckDB does not take it", why=why, remedy="mend it; the tables are listed below"
        ) from None

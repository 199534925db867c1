"""Questions of a user's own to a lab file, in SQL: they change nothing, reach nothing else, and end.

Each is answered in a process of its own: a function of DuckDB can neither be interrupted nor held to a bound of memory
while it makes one large value.
"""

import multiprocessing
import re
import resource
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import duckdb

from wirelab.files.parent import allowed, end_with_parent, left_to_parent
from wirelab.model.errors import UsageError, WirelabError, host_faults
from wirelab.store.connection import CONFIG, place_of
from wirelab.store.faults import explained

MOST_ROWS, MOST_SIGNS, MOST_SECONDS = 1000, 500, 5.0
"""Bounds on an answer: rows, characters of a value, and how long it may take."""
_PART, _OPEN = "SQL", "open"
_NUMBER = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\)")
_START_S = 30.0
_MEMORY_BYTES = 4 << 30
"""The bound on addresses, which threads and a file that is mapped take, too; DuckDB's own bound is lower."""
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
    """An answer: columns, each with whether it has numbers, and rows of texts, with None where there is no value."""

    columns: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[str | None, ...], ...]
    more: bool  # there are more rows than are given


def asked(lab: Path, sql: str, seconds: float = MOST_SECONDS) -> Answer:
    """Answer one SELECT over a lab file.

    Raises:
        UsageError: it is no SELECT, DuckDB does not take it, or it takes too long or too much memory.
        LabError: the file cannot be read.
        HostError: no process can be started.
    """
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe(duplex=False)
    child = spawning.Process(target=_answer_apart, args=(theirs, lab, sql), daemon=True)
    with closing(ours):
        try:
            faults = host_faults(_PART, "no process can be started to answer", "end other programs, and ask again")
            with faults, left_to_parent():
                child.start()
        finally:
            theirs.close()
        try:
            return _received(ours, seconds)
        finally:
            child.kill()
            child.join()


def _received(ours: Connection, seconds: float) -> Answer:
    try:
        found: object = ours.recv() if ours.poll(_START_S) else _too_long(seconds)
        if found == _OPEN:
            found = ours.recv() if ours.poll(seconds) else _too_long(seconds)
    except EOFError:
        what, remedy = "its process ended before it was answered, perhaps for lack of memory", "ask for less"
        raise UsageError(_PART, what, remedy=remedy) from None
    if isinstance(found, WirelabError):
        raise found
    assert isinstance(found, Answer)
    return found


def schema_of(lab: Path) -> Answer:
    """The tables of a lab file with their columns; errors as `asked`."""
    return asked(lab, _SCHEMA)


def _answer_apart(theirs: Connection, lab: Path, sql: str) -> None:
    """Answer in this process, which does nothing else: say that the lab is open, then the answer or a fault."""
    end_with_parent()
    memory_bytes = allowed(resource.RLIMIT_AS, _MEMORY_BYTES)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    try:
        with explained(lab), duckdb.connect(place_of(lab), read_only=True, config=CONFIG) as connection:
            for statement in _SHUT:
                connection.execute(statement)
            theirs.send(_OPEN)
            answer = _answer(connection, sql)
        theirs.send(answer)
    except WirelabError as fault:
        theirs.send(fault)
    except MemoryError:
        theirs.send(_too_large())


def _single(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    """The one SELECT, without its semicolon."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        what, remedy = "it is not one SELECT", "ask one question: SELECT … FROM …"
        raise UsageError(_PART, what, why="only labs can be read here", remedy=remedy)
    written = sql.encode()
    ends = [place for place, _ in duckdb.tokenize(sql) if written[place : place + 1] == b";"]
    return written[: ends[0] if ends else None].decode()


def _answer(connection: duckdb.DuckDBPyConnection, sql: str) -> Answer:
    try:
        question = _single(connection, sql)
        described = connection.execute(f"SELECT * FROM (\n{question}\n) LIMIT 0").description or ()
        texts = f"SELECT left(COLUMNS(*)::VARCHAR, {MOST_SIGNS}) FROM (\n{question}\n) LIMIT {MOST_ROWS + 1}"
        rows = connection.execute(texts).fetchall() if described else []
    except duckdb.OutOfMemoryException:
        raise _too_large() from None
    except (duckdb.Error, UnicodeError, OverflowError) as error:
        why, remedy = str(error).strip()[:1000], "change it; the tables are listed below"
        raise UsageError(_PART, "DuckDB does not accept it", why=why, remedy=remedy) from None
    columns = tuple((str(name), _NUMBER.fullmatch(str(kind)) is not None) for name, kind, *_ in described)
    return Answer(columns, tuple(rows[:MOST_ROWS]), len(rows) > MOST_ROWS)


def _too_long(seconds: float) -> UsageError:
    remedy = "ask for less, or export the lab: wirelab export"
    return UsageError(_PART, f"it takes longer than {seconds:g} s", remedy=remedy)


def _too_large() -> UsageError:
    return UsageError(_PART, "it takes too much memory", remedy="ask for less, or export the lab: wirelab export")

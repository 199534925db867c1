"""Rows into a lab file. Each function runs inside a transaction that its caller opens."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

import numpy as np
from duckdb import DuckDBPyConnection
from numpy.typing import NDArray

from wirelab.model.cell import Cell, CorpusName
from wirelab.model.measurement import Batch, Phase, ProcessRecord
from wirelab.model.run import Check, CorpusFacts, EncodedSize, RunInfo
from wirelab.protocol.codecs import Announcement

_INSERT_BATCHES = """
INSERT INTO batch BY NAME
SELECT process, place, (enum_range(NULL::phase))[phase + 1]::phase AS phase, start_ns, calls, ns,
    allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns
FROM fresh
"""

# As the tables' type has them.
_PHASES = {phase: place for place, phase in enumerate(Phase)}

# In the order of `_process_row`; in a file that was migrated, columns stand in another.
_PROCESS_COLUMNS = {
    "id": "BIGINT",
    "run": "BIGINT",
    "round": "INTEGER",
    "cell": "BIGINT",
    "place": "INTEGER",
    "turn_group": "INTEGER",
    "environment_bytes": "INTEGER",
    "started_at": "TIMESTAMP",
    "wall_ns": "BIGINT",
    "canary_ns": "BIGINT",
    "loop_ns": "DOUBLE",
    "waiting_cpu_ns": "BIGINT",
    "other_cpu_ns": "BIGINT",
    "exit_status": "INTEGER",
    "encoded_bytes": "BIGINT",
    "steady": "BOOLEAN",
    "loss": "VARCHAR",
    "loss_what": "VARCHAR",
    "loss_seen": "VARCHAR",
    "loss_stderr": "VARCHAR",
}


def insert_run(connection: DuckDBPyConnection, info: RunInfo) -> int:
    """Insert a run and its host; returns its id."""
    run = next_id(connection, "run")
    not_run = json.dumps([asdict(missing) for missing in info.not_run])
    values = {
        "id": run,
        "study": info.study,
        "study_json": info.study_json,
        "not_run": not_run,
        "seed": info.seed,
        "started_at": utc(info.started_at),
        "wirelab_version": info.wirelab_version,
        "command": info.command,
        "ending": "",
    }
    names, places = ", ".join(values), ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO run ({names}) VALUES ({places})", list(values.values()))
    for fact, value in info.host.items():
        _insert(connection, "host", [run, fact, value])
    return run


def insert_cell(connection: DuckDBPyConnection, identity: int, cell: Cell) -> None:
    """Insert a cell under `identity`."""
    subject = cell.subject
    names = [cell.platform, str(subject), subject.codec, subject.compressor]
    how = [str(cell.operation), str(cell.mode), str(cell.sink), cell.twin]
    _insert(connection, "cell", [identity, cell.key, *_labels(cell.corpus), *names, *how])


def insert_processes(
    connection: DuckDBPyConnection, run: int, processes: Sequence[tuple[int, int, ProcessRecord]]
) -> None:
    """Insert processes without their batches, given by the process's id, its cell's id, and what is kept of it.

    They pass as one list a column: as quick as a statement for one process, 100 times quicker for thousands.
    """
    rows = [_process_row(run, *process) for process in processes]
    if rows:
        columns = ", ".join(f"unnest(?::{of}[]) AS {name}" for name, of in _PROCESS_COLUMNS.items())
        connection.execute(
            f"INSERT INTO process BY NAME SELECT {columns}", [list(column) for column in zip(*rows, strict=True)]
        )


def insert_batches(connection: DuckDBPyConnection, batches: Sequence[tuple[int, Sequence[Batch]]]) -> None:
    """Insert the batches of processes, given by the process's id.

    They pass as columns of numbers, 25 times faster than a statement for each row.
    """
    rows = [batch for _, own in batches for batch in own]
    if not rows:
        return
    counts = [len(own) for _, own in batches]
    # DuckDB finds `fresh` by its name, in half the time that registering it as a view takes.
    fresh: dict[str, NDArray[Any]] = {  # noqa: F841
        "process": np.repeat(np.array([process for process, _ in batches], dtype=np.int64), counts),
        "place": np.concatenate([np.arange(count, dtype=np.int32) for count in counts]),
        "phase": np.fromiter((_PHASES[batch.phase] for batch in rows), dtype=np.int8, count=len(rows)),
        "start_ns": _column(rows, "start_ns"),
        "calls": _column(rows, "calls"),
        "ns": _column(rows, "ns"),
        "allocated_bytes": _column(rows, "allocated_bytes"),
        "gc_count": _column(rows, "gc_count"),
        "gc_ns": _column(rows, "gc_ns"),
        "cpu_ns": _column(rows, "cpu_ns"),
        "process_cpu_ns": _column(rows, "process_cpu_ns"),
    }
    connection.execute(_INSERT_BATCHES)


def replace_announcement(connection: DuckDBPyConnection, run: int, platform: str, offered: Announcement) -> None:
    """Keep what a runner offers on `platform`, in place of what it did before."""
    for table in ("runtime", "codec"):
        where = "run = ? AND platform = ? AND runner = ?"
        connection.execute(f"DELETE FROM {table} WHERE {where}", [run, platform, offered.runner])
    _insert(connection, "runtime", [run, platform, offered.runner, offered.runtime, offered.model_dump_json()])
    for codec in offered.codecs:
        facts = [codec.name, codec.format, codec.library, codec.version, codec.contract.model_dump_json()]
        _insert(connection, "codec", [run, platform, offered.runner, *facts])


def upsert_corpus(connection: DuckDBPyConnection, run: int, corpus: CorpusFacts) -> None:
    """Keep a corpus, in place of what was said of it before."""
    facts = [corpus.digest, corpus.objects, corpus.encoded_bytes]
    _insert(connection, "corpus", [run, *_labels(corpus.name), *facts], verb="INSERT OR REPLACE")


def upsert_size(connection: DuckDBPyConnection, run: int, size: EncodedSize) -> None:
    """Keep a size, in place of what was said of it before."""
    what = [size.platform, str(size.subject), size.compressor, size.size_bytes]
    _insert(connection, "size", [run, *_labels(size.corpus), *what], verb="INSERT OR REPLACE")


def upsert_check(connection: DuckDBPyConnection, run: int, check: Check) -> None:
    """Keep a check, in place of an earlier one of the same kind."""
    what = [check.platform, str(check.subject), check.kind, check.passed, check.detail]
    _insert(connection, "check", [run, *_labels(check.corpus), *what], verb="INSERT OR REPLACE")


def next_id(connection: DuckDBPyConnection, table: str) -> int:
    """One more than the highest id in `table`; a lab file has one writer."""
    row = connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
    return int(row[0]) if row else 1


def utc(moment: datetime) -> datetime:
    """Tables hold UTC without a zone."""
    return moment.astimezone(UTC).replace(tzinfo=None)


def _process_row(run: int, process: int, cell: int, record: ProcessRecord) -> list[object]:
    planned, loss = record.planned, record.loss
    plan = [process, run, planned.round, cell, planned.order, planned.group, planned.environment_bytes]
    seen = [utc(record.started_at), record.wall_ns, record.canary_ns, record.loop_ns]
    seen += [record.waiting_cpu_ns, record.other_cpu_ns, record.exit_status]
    lost = [None] * 4 if loss is None else [str(loss.kind), loss.what, loss.seen, loss.stderr_tail]
    return [*plan, *seen, record.encoded_bytes, record.steady, *lost]


def _insert(connection: DuckDBPyConnection, table: str, values: Sequence[object], verb: str = "INSERT") -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f'{verb} INTO "{table}" VALUES ({marks})', list(values))


def _labels(corpus: CorpusName) -> list[str]:
    return [corpus.workload, corpus.size, corpus.variant]


def _column(rows: Sequence[Batch], attribute: str) -> NDArray[Any]:
    values = list(map(attrgetter(attribute), rows))
    if None not in values:
        return np.array(values, dtype=np.int64)
    missing = [value is None for value in values]
    return np.ma.MaskedArray([value or 0 for value in values], mask=missing, dtype=np.int64)

"""Rows into a lab file. Each function runs inside a transaction that its caller opens."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

import numpy as np
from duckdb import DuckDBPyConnection
from numpy.typing import NDArray
from pydantic import TypeAdapter

from wirelab.model.cell import Cell, CorpusName
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import Batch, Phase, ProcessRecord
from wirelab.model.run import RunInfo
from wirelab.protocol.codecs import Announcement

_INSERT_BATCHES = """
INSERT INTO batch BY NAME
SELECT process, place, (enum_range(NULL::phase))[phase + 1]::phase AS phase, start_ns, calls, ns,
    allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns, compiled
FROM fresh
"""

# As the tables' type has them.
_PHASES = {phase: place for place, phase in enumerate(Phase)}

# Columns that are called as the attributes of a process's record and of its batches.
_OF_A_PROCESS = (
    "wall_ns",
    "canary_ns",
    "loop_ns",
    "waiting_cpu_ns",
    "other_cpu_ns",
    "exit_status",
    "encoded_bytes",
    "steady",
)
_OF_A_BATCH = (
    "start_ns",
    "calls",
    "ns",
    "allocated_bytes",
    "gc_count",
    "gc_ns",
    "cpu_ns",
    "process_cpu_ns",
    "compiled",
)


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
    _insert_rows(connection, "run", [values])
    for fact, value in info.host.items():
        insert(connection, "host", [run, fact, value])
    return run


def insert_cell(connection: DuckDBPyConnection, identity: int, cell: Cell) -> None:
    """Insert a cell under `identity`."""
    subject = cell.subject
    names = [cell.platform, str(subject), subject.codec, subject.compressor]
    how = [str(cell.operation), str(cell.mode), str(cell.sink), cell.twin]
    insert(connection, "cell", [identity, cell.key, *labels(cell.corpus), *names, *how])


def insert_processes(
    connection: DuckDBPyConnection, run: int, processes: Sequence[tuple[int, int, ProcessRecord]]
) -> None:
    """Insert processes without their batches, given by the process's id, its cell's id, and what is kept of it."""
    _insert_rows(connection, "process", [_process_row(run, *process) for process in processes])


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
        **{name: _column(rows, name) for name in _OF_A_BATCH},
    }
    connection.execute(_INSERT_BATCHES)


def insert_announcement(connection: DuckDBPyConnection, run: int, platform: str, offered: Announcement) -> None:
    """Insert what a runner offers on `platform`."""
    insert(connection, "runtime", [run, platform, offered.runner, offered.runtime, offered.model_dump_json()])
    for codec in offered.codecs:
        facts = [codec.name, codec.format, codec.library, codec.version, codec.contract.model_dump_json()]
        insert(connection, "codec", [run, platform, offered.runner, *facts])


def replace_findings(connection: DuckDBPyConnection, run: int, findings: Findings) -> None:
    """Keep findings as one JSON document, in place of all earlier ones of the run."""
    document = TypeAdapter(Findings).dump_python(findings, exclude={"comparisons": {"__all__": {"logs"}}})
    connection.execute("INSERT OR REPLACE INTO findings VALUES (?, ?)", [run, json.dumps(document, ensure_ascii=False)])


def next_id(connection: DuckDBPyConnection, table: str) -> int:
    """One more than the highest id in `table`; a lab file has one writer."""
    row = connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
    return int(row[0]) if row else 1


def utc(moment: datetime) -> datetime:
    """Tables hold UTC without a zone."""
    return moment.astimezone(UTC).replace(tzinfo=None)


def insert(connection: DuckDBPyConnection, table: str, values: Sequence[object], verb: str = "INSERT") -> None:
    """Insert a row into `table`."""
    marks = ", ".join("?" * len(values))
    connection.execute(f'{verb} INTO "{table}" VALUES ({marks})', list(values))


def labels(corpus: CorpusName) -> list[str]:
    """A corpus's name, as tables have it."""
    return [corpus.workload, corpus.size, corpus.variant]


def _insert_rows(connection: DuckDBPyConnection, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows by the names of their columns.

    They pass as one list a column: as quick as a statement for one row, 100 times quicker for thousands.
    """
    if rows:
        columns = ", ".join(f"unnest(?) AS {name}" for name in rows[0])
        values = [[row[name] for row in rows] for name in rows[0]]
        connection.execute(f"INSERT INTO {table} BY NAME SELECT {columns}", values)


def _process_row(run: int, process: int, cell: int, record: ProcessRecord) -> dict[str, object]:
    planned, loss = record.planned, record.loss
    return {
        "id": process,
        "run": run,
        "round": planned.round,
        "cell": cell,
        "place": planned.order,
        "turn_group": planned.group,
        "environment_bytes": planned.environment_bytes,
        "started_at": utc(record.started_at),
        **{name: getattr(record, name) for name in _OF_A_PROCESS},
        "loss": loss and str(loss.kind),
        "loss_what": loss and loss.what,
        "loss_seen": loss and loss.seen,
        "loss_stderr": loss and loss.stderr_tail,
    }


def _column(rows: Sequence[Batch], attribute: str) -> NDArray[Any]:
    values = list(map(attrgetter(attribute), rows))
    if None not in values:
        return np.array(values, dtype=np.int64)
    missing = [value is None for value in values]
    return np.ma.MaskedArray([value or 0 for value in values], mask=missing, dtype=np.int64)

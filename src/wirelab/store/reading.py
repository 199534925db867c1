"""Values out of a lab file, reduced inside DuckDB as far as they can be."""

import json
from datetime import UTC, datetime
from typing import Any

from duckdb import DuckDBPyConnection

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.measurement import Batch, Loss, LossKind, Phase, ProcessSummary, Visit
from wirelab.model.run import Check, CorpusFacts, EncodedSize, Run, RunInfo
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.protocol.messages import Ready

_SUMMARIES = """
WITH own AS (SELECT * FROM process WHERE run = ?),
reduced AS (
    SELECT
        process,
        median(ns / calls) AS time_ns,
        sum(allocated_bytes) / sum(calls) FILTER (allocated_bytes IS NOT NULL) AS allocated_bytes
    FROM batch
    WHERE phase = 'measured' AND process IN (SELECT id FROM own WHERE loss IS NULL)
    GROUP BY process
)
SELECT cell, round, attempt, time_ns, allocated_bytes, encoded_bytes, steady, loss
FROM own LEFT JOIN reduced ON reduced.process = own.id
ORDER BY cell, round, attempt
"""


def read_runs(connection: DuckDBPyConnection) -> tuple[Run, ...]:
    """All runs, oldest first."""
    hosts: dict[int, dict[str, str]] = {}
    for run, fact, value in connection.execute("SELECT run, fact, value FROM host ORDER BY rowid").fetchall():
        hosts.setdefault(run, {})[fact] = value
    rows = connection.execute(
        "SELECT id, study, study_json, not_run, seed, started_at, wirelab_version, finished_at, ending,"
        " (SELECT count(*) FROM process WHERE process.run = run.id) FROM run ORDER BY id"
    ).fetchall()
    return tuple(_run(row, hosts.get(row[0], {})) for row in rows)


def read_cells(connection: DuckDBPyConnection) -> dict[int, Cell]:
    """All cells by id."""
    rows = connection.execute(
        "SELECT id, workload, size, variant, platform, subject, operation, mode, sink, twin FROM cell ORDER BY id"
    ).fetchall()
    return {
        identity: Cell(
            corpus=CorpusName(workload, size, variant),
            platform=platform,
            subject=parse_subject(subject),
            operation=Operation(operation),
            mode=ModeKind(mode),
            sink=Sink(sink),
            twin=twin,
        )
        for identity, workload, size, variant, platform, subject, operation, mode, sink, twin in rows
    }


def read_summaries(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[ProcessSummary, ...]:
    """Each process of `run` as analysis wants it, by cell and round."""
    return tuple(
        ProcessSummary(
            cell=cells[cell],
            round=round_,
            attempt=attempt,
            time_ns=time_ns,
            allocated_bytes=allocated,
            encoded_bytes=encoded,
            steady=steady,
            loss=None if loss is None else LossKind(loss),
        )
        for cell, round_, attempt, time_ns, allocated, encoded, steady, loss in connection.execute(
            _SUMMARIES, [run]
        ).fetchall()
    )


def read_visits(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[Visit, ...]:
    """Each visit of `run` that has a process, lost ones included, in the order they were recorded."""
    rows = connection.execute(
        "SELECT round, place, attempt, cell, environment_bytes FROM process WHERE run = ? ORDER BY id", [run]
    ).fetchall()
    return tuple(Visit(round_, place, attempt, cells[cell], padding) for round_, place, attempt, cell, padding in rows)


def read_process_walls_s(connection: DuckDBPyConnection, run: int) -> tuple[float, ...]:
    """How long each process took, in seconds."""
    rows = connection.execute("SELECT wall_ns / 1e9 FROM process WHERE run = ? ORDER BY id", [run]).fetchall()
    return tuple(float(wall_s) for (wall_s,) in rows)


def read_losses(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[tuple[Visit, Loss], ...]:
    """Each lost process of `run`, in the order they were recorded."""
    rows = connection.execute(
        "SELECT round, place, attempt, cell, environment_bytes, loss, loss_what, loss_seen, loss_stderr"
        " FROM process WHERE run = ? AND loss IS NOT NULL ORDER BY id",
        [run],
    ).fetchall()
    return tuple(
        (Visit(round_, place, attempt, cells[cell], padding), Loss(LossKind(kind), what, seen, stderr))
        for round_, place, attempt, cell, padding, kind, what, seen, stderr in rows
    )


def read_batches(connection: DuckDBPyConnection, run: int, round_: int, cell: int, attempt: int) -> tuple[Batch, ...]:
    """The raw batches of one process, in order; none if it is not there."""
    rows = connection.execute(
        "SELECT phase, start_ns, calls, ns, allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns"
        " FROM batch"
        " WHERE process = (SELECT id FROM process WHERE run = ? AND round = ? AND cell = ? AND attempt = ?)"
        " ORDER BY place",
        [run, round_, cell, attempt],
    ).fetchall()
    return tuple(Batch(Phase(phase), *rest) for phase, *rest in rows)


def read_canary(connection: DuckDBPyConnection, run: int) -> tuple[tuple[datetime, str, float], ...]:
    """The machine's speed over `run`: start of each process (UTC), platform, and median canary time in ns."""
    rows = connection.execute(
        "SELECT started_at, platform, list_median(canary_ns) FROM process JOIN cell ON cell.id = process.cell"
        " WHERE run = ? AND len(canary_ns) > 0 ORDER BY process.id",
        [run],
    ).fetchall()
    return tuple((started_at.replace(tzinfo=UTC), platform, ns) for started_at, platform, ns in rows)


def read_announcements(connection: DuckDBPyConnection, run: int) -> tuple[tuple[str, Ready], ...]:
    """What runners said of themselves, each with its platform."""
    rows = connection.execute(
        "SELECT platform, announcement FROM runtime WHERE run = ? ORDER BY rowid", [run]
    ).fetchall()
    return tuple((platform, Ready.model_validate_json(text)) for platform, text in rows)


def read_corpora(connection: DuckDBPyConnection, run: int) -> tuple[CorpusFacts, ...]:
    """The corpora of `run`, in the order they were recorded."""
    rows = connection.execute(
        "SELECT workload, size, variant, digest, objects, encoded_bytes FROM corpus WHERE run = ? ORDER BY rowid", [run]
    ).fetchall()
    return tuple(
        CorpusFacts(CorpusName(workload, size, variant), digest, objects, ByteCount(encoded))
        for workload, size, variant, digest, objects, encoded in rows
    )


def read_sizes(connection: DuckDBPyConnection, run: int) -> tuple[EncodedSize, ...]:
    """The encoded sizes of `run`."""
    rows = connection.execute(
        "SELECT workload, size, variant, platform, subject, compressor, size_bytes"
        " FROM size WHERE run = ? ORDER BY ALL",
        [run],
    ).fetchall()
    return tuple(
        EncodedSize(CorpusName(*labels), platform, parse_subject(subject), compressor, ByteCount(size))
        for *labels, platform, subject, compressor, size in rows
    )


def read_checks(connection: DuckDBPyConnection, run: int) -> tuple[Check, ...]:
    """The checks of `run`."""
    rows = connection.execute(
        "SELECT workload, size, variant, platform, subject, kind, passed, detail"
        ' FROM "check" WHERE run = ? ORDER BY ALL',
        [run],
    ).fetchall()
    return tuple(
        Check(CorpusName(*labels), platform, parse_subject(subject), kind, passed, detail)
        for *labels, platform, subject, kind, passed, detail in rows
    )


def _run(row: tuple[Any, ...], host: dict[str, str]) -> Run:
    identity, study, text, not_run, seed, started_at, version, finished_at, ending, processes = row
    info = RunInfo(study, text, json.loads(not_run), seed, started_at.replace(tzinfo=UTC), version, host)
    finished = None if finished_at is None else finished_at.replace(tzinfo=UTC)
    return Run(identity, info, finished, ending, processes)

"""Values out of a lab file, reduced inside DuckDB as far as they can be."""

import json
from datetime import UTC, datetime
from typing import Any

from duckdb import DuckDBPyConnection

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.measurement import Loss, LossKind, PlannedProcess, ProcessSummary
from wirelab.model.run import Check, CorpusFacts, EncodedSize, NotRun, Run, RunInfo
from wirelab.model.steadiness import WarmUp
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.model.usage import ProcessCost
from wirelab.protocol.codecs import Announcement

# What a process measured: its turns, or its measured batches where it took none. Mean times and collections are of all
# calls of its turns, lead-ins included.
_SUMMARIES = """
WITH own AS (SELECT * FROM process WHERE run = $run),
reduced AS (
    SELECT
        process,
        list(ns / calls ORDER BY place) FILTER (phase = 'measured') AS turns_ns,
        sum(ns) / sum(calls) AS mean_ns,
        coalesce(sum(gc_count) > 0, false) AS collects,
        sum(allocated_bytes) FILTER (phase = 'measured')
            / sum(calls) FILTER (phase = 'measured' AND allocated_bytes IS NOT NULL) AS allocated_bytes
    FROM batch
    WHERE phase IN ('lead-in', 'measured') AND process IN (SELECT id FROM own WHERE loss IS NULL)
    GROUP BY process
)
SELECT cell, round, turn_group, coalesce(turns_ns, []), mean_ns, coalesce(collects, false), allocated_bytes,
    encoded_bytes, steady, loss, place
FROM own LEFT JOIN reduced ON reduced.process = own.id
ORDER BY cell, round, place
"""

_COSTS = """
SELECT cell, round,
    if(count(gc_count) = count(*), sum(gc_count)::BIGINT, NULL),
    if(count(gc_ns) = count(*), sum(gc_ns) / sum(ns), NULL),
    if(count(process_cpu_ns) = count(*), sum(process_cpu_ns) / sum(calls), NULL)
FROM batch JOIN process ON process.id = batch.process
WHERE run = $run AND loss IS NULL AND phase IN ('lead-in', 'measured')
GROUP BY process.id, cell, round, process.place
ORDER BY cell, round, process.place
"""

# Processes are picked evenly over a cell's rounds; batches before the number of calls was frozen are of another kind.
_WARM_UPS = """
WITH counted AS (
    SELECT id, cell, round, place,
        row_number() OVER (PARTITION BY cell ORDER BY round, place) AS number,
        count(*) OVER (PARTITION BY cell) AS processes,
        greatest(1, $processes // (SELECT count(DISTINCT cell) FROM process WHERE run = $run)) AS wanted
    FROM process WHERE run = $run AND loss IS NULL
),
picked AS (
    SELECT id, cell, round, place FROM counted
    WHERE number * wanted // processes > (number - 1) * wanted // processes
),
own AS (
    SELECT process, batch.place, phase, ns / calls AS time_ns, calls,
        last_value(calls) OVER (PARTITION BY process ORDER BY batch.place
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS final_calls
    FROM batch WHERE phase IN ('warm-up', 'measured') AND process IN (SELECT id FROM picked)
),
ranked AS (
    SELECT process, time_ns,
        row_number() OVER (PARTITION BY process ORDER BY place) - 1 AS place,
        count(*) OVER (PARTITION BY process) AS batches
    FROM own WHERE calls = final_calls AND phase = 'warm-up'
),
thinned AS (
    SELECT process, place // ceil(batches / $batches)::BIGINT AS place, median(time_ns) AS time_ns
    FROM ranked GROUP BY ALL
)
SELECT picked.cell, picked.round, picked.place,
    coalesce(list(time_ns ORDER BY thinned.place) FILTER (time_ns IS NOT NULL), [])
FROM picked LEFT JOIN thinned ON picked.id = thinned.process
GROUP BY picked.id, picked.cell, picked.round, picked.place
ORDER BY cell, picked.id
"""


def read_runs(connection: DuckDBPyConnection) -> tuple[Run, ...]:
    """All runs, oldest first."""
    hosts: dict[int, dict[str, str]] = {}
    for run, fact, value in connection.execute("SELECT run, fact, value FROM host ORDER BY rowid").fetchall():
        hosts.setdefault(run, {})[fact] = value
    rows = connection.execute(
        "SELECT id, study, study_json, not_run, seed, started_at, wirelab_version,"
        " coalesce(command, ''), finished_at, ending,"
        " (SELECT count(*) FROM process WHERE process.run = run.id),"
        " (SELECT coalesce(max(round) + 1, 0) FROM process WHERE process.run = run.id) FROM run ORDER BY id"
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
    rows = connection.execute(_SUMMARIES, {"run": run}).fetchall()
    return tuple(
        ProcessSummary(
            cell=cells[cell],
            round=round_,
            group=group,
            turns_ns=tuple(turns_ns),
            mean_ns=mean_ns,
            collects=collects,
            allocated_bytes=allocated,
            encoded_bytes=encoded,
            steady=steady,
            loss=None if loss is None else LossKind(loss),
            order=place,
        )
        for cell, round_, group, turns_ns, mean_ns, collects, allocated, encoded, steady, loss, place in rows
    )


def read_costs(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[ProcessCost, ...]:
    """What collections and other threads took in each counted process, by cell and round."""
    rows = connection.execute(_COSTS, {"run": run}).fetchall()
    return tuple(ProcessCost(cells[cell], *rest) for cell, *rest in rows)


def read_warm_ups(
    connection: DuckDBPyConnection, run: int, cells: dict[int, Cell], *, processes: int, batches: int
) -> tuple[WarmUp, ...]:
    """How about `processes` processes of `run` warmed up, thinned to `batches` values each."""
    asked = {"run": run, "processes": processes, "batches": batches}
    rows = connection.execute(_WARM_UPS, asked).fetchall()
    return tuple(WarmUp(cells[cell], round_, place, tuple(times)) for cell, round_, place, times in rows)


def read_planned(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[PlannedProcess, ...]:
    """Each planned process of `run` that is recorded, lost ones included, in the order they were recorded."""
    rows = connection.execute(
        "SELECT round, place, cell, environment_bytes, turn_group FROM process WHERE run = ? ORDER BY id", [run]
    ).fetchall()
    return tuple(
        PlannedProcess(round_, place, cells[cell], padding, group) for round_, place, cell, padding, group in rows
    )


def read_process_walls_s(connection: DuckDBPyConnection, run: int) -> tuple[float, ...]:
    """How long each process took, in seconds."""
    rows = connection.execute("SELECT wall_ns / 1e9 FROM process WHERE run = ? ORDER BY id", [run]).fetchall()
    return tuple(float(wall_s) for (wall_s,) in rows)


def read_losses(
    connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]
) -> tuple[tuple[PlannedProcess, Loss], ...]:
    """Each lost process of `run`, in the order they were recorded."""
    rows = connection.execute(
        "SELECT round, place, cell, environment_bytes, turn_group, loss, loss_what, loss_seen, loss_stderr"
        " FROM process WHERE run = ? AND loss IS NOT NULL ORDER BY id",
        [run],
    ).fetchall()
    return tuple(
        (PlannedProcess(round_, place, cells[cell], padding, group), Loss(LossKind(kind), what, seen, stderr))
        for round_, place, cell, padding, group, kind, what, seen, stderr in rows
    )


def read_canary(connection: DuckDBPyConnection, run: int) -> tuple[tuple[datetime, str, float], ...]:
    """The machine's speed over `run`: start of each process (UTC), platform, and its canary in ns."""
    rows = connection.execute(
        "SELECT started_at, platform, canary_ns FROM process JOIN cell ON cell.id = process.cell"
        " WHERE run = ? AND canary_ns IS NOT NULL ORDER BY process.id",
        [run],
    ).fetchall()
    return tuple((started_at.replace(tzinfo=UTC), platform, float(ns)) for started_at, platform, ns in rows)


def read_loops_ns(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> dict[Cell, float]:
    """What the loop alone cost a call, in ns: the median of each cell's processes, where they timed it."""
    rows = connection.execute(
        "SELECT cell, median(loop_ns) FROM process"
        " WHERE run = ? AND loop_ns IS NOT NULL AND loss IS NULL GROUP BY cell",
        [run],
    ).fetchall()
    return {cells[cell]: loop_ns for cell, loop_ns in rows}


def read_announcements(connection: DuckDBPyConnection, run: int) -> tuple[tuple[str, Announcement], ...]:
    """What runners offer, each with its platform."""
    rows = connection.execute(
        "SELECT platform, announcement FROM runtime WHERE run = ? ORDER BY rowid", [run]
    ).fetchall()
    return tuple((platform, Announcement.model_validate_json(text)) for platform, text in rows)


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
    identity, study, text, not_run, seed, started_at, version, command, finished_at, ending, *measured = row
    missing = tuple(NotRun(**each) for each in json.loads(not_run))
    info = RunInfo(study, text, missing, seed, started_at.replace(tzinfo=UTC), version, command, host)
    finished = None if finished_at is None else finished_at.replace(tzinfo=UTC)
    return Run(identity, info, finished, ending, *measured)

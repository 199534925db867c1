"""Values out of a lab file, reduced inside DuckDB as far as they can be."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from duckdb import DuckDBPyConnection

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.machine import TOLD_NS
from wirelab.model.measurement import (
    Course,
    Loss,
    LossKind,
    PlannedProcess,
    ProcessSummary,
    Spread,
)
from wirelab.model.run import Check, CorpusFacts, EncodedSize, NotRun, Run, RunInfo
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.protocol.codecs import Announcement

# Each query reads `counting`: the batches that count. Those of windows never do; where a platform has no fast state of
# its own, all others do.
_ALL_COUNT = "counting AS (SELECT * FROM batch WHERE phase <> 'window')"

# A batch counts if the canaries on both its sides were timed in the machine's fast state; or in a slower one, which
# begins above a limit as well. Calls that are too long to be told by canaries count as made in the fast one.
_FAST_COUNT = f"""
fast AS (
    SELECT unnest($platforms::VARCHAR[]) AS platform, unnest($above_ns::DOUBLE[]) AS above_ns,
        unnest($fast_ns::DOUBLE[]) AS fast_ns
),
limits AS (
    SELECT process.id, process.last_canary_ns, above_ns, fast_ns
    FROM process JOIN cell ON cell.id = process.cell
    LEFT JOIN fast ON fast.platform = cell.platform AND cell.mode = 'steady'
    WHERE run = $run
),
sided AS (
    SELECT batch.*, above_ns, fast_ns, min(ns / calls) OVER (PARTITION BY process) AS fastest_ns,
        coalesce(lead(canary_ns) OVER (PARTITION BY process ORDER BY place), last_canary_ns) AS next_canary_ns
    FROM batch JOIN limits ON limits.id = batch.process
),
counting AS (
    SELECT * FROM sided
    WHERE phase <> 'window' AND (
        fast_ns IS NULL
        OR (above_ns < 0 AND fastest_ns > {TOLD_NS})
        OR (canary_ns > above_ns AND canary_ns <= fast_ns AND next_canary_ns > above_ns AND next_canary_ns <= fast_ns)
    )
)
"""

# A process without a batch that counts has no time.
_SUMMARIES = """
own AS (SELECT * FROM process WHERE run = $run),
reduced AS (
    SELECT
        process,
        median(ns / calls) AS time_ns,
        sum(allocated_bytes) / sum(calls) FILTER (allocated_bytes IS NOT NULL) AS allocated_bytes
    FROM counting
    WHERE phase = 'measured' AND process IN (SELECT id FROM own WHERE loss IS NULL)
    GROUP BY process
)
SELECT cell, round, attempt, time_ns, allocated_bytes, encoded_bytes, steady, loss, place
FROM own LEFT JOIN reduced ON reduced.process = own.id
ORDER BY cell, round, attempt
"""

# Processes are picked evenly over a cell's rounds; batches before the number of calls was frozen are of another kind.
_COURSES = """
counted AS (
    SELECT id, cell, steady,
        row_number() OVER (PARTITION BY cell ORDER BY round, attempt) AS place,
        count(*) OVER (PARTITION BY cell) AS processes,
        greatest(1, $processes // (SELECT count(DISTINCT cell) FROM process WHERE run = $run)) AS wanted
    FROM process WHERE run = $run AND loss IS NULL
),
picked AS (
    SELECT id, cell, steady FROM counted WHERE place * wanted // processes > (place - 1) * wanted // processes
),
own AS (
    SELECT process, counting.place, phase, ns / calls AS time_ns, calls,
        last_value(calls) OVER (PARTITION BY process ORDER BY counting.place
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS final_calls
    FROM counting WHERE process IN (SELECT id FROM picked)
),
ranked AS (
    SELECT process, phase, time_ns,
        row_number() OVER (PARTITION BY process ORDER BY place) - 1 AS place,
        count(*) OVER (PARTITION BY process) AS batches
    FROM own WHERE calls = final_calls
),
thinned AS (
    SELECT process, place // ceil(batches / $batches)::BIGINT AS place,
        median(time_ns) AS time_ns, bool_and(phase = 'measured') AS measured
    FROM ranked GROUP BY ALL
)
SELECT cell, steady, list(time_ns ORDER BY place), count(*) FILTER (NOT measured)
FROM thinned JOIN picked ON picked.id = thinned.process
GROUP BY picked.id, cell, steady
ORDER BY cell, picked.id
"""

_SPREADS = """
windows AS (SELECT process, sum(ns) AS window_ns FROM batch WHERE phase = 'window' GROUP BY process),
own AS (
    SELECT id, cell, round, attempt, wall_ns - coalesce(window_ns, 0)::BIGINT AS wall_ns
    FROM process LEFT JOIN windows ON windows.process = process.id WHERE run = $run AND loss IS NULL
),
reduced AS (
    SELECT process, count(*) AS batches, avg(ln(ns / calls)) AS mean_log, var_samp(ln(ns / calls)) AS variance,
        sum(ns)::BIGINT AS measured_ns
    FROM counting WHERE phase = 'measured' AND ns > 0 AND process IN (SELECT id FROM own)
    GROUP BY process
)
SELECT cell, round, batches, mean_log, variance, measured_ns, wall_ns
FROM own JOIN reduced ON reduced.process = own.id
ORDER BY cell, round, attempt
"""

_CANARY = """
WITH timed AS (
    SELECT process, canary_ns AS ns FROM batch WHERE canary_ns IS NOT NULL
    UNION ALL SELECT process, ns FROM start_canary
)
SELECT started_at, platform, median(ns)
FROM process JOIN cell ON cell.id = process.cell JOIN timed ON timed.process = process.id
WHERE run = ? GROUP BY process.id, started_at, platform ORDER BY process.id
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


def read_summaries(
    connection: DuckDBPyConnection,
    run: int,
    cells: dict[int, Cell],
    fast_ns: Mapping[str, float],
    above_ns: Mapping[str, float],
) -> tuple[ProcessSummary, ...]:
    """Each process of `run` as analysis wants it, by cell and round; `fast_ns` and `above_ns` by platform."""
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
            order=place,
        )
        for cell, round_, attempt, time_ns, allocated, encoded, steady, loss, place in _counted(
            connection, _SUMMARIES, run, fast_ns, above_ns
        )
    )


def read_courses(
    connection: DuckDBPyConnection,
    run: int,
    cells: dict[int, Cell],
    fast_ns: Mapping[str, float],
    *,
    processes: int,
    batches: int,
) -> tuple[Course, ...]:
    """How times went within about `processes` processes of `run`, thinned to `batches` values each."""
    rows = _counted(connection, _COURSES, run, fast_ns, processes=processes, batches=batches)
    return tuple(
        Course(cells[cell], tuple(times_ns), measured_from, steady) for cell, steady, times_ns, measured_from in rows
    )


def read_spreads(
    connection: DuckDBPyConnection, run: int, cells: dict[int, Cell], fast_ns: Mapping[str, float]
) -> tuple[Spread, ...]:
    """Mean and variance of each counted process's measured batches, by cell and round."""
    return tuple(Spread(cells[cell], *rest) for cell, *rest in _counted(connection, _SPREADS, run, fast_ns))


def _counted(
    connection: DuckDBPyConnection,
    query: str,
    run: int,
    fast_ns: Mapping[str, float],
    above_ns: Mapping[str, float] | None = None,
    **asked: int,
) -> list[tuple[Any, ...]]:
    """The rows of a query over the batches of `run` that count; `fast_ns` and `above_ns` by platform."""
    if not fast_ns:
        return connection.execute(f"WITH {_ALL_COUNT}, {query}", {"run": run, **asked}).fetchall()
    above = [(above_ns or {}).get(platform, -1.0) for platform in fast_ns]
    limits = {"platforms": [*fast_ns], "above_ns": above, "fast_ns": [*fast_ns.values()]}
    return connection.execute(f"WITH {_FAST_COUNT}, {query}", {"run": run, **limits, **asked}).fetchall()


def read_planned(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[PlannedProcess, ...]:
    """Each planned process of `run` that is recorded, lost ones included, in the order they were recorded."""
    rows = connection.execute(
        "SELECT round, place, attempt, cell, environment_bytes FROM process WHERE run = ? ORDER BY id", [run]
    ).fetchall()
    return tuple(
        PlannedProcess(round_, place, attempt, cells[cell], padding) for round_, place, attempt, cell, padding in rows
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
        "SELECT round, place, attempt, cell, environment_bytes, loss, loss_what, loss_seen, loss_stderr"
        " FROM process WHERE run = ? AND loss IS NOT NULL ORDER BY id",
        [run],
    ).fetchall()
    return tuple(
        (PlannedProcess(round_, place, attempt, cells[cell], padding), Loss(LossKind(kind), what, seen, stderr))
        for round_, place, attempt, cell, padding, kind, what, seen, stderr in rows
    )


def read_canaries(connection: DuckDBPyConnection, run: int, rounds: int | None) -> dict[str, list[list[int]]]:
    """All canaries beside batches of `run`, by platform and process, in order; of its first `rounds` rounds, or all."""
    rows = connection.execute(
        "WITH own AS (SELECT process.id, platform, last_canary_ns FROM process JOIN cell ON cell.id = process.cell"
        " WHERE run = $run AND ($rounds IS NULL OR round < $rounds)),"
        " canary AS (SELECT id, platform, place, canary_ns AS ns FROM batch JOIN own ON own.id = process"
        " UNION ALL SELECT id, platform, NULL, last_canary_ns FROM own)"
        " SELECT platform, list(ns ORDER BY place NULLS LAST) FROM canary WHERE ns IS NOT NULL"
        " GROUP BY platform, id ORDER BY platform, id",
        {"run": run, "rounds": rounds},
    ).fetchall()
    found: dict[str, list[list[int]]] = {}
    for platform, own in rows:
        found.setdefault(platform, []).append(own)
    return found


def read_canary(connection: DuckDBPyConnection, run: int) -> tuple[tuple[datetime, str, float], ...]:
    """The machine's speed over `run`: start of each process (UTC), platform, and median canary time in ns."""
    rows = connection.execute(_CANARY, [run]).fetchall()
    return tuple((started_at.replace(tzinfo=UTC), platform, ns) for started_at, platform, ns in rows)


def read_loops_ns(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> dict[Cell, float]:
    """What the loop alone cost a call, in ns: the median of each cell's processes, where they timed it."""
    rows = connection.execute(
        "SELECT cell, median(loop_ns) FROM process"
        " WHERE run = ? AND loop_ns IS NOT NULL AND loss IS NULL GROUP BY cell",
        [run],
    ).fetchall()
    return {cells[cell]: loop_ns for cell, loop_ns in rows}


def read_announcements(connection: DuckDBPyConnection, run: int) -> tuple[tuple[str, Announcement], ...]:
    """What runners said of themselves, each with its platform."""
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

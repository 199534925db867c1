"""Processes out of a lab file as they were recorded, batch by batch."""

from datetime import UTC

from duckdb import DuckDBPyConnection

from wirelab.model.cell import Cell
from wirelab.model.measurement import Batch, Loss, LossKind, Phase, PlannedProcess, ProcessRecord, Window
from wirelab.model.units import Nanoseconds

# In the order of `Batch`.
_BATCH = "phase, start_ns, calls, ns, canary_ns, allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns"

_WINDOWS = f"""
SELECT process.id, cell, last_canary_ns, {_BATCH}
FROM batch JOIN process ON process.id = batch.process
WHERE run = ? AND loss IS NULL AND phase <> 'warm-up'
    AND process.id IN (SELECT process FROM batch WHERE phase = 'window')
ORDER BY cell, round, attempt, batch.place
"""


def read_batches(connection: DuckDBPyConnection, run: int, round_: int, cell: int, attempt: int) -> tuple[Batch, ...]:
    """The raw batches of one process, in order; none if it is not there."""
    rows = connection.execute(
        f"SELECT {_BATCH} FROM batch"
        " WHERE process = (SELECT id FROM process WHERE run = ? AND round = ? AND cell = ? AND attempt = ?)"
        " ORDER BY place",
        [run, round_, cell, attempt],
    ).fetchall()
    return tuple(Batch(Phase(phase), *rest) for phase, *rest in rows)


def read_process(connection: DuckDBPyConnection, run: int, planned: PlannedProcess, cell: int) -> ProcessRecord | None:
    """One process with its raw batches; `cell` is the id of its cell."""
    row = connection.execute(
        "SELECT started_at, wall_ns, last_canary_ns, loop_ns, other_cpu_ns, exit_status, encoded_bytes, steady,"
        " loss, loss_what, loss_seen, loss_stderr"
        " FROM process WHERE run = ? AND round = ? AND cell = ? AND attempt = ?",
        [run, planned.round, cell, planned.attempt],
    ).fetchone()
    if row is None:
        return None
    started_at, wall_ns, last_canary_ns, loop_ns, other_cpu_ns, exit_status, encoded_bytes, steady, *lost = row
    kind, what, seen, stderr = lost
    return ProcessRecord(
        planned=planned,
        started_at=started_at.replace(tzinfo=UTC),
        wall_ns=wall_ns,
        last_canary_ns=last_canary_ns,
        loop_ns=loop_ns,
        other_cpu_ns=other_cpu_ns,
        exit_status=exit_status,
        encoded_bytes=encoded_bytes,
        steady=steady,
        batches=read_batches(connection, run, planned.round, cell, planned.attempt),
        loss=None if kind is None else Loss(LossKind(kind), what, seen, stderr),
    )


def read_windows(connection: DuckDBPyConnection, run: int, cells: dict[int, Cell]) -> tuple[Window, ...]:
    """The batches behind the warm-up of each counted process of `run` that had a window, by cell and round."""
    rows = connection.execute(_WINDOWS, [run]).fetchall()
    found: dict[int, tuple[int, Nanoseconds | None, list[Batch]]] = {}
    for process, cell, last_canary_ns, phase, *rest in rows:
        found.setdefault(process, (cell, last_canary_ns, []))[2].append(Batch(Phase(phase), *rest))
    return tuple(Window(cells[cell], tuple(batches), last) for cell, last, batches in found.values())

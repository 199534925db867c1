"""Processes out of a lab file as they were recorded, batch by batch."""

from datetime import UTC

from duckdb import DuckDBPyConnection

from wirelab.model.measurement import Batch, Loss, LossKind, Phase, PlannedProcess, ProcessRecord

# In the order of `Batch`.
_BATCH = "phase, start_ns, calls, ns, allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns"


def read_batches(connection: DuckDBPyConnection, run: int, round_: int, cell: int, place: int) -> tuple[Batch, ...]:
    """The raw batches of one process, in order; none if it is not there."""
    rows = connection.execute(
        f"SELECT {_BATCH} FROM batch"
        " WHERE process = (SELECT id FROM process WHERE run = ? AND round = ? AND cell = ? AND place = ?)"
        " ORDER BY place",
        [run, round_, cell, place],
    ).fetchall()
    return tuple(Batch(Phase(phase), *rest) for phase, *rest in rows)


def read_process(connection: DuckDBPyConnection, run: int, planned: PlannedProcess, cell: int) -> ProcessRecord | None:
    """One process with its raw batches; `cell` is the id of its cell."""
    row = connection.execute(
        "SELECT started_at, wall_ns, canary_ns, loop_ns, waiting_cpu_ns, other_cpu_ns, exit_status,"
        " encoded_bytes, steady,"
        " loss, loss_what, loss_seen, loss_stderr"
        " FROM process WHERE run = ? AND round = ? AND cell = ? AND place = ?",
        [run, planned.round, cell, planned.order],
    ).fetchone()
    if row is None:
        return None
    started_at, wall_ns, canary_ns, loop_ns, waiting_cpu_ns, other_cpu_ns, exit_status, *rest = row
    encoded_bytes, steady, kind, what, seen, stderr = rest
    return ProcessRecord(
        planned=planned,
        started_at=started_at.replace(tzinfo=UTC),
        wall_ns=wall_ns,
        canary_ns=canary_ns,
        loop_ns=loop_ns,
        waiting_cpu_ns=waiting_cpu_ns,
        other_cpu_ns=other_cpu_ns,
        exit_status=exit_status,
        encoded_bytes=encoded_bytes,
        steady=steady,
        batches=read_batches(connection, run, planned.round, cell, planned.order),
        loss=None if kind is None else Loss(LossKind(kind), what, seen, stderr),
    )

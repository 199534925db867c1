"""Invented processes for the tests of the lab file."""

from datetime import UTC, datetime

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.measurement import Batch, Loss, LossKind, Phase, PlannedProcess, ProcessRecord
from wirelab.model.run import NotRun, RunInfo
from wirelab.model.subject import parse_subject
from wirelab.model.units import Nanoseconds

STARTED = datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=UTC)
SCHOOL = CorpusName("school", "1100", "random")
CELLS = (
    Cell(SCHOOL, "jvm", parse_subject("jaxb-moxy:context=per-call+gzip-9"), Operation.SERIALIZE),
    Cell(SCHOOL, "python", parse_subject("orjson"), Operation.DESERIALIZE, ModeKind.COLD, Sink.FILE),
    Cell(SCHOOL, "jvm", parse_subject("gson"), Operation.SERIALIZE, twin=True),
    Cell(SCHOOL, "jvm", parse_subject("gson"), Operation.SERIALIZE),
)
INFO = RunInfo(
    study="quick",
    study_json='name = "quick"\nquestion = "Ω?"\n',
    not_run=(NotRun("rounds", "2"), NotRun("codec", "gson", fault=True)),
    seed=2**62 + 1,
    started_at=STARTED,
    wirelab_version="0.1.0",
    host={"cpu": "Some CPU", "cores": "2"},
)
LOSS = Loss(LossKind.CRASH, "it ended with signal 9", seen='{"type":', stderr_tail="Killed\n\tat ☠ \x00 end")


def planned_of(cell: Cell, round_: int = 0, group: int | None = None) -> PlannedProcess:
    return PlannedProcess(round_, 3 + (group or 0), cell, 1234, group)


def batches_of(count: int, ns: int = 1000, warm_up: int = 2) -> tuple[Batch, ...]:
    """`warm_up` slow batches, then measured ones of `ns` by 10 calls, with and without the optional counts."""
    return tuple(
        Batch(
            phase=Phase.WARM_UP if i < warm_up else Phase.MEASURED,
            start_ns=10**15 + i,
            calls=10,
            ns=ns * 10 * (3 if i < warm_up else 1) + i,
            allocated_bytes=None if i % 3 == 2 else 640 + i,
            gc_count=0 if i % 2 else None,
            gc_ns=None,
            cpu_ns=ns * 9,
            compiled=None if i % 2 else i,
        )
        for i in range(count)
    )


def turns_of(count: int, ns: int = 1000, warm_up: int = 2) -> tuple[Batch, ...]:
    """A warm-up, then turns: a lead-in that takes twice as long, and a measured batch; no garbage is collected."""
    first = batches_of(warm_up, ns, warm_up)
    place = [(turn, phase) for turn in range(count) for phase in (Phase.LEAD_IN, Phase.MEASURED)]
    return first + tuple(
        Batch(phase, Nanoseconds(10**16 + at), 10, Nanoseconds((ns + turn) * 10 * (2 if phase is Phase.LEAD_IN else 1)))
        for at, (turn, phase) in enumerate(place)
    )


def record_of(
    cell: Cell, round_: int = 0, group: int | None = None, *, batches: int = 7, ns: int = 1000
) -> ProcessRecord:
    """One that measured alone, or that took so many turns in a group."""
    return ProcessRecord(
        planned=planned_of(cell, round_, group),
        started_at=STARTED,
        wall_ns=1_900_000_000,
        canary_ns=Nanoseconds(100),
        loop_ns=2.5,
        other_cpu_ns=5,
        exit_status=0,
        encoded_bytes=777,
        steady=True,
        batches=batches_of(batches, ns) if group is None else turns_of(batches, ns),
    )


def lost_of(cell: Cell, round_: int = 0, group: int | None = None) -> ProcessRecord:
    return ProcessRecord(planned_of(cell, round_, group), STARTED, 10, batches=batches_of(3), loss=LOSS)

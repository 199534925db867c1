"""One planned process, from its start to its record."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.cpu import other_cpu_ns, read_cpu
from wirelab.execution.plausibility import implausible
from wirelab.model.cell import Cell, Operation, Sink
from wirelab.model.measurement import Batch, Loss, LossKind, PlannedProcess, ProcessRecord
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount, Nanoseconds
from wirelab.process.transport import Transport
from wirelab.protocol.messages import (
    BatchTimed,
    Cold,
    Done,
    Encode,
    Encoded,
    Load,
    Loaded,
    Measure,
    Mismatch,
    Mode,
    SinkSpec,
    SubjectSpec,
    Verified,
    Verify,
)
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.objects import objects_digest
from wirelab.workload.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a process works on, and how it measures.

    Attributes:
        corpora: the data, one corpus for each copy that calls rotate over; the same one several times, or several.
        types: the workload's types; None: what a runner writes is compared byte by byte.
        mode: how to measure.
        folder: where the runner may write files; the caller removes it.
        encoded: file of an earlier `encode`: the input of reading operations in mode `cold`.
        encode_to: where to write what the subject makes of the corpus, after measuring; None: nowhere.
        replayed: what the objects of the first corpus add up to; None: nothing, or not checked.
        slack_s: added to every deadline.
    """

    corpora: tuple[Corpus, ...]
    types: CompiledSchema | None
    mode: Mode
    folder: Path
    encoded: Path | None = None
    encode_to: Path | None = None
    replayed: Corpus | None = None
    slack_s: float = 60.0

    @property
    def corpus(self) -> Corpus:
        """The first copy's."""
        return self.corpora[0]

    @property
    def workload(self) -> str:
        """The workload's name."""
        return self.corpus.name.workload


@dataclass(slots=True)
class Gathered:
    """What a process gave so far of a cell: kept even if it is lost."""

    batches: tuple[Batch, ...] = ()
    last_canary_ns: Nanoseconds | None = None
    loop_ns: float | None = None
    steady: bool | None = None
    checksums: tuple[int, ...] | None = None
    encoded_bytes: ByteCount | None = None
    call_s: float = 0.0


class Stopwatch:
    """Started when a process is, or when a cell's turn comes in a process of several."""

    def __init__(self) -> None:
        self._started_at, self._began, self._cpu = datetime.now(UTC), time.monotonic_ns(), read_cpu()

    def record(
        self, planned: PlannedProcess, gathered: Gathered, loss: Loss | None, exit_status: int | None
    ) -> ProcessRecord:
        """What became of `planned`, which ends now."""
        return ProcessRecord(
            planned=planned,
            started_at=self._started_at,
            wall_ns=Nanoseconds(time.monotonic_ns() - self._began),
            last_canary_ns=gathered.last_canary_ns,
            loop_ns=gathered.loop_ns,
            other_cpu_ns=other_cpu_ns(self._cpu, read_cpu()),
            exit_status=exit_status,
            encoded_bytes=gathered.encoded_bytes,
            steady=None if loss else gathered.steady,
            batches=gathered.batches,
            loss=loss,
            checksums=gathered.checksums,
        )


def perform(
    planned: PlannedProcess, assignment: Assignment, connect: Callable[[PlannedProcess], Transport]
) -> ProcessRecord:
    """Run one process: handshake, load, verify, measure, end.

    Args:
        planned: what is planned.
        assignment: what it works on.
        connect: starts the process.

    Returns:
        Its record. Whatever the process does wrong is the record's loss, never an exception; only an interrupt of the
        lab passes, after the process was killed.
    """
    watch = Stopwatch()
    gathered, loss, exit_status = Gathered(), None, None
    try:
        conversation = Conversation(lambda: connect(planned))
        try:
            _converse(conversation, planned, assignment, gathered)
        except LostError as error:
            conversation.kill()
            loss = conversation.with_stderr(error.loss)
        finally:
            conversation.kill()
        exit_status = conversation.exit_status
    except LostError as error:
        loss = error.loss
    return watch.record(planned, gathered, loss, exit_status)


def perform_with(program: Program, planned: PlannedProcess, assignment: Assignment) -> ProcessRecord:
    """The same with a process of `program`."""
    return perform(planned, assignment, lambda each: open_process(program, each))


def spec(subject: Subject) -> SubjectSpec:
    """A subject as the protocol names it."""
    return SubjectSpec(
        codec=subject.codec,
        parameters=dict(subject.parameters),
        compressor=subject.compressor,
        level=subject.level,
    )


def load(conversation: Conversation, assignment: Assignment) -> None:
    """Let the runner load the corpora.

    Raises:
        LostError: it cannot, or counts other objects than there are.
    """
    request = Load(workload=assignment.workload, corpora=[str(corpus.path) for corpus in assignment.corpora])
    size = sum(corpus.bytes for corpus in assignment.corpora)
    loaded = conversation.ask(request, Loaded, deadlines.load_s(size, assignment.slack_s))
    if loaded.objects != assignment.corpus.objects:
        what = f"it loaded {loaded.objects} objects instead of {assignment.corpus.objects}"
        raise conversation.lost(LossKind.MISMATCH, what, str(loaded.objects))


def _converse(conversation: Conversation, planned: PlannedProcess, assignment: Assignment, gathered: Gathered) -> None:
    conversation.hello(assignment.slack_s)
    load(conversation, assignment)
    if not isinstance(assignment.mode, Cold):  # cold is the codec's first call: nothing may call it before
        _verify(conversation, planned.cell, assignment, gathered)
    time_and_verify(conversation, planned.cell, assignment, gathered)
    conversation.bye()


def time_and_verify(conversation: Conversation, cell: Cell, assignment: Assignment, gathered: Gathered) -> None:
    """Let the runner measure a cell of what it has loaded, then verify it, then write what it encodes.

    Raises:
        LostError: it cannot, or values do not survive.
    """
    with _sink(cell.sink, assignment.folder) as sink:
        _measure(conversation, cell, assignment, sink, gathered)
    for at in range(len(assignment.corpora)):  # what was timed is what is verified: the same instance, every copy
        _verify(conversation, cell, assignment, gathered, copy=at)
    if assignment.encode_to is not None:
        request = Encode(subject=spec(cell.subject), file=str(assignment.encode_to))
        encoded = conversation.ask(request, Encoded, _once_s(assignment))
        gathered.encoded_bytes = ByteCount(encoded.bytes)


def _once_s(assignment: Assignment) -> float:
    return deadlines.once_s(assignment.corpus.bytes, assignment.slack_s)


def _verify(conversation: Conversation, cell: Cell, assignment: Assignment, gathered: Gathered, copy: int = 0) -> None:
    """Let the runner encode and decode one copy, and see that it is what it was; the first copy replayed, too."""
    began = time.monotonic()
    corpus, types = assignment.corpora[copy], assignment.types
    decoded, replayed = assignment.folder / "decoded", assignment.folder / "replayed"
    adds_up_to = assignment.replayed if copy == 0 else None
    request = Verify(
        subject=spec(cell.subject),
        copy_index=copy,
        decoded=str(decoded),
        replayed=None if adds_up_to is None else str(replayed),
    )
    answer = next(conversation.answers(request, deadlines.once_s(corpus.bytes, assignment.slack_s)))
    if isinstance(answer, Mismatch):
        what = f"decode(encode(x)) is not x at {answer.path}: expected {answer.expected}, got {answer.actual}"
        raise conversation.lost(LossKind.MISMATCH, what, answer.model_dump_json())
    verified = conversation.only(Verified, answer)
    what = "decode(encode(x)) is not x: the decoded objects have another digest"
    _require(conversation, assignment, decoded, corpus, types.root if types else "", what)
    if copy:
        return
    gathered.call_s = time.monotonic() - began
    compressed = verified.compressed_bytes
    gathered.encoded_bytes = ByteCount(verified.encoded_bytes if compressed is None else compressed)
    if adds_up_to is not None and (verified.replayed or cell.operation is Operation.REPLAY):
        what = "replaying the decoded objects gives a different result: its digest differs"
        _require(conversation, assignment, replayed, adds_up_to, (types and types.replayed) or "", what)


def _require(
    conversation: Conversation, assignment: Assignment, written: Path, corpus: Corpus, root: str, what: str
) -> None:
    """What the runner wrote has to be the objects of `corpus`."""
    descriptors = assignment.types.descriptor_set if assignment.types else b""
    try:
        digest = objects_digest(written, corpus.digest, descriptors, root)
    except OSError as error:
        raise conversation.lost(LossKind.MISMATCH, f"{what}: it wrote no file", str(error)) from None
    if digest != corpus.digest:
        raise conversation.lost(LossKind.MISMATCH, what, digest)


@contextlib.contextmanager
def _sink(kind: Sink, folder: Path) -> Iterator[SinkSpec]:
    if kind is Sink.MEMORY:
        yield SinkSpec(kind=kind)
        return
    with tempfile.TemporaryDirectory(prefix="sink-", dir=folder, ignore_cleanup_errors=True) as made:
        yield SinkSpec(kind=kind, folder=made)


def _measure(
    conversation: Conversation, cell: Cell, assignment: Assignment, sink: SinkSpec, gathered: Gathered
) -> None:
    request = Measure(
        subject=spec(cell.subject),
        operation=cell.operation,
        mode=assignment.mode,
        sink=sink,
        encoded=None if assignment.encoded is None else str(assignment.encoded),
    )
    batches: list[Batch] = []
    began = time.monotonic_ns()
    timeout_s = deadlines.measure_s(assignment.mode, gathered.call_s, assignment.slack_s)
    done = None
    try:
        for answer in conversation.answers(request, timeout_s):
            if isinstance(answer, BatchTimed):
                batches.append(batch_of(answer))
            else:
                done = conversation.only(Done, answer)
                break
    finally:
        gathered.batches = tuple(batches)
    assert done is not None
    wall_ns = time.monotonic_ns() - began
    if (why := implausible(batches, wall_ns, done.batches)) is not None:
        raise conversation.lost(LossKind.IMPLAUSIBLE, why)
    gathered.steady = done.steady
    gathered.checksums = None if done.checksums is None else tuple(done.checksums)
    gathered.last_canary_ns, gathered.loop_ns = Nanoseconds(done.canary_ns), done.loop_ns


def batch_of(timed: BatchTimed) -> Batch:
    """A batch as the lab keeps it."""
    return Batch(
        phase=timed.phase,
        start_ns=Nanoseconds(timed.start_ns),
        calls=timed.calls,
        ns=Nanoseconds(timed.ns),
        canary_ns=Nanoseconds(timed.canary_ns),
        allocated_bytes=None if timed.allocated_bytes is None else ByteCount(timed.allocated_bytes),
        gc_count=timed.gc_count,
        gc_ns=None if timed.gc_ns is None else Nanoseconds(timed.gc_ns),
        cpu_ns=None if timed.cpu_ns is None else Nanoseconds(timed.cpu_ns),
        process_cpu_ns=None if timed.process_cpu_ns is None else Nanoseconds(timed.process_cpu_ns),
    )

"""One planned process, from its start to its record."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.cpu import other_cpu_ns, read_cpu
from wirelab.execution.plausibility import implausible
from wirelab.execution.transport import Transport
from wirelab.model.cell import Cell, Operation, Sink
from wirelab.model.measurement import Batch, LossKind, ProcessRecord, Visit
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount, Nanoseconds
from wirelab.protocol.messages import (
    BatchTimed,
    Canary,
    CanaryTimed,
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


@dataclass(frozen=True, slots=True)
class Setting:
    """What a process works on, and how it measures.

    Attributes:
        workload: the workload's name.
        corpus: the corpus file.
        digest: SHA-256 of its bytes.
        mode: how to measure.
        folder: where files for sinks may be made; they are removed afterwards.
        copies: distinct object graphs to rotate over.
        canary_repetitions: how often the canary is timed; 0 leaves it out.
        encoded: file of an earlier `encode`: the input of reading operations in mode `cold`.
        encode_to: where to write what the subject makes of the corpus, after measuring; None: nowhere.
        replayed: digest of the corpus that holds what the objects add up to; None: nothing, or not checked.
        slack_s: added to every deadline.
    """

    workload: str
    corpus: Path
    digest: str
    mode: Mode
    folder: Path
    copies: int = 3
    canary_repetitions: int = 5
    encoded: Path | None = None
    encode_to: Path | None = None
    replayed: str | None = None
    slack_s: float = 60.0


@dataclass(slots=True)
class _Gathered:
    """What a process gave so far: kept even if it is lost."""

    canary_ns: tuple[Nanoseconds, ...] = ()
    batches: tuple[Batch, ...] = ()
    steady: bool | None = None
    encoded_bytes: ByteCount | None = None
    call_s: float = 0.0


def perform(visit: Visit, setting: Setting, connect: Callable[[Visit], Transport]) -> ProcessRecord:
    """Run one process: handshake, load, verify, canary, measure, end.

    Args:
        visit: what is planned.
        setting: what it works on.
        connect: starts the process.

    Returns:
        Its record. Whatever the process does wrong is the record's loss, never an exception; only an interrupt of the
        lab passes, after the process was killed.
    """
    started_at, began, cpu = datetime.now(UTC), time.monotonic_ns(), read_cpu()
    gathered, loss, exit_status = _Gathered(), None, None
    try:
        conversation = Conversation(lambda: connect(visit))
        try:
            _converse(conversation, visit, setting, gathered)
        except LostError as error:
            conversation.kill()
            loss = conversation.with_stderr(error.loss)
        finally:
            conversation.kill()
        exit_status = conversation.exit_status
    except LostError as error:
        loss = error.loss
    wall_ns = time.monotonic_ns() - began
    return ProcessRecord(
        visit=visit,
        started_at=started_at,
        wall_ns=Nanoseconds(wall_ns),
        canary_ns=gathered.canary_ns,
        other_cpu_ns=other_cpu_ns(cpu, read_cpu()),
        exit_status=exit_status,
        encoded_bytes=gathered.encoded_bytes,
        steady=None if loss else gathered.steady,
        batches=gathered.batches,
        loss=loss,
    )


def spec(subject: Subject) -> SubjectSpec:
    """A subject as the protocol names it."""
    return SubjectSpec(
        codec=subject.codec,
        parameters=dict(subject.parameters),
        compressor=subject.compressor,
        level=subject.level,
    )


def load(conversation: Conversation, setting: Setting) -> None:
    """Let the runner load the corpus.

    Raises:
        LostError: it cannot, or holds other objects than the corpus.
    """
    size = setting.corpus.stat().st_size if setting.corpus.exists() else 0
    request = Load(workload=setting.workload, corpus=str(setting.corpus), digest=setting.digest, copies=setting.copies)
    loaded = conversation.ask(request, Loaded, deadlines.load_s(size, setting.copies, setting.slack_s))
    if loaded.digest != setting.digest:
        what = "the corpus, loaded and written again, is not what it was: its digest differs"
        raise conversation.lost(LossKind.MISMATCH, what, loaded.digest)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn of a process gave.

    Attributes:
        batches: as measured, warm-up included.
        steady: whether the warm-up rule was met.
    """

    batches: tuple[Batch, ...]
    steady: bool | None


class LabTurns:
    """A process that measures in turns with others: verified once, then a whole `measure` each turn; a context."""

    def __init__(self, visit: Visit, setting: Setting, connect: Callable[[Visit], Transport]) -> None:
        """Start the process and let it load and verify.

        Raises:
            LostError: it cannot be started, or does not get there.
        """
        self._cell, self._setting = visit.cell, setting
        self._conversation = Conversation(lambda: connect(visit))
        self._gathered = _Gathered()
        with self._conversation.ended_when_lost():
            _prepare(self._conversation, self._cell, setting, self._gathered)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._conversation.kill()

    def turn(self) -> Turn:
        """Measure once.

        Raises:
            LostError: the process is lost.
        """
        with self._conversation.ended_when_lost(), _sink(self._cell.sink, self._setting.folder) as sink:
            _measure(self._conversation, self._cell, self._setting, sink, self._gathered)
        return Turn(self._gathered.batches, self._gathered.steady)


def _prepare(conversation: Conversation, cell: Cell, setting: Setting, gathered: _Gathered) -> None:
    conversation.hello(setting.slack_s)
    load(conversation, setting)
    if not isinstance(setting.mode, Cold):  # cold is the codec's first call: nothing may call it before
        _verify(conversation, cell, setting, gathered)


def _converse(conversation: Conversation, visit: Visit, setting: Setting, gathered: _Gathered) -> None:
    subject = spec(visit.cell.subject)
    _prepare(conversation, visit.cell, setting, gathered)
    if setting.canary_repetitions:
        canary = Canary(repetitions=setting.canary_repetitions)
        timeout_s = deadlines.canary_s(canary.repetitions, setting.slack_s)
        timed = conversation.ask(canary, CanaryTimed, timeout_s)
        gathered.canary_ns = tuple(Nanoseconds(ns) for ns in timed.ns)
    with _sink(visit.cell.sink, setting.folder) as sink:
        _measure(conversation, visit.cell, setting, sink, gathered)
    if setting.encode_to is not None:
        request = Encode(subject=subject, file=str(setting.encode_to))
        encoded = conversation.ask(request, Encoded, _once_s(setting))
        gathered.encoded_bytes = ByteCount(encoded.bytes)
    conversation.bye()


def _once_s(setting: Setting) -> float:
    return deadlines.once_s(setting.corpus.stat().st_size, setting.slack_s)


def _verify(conversation: Conversation, cell: Cell, setting: Setting, gathered: _Gathered) -> None:
    began = time.monotonic()
    timeout_s = _once_s(setting)
    answer = next(conversation.answers(Verify(subject=spec(cell.subject)), timeout_s))
    if isinstance(answer, Mismatch):
        what = f"decode(encode(x)) is not x at {answer.path}: expected {answer.expected}, got {answer.actual}"
        raise conversation.lost(LossKind.MISMATCH, what, answer.model_dump_json())
    verified = conversation.only(Verified, answer)
    if verified.digest != setting.digest:
        what = "decode(encode(x)) is not x: the decoded objects make a corpus of another digest"
        raise conversation.lost(LossKind.MISMATCH, what, verified.digest)
    told = verified.replayed is not None or cell.operation is Operation.REPLAY
    if told and setting.replayed not in (None, verified.replayed):
        what = "the decoded objects, replayed, do not add up to what they should: its digest differs"
        raise conversation.lost(LossKind.MISMATCH, what, str(verified.replayed))
    gathered.call_s = time.monotonic() - began
    compressed = verified.compressed_bytes
    gathered.encoded_bytes = ByteCount(verified.encoded_bytes if compressed is None else compressed)


@contextlib.contextmanager
def _sink(kind: Sink, folder: Path) -> Iterator[SinkSpec]:
    if kind is Sink.MEMORY:
        yield SinkSpec(kind=kind)
        return
    with tempfile.TemporaryDirectory(prefix="sink-", dir=folder, ignore_cleanup_errors=True) as made:
        yield SinkSpec(kind=kind, folder=made)


def _measure(conversation: Conversation, cell: Cell, setting: Setting, sink: SinkSpec, gathered: _Gathered) -> None:
    request = Measure(
        subject=spec(cell.subject),
        operation=cell.operation,
        mode=setting.mode,
        sink=sink,
        encoded=None if setting.encoded is None else str(setting.encoded),
    )
    batches: list[Batch] = []
    began = time.monotonic_ns()
    timeout_s = deadlines.measure_s(setting.mode, gathered.call_s, setting.slack_s)
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


def batch_of(timed: BatchTimed) -> Batch:
    """A batch as the lab keeps it."""
    return Batch(
        phase=timed.phase,
        start_ns=Nanoseconds(timed.start_ns),
        calls=timed.calls,
        ns=Nanoseconds(timed.ns),
        allocated_bytes=None if timed.allocated_bytes is None else ByteCount(timed.allocated_bytes),
        gc_count=timed.gc_count,
        gc_ns=None if timed.gc_ns is None else Nanoseconds(timed.gc_ns),
        cpu_ns=None if timed.cpu_ns is None else Nanoseconds(timed.cpu_ns),
        process_cpu_ns=None if timed.process_cpu_ns is None else Nanoseconds(timed.process_cpu_ns),
    )

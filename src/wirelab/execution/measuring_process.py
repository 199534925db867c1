"""One living process that has loaded its data and opened a codec: verified, then timed as the core asks."""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from wirelab.execution import deadlines
from wirelab.execution.batches import batches_of, implausible, joined
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.execution.machine.cpu import CpuClock, other_cpu_ns, process_cpu_ns, read_cpu
from wirelab.execution.probes import Probe
from wirelab.execution.verification import Verification
from wirelab.execution.warm_up import Chunk
from wirelab.model.cell import Operation, Sink
from wirelab.model.measurement import Batch, Loss, LossKind, Phase, PlannedProcess, ProcessRecord
from wirelab.model.units import NS_PER_S, Nanoseconds
from wirelab.process.transport import Transport
from wirelab.protocol.messages import (
    Cold,
    Load,
    Loaded,
    Open,
    Opened,
    Time,
    Timed,
)


@dataclass(frozen=True, slots=True)
class Assignment:
    """The work of a process."""

    data: Data
    open: Open
    extensions: tuple[str, ...]  # those of the protocol that its platform has
    cells: tuple[PlannedProcess, ...]
    slack_s: float = 60.0
    keeps_encoded: bool = False  # whether the first copy, encoded, is wanted
    collects_beside: bool = False
    probes: bool = False  # whether the loop's own cost is timed at the end


Connect = Callable[[PlannedProcess], Transport]


@dataclass(slots=True)
class _Share:
    """A process's results so far for one of its cells: kept even if it is lost."""

    planned: PlannedProcess
    batches: list[Batch] = field(default_factory=list)
    calls: int = 1
    steady: bool | None = None
    made: int = 0
    added: int = 0
    asked_ns: int = 0
    loop_ns: float | None = None
    outputs_as_verified: bool | None = None
    folder: Path | None = None

    def keep(self, batches: Sequence[Batch]) -> None:
        """Keep timed batches. A measured time of zero, which no ratio can have, makes the process lost."""
        if any(batch.phase is Phase.MEASURED and batch.ns == 0 for batch in batches):
            raise LostError(LossKind.IMPLAUSIBLE, "a measured batch took no time by its clock")
        self.batches += batches


class MeasuringProcess:
    """One process, from its start to its records. Its faults raise `LostError`; `lose` keeps the reason."""

    def __init__(self, assignment: Assignment, connect: Connect, folder: Path) -> None:
        """Nothing is started yet; `folder` is empty, for files, and the caller removes it."""
        self.assignment, self._folder = assignment, folder
        self._shares = {planned.cell.operation: _Share(planned) for planned in assignment.cells}
        self.operations = tuple(self._shares)
        self._started_at, self._cpu = datetime.now(UTC), read_cpu()
        self._conversation: Conversation | None = None
        self._connect = connect
        self._common_ns = self._clock_ns = 0
        self._canary_ns: Nanoseconds | None = None
        self._cpu_before_turns_ns: Nanoseconds | None = None
        self._waiting_cpu_ns: Nanoseconds | None = None
        self._verification = Verification(
            assignment.data, folder, assignment.slack_s, keeps_encoded=assignment.keeps_encoded
        )
        self.loss: Loss | None = None
        """Why the process is lost; None while it is not."""

    @property
    def payloads(self) -> tuple[bytes, ...] | None:
        """The first copy as the codec encoded it, object by object, if it is wanted."""
        return self._verification.payloads

    @property
    def pid(self) -> int | None:
        """The process's id; None before it is started, and where it is no process of this machine."""
        return None if self._conversation is None else self._conversation.pid

    def spawn(self) -> None:
        """Start the process, and ask it nothing yet."""
        planned = self.assignment.cells[0]
        self._conversation = Conversation(lambda: self._connect(planned))

    def begin(self) -> None:
        """Start the process unless it runs, load the data, open the codec, and check that values survive."""
        with self._in_common():
            self._start()
            self._load()
            self._open()
            self._verification.check(self._talk(), copy=0)
            if self.assignment.data.replayed is not None and Operation.REPLAY in self._shares:
                self._verification.check_replay(self._talk())

    def go_on_from(self, before: "MeasuringProcess | None") -> None:
        """Begin in the living process of another assignment, or start one; verify nothing yet.

        An assignment that has begun before begins again: its codec is opened again, and counts calls from the first
        copy.
        """
        self._started_at, self._cpu, self._clock_ns = datetime.now(UTC), read_cpu(), 0
        for share in self._shares.values():
            share.made = share.added = 0
        with self._in_common():
            self._conversation = None if before is None else before._conversation
            if before is None:
                self._start()
            if before is None or before.assignment.data != self.assignment.data:
                self._load()
            self._open()

    def first_call(self, encoded: Path | None) -> None:
        """Start the process, load the data, and time the first call of the codec, which opens it; then verify."""
        with self._in_common():
            self._start()
            self._load()
            (share,) = self._shares.values()
            names = self.assignment.open.model_dump(exclude={"type"})
            file = None if encoded is None else str(encoded)
            request = Cold(**names, operation=share.planned.cell.operation.value, encoded=file)
            began_ns = time.monotonic_ns()
            timed = self._talk().ask(request, Timed, self._once())
            share.made, share.added = 1, timed.sink
            share.keep(self._batches(timed, Chunk(1, 1), Phase.MEASURED, time.monotonic_ns() - began_ns))

    def time(self, operation: Operation, chunk: Chunk, phase: Phase, *, collect: bool = False) -> tuple[Batch, ...]:
        """Time a chunk of one of the cells' operations, and keep its batches."""
        share = self._shares[operation]
        made = self._timed(operation, share, chunk, phase, collect=collect)
        share.keep(made)
        return made

    def turn(self, operation: Operation, chunk: Chunk, *, collect: bool = False) -> None:
        """Take a turn: the first batch leads in, the others together are the measured one.

        With a single batch there is none to lead in: calls are so long that it would not matter.
        """
        share = self._shares[operation]
        made = self._timed(operation, share, chunk, Phase.MEASURED, collect=collect)
        lead_in = [replace(batch, phase=Phase.LEAD_IN) for batch in made[: len(made) > 1]]
        share.keep([*lead_in, joined(made[len(lead_in) :])])

    def begin_turns(self) -> None:
        """From now on the process waits between its turns: its CPU time meanwhile is counted."""
        self._cpu_before_turns_ns = self._cpu_now_ns()

    def end_turns(self) -> None:
        """All turns were taken."""
        now_ns, before_ns = self._cpu_now_ns(), self._cpu_before_turns_ns
        if now_ns is None or before_ns is None:
            return
        turns = [b for share in self._shares.values() for b in share.batches if b.phase is not Phase.WARM_UP]
        own_ns = [batch.process_cpu_ns for batch in turns if batch.process_cpu_ns is not None]
        if len(own_ns) == len(turns):
            self._waiting_cpu_ns = Nanoseconds(max(0, now_ns - before_ns - sum(own_ns)))

    def _cpu_now_ns(self) -> Nanoseconds | None:
        return None if self.pid is None else process_cpu_ns(self.pid)

    def warm(self, operation: Operation, calls: int, *, steady: bool | None) -> None:
        """Keep how warming up ended: calls in a batch from now on, and whether the rule was met."""
        share = self._shares[operation]
        share.calls, share.steady = calls, steady

    def turns_ns(self, operation: Operation) -> tuple[float, ...]:
        """Time of a call in each turn so far."""
        batches = self._shares[operation].batches
        return tuple(batch.ns / batch.calls for batch in batches if batch.phase is Phase.MEASURED)

    def end(self) -> None:
        """Verify every copy with the codec that was timed, and let the process end."""
        self.verify()
        with self._in_common():
            self._talk().bye()

    def verify(self) -> None:
        """Verify every copy with the codec that was timed, and the sums of its sink."""
        with self._in_common():
            if self.assignment.probes:
                self._probe()
            for copy in range(len(self.assignment.data.copies)):
                self._verification.check(self._talk(), copy)
            for operation, share in self._shares.items():
                compressed = self.assignment.open.compressor is not None
                share.outputs_as_verified = self._verification.is_sum(
                    operation, share.made, share.added, compressed=compressed
                )

    def lose(self, error: LostError) -> None:
        """The process is lost: kill it, and keep the reason with its stderr."""
        self.loss = error.loss
        if self._conversation is not None:
            self._conversation.kill()
            self.loss = replace(error.loss, stderr_tail=self._conversation.stderr_tail)

    def kill(self) -> None:
        """End the process if it has not ended."""
        if self._conversation is not None:
            self._conversation.kill()

    def records(self) -> tuple[ProcessRecord, ...]:
        """A record of each cell, of a process that has ended or is lost."""
        common_ns, cpu = self._common_ns // len(self._shares), read_cpu()
        return tuple(self._record(share, common_ns + share.asked_ns, cpu) for share in self._shares.values())

    # --- within -------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _in_common(self) -> Iterator[None]:
        """Work that the process does for all its cells counts for all of them."""
        began_ns = time.monotonic_ns()
        try:
            yield
        finally:
            self._common_ns += time.monotonic_ns() - began_ns

    def _record(self, share: _Share, wall_ns: int, cpu: CpuClock) -> ProcessRecord:
        return ProcessRecord(
            planned=share.planned,
            started_at=self._started_at,
            wall_ns=Nanoseconds(wall_ns),
            canary_ns=self._canary_ns,
            loop_ns=share.loop_ns,
            waiting_cpu_ns=self._waiting_cpu_ns,
            other_cpu_ns=other_cpu_ns(self._cpu, cpu),
            exit_status=None if self._conversation is None else self._conversation.exit_status,
            encoded_bytes=self._verification.encoded_bytes,
            steady=None if self.loss else share.steady,
            batches=tuple(share.batches),
            outputs_as_verified=share.outputs_as_verified,
            loss=self.loss,
        )

    def _start(self) -> None:
        if self._conversation is None:
            self.spawn()
        self._talk().hello(self.assignment.slack_s)

    def _open(self) -> None:
        self._talk().ask(self.assignment.open, Opened, self._once())

    def _load(self) -> None:
        data = self.assignment.data
        request: Load = data.load(self.assignment.extensions)
        loaded = self._talk().ask(request, Loaded, deadlines.load_s(data.bytes, self.assignment.slack_s))
        if loaded.objects != data.corpus.objects:
            what = f"it loaded {loaded.objects} objects instead of {data.corpus.objects}"
            raise LostError(LossKind.MISMATCH, what, str(loaded.objects))

    def _talk(self) -> Conversation:
        assert self._conversation is not None
        return self._conversation

    def _once(self) -> float:
        return deadlines.once_s(self.assignment.data.corpus.bytes, self.assignment.slack_s)

    def _timed(
        self, operation: Operation, share: _Share, chunk: Chunk, phase: Phase, *, collect: bool = False
    ) -> tuple[Batch, ...]:
        folders = self._folders_of(share)
        request = Time(operation=operation, calls=chunk.calls, batches=chunk.batches, collect=collect, **folders)
        longest_s = deadlines.time_s(chunk.calls * chunk.batches, self._call_s(share), self.assignment.slack_s)
        began_ns = time.monotonic_ns()
        try:
            timed = self._talk().ask(request, Timed, longest_s)
        finally:
            wall_ns = time.monotonic_ns() - began_ns
            share.asked_ns += wall_ns
        share.made += chunk.calls * chunk.batches
        share.added += timed.sink
        return self._batches(timed, chunk, phase, wall_ns)

    def _call_s(self, share: _Share) -> float:
        """The time of a call: by the last batch, else by verification, else a bound."""
        if share.batches:
            last = share.batches[-1]
            return last.ns / last.calls / NS_PER_S
        return self._verification.once_s or deadlines.once_s(self.assignment.data.corpus.bytes, 0)

    def _folders_of(self, share: _Share) -> dict[str, Any]:
        """The request's folder for a sink that has one."""
        sink = share.planned.cell.sink
        if sink is Sink.MEMORY:
            return {}
        if share.folder is None:
            share.folder = Path(tempfile.mkdtemp(prefix="sink-", dir=self._folder))
        return {"files" if sink is Sink.FILE else "table": str(share.folder)}

    def _batches(self, timed: Timed, chunk: Chunk, phase: Phase, wall_ns: int) -> tuple[Batch, ...]:
        try:
            batches = batches_of(timed, chunk.calls, phase)
        except ValueError:
            raise LostError(LossKind.GARBAGE, "the columns of `timed` are not of the same length") from None
        if (why := implausible(batches, wall_ns, chunk.batches, self._clock_ns)) is not None:
            raise LostError(LossKind.IMPLAUSIBLE, why)
        self._clock_ns = batches[-1].start_ns + batches[-1].ns
        return batches

    def _probe(self) -> None:
        """Time the canary, and the loop's own cost with the inputs of each operation; both are known to be short."""
        probe = Probe(self._talk(), self._verification.once_s, self.assignment.slack_s)
        self._canary_ns = probe.canary_ns()
        for operation, share in self._shares.items():
            if share.planned.cell.sink is Sink.MEMORY:
                # `nothing` has the inputs of the operation that was timed last
                self._timed(operation, share, Chunk(1, 1), Phase.MEASURED)
                share.loop_ns = probe.loop_ns(share.calls)

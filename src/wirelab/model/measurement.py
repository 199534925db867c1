"""The result of a process: batches, or the reason why it was lost."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from statistics import median

from wirelab.model.cell import Cell
from wirelab.model.units import ByteCount, Nanoseconds


class Phase(StrEnum):
    """Which part of a process a batch belongs to."""

    WARM_UP = "warm-up"
    LEAD_IN = "lead-in"  # the batch of a turn before its measured one: the processor's caches are another process's
    MEASURED = "measured"
    WINDOW = "window"  # only in runs that were brought to this version: behind the measured ones, in no median


@dataclass(frozen=True, slots=True)
class Batch:
    """N calls between two clock readings, raw and in order."""

    phase: Phase
    """Warm-up, lead-in, measured or window. A turn is a lead-in batch, if there is one, and a measured batch."""
    start_ns: Nanoseconds  # the runner's monotonic clock at the first reading
    calls: int
    ns: Nanoseconds  # time between the readings
    allocated_bytes: ByteCount | None = None
    """Allocated by the measuring thread in the batch, or None where the runtime does not report it."""
    gc_count: int | None = None  # collections that ended in the batch, or None
    gc_ns: Nanoseconds | None = None  # their time as the runtime reports it, or None
    cpu_ns: Nanoseconds | None = None  # CPU time of the measuring thread, or None
    process_cpu_ns: Nanoseconds | None = None  # CPU time of all the process's threads, or None
    compiled: int | None = None  # since the batch before: methods, or milliseconds of compiling


class LossKind(StrEnum):
    """Why a process is lost."""

    START = "start"  # it could not be started, or refused the handshake
    CRASH = "crash"  # it ended before it should
    HANG = "hang"  # no answer before the deadline
    GARBAGE = "garbage"  # an answer that is not of the protocol
    MISMATCH = "mismatch"  # decode(encode(x)) is not x, or a digest differs
    IMPLAUSIBLE = "implausible"  # its times cannot be true
    CODEC = "codec"  # the runner said: the codec failed
    RUNNER = "runner"  # the runner said: I failed
    WORKLOAD = "workload"  # the runner said: the data cannot be loaded
    HOST = "host"  # no space, no memory


@dataclass(frozen=True, slots=True)
class Loss:
    """A lost process, with the answer that was at fault, shortened, and the last lines it wrote to stderr."""

    kind: LossKind
    what: str
    seen: str = ""
    stderr_tail: str = ""


@dataclass(frozen=True, slots=True)
class PlannedProcess:
    """A process to come: a cell's turn in a round."""

    round: int
    order: int
    cell: Cell
    environment_bytes: int  # the size of a padding variable in the process's environment
    group: int | None = None
    """Which of the round's groups the process belongs to, from 0: those of a group live at the same time and
    measure in turns. None: it measures without others."""


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """Everything that is kept of one planned process."""

    planned: PlannedProcess
    started_at: datetime
    wall_ns: Nanoseconds  # its share of the time that passed while it was measured, with those it took turns with
    canary_ns: Nanoseconds | None = None
    """Median time of the canary, timed after the last turn; None if it was not timed."""
    loop_ns: float | None = None
    """Time of a call that only hands its inputs to the sink, or None if the runner did not time it."""
    waiting_cpu_ns: Nanoseconds | None = None
    """CPU time that the process took beside its turns, requests included, or None if unknown."""
    other_cpu_ns: Nanoseconds | None = None
    """CPU time that other processes of the machine took meanwhile, or None if unknown."""
    exit_status: int | None = None  # the exit code, negative for a signal, None if it never started
    encoded_bytes: ByteCount | None = None
    """The encoded size of the corpus (all objects, after the compressor), or None."""
    steady: bool | None = None  # whether the online warm-up rule was met; None in modes that have none, or when lost
    batches: tuple[Batch, ...] = field(default=(), repr=False)
    outputs_as_verified: bool | None = None
    """Whether the sink added up to the sum by the verified bytes; None where that is not known."""
    loss: Loss | None = None


@dataclass(frozen=True, slots=True)
class ProcessSummary:
    """A process reduced to the values that analysis works on."""

    cell: Cell
    round: int
    group: int | None = None  # which of the round's groups took turns with it; None: it measured without others
    turns_ns: tuple[float, ...] = field(default=(), repr=False)
    """Time of one operation in each measured batch, in order: turn by turn; empty when lost."""
    collected: tuple[bool, ...] = field(default=(), repr=False)
    """Whether the runtime collected garbage in each of these; empty: in none."""
    mean_ns: float | None = None
    """Mean time of one operation over all calls of its turns, lead-in batches included; None when lost."""
    collection_share: float = 0.0  # the mean that collections add to a call, relative to the median turn without any
    collects: bool = False
    """Whether the runtime collected garbage in one of its turns (or measured batches), lead-ins included."""
    allocated_bytes: float | None = None
    """Bytes that one operation allocates: measured batches' bytes by their calls; None when unknown or lost."""
    encoded_bytes: ByteCount | None = None  # the encoded size of the corpus, or None
    steady: bool | None = None  # whether the warm-up rule was met; None in modes that have none, or when lost
    loss: LossKind | None = None
    order: int | None = None

    @property
    def time_ns(self) -> float | None:
        """Time of one operation: the median over turns; None when lost."""
        return median(self.turns_ns) if self.turns_ns else None

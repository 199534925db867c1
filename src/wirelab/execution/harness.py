"""A platform's own benchmark harness: a fresh process, one question, and turns of measuring when it is told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wirelab.building.manifest import Manifest
from wirelab.building.program import Program
from wirelab.building.runners import Runner, load_beside
from wirelab.execution.conversation import LostError, ended_when_lost, hear
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import HarnessSample, Loss, LossKind
from wirelab.process.transport import Transport
from wirelab.protocol.lines import shorten
from wirelab.protocol.messages import Positive, SubjectSpec

M = TypeVar("M", bound=Manifest)
Time = Annotated[float, Field(gt=0, allow_inf_nan=False)]
_EXIT_S = 10.0


class CheckedCell(Manifest):
    """A cell that the lab and the harness both measure.

    Attributes:
        workload: the workload's name.
        size: the size's label.
        variant: the variant's label, or None for the workload's default.
        subject: what is measured, by the subjects' grammar.
        operation: what one call does.
        benchmark: one that the harness brings for this cell, written by hand; None: it calls the runner's operation.
    """

    workload: str
    size: str
    variant: str | None = None
    subject: str
    operation: Operation
    benchmark: str | None = None


class CheckedCells(Manifest):
    """The file that `harness.cells` names: `[[cells]]` tables, those of a short check first."""

    cells: Annotated[tuple[CheckedCell, ...], Field(min_length=1)]


class Question(BaseModel):
    """What a harness reads first: one JSON object on one line. It measures in memory, in its own steady state.

    Warmed up, it writes a line (`Waiting`). Whenever it then reads one that lets it go on (`Go`), it measures for one
    turn and writes another, with the canaries of that turn; when it reads one that does not, it ends with the values of
    all turns (`Samples`), which some harnesses know no earlier.

    Attributes:
        workload: the workload's name.
        corpora: paths of corpus files, one for each copy that calls rotate over.
        subject: the codec and the compressor behind it.
        operation: what one call does: the same operation that the runner would measure.
        benchmark: one that the harness brings, which does that with the library alone; None: the runner's own
            operation, called by the harness.
        turns: how many turns there are at most.
        samples: how many values each of them gives.
        sample_ms: how long each value takes; what the harness does first to get warm again comes on top.
    """

    model_config = ConfigDict(frozen=True)

    workload: str
    corpora: tuple[str, ...]
    subject: SubjectSpec
    operation: Operation
    benchmark: str | None = None
    turns: Positive
    samples: Positive
    sample_ms: Positive


class Go(BaseModel):
    """What a harness reads when it waits.

    Attributes:
        go: whether there is another turn.
    """

    go: bool


class Waiting(Manifest):
    """What a harness says when it waits for its turn.

    Attributes:
        canaries_ns: before and after each value of the turn that has ended; none before the first.
    """

    waiting: Literal[True]
    canaries_ns: tuple[tuple[Time, Time], ...]


class Sample(Manifest):
    """A value, between two runs of the runner's canary in the thread that measures: cores have states of their own.

    Attributes:
        ns: nanoseconds of one operation.
        canary_ns: nanoseconds of the canary just before.
        next_canary_ns: and just after.
    """

    ns: Time
    canary_ns: Time
    next_canary_ns: Time


class Samples(Manifest):
    """What a harness says when there is no other turn.

    Attributes:
        samples: raw and in order, those of all turns.
    """

    samples: Annotated[tuple[Sample, ...], Field(min_length=1)]


def checked_cells(runner: Runner) -> tuple[CheckedCell, ...]:
    """The cells that the runner's harness is compared on.

    Raises:
        DefinitionError: it has no harness, or the file is not well formed.
    """
    if runner.manifest.harness is None:
        raise DefinitionError(f"runner {runner.name}", "it has no harness", remedy="add [harness] to its runner.toml")
    return load_beside(runner, runner.manifest.harness.cells, CheckedCells).cells


def harness_program(runner: Runner, program: Program, built: Path | None) -> Program:
    """What starts the harness where `program` starts the runner.

    Args:
        runner: the runner.
        program: starts it.
        built: what the harness's own stage made; None: it has none.

    Raises:
        KeyError: there is none on that platform.
    """
    harness = runner.manifest.harness
    if harness is None:
        raise KeyError(program.platform.name)
    start = harness.start[program.platform.name]
    platform = program.platform.model_copy(update={"start": start})
    return replace(program, platform=platform, prepared=built or program.prepared)


class HarnessTurns:
    """A harness that measures in turns with others; a context, at whose end the process has ended."""

    def __init__(self, connect: Callable[[], Transport], question: Question, timeout_s: float) -> None:
        """Start the harness and let it warm up; it waits for its first turn then.

        Raises:
            LostError: it cannot be started, or does not get there.
        """
        try:
            self._transport = connect()
        except OSError as error:
            raise LostError(Loss(LossKind.START, f"it cannot be started: {error.strerror}")) from None
        self._timeout_s = timeout_s
        self._question, self._taken = question, 0
        self._canaries_ns: tuple[tuple[float, float], ...] = ()
        self._said = ""
        with ended_when_lost(self._transport):
            self._say(question)
            self._await_turn(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._transport.kill()

    @property
    def taken(self) -> int:
        """How many turns it has had."""
        return self._taken

    @property
    def left(self) -> int:
        """How many more it can have."""
        return self._question.turns - self._taken

    @property
    def canaries_ns(self) -> tuple[tuple[float, float], ...]:
        """Before and after each value of the turns until now."""
        return self._canaries_ns

    def turn(self) -> None:
        """Let it measure once.

        Raises:
            LostError: it ended, said something else, or nothing in time.
        """
        with ended_when_lost(self._transport):
            self._say(Go(go=True))
            self._taken += 1
            self._await_turn(self._question.samples)

    def end(self) -> tuple[HarnessSample, ...]:
        """The values of all turns, in order; there is no other turn.

        Raises:
            LostError: as `turn`.
        """
        with ended_when_lost(self._transport):
            self._say(Go(go=False))
            said = self._hear(Samples).samples
            self._check_count(len(said), len(self._canaries_ns))
            self._transport.wait(_EXIT_S)
        return tuple(HarnessSample(each.ns, each.canary_ns, each.next_canary_ns) for each in said)

    def _await_turn(self, expected: int) -> None:
        canaries_ns = self._hear(Waiting).canaries_ns
        self._check_count(len(canaries_ns), expected)
        self._canaries_ns += canaries_ns

    @staticmethod
    def _check_count(count: int, expected: int) -> None:
        if count != expected:
            raise LostError(Loss(LossKind.GARBAGE, f"it gave {count} values instead of {expected}"))

    def _say(self, message: BaseModel) -> None:
        self._said = type(message).__name__.lower()
        self._transport.send(message.model_dump_json().encode() + b"\n")

    def _hear(self, expected: type[M]) -> M:
        line = hear(self._transport, self._said, self._timeout_s)
        try:
            return expected.model_validate_json(line)
        except ValidationError:
            what = f"its answer is not a `{expected.__name__.lower()}` line"
            raise LostError(Loss(LossKind.GARBAGE, what, seen=shorten(line))) from None

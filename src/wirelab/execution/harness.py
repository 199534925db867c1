"""A platform's own benchmark harness: a fresh process, one question, raw samples back."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wirelab.execution.manifest import Manifest
from wirelab.execution.program import Program
from wirelab.execution.runners import RunnerHome, load_beside
from wirelab.execution.transport import EndedError, OverlongError, Transport
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import Loss, LossKind
from wirelab.protocol.lines import shorten
from wirelab.protocol.messages import Digest, Positive, SubjectSpec

_EXIT_S = 10.0


class CheckedCell(Manifest):
    """A cell that the lab and the harness both measure.

    Attributes:
        workload: the workload's name.
        size: the size's label.
        variant: the variant's label, or None for the workload's default.
        subject: what is measured, by the subjects' grammar.
        operation: what one call does.
    """

    workload: str
    size: str
    variant: str | None = None
    subject: str
    operation: Operation


class CheckedCells(Manifest):
    """The file that `harness.cells` names: `[[cells]]` tables, those of a short check first."""

    cells: Annotated[tuple[CheckedCell, ...], Field(min_length=1)]


class Question(BaseModel):
    """What a harness reads: one JSON object on one line. It measures in memory, in its own steady state.

    Attributes:
        workload: the workload's name.
        corpus: path of the corpus file.
        digest: of its bytes.
        copies: distinct object graphs that calls rotate over.
        subject: the codec and the compressor behind it.
        operation: what one call does: the same operation that the runner would measure.
    """

    model_config = ConfigDict(frozen=True)

    workload: str
    corpus: str
    digest: Digest
    copies: Positive
    subject: SubjectSpec
    operation: Operation


class Samples(Manifest):
    """What a harness answers, likewise.

    Attributes:
        samples_ns: nanoseconds by operation, raw and in order; warm-up left out.
    """

    samples_ns: Annotated[tuple[Annotated[float, Field(gt=0, allow_inf_nan=False)], ...], Field(min_length=1)]


def checked_cells(home: RunnerHome) -> tuple[CheckedCell, ...]:
    """The cells that the runner's harness is compared on.

    Raises:
        DefinitionError: it has no harness, or the file is not well formed.
    """
    if home.manifest.harness is None:
        raise DefinitionError(f"runner {home.name}", "it has no harness", remedy="add [harness] to its runner.toml")
    return load_beside(home, home.manifest.harness.cells, CheckedCells).cells


def harness_program(home: RunnerHome, program: Program) -> Program:
    """What starts the harness where `program` starts the runner.

    Raises:
        KeyError: there is none on that platform.
    """
    harness = home.manifest.harness
    if harness is None:
        raise KeyError(program.platform.name)
    start = harness.start[program.platform.name]
    return replace(program, platform=program.platform.model_copy(update={"start": start}))


def ask_harness(connect: Callable[[], Transport], question: Question, timeout_s: float) -> tuple[float, ...] | Loss:
    """Start the harness and take its samples, nanoseconds by operation; a loss, never an exception, if it fails."""
    try:
        transport = connect()
    except OSError as error:
        return Loss(LossKind.START, f"it cannot be started: {error.strerror}")
    try:
        transport.send(question.model_dump_json().encode() + b"\n")
        answer = _answer(transport, timeout_s)
        if isinstance(answer, Loss):
            transport.kill()
            return replace(answer, stderr_tail=transport.stderr_tail())
        transport.wait(_EXIT_S)
        return answer
    finally:
        transport.kill()


def _answer(transport: Transport, timeout_s: float) -> tuple[float, ...] | Loss:
    try:
        line = transport.receive(timeout_s)
    except TimeoutError:
        return Loss(LossKind.HANG, f"no answer within {timeout_s:.0f} s")
    except EndedError:
        return Loss(LossKind.CRASH, "it ended without an answer")
    except OverlongError as error:
        return Loss(LossKind.GARBAGE, str(error))
    try:
        return Samples.model_validate_json(line).samples_ns
    except ValidationError:
        return Loss(LossKind.GARBAGE, "its answer is not a line of samples", seen=shorten(line))

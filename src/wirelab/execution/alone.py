"""Processes that measure without turns: a fixed number of runs, as published studies did, and first calls."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from wirelab.execution.conversation import LostError
from wirelab.execution.measuring_process import Assignment, Connect, MeasuringProcess
from wirelab.execution.turns import warmed_up
from wirelab.execution.warm_up import Chunk
from wirelab.model.cell import ModeKind, Operation
from wirelab.model.measurement import Loss, Phase
from wirelab.study.definition import Measure


def measure_fixed(assignment: Assignment, measure: Measure, connect: Connect, folder: Path) -> MeasuringProcess:
    """A process of its own, verified and then measured; it has ended."""
    process = MeasuringProcess(assignment, connect, folder)
    with _ended(process):
        process.begin()
        _runs(process, measure)
    return process


def measure_first_call(
    assignment: Assignment, encoded: Path | Loss | None, connect: Connect, folder: Path
) -> MeasuringProcess:
    """A process of its own that times the first call of its codec, on input that another process `encoded`.

    If that process was lost, this one is lost for the same reason, and is not started.
    """
    process = MeasuringProcess(assignment, connect, folder)
    if isinstance(encoded, Loss):
        process.loss = replace(encoded, what=f"nothing was written for it to read: {encoded.what}")
        return process
    with _ended(process):
        process.first_call(encoded)
    return process


def measure_one_after_the_other(
    assignments: Sequence[Assignment], measure: Measure, connect: Connect, folder: Path
) -> tuple[MeasuringProcess, ...]:
    """Measure all in one process, like studies without replicates: each is verified after it was timed.

    One that is lost ends the process, and the others continue in another, where each warms up before its own runs.
    """
    processes = [MeasuringProcess(each, connect, folder / str(at)) for at, each in enumerate(assignments)]
    for at in range(len(processes)):
        (folder / str(at)).mkdir()
    before: MeasuringProcess | None = None
    try:
        for process in processes if measure.warm_up_first else ():
            before = _continue(process, before, partial(_all_warm_up, measure=measure))
        left = [process for process in processes if process.loss is None]
        for process in left:
            warm = measure.warm_up_first and all(each.loss is None for each in processes)
            last = process is left[-1]
            before = _continue(process, before, partial(_measured, measure=measure, warm=warm, last=last))
    finally:
        if before is not None:
            before.kill()
    return tuple(processes)


def _continue(
    process: MeasuringProcess, before: MeasuringProcess | None, act: Callable[[MeasuringProcess], None]
) -> MeasuringProcess | None:
    """Let a process act where another one has acted before; returns it, or None if it is lost."""
    try:
        process.go_on_from(before)
        act(process)
    except LostError as error:
        process.lose(error)
        return None
    return process


def _all_warm_up(process: MeasuringProcess, measure: Measure) -> None:
    for operation in process.operations:
        _warm_up(process, operation, measure)


def _measured(process: MeasuringProcess, measure: Measure, *, warm: bool, last: bool) -> None:
    _runs(process, measure, warm=warm)
    if last:
        process.end()
    else:
        process.verify()


@contextlib.contextmanager
def _ended(process: MeasuringProcess) -> Iterator[None]:
    """Verify a process and let it end; one that is lost keeps the reason."""
    try:
        yield
        process.end()
    except LostError as error:
        process.lose(error)
    finally:
        process.kill()


def _runs(process: MeasuringProcess, measure: Measure, *, warm: bool = False) -> None:
    for operation in process.operations:
        if measure.mode.takes_turns:
            chunk, _ = warmed_up(process, operation, measure)
            for _ in range(measure.turns):
                process.turn(operation, chunk, collect=measure.mode is ModeKind.COLLECTED)
            continue
        if not warm:
            _warm_up(process, operation, measure)
        process.time(operation, Chunk(measure.calls, measure.runs), Phase.MEASURED, collect=True)


def _warm_up(process: MeasuringProcess, operation: Operation, measure: Measure) -> None:
    if measure.warm_up_runs:
        process.time(operation, Chunk(measure.calls, measure.warm_up_runs), Phase.WARM_UP, collect=True)

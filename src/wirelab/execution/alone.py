"""Processes that measure without turns: a fixed number of runs, as published studies did, and first calls."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirelab.execution.conversation import LostError
from wirelab.execution.measuring_process import Assignment, Connect, MeasuringProcess
from wirelab.execution.turns import TurnsRule, warmed_up
from wirelab.execution.warm_up import Chunk
from wirelab.model.measurement import Phase


@dataclass(frozen=True, slots=True)
class FixedRule:
    """How many runs of a process do not count and how many do, and the calls in one."""

    warm_up_runs: int
    runs: int
    calls: int


def measure_fixed(assignment: Assignment, rule: FixedRule, connect: Connect, folder: Path) -> MeasuringProcess:
    """A process of its own, verified and then measured; it has ended."""
    process = MeasuringProcess(assignment, connect, folder)
    with _ended(process):
        process.begin()
        _runs(process, rule)
    return process


def measure_first_call(
    assignment: Assignment, encoded: Path | None, connect: Connect, folder: Path
) -> MeasuringProcess:
    """A process of its own that times the first call of its codec, on input that another `encoded`."""
    process = MeasuringProcess(assignment, connect, folder)
    with _ended(process):
        process.first_call(encoded)
    return process


def measure_one_after_the_other(
    assignments: Sequence[Assignment], rule: FixedRule | TurnsRule, connect: Connect, folder: Path
) -> tuple[MeasuringProcess, ...]:
    """Measure all in one process, as studies do that know of no replicates: each is verified after it was timed.

    One that is lost ends the process, and the others go on in another.
    """
    measured: list[MeasuringProcess] = []
    before: MeasuringProcess | None = None
    try:
        for at, assignment in enumerate(assignments):
            own = folder / str(at)
            own.mkdir()
            process = MeasuringProcess(assignment, connect, own)
            try:
                process.go_on_from(before)
                _runs(process, rule)
                if at + 1 == len(assignments):
                    process.end()
                else:
                    process.verify()
                before = process
            except LostError as error:
                process.lose(error)
                before = None
            measured.append(process)
    finally:
        if before is not None:
            before.kill()
    return tuple(measured)


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


def _runs(process: MeasuringProcess, rule: FixedRule | TurnsRule) -> None:
    for operation in process.operations:
        if isinstance(rule, TurnsRule):
            chunk, _ = warmed_up(process, operation, rule)
            for _ in range(rule.turns):
                process.turn(operation, chunk, collect=rule.collects)
            continue
        if rule.warm_up_runs:
            process.time(operation, Chunk(rule.calls, rule.warm_up_runs), Phase.WARM_UP, collect=True)
        process.time(operation, Chunk(rule.calls, rule.runs), Phase.MEASURED, collect=True)

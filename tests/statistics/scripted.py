"""Scripted truth: subjects whose speed is known, on a machine as noisy as the one METHOD measured.

A round's processes take turns. The time of an operation in a turn is truth x machine speed at that moment x the
process's own factor x noise of the batch:

- drift: log speed is an AR(1) series with lag-1 autocorrelation 0.8, scaled so that it spans a factor of 1.5 over the
  study. Its steps are rounds (the machine's speed moves along between them) or, harsher, single batches.
- process: log-normal, SD 1 %; the differences that layout, allocation and compilation leave.
- batch: log-normal, SD 2 %.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tests.measured import measured
from wirelab.analysis.findings import analyse, still_open
from wirelab.design.design import Design, with_late_cells
from wirelab.design.plan import plan_round
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import PlannedProcess, ProcessSummary
from wirelab.model.subject import Subject

TIME_NS = 50_000.0
TURNS = 10


@dataclass(frozen=True, slots=True)
class Noise:
    """The effects of a machine on times; the defaults are METHOD's.

    Attributes:
        process: SD of a process's log time.
        batch: SD of a batch's log time.
        drift: factor the machine's speed spans over a study.
        autocorrelation: of the drift from step to step.
        steps_a_round: 0: a step of the drift is a batch; else how many steps a round has.
    """

    process: float = 0.01
    batch: float = 0.02
    drift: float = 1.5
    autocorrelation: float = 0.8
    steps_a_round: int = 1


class Machine:
    """A machine whose speed drifts; asked for the rounds of a study in order.

    Args:
        seed: of all its noise.
        noise: how much there is.
        rounds: how long the study may be.
        cells: how many cells a round has at most.
    """

    def __init__(self, seed: int, noise: Noise, rounds: int, cells: int) -> None:
        self._random = np.random.default_rng(seed)
        self._noise = noise
        self._steps_a_round = noise.steps_a_round or TURNS * cells
        self._drift = self._series(rounds * self._steps_a_round + 1)

    def summaries(self, plan: Sequence[PlannedProcess], truths: Mapping[Cell, float]) -> list[ProcessSummary]:
        """The processes of a round, whose operations truly take so many ns."""
        count = len(plan)
        places = self._random.permuted(np.tile(np.arange(count), (TURNS, 1)), axis=1)
        moments = plan[0].round + (np.arange(TURNS)[:, None] * count + places) / (TURNS * count)
        own = np.log([truths[planned.cell] for planned in plan])
        own = own + self._noise.process * self._random.standard_normal(count)
        batch = self._noise.batch * self._random.standard_normal((TURNS, count))
        times_ns = np.exp(own + self.log_speed(moments) + batch)
        return [
            ProcessSummary(planned.cell, planned.round, group=0, turns_ns=tuple(turns), order=planned.order)
            for planned, turns in zip(plan, times_ns.T.tolist(), strict=True)
        ]

    def log_speed(self, moments: np.ndarray) -> np.ndarray:
        """Log of the machine's slowness at moments, in rounds since the study began."""
        return np.interp(moments * self._steps_a_round, np.arange(len(self._drift)), self._drift)

    def _series(self, steps: int) -> np.ndarray:
        series = np.empty(steps)
        series[0] = self._random.standard_normal() / math.sqrt(1 - self._noise.autocorrelation**2)
        for i in range(1, steps):
            series[i] = self._noise.autocorrelation * series[i - 1] + self._random.standard_normal()
        span = series.max() - series.min()
        return (series - series.mean()) / span * math.log(self._noise.drift)


def cell_named(codec: str) -> Cell:
    """A cell of a scripted codec."""
    return Cell(CorpusName("scripted", "1", "steady"), "fake", Subject(codec), Operation.SERIALIZE)


def against(reference: Cell, *cells: Cell) -> tuple[Comparison, ...]:
    """Each of `cells` compared with `reference`."""
    return tuple(Comparison(cell, reference, Question.REFERENCE) for cell in cells)


def run_study(
    truths: Mapping[Cell, float],
    comparisons: Sequence[Comparison],
    schedule: Schedule,
    *,
    seed: int,
    noise: Noise = Noise(),
    early: Sequence[Cell] = (),
) -> Findings:
    """A whole study through the real plan, schedule and analysis; returns its findings when it ended.

    Where there are `early` cells, the others join after the first look.
    """
    machine = Machine(seed, noise, schedule.rounds, len(truths))
    processes: list[ProcessSummary] = []
    findings = Findings()
    cells: tuple[Cell, ...] = tuple(early or truths)
    design = Design(tuple(truths), tuple(comparisons), schedule)
    for number in range(schedule.rounds):
        processes += machine.summaries(plan_round(cells, seed=seed, round=number), truths)
        if number + 1 not in schedule.looks:
            continue
        findings = analyse(measured(processes, comparisons, schedule, rounds=number + 1))
        cells = with_late_cells(design, {finding.cell for finding in findings.cells}, still_open(findings))
        if not cells:
            break
    return findings

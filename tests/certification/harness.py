"""What `wirelab crosscheck` says of the lab and another harness, judged by simulation with known truth."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from tests.certification.operating import heading
from tests.certification.printed import CELLS, Share, contains, percent
from wirelab.analysis.agreement import agreement
from wirelab.app.crosscheck import BAND, CONFIDENCE
from wirelab.cli.crosscheck_command import LOOKS
from wirelab.model.finding import Agreement, Agrees
from wirelab.model.measurement import Batch, HarnessSample, Phase, PlannedProcess, ProcessRecord
from wirelab.model.units import Nanoseconds

_NOW = datetime(2031, 1, 1, tzinfo=UTC)
_FAST_NS = 100


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a machine does to the rounds of a cross-check.

    Attributes:
        scatter: SD of the logarithm of a round's ratio.
        far_out: share of rounds that lie 1.5 times as far up or down.
        counting: share of rounds in which both sides met the machine's fast state.
    """

    scatter: float
    far_out: float = 0.0
    counting: float = 1.0

    def __str__(self) -> str:
        said = [f"{100 * self.scatter:.0f} %"]
        said += ["far out"] if self.far_out else []
        return ", ".join([*said, f"{100 * self.counting:.0f} % count"] if self.counting < 1 else said)


MACHINES = (
    *(Rounds(scatter) for scatter in (0.02, 0.05, 0.1)),
    *(Rounds(scatter, far_out=0.1) for scatter in (0.02, 0.05)),
    *(Rounds(0.02, far_out, counting) for far_out in (0.0, 0.1) for counting in (0.2, 0.4)),
)


def crosschecked(seed: int, studies: int, ratio: float, machine: Rounds) -> tuple[Share, Share, Share]:
    """Shares of cells covered, of those that have an interval, and of cells within and outside when their looks end.

    Args:
        seed: of the draws.
        studies: how many.
        ratio: true median of the rounds' ratios.
        machine: what it does to them.
    """
    random = np.random.default_rng(seed)
    logs = math.log(ratio) + machine.scatter * random.standard_normal((studies, LOOKS[-1]))
    logs += math.log(1.5) * (random.random(logs.shape) < machine.far_out) * random.choice([-1, 1], logs.shape)
    counting = random.random(logs.shape) < machine.counting
    told = held = within = outside = 0
    for rounds, count in zip(np.exp(logs), counting, strict=True):
        for look in LOOKS:
            found = _agreement(rounds[:look], count[:look])
            if found.verdict is not Agrees.UNRESOLVED:
                break
        told += found.ratio is not None
        held += found.ratio is not None and contains(found.ratio, ratio)
        within += found.verdict is Agrees.WITHIN
        outside += found.verdict is Agrees.OUTSIDE
    return held / max(1, told), within / studies, outside / studies


def crosschecks(studies: int) -> list[str]:
    """Agreement with another harness."""
    head = (
        f"The lab's time over the harness's: the median over rounds, looked at after {' and '.join(map(str, LOOKS))}"
        " rounds. *Covered* is the share of 95 % intervals that contain the true ratio when the looks end; at least"
        f" 93.5 % are required. *Within* and *outside* are the shares of cells said to be within or outside of"
        f" {100 * BAND:.0f} % ({studies:,} cells a share). Where the true ratio is {1 + BAND}, either"
        " is a mistake: each is promised to be at most 2.5 %. *Far out*: one round in ten lies 1.5 times off. *Count*:"
        " so many rounds do, because both sides met the machine's fast state.\n"
    )
    ratios = (1.0, 1.02, 1 + BAND, 1.1)
    columns = [f"{ratio}: {what}" for ratio in ratios for what in ("covered", "within", "outside")]
    lines = [head, *heading(("Scatter of a round", *columns))]
    for row, machine in enumerate(MACHINES):
        found = [crosschecked(130 + 10 * row + at, studies, ratio, machine) for at, ratio in enumerate(ratios)]
        lines.append(f"| {machine} | {' | '.join(percent(share) for own in found for share in own)} |")
    return lines


def _agreement(ratios: NDArray[np.float64], counting: NDArray[np.bool_]) -> Agreement:
    """As `crosscheck` judges one process with one batch a round on either side."""
    taken = {}
    for number, (ratio, counts) in enumerate(zip(ratios, counting, strict=True)):
        canary = Nanoseconds(_FAST_NS if counts else 2 * _FAST_NS)
        batch = Batch(Phase.MEASURED, Nanoseconds(0), 1000, Nanoseconds(round(1e9 * ratio)), canary)
        planned = PlannedProcess(number, 0, 0, CELLS[0], 0)
        record = ProcessRecord(planned, _NOW, Nanoseconds(1), canary, steady=True, batches=(batch,))
        taken[number] = (record, [HarnessSample(1e6, canary, canary)])
    confidence = 1 - (1 - CONFIDENCE) / len(LOOKS)
    return agreement(CELLS[0], None, taken, fast_ns=_FAST_NS, band=BAND, confidence=confidence)

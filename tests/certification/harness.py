"""What `wirelab crosscheck` says of the lab and another harness, judged by simulation with known truth."""

import math
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


def crosschecked(seed: int, studies: int, ratio: float, scatter: float, far_out: float) -> tuple[Share, Share, Share]:
    """Of a cell whose rounds' ratios scatter by `scatter`: shares covered, within and outside when its looks end.

    Args:
        seed: of the draws.
        studies: how many.
        ratio: true median of the rounds' ratios.
        scatter: SD of their logarithm.
        far_out: share of rounds that lie 1.5 times as far up or down.
    """
    random = np.random.default_rng(seed)
    logs = math.log(ratio) + scatter * random.standard_normal((studies, LOOKS[-1]))
    logs += math.log(1.5) * (random.random(logs.shape) < far_out) * random.choice([-1, 1], logs.shape)
    held = within = outside = 0
    for rounds in np.exp(logs):
        for look in LOOKS:
            found = _agreement(rounds[:look])
            if found.verdict is not Agrees.UNRESOLVED:
                break
        held += found.ratio is not None and contains(found.ratio, ratio)
        within += found.verdict is Agrees.WITHIN
        outside += found.verdict is Agrees.OUTSIDE
    return held / studies, within / studies, outside / studies


def crosschecks(studies: int) -> list[str]:
    """Agreement with another harness."""
    head = (
        f"The lab's time over the harness's: the median over rounds, looked at after {' and '.join(map(str, LOOKS))}"
        " rounds. *Covered* is the share of 95 % intervals that contain the true ratio when the looks end; at least"
        f" 93.5 % are required. *Within* and *outside* are the shares of cells said to be within or outside of"
        f" {100 * BAND:.0f} % ({studies:,} cells a share). Where the true ratio is {1 + BAND}, either"
        " is a mistake: each is promised to be at most 2.5 %. *Far out*: one round in ten lies 1.5 times off.\n"
    )
    ratios = (1.0, 1.02, 1 + BAND, 1.1)
    columns = [f"{ratio}: {what}" for ratio in ratios for what in ("covered", "within", "outside")]
    lines = [head, *heading(("Scatter of a round", *columns))]
    for row, (scatter, far_out, said) in enumerate(
        (
            (0.02, 0.0, "2 %"),
            (0.05, 0.0, "5 %"),
            (0.1, 0.0, "10 %"),
            (0.02, 0.1, "2 %, far out"),
            (0.05, 0.1, "5 %, far out"),
        )
    ):
        found = [crosschecked(130 + 10 * row + at, studies, ratio, scatter, far_out) for at, ratio in enumerate(ratios)]
        lines.append(f"| {said} | {' | '.join(percent(share) for own in found for share in own)} |")
    return lines


def _agreement(ratios: NDArray[np.float64]) -> Agreement:
    """As `crosscheck` judges one process with one batch a round on either side."""
    taken = {}
    for number, ratio in enumerate(ratios):
        batch = Batch(Phase.MEASURED, Nanoseconds(0), 1000, Nanoseconds(round(1e9 * ratio)), Nanoseconds(100))
        planned = PlannedProcess(number, 0, 0, CELLS[0], 0)
        record = ProcessRecord(planned, _NOW, Nanoseconds(1), Nanoseconds(100), steady=True, batches=(batch,))
        taken[number] = (record, [HarnessSample(1e6, 100, 100)])
    confidence = 1 - (1 - CONFIDENCE) / len(LOOKS)
    return agreement(CELLS[0], None, taken, fast_ns=None, band=BAND, confidence=confidence)

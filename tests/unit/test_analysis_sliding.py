"""Times of a machine that slides, where the truth is known."""

import math

import numpy as np
import pytest

from wirelab.analysis.intervals import paired_ratio, time_interval
from wirelab.analysis.sliding import at_mean_speed, on_sliding, speeds
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.machine import FEWEST_ADJUSTED
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import parse_subject

CELL, OTHER = (
    Cell(CorpusName("school", "1", "random"), platform, parse_subject("gson"), Operation.SERIALIZE)
    for platform in ("jvm", "python")
)
SPEEDS = [{b: math.sin(b) for b in range(20)}, {b: math.cos(3 * b) for b in range(20)}]


def test_a_ratio_is_that_at_the_mean_speed_whatever_each_cell_feels() -> None:
    own = {b: 200 * math.exp(0.7 * speed) for b, speed in SPEEDS[0].items()}
    other = {b: 100 * math.exp(1.2 * speed) for b, speed in SPEEDS[1].items()}
    ratio = paired_ratio(own, other, 0.95, SPEEDS)
    assert ratio is not None
    assert (ratio.estimate, ratio.low, ratio.high) == (pytest.approx(2),) * 3
    assert (ratio.processes, ratio.method) == (20, "canary")
    time = time_interval([*own.values()], 0.95, [*SPEEDS[0].values()])
    assert (time.estimate, time.method) == (pytest.approx(200), "canary")


def test_limits_are_those_of_a_regression() -> None:
    noise = np.random.default_rng(4).standard_normal(20)
    logs = {b: 1 + 2 * SPEEDS[0][b] + noise[b] for b in range(20)}
    estimate, low, high, count = at_mean_speed(logs, SPEEDS, 0.9) or (0, 0, 0, 0)
    design = np.column_stack([np.ones(20), *([*each.values()] for each in SPEEDS)])
    weights, left, *_ = np.linalg.lstsq(design, np.array([*logs.values()]), rcond=None)
    error = math.sqrt(left[0] / 17 * np.linalg.inv(design.T @ design)[0, 0])
    assert (estimate, count) == (pytest.approx(weights[0]), 20)
    assert (low, high) == (pytest.approx(weights[0] - 1.7396 * error, rel=1e-4), pytest.approx(2 * weights[0] - low))


@pytest.mark.parametrize(
    "covariates",
    [[], [{b: SPEEDS[0][b] for b in range(FEWEST_ADJUSTED - 1)}], [dict.fromkeys(range(20), 0.5)]],
    ids=["no canary", "few rounds", "one speed"],
)
def test_without_enough_to_go_by_times_are_as_measured(covariates: list[dict[int, float]]) -> None:
    assert at_mean_speed(SPEEDS[1], covariates, 0.95) is None


def test_speeds_are_by_platform_and_only_where_the_machine_slides() -> None:
    processes = [
        ProcessSummary(cell, b, time_ns=1.0, canary_ns=scale * math.exp(b))
        for cell, scale in ((CELL, 100.0), (OTHER, 700.0))
        for b in range(3)
    ]
    found = speeds(on_sliding(processes, {"jvm"}))
    assert found == {CELL: {0: pytest.approx(-1), 1: pytest.approx(0), 2: pytest.approx(1)}}
    assert speeds(processes).keys() == {CELL, OTHER}

"""Times of a machine that slides from speed to speed, at its mean speed: the canary as a covariate. Pure.

ln(time) is taken to be linear in ln(canary), each cell with a slope of its own, since codecs feel a slower machine
differently. A paired difference is regressed on the canaries of both cells, and read where both are at the mean: the
interval rests on what the regression leaves, with as many degrees of freedom less as there are slopes. Slopes that are
pooled, or taken for known, break the promised rates (docs/decisions/0016-the-machines-states.md).
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from wirelab.model.cell import Cell
from wirelab.model.machine import FEWEST_ADJUSTED
from wirelab.model.measurement import ProcessSummary

METHOD = "canary"
Speeds = Mapping[int, float]
"""By round, ln(canary) of a cell's process, less its mean over the session."""


def on_sliding(processes: Iterable[ProcessSummary], sliding: Collection[str]) -> Iterator[ProcessSummary]:
    """`processes` with a canary on the platforms on which the machine was `sliding` alone."""
    return (each if each.cell.platform in sliding else replace(each, canary_ns=None) for each in processes)


def speeds(processes: Iterable[ProcessSummary]) -> dict[Cell, dict[int, float]]:
    """How fast the machine was while each cell was measured, where processes have a canary."""
    logs: dict[str, dict[Cell, dict[int, list[float]]]] = {}
    for each in processes:
        if each.canary_ns and each.time_ns is not None and each.loss is None:
            rounds = logs.setdefault(each.cell.platform, {}).setdefault(each.cell, {})
            rounds.setdefault(each.round, []).append(math.log(each.canary_ns))
    found = {}
    for cells in logs.values():
        middle = fmean(log for rounds in cells.values() for own in rounds.values() for log in own)
        for cell, rounds in cells.items():
            found[cell] = {b: fmean(own) - middle for b, own in sorted(rounds.items())}
    return found


def at_mean_speed(
    logs: Mapping[int, float], covariates: Sequence[Speeds], confidence: float
) -> tuple[float, float, float, int] | None:
    """Estimate and limits of what `logs` are where every covariate is 0, and on how many values that rests.

    Args:
        logs: by round, ln(time) or differences of such.
        covariates: of the cells behind them.
        confidence: of the interval.

    Returns:
        None with fewer than `FEWEST_ADJUSTED` rounds that all have, or where the speeds do not tell the slopes.
    """
    shared = sorted(set(logs).intersection(*covariates))
    if not covariates or len(shared) < FEWEST_ADJUSTED:
        return None
    import numpy as np
    from scipy.special import stdtrit

    design = np.column_stack([np.ones(len(shared)), *([each[b] for b in shared] for each in covariates)])
    values = np.array([logs[b] for b in shared])
    weights, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    freedom = len(shared) - design.shape[1]
    if rank < design.shape[1]:
        return None
    left = values - design @ weights
    error = math.sqrt(float(left @ left) / freedom * float(np.linalg.inv(design.T @ design)[0, 0]))
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return float(weights[0]), float(weights[0]) - half, float(weights[0]) + half, len(shared)

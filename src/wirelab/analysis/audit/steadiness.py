"""Whether a process had reached a steady state when it was measured: the audit after the fact. Pure.

The online warm-up rule looks at two windows and saves time; this looks at the whole course (after Barrett et
al. 2017). All is done on logarithms, where a tolerance is a share of the time.
"""

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.audit.changepoints import changepoints
from wirelab.analysis.decide.round_ratios import grouped, turn_effects
from wirelab.model.cell import Cell
from wirelab.model.findings.diagnostics import WarmUp
from wirelab.model.findings.finding import Steadiness
from wirelab.model.measurement import ProcessSummary

FEWEST_MEASURED = 4
"""The fewest measured batches that can be judged."""
_OFF_LEVEL, _BROKEN = 2.0, 3.0  # tolerances
_HALVES_FROM = 8  # batches: with fewer, a single outlier decides the median of half of them
_TAIL = 10  # batches that a trend needs: the measured ones, and as many of the warm-up as are missing
_SIGNIFICANT = 3.09  # standard errors: one course in a thousand, on either side
# The least trend over the measured batches that matters: scatter is no measure of it, because a trend adds to it.
_MATTERS = math.log1p(0.01)


def still_moves(logs: NDArray[np.float64], measured_from: int, level: float, tolerance: float) -> bool:
    """Whether the measured batches are off their supposed level, break in two, or have a trend.

    `logs`, shape (n,), are ln(time) of one operation batch by batch, warm-up included. Levels are the same within the
    `tolerance`, at least the robust standard deviation of a batch.
    """
    measured = logs[measured_from:]
    n = len(measured)
    if n < FEWEST_MEASURED:
        return False
    off = abs(float(np.median(measured)) - level)
    halves = abs(float(np.median(measured[: n // 2])) - float(np.median(measured[-(n // 2) :])))
    broken = n >= _HALVES_FROM and halves > _BROKEN * tolerance
    return off > _OFF_LEVEL * tolerance or broken or _has_trend(logs, n)


def _has_trend(logs: NDArray[np.float64], measured: int) -> bool:
    """Whether Kendall's test finds a trend in the tail, and Theil and Sen's slope over the measured part matters."""
    tail = logs[-max(measured, _TAIL) :]
    rises, _ = _pairs(tail)
    n = len(tail)
    score = float(np.sign(rises).sum())
    error = math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    if n < _TAIL or abs(score) - 1 <= _SIGNIFICANT * error:
        return False
    rises, gaps = _pairs(logs[-measured:])
    change = float(np.median(rises / gaps)) * (measured - 1)
    return change * score > 0 and abs(change) > _MATTERS


def _pairs(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """The difference of each later value from each earlier one, and the number of places from one to the other."""
    earlier, later = np.triu_indices(len(values), 1)
    return values[later] - values[earlier], later - earlier


WINDOW = 101
"""Batches that an outlier is compared with."""
TOLERANCE = 0.01
FEWEST = 8
"""Batches that an audit needs."""
_CLOCK = 1e-3  # of ln(time): smaller differences count as the clock's
_NORMAL_MAD = 1.4826  # standard deviations in a median absolute deviation, if normal


class Ending(StrEnum):
    """How a process came to its last level."""

    FLAT = "flat"
    WARM_UP = "warm-up"
    SLOWDOWN = "slowdown"
    UNSETTLED = "no steady state"


def audit(times_ns: NDArray[np.float64], measured_from: int) -> Ending:
    """Classify a process by its batches, warm-up included.

    Outliers (outside the rolling median ± 3(P90 - P10)) are masked, changepoints found, and the segments walked from
    the last one back as long as their median is within max(1 %, robust SD of the last) of the last one's. These
    segments are the steady stretch. If it begins after `measured_from`, or the measured batches still move
    (`still_moves`), they have *no steady state*. Else: *flat* if the stretch is everything, *slowdown* if an earlier
    segment was faster than it by more than the tolerance, *warm-up* if none was. `times_ns`, shape (n,), are of
    one operation, above 0.

    Raises:
        ValueError: fewer than `FEWEST` times, or one that is not above 0 and finite.
    """
    n = len(times_ns)
    if n < FEWEST or not (np.isfinite(times_ns).all() and (times_ns > 0).all()):
        raise ValueError(f"an audit needs at least {FEWEST} times, all finite and above 0")
    logs = np.log(times_ns)
    kept = np.flatnonzero(~outliers(logs))
    bounds = [0, *(int(kept[start]) for start in changepoints(logs[kept], floor=_CLOCK)), n]
    inlying = [kept[(kept >= low) & (kept < high)] for low, high in pairwise(bounds)]
    levels = [float(np.median(logs[own])) for own in inlying]
    spread = _NORMAL_MAD * float(np.median(np.abs(logs[inlying[-1]] - levels[-1])))
    tolerance = max(float(np.log1p(TOLERANCE)), spread)
    first = len(levels) - 1
    while first > 0 and abs(levels[first - 1] - levels[-1]) <= tolerance:
        first -= 1
    if bounds[first] > measured_from or still_moves(logs, measured_from, levels[-1], tolerance):
        return Ending.UNSETTLED
    if first == 0:
        return Ending.FLAT
    return Ending.SLOWDOWN if min(levels[:first]) < levels[-1] - tolerance else Ending.WARM_UP


def outliers(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which values are outside the rolling median ± 3(P90 - P10) of `WINDOW` values around them; shape (n,)."""
    width = min(WINDOW, len(values))
    windows = np.lib.stride_tricks.sliding_window_view(values, width)
    low, centre, high = np.percentile(windows, (10, 50, 90), axis=1)
    own = np.clip(np.arange(len(values)) - width // 2, 0, len(windows) - 1)  # at the ends, the last whole window
    outlying: NDArray[np.bool_] = np.abs(values - centre[own]) > 3 * (high - low)[own] + _CLOCK
    return outlying


def steadiness(warm_ups: Iterable[WarmUp], processes: Sequence[ProcessSummary]) -> dict[Cell, Steadiness]:
    """Audit processes, each by its warm-up and its turns, and count by cell.

    The machine's effect on turns is removed. Cells without a process of `FEWEST` batches are left out; modes other than
    `steady`, too, because they have no rule that could stop too early.
    """
    effects = {place: turn_effects(group) for place, group in grouped(processes).items()}
    known = {(each.cell, each.round, each.order): each for each in processes}
    audits: dict[Cell, list[tuple[Ending, bool]]] = {}
    for warm_up in warm_ups:
        process = known.get((warm_up.cell, warm_up.round, warm_up.order))
        if process is None or process.steady is None:
            continue
        turns = np.array(process.turns_ns)
        if process.group is not None and (machine := effects.get((process.round, process.group))):
            shared = min(len(turns), len(machine))
            turns = turns[:shared] / np.exp(machine[:shared])
        times_ns = np.concatenate([warm_up.times_ns, turns])
        if len(times_ns) >= FEWEST:
            ending = audit(times_ns, len(warm_up.times_ns))
            audits.setdefault(process.cell, []).append((ending, process.steady))
    return {cell: _counted(own) for cell, own in audits.items()}


def _counted(audits: list[tuple[Ending, bool]]) -> Steadiness:
    endings = [ending for ending, _ in audits]
    flat, warm_up, slowdown, unsettled = map(endings.count, Ending)
    return Steadiness(len(audits), flat, warm_up, slowdown, unsettled, audits.count((Ending.UNSETTLED, True)))

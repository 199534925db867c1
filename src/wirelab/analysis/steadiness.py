"""Whether a process had reached a steady state when it was measured: the audit after the fact. Pure.

The online warm-up rule looks at two windows and saves time; this looks at the whole course (METHOD, inside a process,
point 5; after Barrett et al. 2017). All is done on logarithms, where a tolerance is a share of the time.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.changepoints import changepoints
from wirelab.analysis.movement import still_moves
from wirelab.analysis.round_ratios import grouped, turn_effects
from wirelab.model.cell import Cell
from wirelab.model.finding import Steadiness
from wirelab.model.measurement import Course, ProcessSummary
from wirelab.model.steadiness import WarmUp

WINDOW = 101
"""Batches that an outlier is held against."""
TOLERANCE = 0.01
FEWEST = 8
"""Batches that an audit needs."""
_CLOCK = 1e-3  # a batch lasts at least 1000 times the clock's resolution (decision 3)
_NORMAL_MAD = 1.4826  # standard deviations in a median absolute deviation, if normal


class Ending(StrEnum):
    """How a process came to its last level."""

    FLAT = "flat"
    WARM_UP = "warm-up"
    SLOWDOWN = "slowdown"
    UNSETTLED = "no steady state"


@dataclass(frozen=True, slots=True)
class Audit:
    """What became of one process.

    Attributes:
        ending: its class.
        settled_from: index of the batch from which its level stays; the number of batches if it does not.
        changes: indices of the batches at which a segment begins, the first one's left out.
    """

    ending: Ending
    settled_from: int
    changes: tuple[int, ...]


def audit(times_ns: NDArray[np.float64], measured_from: int | None = None) -> Audit:
    """Classify a process by its batches, warm-up included.

    Outliers (outside the rolling median ± 3(P90 - P10)) are masked, changepoints found, and the segments walked from
    the last one back as long as their median is within max(1 %, robust SD of the last) of the last one's. What is left
    is the steady stretch. If it begins after `measured_from`, or what was measured still moves (`still_moves`), there
    is *no steady state* in what was measured. Else: *flat* if it is everything, *slowdown* if an earlier segment was
    faster than it by more than the tolerance, *warm-up* if all were slower.

    Args:
        times_ns: of one operation, shape (n,), above 0.
        measured_from: index of the first measured batch; None: the last quarter, as Barrett et al. have it.

    Raises:
        ValueError: fewer than `FEWEST` times, or one that is not above 0 and finite.
    """
    n = len(times_ns)
    if n < FEWEST or not (np.isfinite(times_ns).all() and (times_ns > 0).all()):
        raise ValueError(f"an audit needs at least {FEWEST} times, all finite and above 0")
    logs = np.log(times_ns)
    kept = np.flatnonzero(~outliers(logs))
    changes = [int(kept[start]) for start in changepoints(logs[kept], floor=_CLOCK)]
    bounds = [0, *changes, n]
    inlying = [kept[(kept >= low) & (kept < high)] for low, high in pairwise(bounds)]
    levels = [float(np.median(logs[own])) for own in inlying]
    spread = _NORMAL_MAD * float(np.median(np.abs(logs[inlying[-1]] - levels[-1])))
    tolerance = max(float(np.log1p(TOLERANCE)), spread)
    first = len(levels) - 1
    while first > 0 and abs(levels[first - 1] - levels[-1]) <= tolerance:
        first -= 1
    settled_from = bounds[first]
    due = n - n // 4 if measured_from is None else measured_from
    if settled_from <= due and measured_from is not None and still_moves(logs, due, levels[-1], tolerance):
        settled_from = n
    return Audit(_ending(levels, first, tolerance, late=settled_from > due), settled_from, tuple(changes))


def outliers(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which values lie outside the rolling median ± 3(P90 - P10) of `WINDOW` values around them; shape (n,)."""
    width = min(WINDOW, len(values))
    windows = np.lib.stride_tricks.sliding_window_view(values, width)
    low, centre, high = np.percentile(windows, (10, 50, 90), axis=1)
    own = np.clip(np.arange(len(values)) - width // 2, 0, len(windows) - 1)  # at the ends, the last whole window
    outlying: NDArray[np.bool_] = np.abs(values - centre[own]) > 3 * (high - low)[own] + _CLOCK
    return outlying


def courses(warm_ups: Iterable[WarmUp], processes: Sequence[ProcessSummary]) -> Iterator[Course]:
    """The course of each process that warmed up as told: its warm-up, then its turns, what the machine did taken out.

    Args:
        warm_ups: of the processes that are looked at.
        processes: of the same run.
    """
    effects = {place: turn_effects(group) for place, group in grouped(processes).items()}
    known = {(each.cell, each.round, each.order): each for each in processes}
    for warm_up in warm_ups:
        process = known.get((warm_up.cell, warm_up.round, warm_up.order))
        if process is not None:
            own = effects.get((process.round, process.group), []) if process.group is not None else []
            machine = own or [0.0] * len(process.turns_ns)
            turns = (ns / math.exp(effect) for ns, effect in zip(process.turns_ns, machine, strict=False))
            yield Course(process.cell, (*warm_up.times_ns, *turns), len(warm_up.times_ns), process.steady)


def steadiness(courses: Iterable[Course]) -> dict[Cell, Steadiness]:
    """Audit processes and count by cell; cells without a process of `FEWEST` batches are left out.

    Modes other than `steady` have no rule that could stop too early, and their courses are left out too.
    """
    audits: dict[Cell, list[tuple[Ending, bool]]] = {}
    for course in courses:
        if course.steady is not None and len(course.times_ns) >= FEWEST:
            ending = audit(np.array(course.times_ns), course.measured_from).ending
            audits.setdefault(course.cell, []).append((ending, course.steady))
    return {cell: _counted(own) for cell, own in audits.items()}


def _ending(levels: list[float], first: int, tolerance: float, *, late: bool) -> Ending:
    if late:
        return Ending.UNSETTLED
    if first == 0:
        return Ending.FLAT
    return Ending.SLOWDOWN if min(levels[:first]) < levels[-1] - tolerance else Ending.WARM_UP


def _counted(audits: list[tuple[Ending, bool]]) -> Steadiness:
    endings = [ending for ending, _ in audits]
    return Steadiness(
        audited=len(audits),
        flat=endings.count(Ending.FLAT),
        warm_up=endings.count(Ending.WARM_UP),
        slowdown=endings.count(Ending.SLOWDOWN),
        unsettled=endings.count(Ending.UNSETTLED),
        too_early=audits.count((Ending.UNSETTLED, True)),
    )

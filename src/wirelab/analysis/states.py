"""From canaries to the machine's states: whether its speed jumps between levels, and where its fast state ends. Pure.

A batch's state is decided by its canaries alone, never by its own time. A level is a narrow heap of canaries that
stands by itself: what lies beside it is thin. The machine's fastest level is a state of its own if it jumps out of it.
A machine that slides from one speed to another makes no such heap, or leaves it by small steps, and is not cut into
states that it does not have. Why, and what was tried: docs/decisions/0016-the-machines-states.md.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wirelab.model.machine import TOLD_NS, MachineKind, MachineStates
from wirelab.model.measurement import Batch

FEWEST = 40
"""Canaries below which nothing is said."""
WIDTH = 0.06
"""Of a level, on the scale of ln(time): canaries within 6 % of the fast level were timed in the fast state."""
LEAST_SHARE = 0.1
"""Of canaries that a level holds; a rarer state costs more to wait for than it is worth."""
ABOVE, BELOW = 1.5, 3.0
"""A level holds this many times what lies as close above it, where disturbances are, and below it."""
JUMPS = 0.25
"""Share of the steps into and out of the fastest level, canary to canary, that lead `WIDTH` or more beyond its end."""
ONE_STATE = 0.9
"""Share of canaries in the fast state from which medians do not notice the rest: every batch counts."""
NARROW = 0.06
"""Robust standard deviation of ln(canary) up to which a machine without a level counts as one of one state."""
MAY_BE_FAST = 0.05
"""Share of canaries by which a session's fastest are told while no level stands out."""
_QUARTILES_OF_A_NORMAL = 1.349


def machine_states(canaries_ns: Sequence[Sequence[float]]) -> MachineStates:
    """Find the levels of a session.

    Args:
        canaries_ns: all that one runner timed on one platform; those of each process in order, processes in any.
    """
    times = np.asarray([ns for own in canaries_ns for ns in own], float)
    process = np.repeat(np.arange(len(canaries_ns)), [len(own) for own in canaries_ns])[times > 0]
    course = np.log(times[times > 0])
    logs = np.sort(course)
    if len(logs) < FEWEST:
        return MachineStates(MachineKind.UNKNOWN, (), (), None, _spread(logs), len(logs))
    spread = _spread(logs)
    levels = _levels(logs)
    # Where the machine was often faster than its fastest level, it lingered there while it slid.
    lingered = bool(levels) and np.searchsorted(logs, levels[0] - WIDTH) > (1 - ONE_STATE) * len(logs)
    slid = lingered or (bool(levels) and not _jumps(course, process, levels[0] + np.log1p(WIDTH)))
    if slid or not levels:
        kind = MachineKind.ONE if spread <= NARROW and not lingered else MachineKind.SLIDING
        return MachineStates(kind, (), (), None, spread, len(logs))
    limit = levels[0] + np.log1p(WIDTH)
    fast = float(np.searchsorted(logs, limit, side="right")) / len(logs)
    kind = MachineKind.ONE if fast >= ONE_STATE else MachineKind.LEVELS
    return MachineStates(
        kind,
        tuple(float(np.exp(level)) for level in levels),
        tuple(_within(logs, level - WIDTH, level + np.log1p(WIDTH)) / len(logs) for level in levels),
        None if kind is MachineKind.ONE else float(np.exp(limit)),
        spread,
        len(logs),
    )


def worth_waiting_for_ns(canaries_ns: Sequence[Sequence[float]]) -> float | None:
    """The longest canary of a batch that is worth waiting for; None: any batch is as good.

    That is the fast state's end. While a session slides, a level may still come to stand out, and batches that were
    made without waiting would then hardly count: so it is the end of a level where the session was fastest.

    Args:
        canaries_ns: as in `machine_states`.
    """
    states = machine_states(canaries_ns)
    if states.kind is not MachineKind.SLIDING:
        return states.fast_ns
    times = np.asarray([ns for own in canaries_ns for ns in own if ns > 0], float)
    return float(np.quantile(times, MAY_BE_FAST)) * (1 + WIDTH)


def in_fast_state(batches: Sequence[Batch], last_canary_ns: int | None, fast_ns: float | None) -> list[bool]:
    """Whether each batch counts as made in the machine's fast state: both its canaries took at most `fast_ns`.

    Of a process all of whose calls took longer than `TOLD_NS`, canaries do not tell, and all batches count.

    Args:
        batches: of one process, in order, warm-up included.
        last_canary_ns: of the canary behind the last batch.
        fast_ns: None: the machine has no fast state of its own, and every batch counts.

    Returns:
        One for each batch; where a canary is not known, the batch is not in the fast state.
    """
    if fast_ns is None or all(batch.ns > TOLD_NS * batch.calls for batch in batches):
        return [True] * len(batches)
    canaries = [*(batch.canary_ns for batch in batches), last_canary_ns]
    return [all(ns is not None and ns <= fast_ns for ns in sides) for sides in pairwise(canaries)]


def slow_limits(states: MachineStates) -> tuple[float, float] | None:
    """The shortest and the longest canary in ns of the level next to the fast one; None where there is no such."""
    if states.fast_ns is None or len(states.levels_ns) < 2:
        return None
    level = states.levels_ns[1]
    return max(level * float(np.exp(-WIDTH)), states.fast_ns), level * (1 + WIDTH)


def _levels(logs: NDArray[np.float64]) -> list[float]:
    """The middle of each heap that stands by itself, from the fastest on."""
    starts = logs
    held = np.searchsorted(logs, starts + WIDTH, side="right") - np.arange(len(logs))
    above = np.searchsorted(logs, starts + 2 * WIDTH, side="right") - np.searchsorted(
        logs, starts + WIDTH, side="right"
    )
    below = np.arange(len(logs)) - np.searchsorted(logs, starts - WIDTH, side="left")
    stands = (held >= LEAST_SHARE * len(logs)) & (ABOVE * above <= held) & (BELOW * below <= held)
    found: list[float] = []
    after = -np.inf
    for at in np.flatnonzero(stands):
        if starts[at] <= after:
            continue
        near = np.flatnonzero(stands & (starts >= starts[at]) & (starts <= starts[at] + WIDTH))
        best = near[np.argmax(held[near])]
        found.append(float(np.median(logs[best : best + held[best]])))
        after = found[-1] + WIDTH
    return found


def _jumps(course: NDArray[np.float64], process: NDArray[np.intp], limit: float) -> bool:
    """Whether the machine jumps across `limit`; one that is never seen to cross it within a process has not slid."""
    within = process[1:] == process[:-1]
    slower = np.maximum(course[1:], course[:-1])[within]
    faster = np.minimum(course[1:], course[:-1])[within]
    across = slower[(faster <= limit) & (slower > limit)]
    return not len(across) or float(np.mean(across > limit + WIDTH)) >= JUMPS


def _within(logs: NDArray[np.float64], low: float, high: float) -> int:
    return int(np.searchsorted(logs, high, side="right") - np.searchsorted(logs, low, side="left"))


def _spread(logs: NDArray[np.float64]) -> float:
    if len(logs) < 2:
        return 0.0
    low, high = np.quantile(logs, [0.25, 0.75])
    return float(high - low) / _QUARTILES_OF_A_NORMAL

"""What the place within a round does to times: what ran before, a machine that slows as a round goes on. Pure."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from wirelab.analysis.intervals import on_ratios
from wirelab.analysis.session import K, session_fit
from wirelab.model.finding import Interval

Placed = Mapping[K, Sequence[tuple[int, float, float]]]
"""Of each cell's processes: round, the way through the round, from 0 to 1, and time in ns."""
_LEAST_SPREAD = 1e-9


def place_effect(processes: Placed[K], confidence: float) -> Interval | None:
    """The time at the end of a round over that at its start, cells and rounds taken out; None: places do not tell.

    ln(time) = cell + round + effect x place + rest, by least squares (Frisch & Waugh 1933: both sides without cells and
    rounds first). Cells scatter in their own ways, so the error is White's (1980), times n by the degrees of freedom.

    Args:
        processes: in random order within each round.
        confidence: of the interval.
    """
    from scipy.special import stdtrit

    fit = session_fit({cell: [(number, ns) for number, _, ns in own] for cell, own in processes.items()})
    along = session_fit(
        {cell: [(number, math.exp(place)) for number, place, _ in own] for cell, own in processes.items()}
    )
    if fit is None or along is None or fit.freedom < 2:
        return None
    x, y = np.concatenate(along.rests), np.concatenate(fit.rests)
    squares = float(x @ x)
    if squares < _LEAST_SPREAD:
        return None
    effect = float(x @ y) / squares
    scores = x * (y - effect * x)
    freedom = fit.freedom - 1
    error = math.sqrt(float(scores @ scores) * len(x) / freedom) / squares
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return on_ratios(Interval(effect, effect - half, effect + half, confidence, len(x), "t"))

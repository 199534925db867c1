"""How many rounds it takes to decide: from the scatter of paired differences, under the sequential schedule. Pure."""

import math
import sys
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from wirelab.design.sequential import Schedule
from wirelab.model.findings.forecast import MOST_ROUNDS, RoundsNeeded

POWER = 0.8
_QUANTILES = 200


def power_to_find(sd: float, n: int, log_ratio: float, alpha: float) -> float:
    """Probability that the t interval of `n` paired differences at level 1 - `alpha` excludes 0.

    Exact, by the noncentral t distribution. `sd` is the true standard deviation of the differences of ln(time),
    `log_ratio` their true mean; `n` is at least 2.
    """
    from scipy.special import nctdtr, stdtrit

    if sd == 0:
        return 1.0 if log_ratio else 0.0
    quantile, shift = float(stdtrit(n - 1, 1 - alpha / 2)), abs(log_ratio) * math.sqrt(n) / sd
    above = 1 - float(nctdtr(n - 1, shift, quantile))
    below = float(nctdtr(n - 1, shift, -quantile))
    # Far out, SciPy does not compute the distribution function, but it is not needed there.
    return min(1.0, (1.0 if math.isnan(above) else above) + (0.0 if math.isnan(below) else below))


def smallest_found(sd: float, n: int, alpha: float) -> float:
    """The true ratio, above 1, that a t interval as in `power_to_find` finds with probability `POWER`.

    It may be infinite: two rounds find hardly anything at the level of one of thousands of comparisons.
    """
    from scipy.optimize import brentq

    if sd == 0:
        return 1.0
    high = sd
    while power_to_find(sd, n, high, alpha) < POWER:
        high *= 2
    found = float(brentq(lambda log_ratio: power_to_find(sd, n, log_ratio, alpha) - POWER, 0.0, high))
    return math.exp(found) if found < math.log(sys.float_info.max) else math.inf


def power_to_equate(sd: float, n: int, band: float, alpha: float) -> float:
    """Probability that two one-sided t tests at `alpha` place `n` paired differences of mean 0 within ±ln(1 + `band`).

    The reach of the tests depends on the sample's own standard deviation, so this is the mean, over its distribution
    (chi), of the probability for a normal mean: a midpoint rule over `_QUANTILES` of its quantiles.
    """
    from scipy.special import chdtri, ndtr, stdtrit

    if sd == 0:
        return 1.0
    upper = (np.arange(_QUANTILES) + 0.5) / _QUANTILES
    sample = sd * np.sqrt(chdtri(n - 1, upper) / (n - 1))
    room = math.log1p(band) - float(stdtrit(n - 1, 1 - alpha)) * sample / math.sqrt(n)
    inside = np.where(room > 0, 2 * ndtr(room * math.sqrt(n) / sd) - 1, 0.0)
    return float(inside.mean())


def rounds_needed(
    sd: float, ratio: float, *, band: float, schedule: Schedule, found: int = 0, equated: int = 0
) -> RoundsNeeded:
    """How many rounds a study like this one needs until a comparison of true `ratio` is decided.

    A study of N rounds is tried look by look; the first look whose own interval decides with probability `POWER`
    counts. Looks before it only add to that, so the answer is on the safe side. If no look of the study does, a longer
    study is taken, whose spending starts again: less error is spent early, so that its N is not this one's. `sd` is
    the standard deviation of the paired differences of ln(time), `band` the half-width of the equivalence band. Other
    comparisons that were `found` to differ, and those `equated`, leave their errors to this one.
    """

    def finds(n: int, alpha: float) -> bool:
        return power_to_find(sd, n, math.log(ratio), alpha) >= POWER

    def equates(n: int, alpha: float) -> bool:
        return power_to_equate(sd, n, band, alpha) >= POWER

    def level_to_differ(of: Schedule, n: int) -> float:
        return of.level_to_differ(n, found=found)

    def level_to_equate(of: Schedule, n: int) -> float:
        return of.level_to_equate(n, equated=equated)

    to_find = _first(finds, level_to_differ, schedule)
    return RoundsNeeded(ratio, to_find, _first(equates, level_to_equate, schedule), POWER)


def _first(
    decides: Callable[[int, float], bool], alpha_at: Callable[[Schedule, int], float], schedule: Schedule
) -> int | None:
    for look in schedule.looks:
        if look >= 2 and decides(look, alpha_at(schedule, look)):
            return look

    def longer(n: int) -> bool:
        return decides(n, alpha_at(replace(schedule, rounds=n), n))

    later = range(schedule.rounds + 1, MOST_ROUNDS + 1)
    at = bisect_left(later, True, key=longer)
    return later[at] if at < len(later) else None

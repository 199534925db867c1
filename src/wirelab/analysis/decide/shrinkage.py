"""The scatter of the comparisons of a family, each estimated with the help of the others. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

_LEAST = 1e-14
"""The smallest variance of differences of ln(time) that a clock can show."""

_MANY = 7
"""The fewest comparisons with which each may borrow as many degrees of freedom as it has."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """An estimate of the variance of differences of ln(time) from round to round, with its degrees of freedom."""

    variance: float
    freedom: float


def shrunk(own: Sequence[Scatter], left: int) -> tuple[Scatter, ...]:
    """Each comparison's scatter, shrunk towards the mean of all of them, the more the more alike they are.

    Variances are taken to come from a scaled inverse chi-squared distribution, whose degrees of freedom follow from
    the logarithms of the estimates (Smyth 2004, "Linear models and empirical Bayes methods for assessing differential
    expression"). A comparison borrows at most as many degrees of freedom as it has. Where the reference scatters much,
    all estimates err together and borrowing is worth nothing, but then Bonferroni's level over the `left` comparisons
    that share the error is stricter than need be. If they are few, they borrow less, and one borrows nothing
    (docs/decisions/0026-joint-boundaries.md).
    """
    if len(own) < 2 or left < 2:
        return tuple(own)
    total = math.fsum(each.freedom for each in own)
    common = math.fsum(each.freedom * each.variance for each in own) / total
    logs = [_log(each) for each in own]
    centre = math.fsum(logs) / len(logs)
    apart = math.fsum((log - centre) ** 2 for log in logs) / (len(logs) - 1)
    beyond = max(0.0, apart - fmean(_trigamma(each.freedom / 2) for each in own))
    most = min(1.0, (left - 1) / (_MANY - 1))
    to_borrow = {
        freedom: min(2 * _inverse_trigamma(beyond + _trigamma(freedom / 2)), most * freedom)
        for freedom in {each.freedom for each in own}
    }
    return tuple(_drawn(each, common, to_borrow[each.freedom]) for each in own)


def _drawn(own: Scatter, common: float, borrowed: float) -> Scatter:
    freedom = own.freedom + borrowed
    return Scatter((own.freedom * own.variance + borrowed * common) / freedom, freedom)


def _log(own: Scatter) -> float:
    """Unbiased for the logarithm of the true variance."""
    from scipy.special import digamma

    half = own.freedom / 2
    return math.log(max(own.variance, _LEAST)) - float(digamma(half)) + math.log(half)


@lru_cache(maxsize=1024)
def _trigamma(x: float) -> float:
    from scipy.special import zeta

    return float(zeta(2, x))


def _inverse_trigamma(y: float) -> float:
    """Newton's method on 1/trigamma, which is convex and nearly straight (Smyth 2004, appendix)."""
    from scipy.special import zeta

    x = 0.5 + 1 / y
    for _ in range(50):
        value = float(zeta(2, x))
        step = value * (1 - value / y) / (-2 * float(zeta(3, x)))
        x += step
        if -step < 1e-8 * x:
            break
    return x

"""Estimates with intervals on the log scale, where ratios are differences. Pure."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

from wirelab.analysis.decide.shrinkage import Scatter
from wirelab.model.findings.finding import Interval
from wirelab.model.groups import gathered

SIGN_FROM, SIGN_BELOW = 6, 8
_SKEW_ERRORS = 1.96


def time_interval(times_ns: Sequence[float], confidence: float) -> Interval:
    """Geometric mean of process times in ns, with a t interval on their logarithms.

    One process shows no spread: its interval is (0, ∞).

    Raises:
        ValueError: no time, or one that is not above 0.
    """
    logs = _logs(times_ns)
    return on_ratios(Interval(*_t_interval(logs, confidence), confidence, len(logs), "t"))


def by_round(times_ns: Iterable[tuple[int, float]]) -> dict[int, float]:
    """A cell's time in ns by round: if it has two processes in one round, their geometric mean."""
    logs = gathered((number, math.log(ns)) for number, ns in times_ns)
    return {number: math.exp(fmean(own)) for number, own in sorted(logs.items())}


def paired_ratio(
    times_ns: Mapping[int, float], reference_times_ns: Mapping[int, float], confidence: float
) -> Interval | None:
    """Ratio of a cell's time to its reference's, paired by round; None with fewer than two shared rounds.

    d_b = ln time - ln reference time in round b; the ratio is exp(mean d) with exp(mean ± t·s/√n). For n < 8 with
    skewed d, it is the exact sign-test interval [d₍k₎, d₍n₊₁₋k₎] around the median, k the largest with
    P(Bin(n, ½) < k) ≤ alpha/2, where it exists (n ≥ 6 at 95 %, more at higher levels). *Skewed* means that the
    adjusted Fisher-Pearson coefficient G₁ is further from 0 than 1.96 of its standard errors under normality (Joanes
    and Gill 1998).
    """
    logs = [log for _, log in differences(times_ns, reference_times_ns)]
    return None if len(logs) < 2 else on_ratios(mean_interval(logs, confidence))


def mean_interval(values: Sequence[float], confidence: float, scatter: Scatter | None = None) -> Interval:
    """The mean of at least two values that count as independent, with the interval of `paired_ratio`.

    `scatter` is the values' own where none is given.
    """
    if len(values) < 2:
        raise ValueError("an interval needs two values")
    if SIGN_FROM <= len(values) < SIGN_BELOW and is_skewed(values):
        sign = _sign_interval(values, confidence)
        if sign is not None:
            return Interval(*sign, confidence, len(values), "sign")
    return Interval(*_t_interval(values, confidence, scatter), confidence, len(values), "t")


def scatter_of(values: Sequence[float]) -> Scatter:
    """The scatter of at least two differences of ln(time)."""
    centre, freedom = fmean(values), len(values) - 1
    return Scatter(math.fsum((value - centre) ** 2 for value in values) / freedom, freedom)


def deviation_interval(values: Sequence[float], confidence: float) -> Interval:
    """The standard deviation of at least two normal values, by their variance's chi-square."""
    from scipy.special import chdtri

    if len(values) < 2:
        raise ValueError("an interval needs two values")
    found = scatter_of(values)
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)
    low, high = (math.sqrt(found.variance * found.freedom / float(chdtri(found.freedom, tail))) for tail in tails)
    return Interval(math.sqrt(found.variance), low, high, confidence, len(values), "chi-square")


def differences(
    times_ns: Mapping[int, float], reference_times_ns: Mapping[int, float]
) -> tuple[tuple[int, float], ...]:
    """Each shared round, ascending, and the ln of its ratio."""
    shared = sorted(times_ns.keys() & reference_times_ns.keys())
    if not shared:
        return ()
    logs, reference_logs = _logs([times_ns[b] for b in shared]), _logs([reference_times_ns[b] for b in shared])
    return tuple((b, log - other) for b, log, other in zip(shared, logs, reference_logs, strict=True))


def is_skewed(values: Sequence[float]) -> bool:
    """Whether |G₁| exceeds 1.96 standard errors; never with fewer than three values, or without spread."""
    n = len(values)
    if n < 3:
        return False
    centre = fmean(values)
    second = fmean((value - centre) ** 2 for value in values)
    third = fmean((value - centre) ** 3 for value in values)
    if second <= 0:
        return False
    skewness = third / math.pow(second, 1.5) * math.sqrt(n * (n - 1)) / (n - 2)
    error = math.sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
    return bool(abs(skewness) > _SKEW_ERRORS * error)


def _logs(times_ns: Sequence[float]) -> list[float]:
    if not times_ns or not all(0 < time < math.inf for time in times_ns):
        raise ValueError("times must be above 0 and finite, and there must be one")
    return [math.log(time) for time in times_ns]


def _t_interval(
    values: Sequence[float], confidence: float, scatter: Scatter | None = None
) -> tuple[float, float, float]:
    centre, n = fmean(values), len(values)
    if n < 2:
        return centre, -math.inf, math.inf
    # scipy.special takes 0.2 s to load, so a command that decides nothing does not pay for it; scipy.stats takes 0.7 s.
    from scipy.special import stdtrit

    taken = scatter or scatter_of(values)
    half = float(stdtrit(taken.freedom, (1 + confidence) / 2)) * math.sqrt(taken.variance / n)
    return centre, centre - half, centre + half


def _sign_interval(values: Sequence[float], confidence: float) -> tuple[float, float, float] | None:
    n, ordered = len(values), sorted(values)
    below, k = 0.0, 0  # below = P(Bin(n, 1/2) < k)
    while below + math.comb(n, k) / 2**n <= (1 - confidence) / 2:
        below += math.comb(n, k) / 2**n
        k += 1
    return None if k == 0 else (median(ordered), ordered[k - 1], ordered[n - k])


def on_ratios(logs: Interval) -> Interval:
    """An interval of logarithms as an interval of the values themselves."""
    return replace(logs, estimate=_exp(logs.estimate), low=_exp(logs.low), high=_exp(logs.high))


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf

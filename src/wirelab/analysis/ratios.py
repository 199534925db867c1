"""Ratios by other roads than the paired interval: arithmetic means, resampling, the test of equivalence. Pure."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from wirelab.model.finding import Interval, RatioChecks


def fieller(times_ns: Sequence[float], reference_times_ns: Sequence[float], confidence: float) -> Interval:
    """Ratio of the arithmetic means of two independent samples (Fieller 1954), each with its own variance.

    The limits are the ratios r at which mean(x) - r mean(y) is as far from 0 as t of its standard errors allow.
    Degrees of freedom by Satterthwaite, at the estimated ratio. Where the reference's mean is not told from 0, no
    finite interval holds: (-inf, inf).

    Args:
        times_ns: at least two.
        reference_times_ns: at least two.
        confidence: the interval's level.

    Raises:
        ValueError: fewer than two values, or a reference with mean 0.
    """
    return _fieller(np.asarray(times_ns, float), np.asarray(reference_times_ns, float), confidence, paired=False)


def fieller_paired(
    times_ns: Mapping[int, float], reference_times_ns: Mapping[int, float], confidence: float
) -> Interval | None:
    """The same for samples paired by round; None with fewer than two shared rounds."""
    shared = sorted(times_ns.keys() & reference_times_ns.keys())
    if len(shared) < 2:
        return None
    own, other = (np.array([times[b] for b in shared]) for times in (times_ns, reference_times_ns))
    return _fieller(own, other, confidence, paired=True)


def bootstrap_ratio(
    times_ns: Mapping[int, float],
    reference_times_ns: Mapping[int, float],
    confidence: float,
    *,
    seed: int,
    resamples: int = 10_000,
) -> Interval | None:
    """Ratio of geometric means by a bootstrap of rounds.

    A check of `paired_ratio`, free of its t distribution (Davison and Hinkley 1997, chapter 2). Each resample draws as
    many shared rounds as there are. Percentile limits. With few rounds such limits are too narrow, by sqrt((n - 1) / n)
    and for want of t's tails: read them from ten rounds on.

    Args:
        times_ns: process time by round.
        reference_times_ns: likewise.
        confidence: the interval's level.
        seed: of the draws.
        resamples: how many.

    Returns:
        None with fewer than two shared rounds.
    """
    differences = _differences(times_ns, reference_times_ns)
    if len(differences) < 2:
        return None
    drawn = np.random.default_rng(seed).integers(0, len(differences), (resamples, len(differences)))
    ratios = np.exp(differences[drawn].mean(axis=1))
    low, high = np.quantile(ratios, [(1 - confidence) / 2, (1 + confidence) / 2])
    estimate = math.exp(differences.mean())
    return Interval(estimate, float(low), float(high), confidence, len(differences), "bootstrap")


def equivalence_p(differences: Sequence[float], band: float) -> float:
    """P of two one-sided tests (Schuirmann 1987) that a ratio lies within [1/(1 + band), 1 + band].

    Below alpha exactly where the t interval at level 1 - 2 alpha lies inside the band.

    Args:
        differences: ln time minus ln reference time by round, at least two.
        band: half-width of the equivalence band, above 0.

    Raises:
        ValueError: fewer than two differences, or a band that is not above 0.
    """
    from scipy.special import stdtr

    values = np.asarray(differences, float)
    if len(values) < 2 or band <= 0:
        raise ValueError("equivalence needs at least two differences and a band above 0")
    bound, mean = math.log1p(band), float(values.mean())
    error = float(values.std(ddof=1)) / math.sqrt(len(values))
    if error == 0:
        return 0.0 if abs(mean) < bound else 1.0
    freedom = len(values) - 1
    return float(max(stdtr(freedom, -(mean + bound) / error), stdtr(freedom, (mean - bound) / error)))


def ratio_checks(
    times_ns: Mapping[int, float], reference_times_ns: Mapping[int, float], band: float, confidence: float
) -> RatioChecks | None:
    """All three for samples paired by round; None with fewer than two shared rounds.

    Args:
        times_ns: process time by round.
        reference_times_ns: likewise.
        band: half-width of the equivalence band.
        confidence: the level of the intervals, as drawn.
    """
    arithmetic = fieller_paired(times_ns, reference_times_ns, confidence)
    bootstrap = bootstrap_ratio(times_ns, reference_times_ns, confidence, seed=0)
    if arithmetic is None or bootstrap is None:
        return None
    differences = _differences(times_ns, reference_times_ns)
    return RatioChecks(arithmetic, bootstrap, equivalence_p(differences.tolist(), band))


def _differences(times_ns: Mapping[int, float], reference_times_ns: Mapping[int, float]) -> NDArray[np.float64]:
    """Ln of each shared round's ratio."""
    shared = sorted(times_ns.keys() & reference_times_ns.keys())
    return np.array([math.log(times_ns[b]) - math.log(reference_times_ns[b]) for b in shared])


def _fieller(own: NDArray[np.float64], other: NDArray[np.float64], confidence: float, *, paired: bool) -> Interval:
    from scipy.special import stdtrit

    if min(len(own), len(other)) < 2 or other.mean() == 0:
        raise ValueError("Fieller's interval needs two values of each, and a reference whose mean is not 0")
    a, b = float(own.mean()), float(other.mean())
    va, vb = float(own.var(ddof=1)) / len(own), float(other.var(ddof=1)) / len(other)
    covariance = float(np.cov(own, other)[0, 1]) / len(own) if paired else 0.0
    ratio = a / b
    if paired:
        freedom = len(own) - 1.0
    else:
        parts = (va, ratio**2 * vb)
        below = parts[0] ** 2 / (len(own) - 1) + parts[1] ** 2 / (len(other) - 1)
        freedom = sum(parts) ** 2 / below if below > 0 else float(len(own) + len(other) - 2)
    t = float(stdtrit(freedom, (1 + confidence) / 2))
    # (a - r b)^2 = t^2 (va - 2 r c + r^2 vb), solved for r.
    square, linear, constant = b * b - t * t * vb, a * b - t * t * covariance, a * a - t * t * va
    if square <= 0:
        low, high = -math.inf, math.inf
    else:
        root = math.sqrt(max(0.0, linear * linear - square * constant))
        low, high = (linear - root) / square, (linear + root) / square
    return Interval(ratio, low, high, confidence, min(len(own), len(other)), "fieller")

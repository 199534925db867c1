"""How time grows with size: a fixed cost and a cost a byte, an exponent, and where two codecs cross. Pure.

Scatter of times is a share of the time, so all is fitted on the log scale; sizes with more scatter weigh less.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wirelab.model.finding import Interval
from wirelab.model.forecast import ILL_FITTING, CostComparison, CostModel, Crossing, Share

FEWEST_SIZES = 3
_LEAST_SPREAD = 1e-6  # of ln(time): keeps weights finite where times repeat exactly
_DRAWN = 20  # processes that the pooled variance counts for; with 4, chance made the weights and coverage was 91 %
_STEPS = 100
_GRID = 2001


def cost_model(size_bytes: Sequence[float], times_ns: Sequence[float], confidence: float) -> CostModel:
    """Fit a codec's process times by weighted least squares on ln(time).

    Sizes weigh by one over the variance of their mean, each variance drawn towards the one pooled over all sizes.
    a + b·size is fitted by Gauss-Newton, so that relative errors count; the exponent is the slope of ln(time) on
    ln(size). Estimates are then linear in the sizes' means, and each interval is a t interval with the sizes' own
    variances and Satterthwaite's degrees of freedom, since the scatter differs from size to size. Where the line does
    not fit, the intervals of a and b rest on the sizes' distances from it instead.

    Args:
        size_bytes: of each process's corpus, above 0.
        times_ns: of each process, above 0.
        confidence: of the intervals.

    Raises:
        ValueError: fewer than `FEWEST_SIZES` sizes, no size with two processes, or values not above 0 and finite.
    """
    size, time = np.array(size_bytes, dtype=np.float64), np.array(times_ns, dtype=np.float64)
    if len(size) != len(time) or not all(np.isfinite(v).all() and (v > 0).all() for v in (size, time)):
        raise ValueError("sizes and times must be above 0 and finite, one for one")
    sizes, place = np.unique(size, return_inverse=True)
    if len(sizes) < FEWEST_SIZES or len(sizes) == len(size):
        raise ValueError(f"a cost model needs {FEWEST_SIZES} sizes, and more processes than sizes")
    means, variances, freedoms, weights = _by_size(np.log(time), place)
    line, influence = _line(sizes, means, weights)
    quality = float(weights @ (means - np.log(line[0] + line[1] * sizes)) ** 2) / (len(sizes) - 2)
    lack = _f_tail(len(sizes) - 2, len(size) - len(sizes), quality)
    if lack < ILL_FITTING:
        variances, freedoms = quality / weights, np.full(len(sizes), len(sizes) - 2.0)
    slope, slope_influence = _slope(np.log(sizes), means, weights)

    def interval(estimate: float, by_size: NDArray[np.float64]) -> Interval:
        error, freedom = _error(by_size**2 * variances, freedoms)
        half = float(_t_quantile(freedom, (1 + confidence) / 2) * error)
        return Interval(estimate, estimate - half, estimate + half, confidence, len(size), "t")

    columns = (*influence.tolist(), variances.tolist(), freedoms.tolist())
    return CostModel(
        fixed_ns=interval(float(line[0]), influence[0]),
        per_byte_ns=interval(float(line[1]), influence[1]),
        exponent=interval(slope, slope_influence),
        smallest_bytes=float(sizes[0]),
        largest_bytes=float(sizes[-1]),
        lack_of_fit=lack,
        shares=tuple(Share(*share) for share in zip(*columns, strict=True)),
    )


def compare(own: CostModel, other: CostModel) -> CostComparison:
    """Say where `own` is faster or slower than `other`, over the sizes both were measured at.

    At each size ln(own) - ln(other) has a t interval; the sizes whose interval holds 0 are the interval of the size at
    which the two cross, as in Fieller's theorem (inverted test). Two lines cross once at most, so a crossing within the
    range is certain only where each is the faster at one end of that interval.

    Raises:
        ValueError: the ranges have no size in common.
    """
    low, high = max(own.smallest_bytes, other.smallest_bytes), min(own.largest_bytes, other.largest_bytes)
    if low >= high:
        raise ValueError("the two were measured at different sizes")
    sizes = np.geomspace(low, high, _GRID)
    sizes[0], sizes[-1] = low, high
    difference = np.log(own.at(sizes)) - np.log(other.at(sizes))
    parts = np.vstack((_log_variances(own, sizes), _log_variances(other, sizes)))
    freedoms = np.array([share.freedom for share in (*own.shares, *other.shares)])
    error, freedom = _error(parts.T, freedoms)
    half = _t_quantile(freedom, (1 + own.fixed_ns.confidence) / 2) * error
    faster, slower = difference < -half, difference > half
    alike = sizes[~(faster | slower)]
    match bool(faster.any()), bool(slower.any()):
        case True, True:
            outcome = Crossing.CROSSES
        case True, False:
            outcome = Crossing.FASTER
        case False, True:
            outcome = Crossing.SLOWER
        case _:
            outcome = Crossing.OPEN
    told = (float(alike[0]), float(alike[-1])) if len(alike) else (None, None)
    return CostComparison(outcome, _meeting(own, other, low, high), *told)


def _by_size(logs: NDArray[np.float64], place: NDArray[np.intp]) -> tuple[NDArray[np.float64], ...]:
    """Mean of each size, the variance of that mean, its degrees of freedom, and the size's weight."""
    counts = np.bincount(place)
    means = np.bincount(place, weights=logs) / counts
    squares = np.bincount(place, weights=(logs - means[place]) ** 2)
    freedoms = (counts - 1).astype(np.float64)
    pooled = max(float(squares.sum() / freedoms.sum()), _LEAST_SPREAD**2)
    own = np.maximum(squares / np.maximum(freedoms, 1), _LEAST_SPREAD**2)
    alone = freedoms == 0
    drawn = (squares + _DRAWN * pooled) / (freedoms + _DRAWN)
    variances = np.where(alone, pooled, own) / counts
    return means, variances, np.where(alone, freedoms.sum(), freedoms), counts / drawn


def _line(
    size: NDArray[np.float64], logs: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(a, b) by Gauss-Newton on ln(a + b·size), and their derivatives by `logs`, shape (2, sizes).

    Starts at the line through relative errors; steps are halved while a time would not be above 0.
    """
    time, root = np.exp(logs), np.sqrt(weights)
    scale = np.array([1.0, 1 / size[-1]])  # so that both columns are of one order
    design = np.column_stack((np.ones_like(size), size * scale[1]))
    fitted = np.linalg.lstsq(design * (root / time)[:, None], root, rcond=None)[0]
    if (design @ fitted <= 0).any():
        fitted = np.array([0.0, math.exp(float(np.average(logs - np.log(design[:, 1]), weights=weights)))])
    for _ in range(_STEPS):
        predicted = design @ fitted
        gradient = design / predicted[:, None] * root[:, None]
        step = np.linalg.lstsq(gradient, root * (logs - np.log(predicted)), rcond=None)[0]
        while (design @ (fitted + step) <= 0).any():
            step = step / 2
        fitted = fitted + step
        if (np.abs(design @ step) <= 1e-12 * predicted).all():
            break
    gradient = design / (design @ fitted)[:, None] * root[:, None]
    return fitted * scale, np.linalg.pinv(gradient) * root * scale[:, None]


def _slope(
    x: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64]]:
    """Weighted least squares: the slope, and its derivative by `y`."""
    from_mean = x - np.average(x, weights=weights)
    influence = weights * from_mean / float(weights @ from_mean**2)
    return float(influence @ y), influence


def _error(parts: NDArray[np.float64], freedoms: NDArray[np.float64]) -> tuple[Any, Any]:
    """Standard error and Satterthwaite's degrees of freedom of a sum of variances, which stand along the last axis."""
    variance = parts.sum(axis=-1)
    return np.sqrt(variance), variance**2 / (parts**2 / freedoms).sum(axis=-1)


def _log_variances(model: CostModel, sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Variance of ln(time) at `sizes` by the size it comes from, shape (shares, sizes)."""
    found = [(own.fixed + own.per_byte * sizes) ** 2 * own.variance for own in model.shares]
    variances: NDArray[np.float64] = np.array(found) / model.at(sizes) ** 2
    return variances


def _meeting(own: CostModel, other: CostModel, low: float, high: float) -> float | None:
    slope = own.per_byte_ns.estimate - other.per_byte_ns.estimate
    if slope == 0:
        return None
    at = (other.fixed_ns.estimate - own.fixed_ns.estimate) / slope
    return at if low <= at <= high else None


def _f_tail(freedom: int, rest: int, value: float) -> float:
    from scipy.special import fdtrc

    return float(fdtrc(freedom, rest, value))


def _t_quantile(freedom: Any, probability: float) -> Any:
    from scipy.special import stdtrit

    return stdtrit(freedom, probability)

"""How time grows with size: a fixed cost and a cost per byte, an exponent, and where two codecs cross. Pure.

Scatter of times is a share of the time, so all is fitted on the log scale; sizes with more scatter weigh less. The
machine's effect on all cells of a round is removed first (`wirelab.analysis.cells_and_rounds`), so costs are at the
speeds of the session.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.cells_and_rounds import TwoWayFit
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.forecast import ILL_FITTING, CostComparison, CostModel, Crossing

FEWEST_SIZES = 3
_LEAST_VARIANCE = 1e-12  # of ln(time): keeps weights finite where times repeat exactly
_DRAWN = 20  # rounds that the pooled variance counts for; with 4, chance made the weights and coverage was 91 %
_STEPS = 100
_GRID = 2001


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A cost model, with the values that comparing it needs."""

    model: CostModel  # the fixed cost and the cost per byte
    influence: NDArray[np.float64]
    """Derivatives of both by the mean ln(time) of each cell of the session, shape (2, cells)."""


def cost_curve(fit: TwoWayFit, places: Sequence[int], size_bytes: Sequence[float], confidence: float) -> Curve:
    """Fit the mean times of one codec's cells, at `places` in `fit`, by weighted least squares.

    Sizes weigh by one over the variance of their mean ln(time), each variance shrunk towards the one pooled over all
    sizes. a + b·size is fitted by Gauss-Newton, so that relative errors count; the exponent is the slope of ln(time) on
    ln(size). Estimates are then linear in the sizes' means, and so in the rounds' ln(time): each interval is a t
    interval with the cells' own variances and Satterthwaite's degrees of freedom. Where the line does not fit, the
    intervals of a and b are based on the sizes' distances from it instead. There are at least `FEWEST_SIZES` sizes.
    """
    from scipy.special import fdtrc, stdtrit

    size = np.array(size_bytes, dtype=np.float64)
    at = np.array(places)[np.argsort(size)]
    size, means, weights = np.sort(size), fit.means[at], _weights(fit, at)
    line, line_influence = _line(size, means, weights)
    slope, slope_influence = _slope(np.log(size), means, weights)
    influence = np.zeros((3, len(fit.cells)))
    influence[:, at] = np.vstack((line_influence, slope_influence))
    shares = np.einsum("iic,c->ic", fit.products(influence), _variances(fit))
    error, freedom = fit.error(shares.sum(axis=1), (shares**2 / fit.freedoms).sum(axis=1))
    quality = float(weights @ (means - np.log(line[0] + line[1] * size)) ** 2) / (len(size) - 2)
    lack = float(fdtrc(len(size) - 2, min(float(fit.freedoms[at].sum()), fit.freedom), quality))
    if lack < ILL_FITTING:
        error[:2], freedom[:2] = np.sqrt((line_influence**2 * quality / weights).sum(axis=1)), len(size) - 2
    half = stdtrit(freedom, (1 + confidence) / 2) * error
    rounds = int(fit.rounds[at].sum())
    fixed, per_byte, exponent = (
        Interval(float(estimate), float(estimate - width), float(estimate + width), confidence, rounds, "t")
        for estimate, width in zip((*line, slope), half, strict=True)
    )
    model = CostModel(fixed, per_byte, exponent, float(size[0]), float(size[-1]), lack)
    return Curve(model, influence[:2])


def compare(fit: TwoWayFit, own: Curve, other: Curve) -> CostComparison:
    """Say where `own` is faster or slower than `other`, over the range of sizes, not empty, of both.

    ln(own) - ln(other) has a band that contains it at all sizes at once, at the models' confidence: t intervals at the
    quantile of Hotelling's tube (Naiman 1986, "Conservative confidence bands in curvilinear regression"). A codec is
    faster or slower at the sizes where the band excludes 0. Two lines cross once at most, so the sizes at which the
    band contains 0 include the crossing, if each codec is the faster one somewhere.
    """
    low = max(own.model.smallest_bytes, other.model.smallest_bytes)
    high = min(own.model.largest_bytes, other.model.largest_bytes)
    sizes = np.geomspace(low, high, _GRID)
    sizes[0], sizes[-1] = low, high
    times, other_times = own.model.at(sizes), other.model.at(sizes)
    difference = np.log(times) - np.log(other_times)
    half = _half_width(fit, own, other, np.array([1 / times, sizes / times, 1 / other_times, sizes / other_times]).T)
    faster, slower = difference < -half, difference > half
    alike = sizes[~(faster | slower)]
    outcomes = {(True, True): Crossing.CROSSES, (True, False): Crossing.FASTER, (False, True): Crossing.SLOWER}
    outcome = outcomes.get((bool(faster.any()), bool(slower.any())), Crossing.OPEN)
    told = (float(alike[0]), float(alike[-1])) if len(alike) else (None, None)
    return CostComparison(outcome, _meeting(own.model, other.model, low, high), *told)


def _half_width(fit: TwoWayFit, own: Curve, other: Curve, gradient: NDArray[np.float64]) -> NDArray[np.float64]:
    """The band's half-width at each size, by the difference's derivatives by both models' costs, shape (sizes, 4)."""
    products = fit.products(np.vstack((own.influence, -other.influence))) * _variances(fit)
    pairs = (gradient[:, :, None] * gradient[:, None, :]).reshape(len(gradient), -1)
    shares = products.reshape(pairs.shape[1], -1)  # of each pair of costs, by cell: there may be thousands of cells
    squares = np.einsum("si,ij,sj->s", pairs, shares / fit.freedoms @ shares.T, pairs)
    error, freedom = fit.error(*(np.maximum(each, 0) for each in (pairs @ shares.sum(axis=1), squares)))
    values, vectors = np.linalg.eigh(products.sum(axis=2))
    path = gradient @ vectors * np.sqrt(np.maximum(values, 0))
    path /= np.linalg.norm(path, axis=1, keepdims=True)
    length = float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())
    half: NDArray[np.float64] = _tube(length, float(freedom.min()), 1 - own.model.fixed_ns.confidence) * error
    return half


def _tube(length: float, freedom: float, alpha: float) -> float:
    """The c that the largest |t| along a path on the unit sphere exceeds with a probability of at most `alpha`."""
    from scipy.optimize import brentq
    from scipy.special import stdtr

    def excess(c: float) -> float:
        around = math.exp(-freedom / 2 * math.log1p(c * c / freedom))
        return length / math.pi * around + 2 * float(stdtr(freedom, -c)) - alpha

    high = 2.0
    while excess(high) > 0:
        high *= 2
    return float(brentq(excess, 0.0, high))


def _variances(fit: TwoWayFit) -> NDArray[np.float64]:
    return np.maximum(fit.variances, _LEAST_VARIANCE)


def _weights(fit: TwoWayFit, at: NDArray[np.intp]) -> NDArray[np.float64]:
    variances, freedoms = _variances(fit)[at], fit.freedoms[at]
    pooled = variances @ freedoms / freedoms.sum()
    weights: NDArray[np.float64] = fit.rounds[at] * (freedoms + _DRAWN) / (variances * freedoms + _DRAWN * pooled)
    return weights


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


def _meeting(own: CostModel, other: CostModel, low: float, high: float) -> float | None:
    slope = own.per_byte_ns.estimate - other.per_byte_ns.estimate
    if slope == 0:
        return None
    at = (other.fixed_ns.estimate - own.fixed_ns.estimate) / slope
    return at if low <= at <= high else None

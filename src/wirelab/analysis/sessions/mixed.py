"""A linear model with fixed coefficients and random groups, by REML: variances, and degrees of freedom for few groups.

y = X b + Z1 u1 + Z2 u2 + ... + rest, where each observation belongs to one level of each grouping, and levels scatter
with a variance that all of a grouping share. Groupings may be nested or crossed, and observations may be missing. The
data enter only by the cross-products of [Z, X, y], so it is quick for many observations, too. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.intp]

_STARTS = (1.0, 0.05, 20.0)
"""Variances of groupings over that of the rest: the search begins with the likeliest of these."""
_NOTHING = 1e-7
"""Below this ratio, a grouping has no variance: its levels differ by a few ten-thousandths of the rest."""
_LEAST, _SOME = 1e-9, 1e-100
"""The least residual sum of squares, as a share of all squares and as an amount: with it, ratios can be searched even
if observations are equal within a level."""
_WITHIN, _STRIDE = (-20.0, 25.0), 2.0
"""Where logarithms of ratios are searched, and the most that one step changes them."""
_STEPS, _FLAT = 30, 1e-10


@dataclass(frozen=True, slots=True)
class Contrast:
    """A combination of coefficients."""

    estimate: float
    variance: float
    freedom: float  # Satterthwaite's degrees of freedom of that variance


@dataclass(frozen=True)
class MixedFit:
    """A fitted model."""

    coefficients: Numbers  # shape (p,)
    variances: tuple[float, ...]  # of each grouping, at least 0
    rest: float  # variance of the rest
    deviance: float  # twice the negative restricted log likelihood
    _products: "_Products"
    _ratios: Numbers  # each variance over that of the rest

    def contrast(self, weights: Sequence[float]) -> Contrast:
        """The sum of coefficients by `weights`.

        Its variance follows from all variances, whose own covariance is twice the inverse of the deviance's second
        derivatives (Satterthwaite 1946; Giesbrecht and Burns 1985). A grouping without variance has no part in that.
        """
        products, free = self._products, np.flatnonzero(self._ratios)
        at, own = products.at(self._ratios), self._ratios[free]
        loads = np.linalg.solve(at.fixed, np.asarray(weights, dtype=float))
        variance = self.rest * float(np.asarray(weights) @ loads)
        by_level = at.crossed @ loads  # the effect of each level on the contrast
        # In the logarithms of ratios and of the rest's variance, units cancel out.
        gradient = np.append(self.rest * own * products.sums(by_level**2)[free], variance)
        second = np.full((len(free) + 1, len(free) + 1), float(products.freedom))
        curved = 2 * at.pulls / self.rest - at.overlaps
        second[:-1, :-1] = curved[np.ix_(free, free)] * np.outer(own, own)
        second[:-1, -1] = second[-1, :-1] = own * at.shares[free] / self.rest
        uncertain = float(gradient @ np.linalg.lstsq(second, gradient, rcond=None)[0])  # half its variance
        freedom = variance**2 / uncertain if uncertain > 0 else float(products.freedom)
        return Contrast(float(np.asarray(weights) @ self.coefficients), variance, freedom)


def fit_mixed(values: Numbers, design: Numbers, groups: Sequence[Codes]) -> MixedFit:
    """Fit `values` (n,) to the columns of `design` (n, p) and to groupings, each the level of every observation.

    Raises:
        ValueError: there are no more observations than coefficients, or columns depend on each other.
    """
    n, p = design.shape
    if n <= p or np.linalg.matrix_rank(design) < p:
        raise ValueError("a model needs more observations than coefficients, and independent columns")
    level = np.linalg.lstsq(design, values, rcond=None)[0]  # the residuals are small: their squares lose no digits
    products = _Products(values - design @ level, design, groups)
    ratios = _found(products)
    at = products.at(ratios)
    rest = at.left / products.freedom
    return MixedFit(
        coefficients=level + np.linalg.solve(at.fixed, at.moments),
        variances=tuple((ratios * rest).tolist()),
        rest=rest,
        deviance=at.deviance,
        _products=products,
        _ratios=ratios,
    )


class _Products:
    """The cross-products of a model, in its blocks: levels of groupings, coefficients, values."""

    def __init__(self, values: Numbers, design: Numbers, groups: Sequence[Codes]) -> None:
        levels = [np.eye(int(codes.max()) + 1)[codes] for codes in groups]
        columns = np.hstack([*levels, design, values[:, None]])
        self.all: Numbers = columns.T @ columns
        self.owner = np.repeat(np.arange(len(groups)), [each.shape[1] for each in levels])  # grouping of each level
        self.groups, self.levels = len(groups), len(self.owner)
        self.freedom = len(values) - design.shape[1]
        self.least = max(_LEAST * float(values @ values), _SOME)

    def sums(self, by_level: Numbers) -> Numbers:
        """Sums over the levels of each grouping."""
        found: Numbers = np.bincount(self.owner, by_level, self.groups).astype(float)
        return found

    def at(self, ratios: Numbers) -> "_At":
        """The model where variances of groupings over that of the rest are `ratios`."""
        q = self.levels
        scale = np.sqrt(ratios[self.owner])
        factor = np.linalg.cholesky(np.eye(q) + scale[:, None] * self.all[:q, :q] * scale)
        explained = np.linalg.solve(factor, scale[:, None] * self.all[:q, :])
        within = self.all - explained.T @ explained  # as weighted by the inverse covariance
        return _At(self, within, 2 * float(np.log(np.diag(factor)).sum()))


class _At:
    """A model's likelihood and its derivatives where variances have certain ratios; scaled to a rest of variance 1."""

    def __init__(self, products: _Products, within: Numbers, log_determinant: float) -> None:
        self._products, q = products, products.levels
        self.fixed, self.crossed, self.moments = within[q:-1, q:-1], within[:q, q:-1], within[q:-1, -1]
        projected = within - within[:, q:-1] @ np.linalg.solve(self.fixed, within[q:-1, :])  # coefficients taken out
        self._levels, self._values = projected[:q, :q], projected[:q, -1]
        self.left = max(float(projected[-1, -1]), products.least)
        freedom = products.freedom
        logs = log_determinant + float(np.linalg.slogdet(self.fixed)[1])
        self.deviance = logs + freedom * (1 + float(np.log(2 * np.pi * self.left / freedom)))

    @cached_property
    def shares(self) -> Numbers:
        """The squared sums of weighted residuals over the levels of each grouping."""
        return self._products.sums(self._values**2)

    @cached_property
    def overlaps(self) -> Numbers:
        """The squared entries of the projection between the levels of each pair of groupings, shape (k, k)."""
        by_row = self._by_grouping(self._levels**2)
        return self._by_grouping(by_row.T)

    @cached_property
    def pulls(self) -> Numbers:
        """How the weighted residuals of one grouping move with the variance of another, for each pair."""
        k = self._products.groups
        own = np.where(self._products.owner == np.arange(k)[:, None], self._values, 0.0)
        found: Numbers = own @ self._levels @ own.T
        return found

    def _by_grouping(self, rows: Numbers) -> Numbers:
        """Sums of each row over the levels of each grouping."""
        return np.array([self._products.sums(row) for row in rows]).reshape(len(rows), self._products.groups)

    @property
    def slopes(self) -> Numbers:
        """The deviance's first derivatives in the ratios."""
        traces = self._products.sums(np.diag(self._levels))
        found: Numbers = traces - self._products.freedom * self.shares / self.left
        return found

    @property
    def curvature(self) -> Numbers:
        """Its second derivatives."""
        freedom, left = self._products.freedom, self.left
        found: Numbers = freedom * (2 * self.pulls / left - np.outer(self.shares, self.shares) / left**2)
        return found - self.overlaps


def _found(products: _Products) -> Numbers:
    """The ratios with the least deviance: a bounded search of their logarithms, then Newton's steps."""
    from scipy.optimize import minimize

    if not products.groups:
        return np.zeros(0)

    def judged(logs: Numbers) -> tuple[float, Numbers]:
        ratios = np.exp(logs)
        at = products.at(ratios)
        return at.deviance, at.slopes * ratios

    begun = min((np.full(products.groups, np.log(start)) for start in _STARTS), key=lambda each: judged(each)[0])
    searched = minimize(judged, begun, jac=True, method="L-BFGS-B", bounds=[_WITHIN] * products.groups)
    ratios: Numbers = np.exp(searched.x)
    for _ in range(_STEPS):
        ratios[ratios < _NOTHING] = 0.0
        free = np.flatnonzero(ratios)
        at = products.at(ratios)
        own = ratios[free]
        slopes = at.slopes[free] * own
        if np.abs(slopes).max(initial=0.0) < _FLAT:
            break
        curvature = at.curvature[np.ix_(free, free)] * np.outer(own, own) + np.diag(slopes)
        step: Numbers = np.asarray(-np.linalg.lstsq(curvature, slopes, rcond=None)[0], dtype=np.float64)
        nearer = _nearer(products, ratios, free, step, at.deviance)
        if nearer is None:
            break
        ratios = nearer
    return np.where(ratios < _NOTHING, 0.0, ratios)


def _nearer(products: _Products, ratios: Numbers, free: Codes, step: Numbers, deviance: float) -> Numbers | None:
    """The ratios after a step of their logarithms, shortened until the deviance shrinks; None where it never does."""
    for part in 0.5 ** np.arange(12):
        tried = ratios.copy()
        tried[free] *= np.exp(np.clip(part * step, -_STRIDE, _STRIDE))
        if products.at(tried).deviance < deviance:
            return tried
    return None

"""A linear model with fixed coefficients and random groups, by REML: variances, and degrees of freedom for few groups.

y = X b + Z1 u1 + Z2 u2 + ... + rest, where each observation belongs to one level of each grouping, and levels scatter
with a variance that all of a grouping share. Groupings may be nested or crossed, and observations may be missing. All
that is needed of the data is the cross-products of [Z, X, y], so it is quick for many observations, too. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.intp]

_STARTS = (1.0, 0.05, 20.0)
"""Variances of groupings over that of the rest that the search begins with: the likelihood may have several peaks."""
_NOTHING = 1e-8
"""Such a ratio below which a grouping has no variance: its levels differ by a ten-thousandth of what is left."""
_STEPS, _FLAT = 50, 1e-12


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
    rest: float  # variance of what is left
    deviance: float  # twice the negative restricted log likelihood
    _products: "_Products"
    _ratios: Numbers  # each variance over that of the rest

    def contrast(self, weights: Sequence[float]) -> Contrast:
        """The sum of coefficients by `weights`.

        Its variance follows from all variances, whose own covariance is twice the inverse of the deviance's second
        derivatives (Satterthwaite 1946; Giesbrecht and Burns 1985). A grouping without variance has no part in that.
        """
        products, free = self._products, np.flatnonzero(self._ratios)
        at = products.at(self._ratios)
        loads = np.linalg.solve(at.fixed, np.asarray(weights, dtype=float))
        relative = float(np.asarray(weights) @ loads)
        by_level = at.crossed @ loads  # of each level, what it does to the contrast
        slopes = [self.rest * products.squares(by_level)[free], [relative]]
        gradient = np.concatenate(slopes)
        second = np.empty((len(free) + 1, len(free) + 1))
        second[:-1, :-1] = (2 * at.pulls / self.rest - at.overlaps)[np.ix_(free, free)]
        second[:-1, -1] = second[-1, :-1] = at.shares[free] / self.rest**2
        second[-1, -1] = products.freedom / self.rest**2
        uncertain = float(gradient @ np.linalg.lstsq(second, gradient, rcond=None)[0])  # half its variance
        variance = self.rest * relative
        freedom = variance**2 / uncertain if uncertain > 0 else float(products.freedom)
        return Contrast(float(np.asarray(weights) @ self.coefficients), variance, freedom)


def fit_mixed(values: Numbers, design: Numbers, groups: Sequence[Codes]) -> MixedFit:
    """Fit `values` (n,) to the columns of `design` (n, p) and to groupings, each the level of every observation.

    Raises:
        ValueError: there are no more observations than coefficients, or columns depend on each other.
    """
    n, p = design.shape
    if n <= p or np.linalg.matrix_rank(design) < p:
        raise ValueError("a model needs more observations than coefficients, and columns that do not depend")
    level = np.linalg.lstsq(design, values, rcond=None)[0]  # what is left is small: its squares lose no digits
    products = _Products(values - design @ level, design, groups)
    ratios = min((_found(products, start) for start in _STARTS), key=lambda each: products.at(each).deviance)
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

    def squares(self, by_level: Numbers) -> Numbers:
        """Sums of squares over the levels of each grouping."""
        return np.bincount(self.owner, by_level**2, self.groups)

    def at(self, ratios: Numbers) -> "_At":
        """The model where variances of groupings over that of the rest are `ratios`."""
        q = self.levels
        gammas = ratios[self.owner]
        inner = np.eye(q) + gammas[:, None] * self.all[:q, :q]
        weights = np.linalg.solve(inner, np.diag(gammas))
        within = self.all - self.all[:, :q] @ weights @ self.all[:q, :]  # as weighted by the inverse covariance
        return _At(self, within, float(np.linalg.slogdet(inner)[1]))


class _At:
    """A model's likelihood and its derivatives where variances have certain ratios; scaled to a rest of variance 1."""

    def __init__(self, products: _Products, within: Numbers, log_determinant: float) -> None:
        self._products, q = products, products.levels
        self.fixed, self.crossed, self.moments = within[q:-1, q:-1], within[:q, q:-1], within[q:-1, -1]
        projected = within - within[:, q:-1] @ np.linalg.solve(self.fixed, within[q:-1, :])  # coefficients taken out
        self._levels, self._values = projected[:q, :q], projected[:q, -1]
        self.left = max(float(projected[-1, -1]), np.finfo(float).tiny)
        freedom = products.freedom
        logs = log_determinant + float(np.linalg.slogdet(self.fixed)[1])
        self.deviance = logs + freedom * (1 + float(np.log(2 * np.pi * self.left / freedom)))

    @cached_property
    def shares(self) -> Numbers:
        """Of each grouping, the squared sums of weighted residuals over its levels."""
        return self._products.squares(self._values)

    @cached_property
    def overlaps(self) -> Numbers:
        """Of each two groupings, the squared entries of the projection between their levels, shape (k, k)."""
        owner, k = self._products.owner, self._products.groups
        by_row = np.stack([np.bincount(owner, row, k) for row in self._levels**2])
        return np.stack([np.bincount(owner, column, k) for column in by_row.T])

    @cached_property
    def pulls(self) -> Numbers:
        """Of each two groupings, how the weighted residuals of one move with the variance of the other."""
        owner, k = self._products.owner, self._products.groups
        moved = np.stack([self._levels @ np.where(owner == at, self._values, 0.0) for at in range(k)])
        return np.stack([np.bincount(owner, self._values * each, k) for each in moved])

    @property
    def slopes(self) -> Numbers:
        """The deviance's first derivatives in the ratios."""
        traces = np.bincount(self._products.owner, np.diag(self._levels), self._products.groups)
        return traces - self._products.freedom * self.shares / self.left

    @property
    def curvature(self) -> Numbers:
        """Its second derivatives."""
        freedom, left = self._products.freedom, self.left
        return freedom * (2 * self.pulls / left - np.outer(self.shares, self.shares) / left**2) - self.overlaps


def _found(products: _Products, start: float) -> Numbers:
    """The ratios with the least deviance near `start`, by a bounded search and then Newton's steps."""
    from scipy.optimize import minimize

    if not products.groups:
        return np.zeros(0)

    def judged(ratios: Numbers) -> tuple[float, Numbers]:
        at = products.at(ratios)
        return at.deviance, at.slopes

    begun = np.full(products.groups, start)
    searched = minimize(judged, begun, jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * products.groups)
    ratios: Numbers = np.where(searched.x > _NOTHING, searched.x, 0.0)
    for _ in range(_STEPS):
        at = products.at(ratios)
        free = (ratios > 0) | (at.slopes < 0)
        if np.abs(np.where(free, at.slopes * np.maximum(ratios, _NOTHING), 0.0)).max(initial=0.0) < _FLAT:
            break
        step = np.zeros_like(ratios)
        step[free] = -np.linalg.lstsq(at.curvature[np.ix_(free, free)], at.slopes[free], rcond=None)[0]
        stepped = _nearer(products, ratios, step, at.deviance)
        if stepped is None:
            break
        ratios = stepped
    return ratios


def _nearer(products: _Products, ratios: Numbers, step: Numbers, deviance: float) -> Numbers | None:
    """The ratios after a step, shortened until the deviance does not grow; None where no part of it helps."""
    for part in 0.5 ** np.arange(20):
        tried: Numbers = np.maximum(ratios + part * step, 0.0)
        tried[tried < _NOTHING] = 0.0
        if products.at(tried).deviance <= deviance and not np.array_equal(tried, ratios):
            return tried
    return None

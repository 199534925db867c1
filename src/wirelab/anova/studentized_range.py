"""The studentized range, many pairs at once. Pure.

SciPy's is as exact but takes 10 to 20 ms for a probability and 0.15 s for a quantile; Games-Howell needs one of each
for every pair (docs/decisions, least squares of our own).
"""

from functools import lru_cache

import numpy as np
import scipy
from numpy.polynomial import Chebyshev
from numpy.typing import ArrayLike, NDArray

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(160)
_WIDEST, _DEGREE = 14.0, 160  # a range of normal values beyond this has a chance below 1e-18, and is smooth up to it
_UNRESOLVED = 1e-12  # a chance below which its bound will do
_AT_ONCE = 128  # pairs whose nodes are held in memory together


def studentized_range_sf(q: ArrayLike, groups: int, freedom: ArrayLike) -> NDArray[np.float64]:
    """The chance that the range of `groups` means exceeds `q` of their standard errors, estimated with `freedom`.

    P(Q > q) = ∫ f(s) (1 - W(q s)) ds, where s is the estimated over the true standard deviation, and W(w) = k ∫ phi(z)
    (Phi(z) - Phi(z - w))^(k-1) dz the chance that the range of k standard normal values is at most w. Both by
    Gauss-Legendre quadrature, the outer over ln s; W once for each k, kept as a polynomial. Absolute error below 1e-8
    for up to 30 groups. `q` and `freedom`, which may be fractional, are numbers or have shape (m,), `groups` is at
    least 2; the result has shape (m,).
    """
    quotients, freedoms = np.broadcast_arrays(np.atleast_1d(np.asarray(q, float)), np.asarray(freedom, float))
    # Bonferroni's bound over the pairs is enough where it is below the resolution of the quadrature.
    found: NDArray[np.float64] = groups * (groups - 1) * scipy.special.stdtr(freedoms, -quotients / np.sqrt(2))
    near = np.flatnonzero(~(found < _UNRESOLVED))
    for at in range(0, len(near), _AT_ONCE):
        some = near[at : at + _AT_ONCE]
        found[some] = _exceeding(quotients[some], groups, freedoms[some])
    return np.clip(found, 0.0, 1.0)


def studentized_range_isf(p: float, groups: int, freedom: ArrayLike) -> NDArray[np.float64]:
    """The value that the studentized range exceeds with chance `p`.

    `freedom`, at least 1, is a number or has shape (m,), like the result.
    """
    freedoms, back = np.unique(np.atleast_1d(np.asarray(freedom, float)), return_inverse=True)
    return _quantiles(p, groups, tuple(freedoms.tolist()))[back]


@lru_cache(maxsize=64)  # simple effects ask for the same again and again
def _quantiles(p: float, groups: int, distinct: tuple[float, ...]) -> NDArray[np.float64]:
    from scipy.optimize.elementwise import find_root  # SciPy's own lazy loading does not find it

    freedoms = np.array(distinct)
    pairs = groups * (groups - 1) / 2
    # Two groups need the least, and Bonferroni's bound over all pairs is enough.
    low, high = (np.sqrt(2) * scipy.special.stdtrit(freedoms, 1 - p / 2 / among) for among in (1, pairs))
    if groups == 2:
        return np.asarray(low)

    def excess(q: NDArray[np.float64], nu: NDArray[np.float64]) -> NDArray[np.float64]:
        return studentized_range_sf(q, groups, nu) - p

    tolerances = {"xatol": 1e-10, "xrtol": 1e-11, "fatol": 0.0, "frtol": 0.0}
    return np.asarray(find_root(excess, (low * 0.999, high * 1.001), args=(freedoms,), tolerances=tolerances).x)


@lru_cache(maxsize=64)
def _wider(groups: int) -> Chebyshev:
    """1 - W, the chance that the range of normal values is wider, as a polynomial over 0 to `_WIDEST`."""
    z = 8.5 * _NODES
    inner = 8.5 * _WEIGHTS * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)

    def chance(width: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(
            1 - groups * ((scipy.special.ndtr(z) - scipy.special.ndtr(z - width[:, None])) ** (groups - 1)) @ inner
        )

    return Chebyshev.interpolate(chance, _DEGREE, domain=[0, _WIDEST])


def _exceeding(q: NDArray[np.float64], groups: int, freedom: NDArray[np.float64]) -> NDArray[np.float64]:
    # The density of ln s is proportional to exp(nu (ln s - (s^2 - 1) / 2)); beyond these limits it is below 1e-16 of
    # its maximum (to the left, for few degrees of freedom, W makes it so).
    nu = freedom[:, None]
    low = -np.minimum(np.sqrt(37 / nu) + 37 / nu, 28.0)
    high = np.minimum(8 / np.sqrt(nu), np.log(90 / nu + 3) / 2)
    log_s = (high - low) / 2 * _NODES + (high + low) / 2
    density = _WEIGHTS * np.exp(nu * (log_s - np.expm1(2 * log_s) / 2))
    width = q[:, None] * np.exp(log_s)
    beyond = np.where(width < _WIDEST, _wider(groups)(np.minimum(width, _WIDEST)), 0.0)
    return np.asarray((density * beyond).sum(axis=1) / density.sum(axis=1))

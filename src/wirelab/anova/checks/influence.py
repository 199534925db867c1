"""Which observations a model fits badly, and which move it. Pure."""

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova.factorial_analysis import Residuals, Unusual
from wirelab.anova.least_squares import Fit

_LARGE_RESIDUAL = 2.0  # of studentized residuals: about one in twenty is larger if errors are normal
_LARGE_LEVERAGE = 3.0  # times the mean leverage
_LARGE_DISTANCE = 1.0  # Cook's
_DIGITS = 12  # of leverages: the last bits change with the order of rows


def residuals_of(model: Fit) -> Residuals:
    """Residuals of a model, with the data for their figures and for the search for unusual observations."""
    table = model.table
    residuals = model.residuals()
    leverages = np.round(model.leverages(), _DIGITS)
    free = np.maximum(1 - leverages, 0.0)
    exact = free < 1e-9
    free = np.where(exact, 1.0, free)
    errors = np.sqrt(model.mean_square * free)
    studentized = np.where(exact | (errors == 0), 0.0, residuals / np.where(errors == 0, 1.0, errors))
    n, freedom = len(residuals), model.error_freedom
    quantiles = scipy.special.ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25))  # Blom 1958
    return Residuals(
        fitted=table.centre + model.means[table.member],
        residuals=residuals,
        studentized=studentized,
        quantiles=quantiles,
        ordered=np.sort(studentized),
        leverages=leverages,
        deleted=_deleted(studentized, freedom),
        distances=studentized**2 * np.where(exact, 0.0, leverages / free) / (n - freedom),
    )


def unusual(residuals: Residuals, error_freedom: int) -> tuple[Unusual, ...]:
    """Observations with a large residual, leverage or Cook's distance; the largest residuals first."""
    p = outlier_p(residuals, error_freedom)
    marks = {
        "outlier": np.abs(residuals.studentized) > _LARGE_RESIDUAL,
        "leverage": residuals.leverages > _LARGE_LEVERAGE * residuals.leverages.mean(),
        "influence": residuals.distances > _LARGE_DISTANCE,
    }
    marked = np.flatnonzero(np.any(list(marks.values()), axis=0))
    order = marked[np.argsort(-np.abs(residuals.studentized[marked]), kind="stable")]
    return tuple(
        Unusual(
            index=int(at),
            fitted=float(residuals.fitted[at]),
            studentized=float(residuals.studentized[at]),
            deleted=float(residuals.deleted[at]),
            p=float(p[at]),
            leverage=float(residuals.leverages[at]),
            distance=float(residuals.distances[at]),
            why=tuple(name for name, holds in marks.items() if holds[at]),
        )
        for at in order
    )


def outlier_p(residuals: Residuals, error_freedom: int) -> NDArray[np.float64]:
    """P of each deleted residual, shape (n,), by Student's t, if it is the largest of all (Bonferroni)."""
    p: NDArray[np.float64] = np.minimum(1.0, len(residuals.deleted) * _two_sided(residuals.deleted, error_freedom - 1))
    return p


def _deleted(studentized: NDArray[np.float64], freedom: int) -> NDArray[np.float64]:
    """Each residual by the error of the other observations, from its own studentized one (Belsley et al. 1980)."""
    if freedom < 2:
        return np.zeros_like(studentized)
    left = np.maximum(freedom - studentized**2, np.finfo(float).tiny)
    with np.errstate(over="ignore"):  # infinite where the others have no error
        found: NDArray[np.float64] = studentized * np.sqrt((freedom - 1) / left)
    return found


def _two_sided(t: NDArray[np.float64], freedom: int) -> NDArray[np.float64]:
    if freedom < 1:
        return np.ones_like(t)
    found: NDArray[np.float64] = 2 * scipy.special.stdtr(freedom, -np.abs(t))
    return found

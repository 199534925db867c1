"""Which power of the response suits a model best (Box and Cox 1964). Pure."""

import math

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova.factorial_analysis import BoxCoxProfile
from wirelab.anova.least_squares import Fit, error_of
from wirelab.anova.scale import powered

_POWERS = np.linspace(-2.0, 2.0, 41)
_LARGEST_POWER = 16.0
_LARGEST_EXPONENT = 300.0  # of e, for sums of squares to be doubles; values with a larger one are divided by the rest
_MOST = 700.0  # an exponent of e, beyond which there are no doubles


def box_cox_profile(model: Fit, values: NDArray[np.float64], confidence: float) -> BoxCoxProfile | None:
    """The profile likelihood of lambda for (y^lambda - 1) / lambda under a model's terms (Box and Cox 1964).

    log L(lambda) = -n/2 ln(RSS(lambda) / n) + (lambda - 1) sum ln y; RSS is the residual sum of squares of the model on
    the transformed response. Limits and p: by the F distribution of RSS(lambda) over its least, with one degree of
    freedom less than the error has, since lambda is estimated, too. Chi-squared's limits of 95 % held in 77 to 90 % of
    designs with few degrees of freedom; docs/operating-characteristics.md has the shares of these. Infinite beyond
    ±16. `values`, shape (n,), are as measured, `model` on any scale. None where a value is not above 0.
    """
    if values.min() <= 0:
        return None
    logs = np.log(values)
    logs = logs - logs.mean()  # dividing by the geometric mean makes sum ln y vanish
    n = len(logs)

    def log_likelihood(power: float) -> float:
        beyond = max(0.0, float((power * logs).max()) - _LARGEST_EXPONENT)
        values = (np.exp(power * logs - beyond) - math.exp(-beyond)) / power if beyond else powered(logs, power)
        return -n / 2 * math.log(max(error_of(model, values) / n, np.finfo(float).tiny)) - n * beyond

    best = scipy.optimize.minimize_scalar(
        lambda power: -log_likelihood(power),
        bounds=(-_LARGEST_POWER, _LARGEST_POWER),
        options={"xatol": 1e-9},
        method="bounded",
    )
    power, top = float(best.x), -float(best.fun)
    freedom = max(1, model.error_freedom - 1)
    drop = n / 2 * math.log1p(float(scipy.special.fdtri(1, freedom, confidence)) / freedom)

    def above(at: float) -> float:
        return log_likelihood(at) - top + drop

    low = float(scipy.optimize.brentq(above, -_LARGEST_POWER, power)) if above(-_LARGEST_POWER) < 0 else -math.inf
    high = float(scipy.optimize.brentq(above, power, _LARGEST_POWER)) if above(_LARGEST_POWER) < 0 else math.inf
    likelihoods = np.array([log_likelihood(float(at)) - top for at in _POWERS])
    falls = (max(0.0, top - log_likelihood(at)) for at in (0.0, 1.0))
    ratios = (math.expm1(min(2 / n * fall, _MOST)) for fall in falls)
    p_log, p_none = (float(scipy.special.fdtrc(1, freedom, freedom * ratio)) for ratio in ratios)
    return BoxCoxProfile(power, low, high, confidence, p_log, p_none, _POWERS.copy(), likelihoods)

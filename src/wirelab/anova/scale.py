"""The scale a response is analysed on: logs, Box-Cox, and the way back. Pure."""

import math
from dataclasses import replace

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova.least_squares import Fit, error_of
from wirelab.anova.observations import Observations
from wirelab.anova.result import BoxCoxProfile, ScaledResponse, Transform
from wirelab.model.errors import DesignError

_POWERS = np.linspace(-2.0, 2.0, 41)
_LARGEST_POWER = 16.0


def scaled(observations: Observations, response: ScaledResponse) -> Observations:
    """Observations on the scale of `response`.

    Raises:
        DesignError: a value that has no logarithm or power.
    """
    if response.transform is Transform.NONE:
        return observations
    values = observations.values
    if values.min() <= 0:
        place = int(np.argmin(values > 0))
        raise DesignError(
            f"analysis of {response.name}",
            f"observation {place + 1} is {values[place]:g}, which has no {response.transform} value",
            why="logarithms and Box-Cox powers need values above 0",
            remedy="mend the value, or analyse without a transform (`none`)",
        )
    if response.transform is Transform.LOG10:
        return replace(observations, values=np.log10(values))
    if response.transform is Transform.LN:
        return replace(observations, values=np.log(values))
    assert response.power is not None
    return replace(observations, values=_power(np.log(values), response.power))


def unscaled(value: float, response: ScaledResponse) -> float:
    """A value of the scale in the response's own unit; beyond what the scale can hold, 0 or inf."""
    match response.transform:
        case Transform.NONE:
            return value
        case Transform.LOG10 | Transform.LN:
            return _exp(value * _log_base(response))
        case Transform.BOX_COX:
            assert response.power is not None
            if response.power == 0:
                return _exp(value)
            base = 1 + response.power * value
            if base <= 0:
                return 0.0 if response.power > 0 else math.inf
            return _exp(math.log(base) / response.power)


def ratio_of(difference: float, response: ScaledResponse) -> float | None:
    """A difference on a log scale as a ratio; None on other scales."""
    if response.transform not in {Transform.LOG10, Transform.LN}:
        return None
    return _exp(difference * _log_base(response))


def box_cox_profile(model: Fit, values: NDArray[np.float64], confidence: float) -> BoxCoxProfile | None:
    """The profile likelihood of lambda for (y^lambda - 1) / lambda under a model's terms (Box and Cox 1964).

    log L(lambda) = -n/2 ln(RSS(lambda) / n) + (lambda - 1) sum ln y; RSS is the residual sum of squares of the model on
    the transformed response. Limits and p: by the F distribution of RSS(lambda) over its least, with one degree of
    freedom less than the error has, since lambda is estimated, too. Chi-squared's limits of 95 % held in 77 to 90 %
    of designs with few degrees of freedom; how often these do, docs/operating-characteristics.md says. Infinite beyond
    ±16.

    Args:
        model: fitted to the same observations on any scale.
        values: shape (n,), the response as measured.
        confidence: level of the limits.

    Returns:
        None where a value is not above 0.
    """
    if values.min() <= 0:
        return None
    logs = np.log(values)
    logs = logs - logs.mean()  # dividing by the geometric mean makes sum ln y vanish
    n = len(logs)

    def log_likelihood(power: float) -> float:
        return -n / 2 * math.log(max(error_of(model, _power(logs, power)) / n, np.finfo(float).tiny))

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
    p_log, p_none = (float(scipy.special.fdtrc(1, freedom, freedom * math.expm1(2 / n * fall))) for fall in falls)
    return BoxCoxProfile(power, low, high, confidence, p_log, p_none, _POWERS.copy(), likelihoods)


def _power(logs: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    return logs if power == 0 else np.expm1(power * logs) / power


def _log_base(response: ScaledResponse) -> float:
    return math.log(10) if response.transform is Transform.LOG10 else 1.0


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf

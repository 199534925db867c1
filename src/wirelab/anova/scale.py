"""The scale a response is analysed on: logs, powers, and the way back. Pure."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.observations import Observations
from wirelab.anova.result import ScaledResponse, Transform
from wirelab.model.errors import DesignError

_LARGEST = 1e150  # whose square is a double


def scaled(observations: Observations, response: ScaledResponse) -> Observations:
    """Observations on the scale of `response`; a DesignError for a value that has no logarithm or power."""
    if response.transform is Transform.NONE:
        return observations
    values = observations.values
    if values.min() <= 0:
        place = int(np.argmin(values > 0))
        what = f"observation {place + 1} is {values[place]:g}, which has no {response.transform} value"
        why = "logarithms and Box-Cox powers need values above 0"
        remedy = "fix the value, or analyse without a transform (`none`)"
        raise DesignError(f"analysis of {response.name}", what, why=why, remedy=remedy)
    if response.transform is Transform.LOG10:
        return replace(observations, values=np.log10(values))
    if response.transform is Transform.LN:
        return replace(observations, values=np.log(values))
    assert response.power is not None
    with np.errstate(over="ignore"):
        scale = powered(np.log(values), response.power)
    if np.abs(scale).max() > _LARGEST:
        what = f"values to the power of λ = {response.power:.3g} are too large for sums of squares"
        remedy = "choose a unit in which they are nearer to 1, or another transform"
        raise DesignError(f"analysis of {response.name}", what, remedy=remedy)
    return replace(observations, values=scale)


def unscaled(value: float, response: ScaledResponse) -> float:
    """A value of the scale in the response's own unit; beyond the range of the scale, 0 or inf."""
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


def powered(logs: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """Box and Cox's power of values whose logarithms, shape (n,), are given; 0 is the logarithm itself."""
    return logs if power == 0 else np.expm1(power * logs) / power


def _log_base(response: ScaledResponse) -> float:
    return math.log(10) if response.transform is Transform.LOG10 else 1.0


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf

"""Levels of looks that see the same data again: the level of each so that all together err as promised. Pure."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_POINTS = 161
_FAR = 40.0
"""In standard deviations: further out than any limit."""


@dataclass(frozen=True, slots=True)
class _Look:
    """Where the sum of the data may be after a look that found nothing."""

    information: float
    limit: float  # in standard deviations; beyond it, the look finds something
    sums: NDArray[np.float64]  # shape (p,)
    weights: NDArray[np.float64]  # shape (p,), the probability of each of `sums` without a finding


def level(looks: tuple[int, ...], spent: tuple[float, ...]) -> float:
    """Two-sided level of the last of `looks`, so that all of them together err with a probability of `spent[-1]`.

    Sums of the data of successive looks are a Markov chain with normal steps, of which the part that no look found is
    carried on numerically (Armitage, McPherson and Rowe 1969; Lan and DeMets 1983). The caller turns the level into a
    quantile of t. A t statistic of few rounds says less of the next one than a normal one would, so n rounds count as
    (n - 2)^1.2. With independent normal differences, looks after every round from the third on then err 0.92
    to 1.02 times as often as they may, for 5 to 40 rounds (docs/decisions/0026-joint-boundaries.md). Looks are numbers
    of rounds, and `spent` the error that each look and those before it may spend together, both ascending.
    """
    from scipy.special import ndtr

    for last in range(1, len(looks) + 1):  # from the first on, so that each finds the one before it at hand
        found = _after(looks[:last], spent[:last])
    return 2 * float(ndtr(-found.limit))


@lru_cache(maxsize=4096)
def _after(looks: tuple[int, ...], spent: tuple[float, ...]) -> _Look:
    from scipy.optimize import brentq
    from scipy.special import ndtr

    start = _Look(0.0, 0.0, np.zeros(1), np.ones(1))
    before, wanted = (_after(looks[:-1], spent[:-1]), spent[-1] - spent[-2]) if looks[1:] else (start, spent[0])
    information = max(looks[-1] - 2, looks[-1] / 8) ** 1.2
    step, deviation = math.sqrt(information - before.information), math.sqrt(information)

    def found(limit: float) -> float:
        up, down = ((-limit * deviation + sign * before.sums) / step for sign in (1, -1))
        return float(before.weights @ (ndtr(up) + ndtr(down)))

    limit = float(brentq(lambda limit: found(limit) - wanted, 0.0, _FAR, xtol=1e-9))
    sums = np.linspace(-limit * deviation, limit * deviation, _POINTS)
    density = np.exp(-(((sums[:, None] - before.sums) / step) ** 2) / 2) @ before.weights
    return _Look(information, limit, sums, density * _simpson() * (sums[1] - sums[0]) / (step * math.sqrt(2 * math.pi)))


def _simpson() -> NDArray[np.float64]:
    weights = np.full(_POINTS, 2 / 3)
    weights[1::2] = 4 / 3
    weights[[0, -1]] = 1 / 3
    return weights

"""The observations of each combination of levels, described. Pure."""

import math
import re

import numpy as np
import scipy

from wirelab.anova.factorial_analysis import CellSummary
from wirelab.anova.observations import Observations, numbered
from wirelab.anova.result import ScaledResponse
from wirelab.anova.scale import scaled, unscaled


def cell_summaries(
    observations: Observations, response: ScaledResponse, *, alpha: float = 0.05
) -> tuple[CellSummary, ...]:
    """Each combination of levels that was observed; levels by the numbers in them, then by the alphabet.

    All intervals of standard deviations together have the error `alpha`.
    """
    own = observations.factors
    values, on_scale = observations.values, scaled(observations, response).values
    member = numbered(own)
    combinations, first = np.unique(member, return_index=True)
    found = []
    for combination, at in zip(combinations, first, strict=True):
        # Sorted, so that sums do not change in their last bits with the order of rows.
        raw, at_scale = (np.sort(each[member == combination]) for each in (values, on_scale))
        deviation = _deviation(at_scale)
        low, high = _limits(deviation, len(raw), alpha / len(combinations))
        found.append(
            CellSummary(
                labels=tuple(factor.levels[int(factor.codes[at])] for factor in own),
                n=len(raw),
                mean=float(raw.mean()),
                deviation=_deviation(raw),
                median=float(np.median(raw)),
                scaled_mean=float(at_scale.mean()),
                centre=unscaled(float(at_scale.mean()), response),
                scaled_deviation=deviation,
                scaled_low=low,
                scaled_high=high,
            )
        )
    return tuple(sorted(found, key=lambda cell: [natural(label) for label in cell.labels]))


def _deviation(values: "np.typing.NDArray[np.float64]") -> float | None:
    return float(values.std(ddof=1)) if len(values) > 1 else None


def _limits(deviation: float | None, n: int, alpha: float) -> tuple[float | None, float | None]:
    if deviation is None:
        return None, None
    high, low = scipy.special.chdtri(n - 1, [1 - alpha / 2, alpha / 2])
    return deviation * math.sqrt((n - 1) / low), deviation * math.sqrt((n - 1) / high)


def natural(label: str) -> list[tuple[int, float, str]]:
    """Give a key that sorts 2k before 10k."""
    parts = re.split(r"(\d+(?:\.\d+)?)", label)
    return [(0, float(part), "") if part[:1].isdecimal() else (1, 0.0, part) for part in parts if part]

"""The observations of each combination of levels, described. Pure."""

import math
import re
from collections.abc import Sequence

import numpy as np
import scipy

from wirelab.anova.checks.found import CellSummary
from wirelab.anova.observations import Observations
from wirelab.anova.result import ScaledResponse
from wirelab.anova.scale import scaled, unscaled


def cell_summaries(
    observations: Observations, response: ScaledResponse, factors: Sequence[str] = (), *, alpha: float = 0.05
) -> tuple[CellSummary, ...]:
    """Each combination of levels that was observed; levels by the numbers in them, then by the alphabet.

    Args:
        observations: as they were measured.
        response: the scale of the analysis, for means that are brought back from it.
        factors: names of those that tell combinations apart, in this order; empty: all.
        alpha: error of all intervals of standard deviations together.
    """
    named = {factor.name: factor for factor in observations.factors}
    own = [named[name] for name in factors] or list(observations.factors)
    sizes = [len(factor.levels) for factor in own]
    values, on_scale = observations.values, scaled(observations, response).values
    member = np.ravel_multi_index([factor.codes for factor in own], sizes)
    combinations = np.unique(member)
    found = []
    for combination in combinations:
        here = member == combination
        codes = np.unravel_index(combination, sizes)
        deviation = _deviation(on_scale[here])
        low, high = _limits(deviation, int(here.sum()), alpha / len(combinations))
        found.append(
            CellSummary(
                labels=tuple(factor.levels[int(code)] for factor, code in zip(own, codes, strict=True)),
                n=int(here.sum()),
                mean=float(values[here].mean()),
                deviation=_deviation(values[here]),
                median=float(np.median(values[here])),
                centre=unscaled(float(on_scale[here].mean()), response),
                scaled_deviation=deviation,
                scaled_low=low,
                scaled_high=high,
            )
        )
    return tuple(sorted(found, key=lambda cell: [_natural(label) for label in cell.labels]))


def _deviation(values: "np.typing.NDArray[np.float64]") -> float | None:
    return float(values.std(ddof=1)) if len(values) > 1 else None


def _limits(deviation: float | None, n: int, alpha: float) -> tuple[float | None, float | None]:
    if deviation is None:
        return None, None
    high, low = scipy.special.chdtri(n - 1, [1 - alpha / 2, alpha / 2])
    return deviation * math.sqrt((n - 1) / low), deviation * math.sqrt((n - 1) / high)


def _natural(label: str) -> list[tuple[int, float, str]]:
    """A key that sorts 2k before 10k."""
    parts = re.split(r"(\d+(?:\.\d+)?)", label)
    return [(0, float(part), "") if part[:1].isdigit() else (1, 0.0, part) for part in parts if part]

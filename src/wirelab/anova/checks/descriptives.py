"""The observations of each combination of levels, described. Pure."""

from collections.abc import Sequence

import numpy as np

from wirelab.anova.checks.found import CellSummary
from wirelab.anova.observations import Observations
from wirelab.anova.result import ScaledResponse
from wirelab.anova.scale import scaled, unscaled


def cell_summaries(
    observations: Observations, response: ScaledResponse, factors: Sequence[str] = ()
) -> tuple[CellSummary, ...]:
    """Each combination of levels that was observed, in the order of levels.

    Args:
        observations: as they were measured.
        response: the scale of the analysis, for means that are brought back from it.
        factors: names of those that tell combinations apart, in this order; empty: all.
    """
    named = {factor.name: factor for factor in observations.factors}
    own = [named[name] for name in factors] or list(observations.factors)
    sizes = [len(factor.levels) for factor in own]
    values, on_scale = observations.values, scaled(observations, response).values
    member = np.ravel_multi_index([factor.codes for factor in own], sizes)
    found = []
    for combination in np.unique(member):
        here = member == combination
        raw, at_scale = values[here], on_scale[here]
        codes = np.unravel_index(combination, sizes)
        found.append(
            CellSummary(
                labels=tuple(factor.levels[int(code)] for factor, code in zip(own, codes, strict=True)),
                n=len(raw),
                mean=float(raw.mean()),
                deviation=float(raw.std(ddof=1)) if len(raw) > 1 else None,
                median=float(np.median(raw)),
                centre=unscaled(float(at_scale.mean()), response),
                scaled_deviation=float(at_scale.std(ddof=1)) if len(raw) > 1 else None,
            )
        )
    return tuple(found)

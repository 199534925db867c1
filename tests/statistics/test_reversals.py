"""How often a pair is named as reversed when it is not, and how often when it is.

Two processes of each cell have windows. What collections cost differs from process to process (log-normal): 400
studies a case.
"""

import math
import random
from collections.abc import Sequence

import pytest
from scipy.stats import binom

from tests.unit.test_analysis_usage import CELL, OTHER, batch, findings, window
from wirelab.analysis.usage import used
from wirelab.model.cell import Cell
from wirelab.model.measurement import Window
from wirelab.model.usage import Costing

STUDIES = 400


def windows(cell: Cell, factor: float, scatter: float, source: random.Random) -> Sequence[Window]:
    """Of two processes, whose means are `factor` times their medians but for the scatter."""
    factors = [factor * math.exp(source.gauss(0, scatter)) for _ in range(2)]
    return [window(batch(round(1000 * each), round(100 * each)), cell=cell) for each in factors]


def share_named(ratio: float, true_ratio: float, scatter: float) -> float:
    """Share of studies that name a pair with this ratio of medians, and of means, as reversed by means."""
    source = random.Random(f"{ratio} {true_ratio} {scatter}")
    named = 0
    for _ in range(STUDIES):
        seen = [
            *windows(CELL, 1.2 * true_ratio / ratio, scatter, source),
            *windows(OTHER, 1.2, scatter, source),
        ]
        named += any(each.by is Costing.MEAN for each in used(findings(ratio), seen, {}).forecast.reversals)
    return named / STUDIES


@pytest.mark.parametrize("ratio", [0.97, 0.9])
@pytest.mark.parametrize("scatter", [0.01, 0.1, 0.3])
def test_a_pair_whose_means_are_equal_is_rarely_named(ratio: float, scatter: float) -> None:
    assert share_named(ratio, 1.0, scatter) <= binom.ppf(0.999, STUDIES, 0.025) / STUDIES


def test_a_large_reversal_is_found() -> None:
    assert share_named(0.9, 1.5, 0.03) > 0.95

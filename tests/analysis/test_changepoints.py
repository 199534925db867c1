"""Changepoints against a plain search over all segmentations, and against planted ones."""

import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.analysis.audit.changepoints import PENALTY, SHORTEST, changepoints

FLOOR = 1e-3
RECORDED = json.loads((Path(__file__).parents[1] / "certification" / "recorded_ruptures.json").read_text())


def cost(values: list[float]) -> float:
    variance = float(np.var(values))
    fitted = max(variance, FLOOR**2)
    return len(values) * (math.log(fitted) + variance / fitted)


def total(values: list[float], changes: tuple[int, ...], penalty: float) -> float:
    bounds = [0, *changes, len(values)]
    segments = [values[low:high] for low, high in pairwise(bounds)]
    return sum(map(cost, segments)) + penalty * math.log(len(values)) * len(changes)


def least(values: list[float], penalty: float) -> float:
    """Cost of the best segmentation: optimal partitioning without pruning."""
    n, price = len(values), penalty * math.log(len(values))
    best = [-price] + [math.inf] * n
    for t in range(SHORTEST, n + 1):
        best[t] = min(best[s] + cost(values[s:t]) + price for s in range(t - SHORTEST + 1))
    return best[n]


@pytest.mark.long
@given(
    st.lists(
        st.tuples(st.integers(2, 12), st.floats(-1, 1), st.sampled_from([0.0, 0.002, 0.05])), min_size=1, max_size=5
    ),
    st.integers(0, 2**32),
    st.sampled_from([1.0, 3.0, PENALTY]),
)
def test_no_segmentation_is_cheaper(segments, seed, penalty):
    random = np.random.default_rng(seed)
    values = np.concatenate([level + spread * random.standard_normal(length) for length, level, spread in segments])
    if len(values) < 2 * SHORTEST:
        assert changepoints(values, floor=FLOOR, penalty=penalty) == ()
        return
    found = changepoints(values, floor=FLOOR, penalty=penalty)
    assert total(values.tolist(), found, penalty) == pytest.approx(least(values.tolist(), penalty), abs=1e-6)


@pytest.mark.parametrize("case", RECORDED["cases"])
def test_it_agrees_with_ruptures(case):
    found = changepoints(np.array(case["values"]), floor=RECORDED["floor"], penalty=case["penalty"])
    assert list(found) == case["changes"]


@given(st.floats(-5, 5), st.floats(0.5, 3), st.integers(0, 2**32))
def test_changes_move_with_the_values_and_keep_their_places(offset, stretch, seed):
    values = np.random.default_rng(seed).normal(0, 0.05, 60)
    values[40:] += 1
    assert changepoints(offset + stretch * values, floor=FLOOR * stretch) == changepoints(values, floor=FLOOR) == (40,)


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 3.0], [7.0] * 50])
def test_nothing_changes_in_short_or_constant_series(values):
    assert changepoints(np.array(values), floor=FLOOR) == ()

"""Whether groups of residuals vary equally: Brown-Forsythe and Levene, at the level they state. Pure.

Their F distribution takes deviations as independent. Residuals are not: two of one combination are equally far from
their mean, an odd number has one that is its own median, and blocks make all of a block alike. With 2 observations per
combination of 3 by 4 levels the F test raises false alarms in 29 % of designs, with 3 or 5 per level of one factor in
none. So the statistic is compared with those of normal errors that went through the same model: exact for normal errors
whatever the design (docs/decisions/0023-analysis-with-holes.md).
"""

import hashlib
import math
from dataclasses import dataclass
from functools import partial

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova.least_squares import CombinationTable, Fit, without_block

ENOUGH_FOR_VARIANCES = 8  # observations per group
_FEWEST_IN_GROUP = 3  # two residuals are equally far from their median: they say nothing of a group's spread
_UNEQUAL, _UNEQUAL_IN_FEW = 0.05, 0.01
MOST_DRAWS, FINER, _MOST_VALUES = 2_000, 20, 4_000_000
"""The most draws; how many times as many are made for a p value that no draw reached; the most values of all draws."""
_MOST_OBSERVATIONS = 20_000  # beyond, the dependence of residuals hardly matters
_SAME = 1e-9  # statistics and mean distances that differ by less are the same but for rounding


@dataclass(frozen=True, slots=True)
class GroupTest:
    """A test's statistic and p value; `draws` is the number of simulations that p was found by; 0: a distribution."""

    statistic: float
    p: float
    draws: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """The residuals of a model."""

    residuals: NDArray[np.float64]  # shape (n,)
    of_normal: NDArray[np.float64]
    """Shape (draws, n), its residuals of standard normal errors; no draws where there are so many observations
    that F will do."""


def scatter_of(model: Fit, most_draws: int = MOST_DRAWS) -> Scatter:
    """A model's residuals, and those of normal errors under it: of at most so many draws."""
    table = model.table
    count = table.observations
    draws = 0 if count > _MOST_OBSERVATIONS else min(most_draws, _MOST_VALUES // count)
    places, seed = _drawing_order(table)
    found = np.empty((draws, count))
    found[:, places] = np.random.default_rng(seed).standard_normal((draws, count))
    if not draws:
        return Scatter(model.residuals(), found)
    order = np.argsort(table.member, kind="stable")
    ends = np.concatenate([[0], np.cumsum(table.n).astype(np.intp)[:-1]])
    means = (np.add.reduceat(found[:, order], ends, axis=1) / table.n).T
    centred = without_block(table, means)
    root = np.sqrt(table.n)[:, None]
    expected = means - centred + model.q @ (model.q.T @ (root * centred)) / root
    return Scatter(model.residuals(), found - expected[table.member].T)


def _drawing_order(table: CombinationTable) -> tuple[NDArray[np.intp], int]:
    """Which observation gets which draw, and the seed: by labels of combinations, whatever the order of the rows.

    Draws of one combination are exchangeable, so their order within it does not matter.
    """
    names = sorted(range(len(table.factors)), key=lambda index: table.factors[index].name)
    labels = [
        [f"{table.factors[at].name}={table.factors[at].levels[row[at]]}" for at in names]
        for row in table.levels.tolist()
    ]
    # Blocks have no names here; the sums of their means distinguish them, whatever the order of rows.
    level = [float(table.means[table.block == block].sum()) for block in range(table.blocks)]
    rank = np.argsort(np.argsort(level, kind="stable"), kind="stable")[table.block].tolist()
    order = sorted(range(len(labels)), key=lambda at: (labels[at], rank[at]))
    design = repr([(labels[at], rank[at], int(table.n[at])) for at in order])
    places = np.empty(len(order), np.intp)
    places[order] = np.arange(len(order))
    seed = int.from_bytes(hashlib.sha256(design.encode()).digest()[:8], "big")
    return np.argsort(places[table.member], kind="stable"), seed


def brown_forsythe(scatter: Scatter, member: NDArray[np.intp]) -> GroupTest | None:
    """Whether groups vary equally, by distances from their medians (Brown and Forsythe 1974).

    `member`, shape (n,), is the group of each residual; -1: none. None with fewer than two groups of at least three.
    """
    return _levene(scatter, member, partial(np.median, axis=1, keepdims=True))


def levene(scatter: Scatter, member: NDArray[np.intp]) -> GroupTest | None:
    """The same by distances from means (Levene 1960)."""
    return _levene(scatter, member, partial(np.mean, axis=1, keepdims=True))


def unequal_below(member: NDArray[np.intp]) -> float:
    """P value of a test of variances below which they count as unequal.

    Stricter where a group has few observations: there, methods that do without equal variances find a quarter to three
    fifths of the differences that Tukey's test finds (docs/decisions/0013-unequal-variances.md). `member`, shape (n,),
    is the group of each observation; -1: none.
    """
    return _UNEQUAL if fewest_in_group(member) >= ENOUGH_FOR_VARIANCES else _UNEQUAL_IN_FEW


def fewest_in_group(member: NDArray[np.intp]) -> int:
    """Observations of the smallest group."""
    return int(np.bincount(member[member >= 0]).min())


def _levene(scatter: Scatter, member: NDArray[np.intp], centre: "partial[NDArray[np.float64]]") -> GroupTest | None:
    groups = [np.flatnonzero(member == group) for group in range(int(member.max(initial=-1)) + 1)]
    groups = [group for group in groups if len(group) >= _FEWEST_IN_GROUP]
    if len(groups) < 2:
        return None
    found = float(_statistic(scatter.residuals[None, :], groups, centre)[0])
    if math.isnan(found):  # distances that are all the same say nothing
        return GroupTest(0.0, 1.0)
    if not len(scatter.of_normal):
        within = sum(map(len, groups)) - len(groups)
        return GroupTest(found, float(scipy.special.fdtrc(len(groups) - 1, within, found)))
    reached = np.count_nonzero(_statistic(scatter.of_normal, groups, centre) >= found * (1 - _SAME))
    return GroupTest(found, (1 + int(reached)) / (1 + len(scatter.of_normal)), len(scatter.of_normal))


def _statistic(
    residuals: NDArray[np.float64], groups: list[NDArray[np.intp]], centre: "partial[NDArray[np.float64]]"
) -> NDArray[np.float64]:
    """F of the distances of residuals, shape (m, n), from the centre of their groups: shape (m,)."""
    sizes = np.array([len(group) for group in groups])
    means = np.empty((len(residuals), len(groups)))
    within = np.zeros(len(residuals))
    for at, group in enumerate(groups):
        own = residuals[:, group]
        distances = np.abs(own - centre(own))
        means[:, at] = distances.mean(axis=1)
        within += ((distances - means[:, [at]]) ** 2).sum(axis=1)
    between = ((means - (means @ sizes / sizes.sum())[:, None]) ** 2) @ sizes
    between[between <= _SAME**2 * (means**2 @ sizes)] = 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        f: NDArray[np.float64] = (between / (len(groups) - 1)) / (within / (sizes.sum() - len(groups)))
    return f

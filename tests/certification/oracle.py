"""Random designs, and the engine's results for each: the same quantities that `oracle.R` takes from R.

Designs come from a seed by arithmetic that no library version changes, so that recorded values stay comparable.
"""

import csv
import io
import random
from dataclasses import dataclass
from itertools import combinations, product
from statistics import NormalDist

import numpy as np

from wirelab.anova.adjusted_means import adjusted_means
from wirelab.anova.checks.box_cox import box_cox_profile
from wirelab.anova.checks.descriptives import cell_summaries
from wirelab.anova.checks.equal_variances import Scatter, brown_forsythe, levene
from wirelab.anova.checks.influence import outlier_p, residuals_of
from wirelab.anova.compare_levels import compact_letters
from wirelab.anova.least_squares import gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.pairwise import tukey, welch_holm
from wirelab.anova.result import ScaledResponse, SumsOfSquares, Transform
from wirelab.anova.variance_table import EstimableModel, anova_table, estimable_model, welch_test

DESIGNS = 220
POWERS_FROM_ONE = (0, 10, 20, 40)  # places of -2, -1, 0 and 2 on the profile's grid; 30 is 1
Quantities = dict[str, list[float]]


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A random design.

    Attributes:
        number: its seed.
        observations: with one to three factors `a`, `b`, `c`, and a block `block` in some.
    """

    number: int
    observations: Observations


def design(number: int) -> Design:
    """A design of one to three factors, with or without a block, balanced or not; every combination is observed."""
    chance = random.Random(number)
    factors = 1 + number % 3
    blocked = number % 4 == 3
    balanced = number % 5 < 2
    sizes = [2 + int(chance.random() * (4 if factors == 1 else 2)) for _ in range(factors)]
    fewest, most = (3, 9) if factors == 1 else (2, 4)
    repeats = fewest + int(chance.random() * (most - fewest + 1))
    effects = [[normal(chance) for _ in range(size)] for size in sizes]
    scales = [0.3 + chance.random() for _ in range(sizes[0])]
    drift = [normal(chance) for _ in range(most + 1)]
    lines = []
    for codes in product(*map(range, sizes)):
        shift = normal(chance) * (chance.random() < 0.5)
        for repeat in range(repeats if balanced else fewest + int(chance.random() * (most - fewest + 1))):
            value = 10 + sum(effect[code] for effect, code in zip(effects, codes, strict=True)) + shift
            value += scales[codes[0]] * normal(chance) + drift[repeat] * blocked
            lines.append((round(value, 6), codes, repeat))
    chance.shuffle(lines)
    observed = tuple(
        Factor.of("abc"[index], [f"{'abc'[index]}{codes[index]}" for _, codes, _ in lines]) for index in range(factors)
    )
    block = Factor.of("block", [f"r{repeat}" for _, _, repeat in lines]) if blocked else None
    return Design(number, Observations("y", np.array([value for value, _, _ in lines]), observed, block))


def normal(chance: random.Random) -> float:
    """A standard normal value."""
    return NormalDist().inv_cdf(chance.random() * 0.999998 + 1e-6)


def as_csv(designs: list[Design]) -> str:
    """All designs as one long table for R; a factor that a design does not have is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("design", "y", "a", "b", "c", "block"))
    for one in designs:
        observed = one.observations
        columns = {factor.name: factor for factor in observed.factors}
        if observed.block is not None:
            columns["block"] = observed.block
        for row, value in enumerate(observed.values.tolist()):
            labels = (
                columns[name].levels[columns[name].codes[row]] if name in columns else ""
                for name in ("a", "b", "c", "block")
            )
            writer.writerow((one.number, repr(value), *labels))
    return out.getvalue()


def quantities(one: Design) -> Quantities:
    """The engine's results for a design."""
    observed = one.observations
    table = gather(observed)
    block = observed.block.name if observed.block else None
    model = estimable_model(table, len(observed.factors), response="y", block=block)
    assert model.order == len(observed.factors)
    found: Quantities = {}
    for sums in SumsOfSquares:
        rows = anova_table(model.fit, sums, block=block, alpha=0.05).rows[:-1]
        found[f"sums {sums}"] = [row.sum_of_squares for row in rows]
        found[f"p {sums}"] = [row.p for row in rows if row.p is not None]
    found |= _adjusted(model)
    if one.number % 10 == 5 and one.number % 1000 < 60:  # a few: they are many numbers
        found |= _of_observations(observed, model, block)
    if one.number % 10 == 0:
        profile = box_cox_profile(model.fit, observed.values, 0.95)
        assert profile is not None
        found["box-cox"] = [float(profile.log_likelihoods[at] - profile.log_likelihoods[30]) for at in POWERS_FROM_ONE]
    if len(observed.factors) == 1 and block is None:
        found |= _one_factor(observed, model)
    return found


def _of_observations(observed: Observations, model: EstimableModel, block: str | None) -> Quantities:
    """How well the model fits, each observation's part in that, and the cells as they were observed."""
    table = anova_table(model.fit, SumsOfSquares.SEQUENTIAL, block=block, alpha=0.05)
    assert table.predicted is not None
    residuals = residuals_of(model.fit)
    cells = cell_summaries(observed, ScaledResponse("y", Transform.LN))
    return {
        "fit": [table.s, table.r_squared, table.adjusted, table.predicted],
        "leverages": residuals.leverages.tolist(),
        "studentized": residuals.studentized.tolist(),
        "deleted": residuals.deleted.tolist(),
        "cook": residuals.distances.tolist(),
        "outlier": [float(outlier_p(residuals, model.fit.error_freedom).min())],
        "cells": [
            value for cell in cells for value in (cell.n, cell.mean, cell.deviation or 0.0, cell.median, cell.centre)
        ],
    }


def _adjusted(model: EstimableModel) -> Quantities:
    """Adjusted means of factor a and their comparisons, by the order of labels."""
    means = adjusted_means(model.fit, (0,))
    order = sorted(range(len(means.labels)), key=lambda index: means.labels[index])
    tests = tukey(model.fit, means.rows[order], 0.05)
    return {
        "means": means.means[order].tolist(),
        "errors": means.errors[order].tolist(),
        "differences": tests.differences.tolist(),
        "halves": ((tests.high - tests.low) / 2).tolist(),
        "tukey": tests.p.tolist(),
    }


def _one_factor(observed: Observations, model: EstimableModel) -> Quantities:
    welch = welch_test(model.fit.table)
    codes = observed.factors[0].codes
    residuals = model.fit.residuals()
    by_f = Scatter(residuals, np.empty((0, len(residuals))))  # R takes p from F, as we do where there are many
    median, mean = (test(by_f, codes) for test in (brown_forsythe, levene))
    assert welch is not None
    assert median is not None
    assert mean is not None
    means = adjusted_means(model.fit, (0,))
    order = sorted(range(len(means.labels)), key=lambda index: means.labels[index])
    return {
        "welch": [welch.f, welch.error_freedom, welch.p],
        "brown-forsythe": [median.statistic, median.p],
        "levene": [mean.statistic, mean.p],
        "welch-holm": welch_holm(model.fit, means.rows[order], 0.05).p.tolist(),
    }


def shared_letters(tukey_p: list[float], levels: int) -> set[frozenset[int]]:
    """The levels under each letter, from p values of all pairs."""
    pairs = combinations(range(levels), 2)
    different = [pair for pair, p in zip(pairs, tukey_p, strict=True) if p < 0.05]
    letters = compact_letters(levels, different)
    return {frozenset(i for i, own in enumerate(letters) if letter in own) for letter in set("".join(letters))}

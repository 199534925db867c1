"""All pairs of means at once: adjusted p values and limits for each method. Pure.

Pairs are (i, j), i < j, in the order of `itertools.combinations`; a difference is level i minus level j.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.least_squares import Fit, variances, weights_of_combinations
from wirelab.analysis.studentized_range import studentized_range_isf, studentized_range_sf


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """What a method makes of all pairs.

    Attributes:
        differences: shape (m,), first minus second; nan where the pair cannot be compared.
        halves: shape (m,), half-widths of the simultaneous intervals; inf where nothing can be said.
        p: shape (m,), adjusted for all pairs.
    """

    differences: NDArray[np.float64]
    halves: NDArray[np.float64]
    p: NDArray[np.float64]


def pair_indexes(groups: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """First and second index of each pair."""
    first, second = np.triu_indices(groups, 1)
    return first, second


def tukey(model: Fit, rows: NDArray[np.float64], alpha: float) -> PairTests:
    """Tukey's honestly significant differences, Tukey-Kramer where numbers differ (Kramer 1956).

    Args:
        model: whose error is common to all levels.
        rows: shape (k, p), each level's mean as a combination of the coefficients.
        alpha: family error.
    """
    differences, free = _contrasts(model, rows)
    errors = np.sqrt(model.mean_square * (free**2).sum(axis=0))
    groups, freedom = len(rows), float(model.error_freedom)
    p = studentized_range_sf(np.sqrt(2) * _quotient(differences, errors), groups, freedom)
    halves = studentized_range_isf(alpha, groups, freedom)[0] / np.sqrt(2) * errors
    return PairTests(differences, halves, p)


def games_howell(model: Fit, rows: NDArray[np.float64], alpha: float) -> PairTests:
    """Games and Howell (1976): each combination of levels has a variance of its own.

    The difference of two adjusted means is a weighted sum of means of combinations, so its variance is the weighted
    sum of their variances, with Satterthwaite's degrees of freedom; for one factor this is Games and Howell's test
    itself.
    """
    differences, errors, freedom = _separate(model, rows)
    p = studentized_range_sf(np.sqrt(2) * _quotient(differences, errors), len(rows), freedom)
    halves = studentized_range_isf(alpha, len(rows), freedom) / np.sqrt(2) * errors
    return PairTests(differences, halves, p)


def welch_holm(model: Fit, rows: NDArray[np.float64], alpha: float) -> PairTests:
    """Welch's t for each pair, p by Holm (1979), limits by Bonferroni (Holm gives none)."""
    from scipy.special import stdtr, stdtrit

    differences, errors, freedom = _separate(model, rows)
    p = 2 * stdtr(freedom, -_quotient(differences, errors))
    return PairTests(differences, stdtrit(freedom, 1 - alpha / 2 / len(p)) * errors, holm(p))


def paired_holm(differences: NDArray[np.float64], alpha: float, least: float = 0.0) -> PairTests:
    """Paired t within blocks for each pair, p by Holm, limits by Bonferroni.

    Args:
        differences: shape (blocks, m); nan where a block cannot compare the pair.
        alpha: family error.
        least: what the variance of a difference is taken for at least.
    """
    from scipy.special import stdtr, stdtrit

    n, means, errors = _paired(differences, least)
    freedom = np.maximum(n - 1, 1)
    known = n >= 2
    p = np.where(known, 2 * stdtr(freedom, -_quotient(means, errors)), 1.0)
    halves = np.where(known, stdtrit(freedom, 1 - alpha / 2 / len(p)) * errors, np.inf)
    return PairTests(means, halves, holm(p))


def max_t(levels: NDArray[np.float64], alpha: float, least: float = 0.0, *, permutations: int, seed: int) -> PairTests:
    """Largest paired t over all pairs, by permuting labels within blocks (Westfall and Young 1993, single step).

    Where all levels are alike, their labels are exchangeable within a block, whatever its distribution; p is the share
    of permutations (the observed labelling counted) whose largest |t| reaches a pair's own, and limits are the 1 -
    alpha quantile of that largest |t| standard errors wide.

    Args:
        levels: shape (blocks, k), each level's mean in each block, complete.
        alpha: family error.
        least: what the variance of a difference is taken for at least.
        permutations: drawn at random.
        seed: of the draws.
    """
    blocks, groups = levels.shape
    first, second = pair_indexes(groups)
    _, means, errors = _paired(levels[:, first] - levels[:, second], least)
    observed = _quotient(means, errors)
    generator = np.random.default_rng(seed)
    at_once = max(1, 4_000_000 // (blocks * len(first)))
    largest = [observed.max(keepdims=True)]
    for start in range(0, permutations, at_once):
        shape = (min(at_once, permutations - start), blocks, groups)
        shuffled = generator.permuted(np.broadcast_to(levels, shape), axis=2)
        drawn = shuffled[:, :, first] - shuffled[:, :, second]
        spread = np.sqrt(np.maximum(drawn.var(axis=1, ddof=1), least) / blocks)
        largest.append(_quotient(drawn.mean(axis=1), spread).max(axis=1))
    reached = np.sort(np.concatenate(largest))
    # A tie that rounding broke is a tie.
    p = 1 - np.searchsorted(reached, observed * (1 - 1e-12), side="left") / len(reached)
    quantile = reached[int(np.ceil((1 - alpha) * len(reached))) - 1]
    return PairTests(means, quantile * errors, p)


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm's step-down adjustment of p values, shape (m,)."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return adjusted


def block_differences(
    model: Fit, term: tuple[int, ...], codes: NDArray[np.intp], taken: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Each block's difference of each pair of levels, shape (blocks, m); nan where the block lacks one of them.

    A block's difference is the mean over the combinations of the other factors that it observed with both levels, so
    what differs between blocks, or between those combinations, cancels.

    Args:
        model: of which the table is used.
        term: the factors whose levels are compared.
        codes: shape (k, factors of the term).
        taken: shape (c,), the combinations that take part.
    """
    table = model.table
    level_of = {tuple(row): index for index, row in enumerate(codes.tolist())}
    others = [index for index in range(len(table.factors)) if index not in term]
    by_block: dict[int, dict[tuple[int, ...], dict[int, float]]] = {}
    for at in np.flatnonzero(taken).tolist():
        row = table.levels[at].tolist()
        context = tuple(row[index] for index in others)
        seen = by_block.setdefault(int(table.block[at]), {}).setdefault(context, {})
        seen[level_of[tuple(row[index] for index in term)]] = float(table.means[at])
    found = np.full((len(by_block), len(codes) * (len(codes) - 1) // 2), np.nan)
    for line, contexts in enumerate(by_block.values()):
        for pair, (first, second) in enumerate(combinations(range(len(codes)), 2)):
            both = [seen[first] - seen[second] for seen in contexts.values() if first in seen and second in seen]
            if both:
                found[line, pair] = np.mean(both)
    return found


def levels_of_differences(differences: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
    """Each level's mean in each complete block, up to a constant of the block: shape (complete blocks, k)."""
    complete = differences[~np.isnan(differences).any(axis=1)]
    # The first k - 1 pairs are the first level minus each other.
    return np.column_stack([np.zeros(len(complete)), -complete[:, : groups - 1]])


def can_separate(model: Fit) -> bool:
    """Whether each combination has at least two observations, so that a variance of its own can be estimated."""
    return bool(model.table.n.min() >= 2)


def _contrasts(model: Fit, rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Differences of all pairs, shape (m,), and their combinations of the model's effects, shape (p, m)."""
    first, second = pair_indexes(len(rows))
    free = np.asarray(np.linalg.solve(model.r.T, (rows[first] - rows[second]).T), np.float64)
    return model.effects @ free, free


def _separate(
    model: Fit, rows: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Differences, standard errors and degrees of freedom, shape (m,) each, with a variance for each combination."""
    table = model.table
    first, second = pair_indexes(len(rows))
    weights = weights_of_combinations(model, rows[first] - rows[second])
    shares = weights**2 * (variances(table) / table.n)
    total = shares.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        freedom = total**2 / (shares**2 / (table.n - 1)).sum(axis=1)
    return weights @ table.means, np.sqrt(total), np.where(np.isfinite(freedom), freedom, 1.0)


def _paired(
    differences: NDArray[np.float64], least: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Blocks, mean and standard error of each pair, shape (m,) each."""
    known = ~np.isnan(differences)
    n = known.sum(axis=0).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(known, differences, 0).sum(axis=0) / n
        squares = np.where(known, (differences - means) ** 2, 0).sum(axis=0)
        errors = np.sqrt(np.maximum(squares / (n - 1), least) / n)
    return n, means, errors


def _quotient(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """|difference| / error; 0 for 0/0, inf for a difference without error."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nan_to_num(np.abs(differences) / errors, nan=0.0, posinf=np.inf)

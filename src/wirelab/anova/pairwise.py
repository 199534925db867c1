"""All pairs of means at once: adjusted p values and limits for each method. Pure.

Pairs are (i, j), i < j, in the order of `itertools.combinations`; a difference is level i minus level j. Methods that
step down find more than limits for all pairs at once can show. Where they do, the limit nearest to 0 is 0 itself: the
sign is known, and no more (docs/decisions/0023-analysis-with-holes.md). So 0 is between the limits where p is not
below alpha, and never where it is.
"""

from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova.adjusted_means import AdjustedMeans
from wirelab.anova.least_squares import Fit, variances, weights_of_combinations
from wirelab.anova.studentized_range import studentized_range_isf, studentized_range_sf

_FLIPS = 10_000  # of the signs of blocks
_AT_ONCE = 4_000_000  # t values held in memory together
_SAME = 1e-6  # t values that differ by less are the same but for rounding


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """A method's results for all pairs."""

    differences: NDArray[np.float64]  # shape (m,), first minus second; nan where the pair cannot be compared
    low: NDArray[np.float64]  # shape (m,), lower limits of the simultaneous intervals; -inf where nothing can be said
    high: NDArray[np.float64]  # shape (m,), upper limits; inf where nothing can be said
    p: NDArray[np.float64]  # shape (m,), adjusted for all pairs


def tukey(model: Fit, rows: NDArray[np.float64], alpha: float) -> PairTests:
    """Tukey's honestly significant differences, Tukey-Kramer where numbers differ (Kramer 1956).

    `rows`, shape (k, p), are the levels' means as combinations of the coefficients.
    """
    first, second = np.triu_indices(len(rows), 1)
    free = np.linalg.solve(model.r.T, (rows[first] - rows[second]).T)
    differences = model.effects @ free
    errors = np.sqrt(model.mean_square * (free**2).sum(axis=0))
    groups, freedom = len(rows), float(model.error_freedom)
    p = studentized_range_sf(np.sqrt(2) * _quotient(differences, errors), groups, freedom)
    halves = studentized_range_isf(alpha, groups, freedom)[0] / np.sqrt(2) * errors
    return PairTests(differences, differences - halves, differences + halves, p)


def games_howell(model: Fit, rows: NDArray[np.float64], alpha: float) -> PairTests:
    """Games and Howell (1976): each combination of levels has a variance of its own.

    The difference of two adjusted means is a weighted sum of means of combinations, so its variance is the weighted
    sum of their variances, with Satterthwaite's degrees of freedom; for one factor this is Games and Howell's test
    itself.
    """
    differences, errors, freedom = _separate(model, rows)
    p = studentized_range_sf(np.sqrt(2) * _quotient(differences, errors), len(rows), freedom)
    halves = studentized_range_isf(alpha, len(rows), freedom) / np.sqrt(2) * errors
    return PairTests(differences, differences - halves, differences + halves, p)


def welch_holm(model: Fit, rows: NDArray[np.float64], alpha: float) -> PairTests:
    """Welch's t for each pair, stepping down (Holm 1979)."""
    return _by_t(*_separate(model, rows), alpha)


def paired_holm(differences: NDArray[np.float64], alpha: float, least: float = 0.0) -> PairTests:
    """Paired t within blocks for each pair, stepping down (Holm 1979).

    `differences`, shape (blocks, m), are nan where a block cannot compare the pair; their variance counts as at least
    `least`.
    """
    n, means, errors = over_blocks(differences, least)
    return _by_t(means, errors, np.maximum(n - 1, 1), alpha)


def _by_t(
    differences: NDArray[np.float64], errors: NDArray[np.float64], freedom: NDArray[np.float64], alpha: float
) -> PairTests:
    p = 2 * scipy.special.stdtr(freedom, -_quotient(differences, errors))
    return _stepping_down(differences, scipy.special.stdtrit(freedom, 1 - alpha / 2 / len(p)) * errors, holm(p), alpha)


def max_t(differences: NDArray[np.float64], alpha: float, least: float = 0.0) -> PairTests:
    """Largest paired t over all pairs under flips of the blocks' signs, stepping down (Westfall and Young 1993).

    Where two levels are alike, their difference in a block is as likely as its opposite, however much either scatters.
    All differences of a block change sign together, so their common part stays. A pair's p is the share of flips
    (the observed signs counted) in which the largest |t| of those pairs that are not more significant reaches its own.
    Limits are as many standard errors wide as the largest |t| of all pairs exceeds in a share alpha of flips of the
    differences less their means: flips of levels that are far apart would say nothing of their scatter.

    `differences`, shape (blocks, m), are nan where a block cannot compare the pair; pairs with fewer than
    `fewest_blocks` cannot be distinguished. Their variance counts as at least `least`. 10,000 flips are drawn,
    always the same ones, unless there are no more than that.
    """
    n, means, errors = over_blocks(differences, least)
    told = np.flatnonzero(n >= fewest_blocks(alpha))
    p, halves = np.ones(len(n)), np.full(len(n), np.inf)
    if len(told):
        observed = _quotient(means, errors)[told]
        order = told[np.argsort(-observed, kind="stable")]
        signs = _signs(len(differences))
        blocks = np.lexsort(differences[:, order].T)  # so that the order of rows does not decide which signs flip
        own, centred = differences[blocks][:, order], (differences - means)[blocks][:, order]
        reached, largest, unflipped = np.zeros(len(order)), [], None
        for some in np.array_split(signs, 1 + len(signs) * len(order) // _AT_ONCE):
            behind = _behind(own, least, some)
            unflipped = behind[0] if unflipped is None else unflipped  # `observed` is rounded in another way
            reached += (behind >= unflipped * (1 - _SAME)).sum(axis=0)
            largest.append(_behind(centred, least, some)[:, 0])
        p[order] = np.maximum.accumulate(reached / len(signs))
        halves[told] = np.sort(np.concatenate(largest))[int(np.floor((1 - alpha) * len(signs)))] * errors[told]
    return _stepping_down(means, halves, p, alpha)


def fewest_blocks(alpha: float) -> int:
    """The fewest blocks whose signs can be flipped in so many ways that a p value can be below `alpha`."""
    return int(np.floor(1 - np.log2(alpha))) + 1


def _signs(blocks: int) -> NDArray[np.float64]:
    """Signs of blocks, shape (flips, blocks), the observed ones first; where these are few, all but their opposites."""
    if 2 ** (blocks - 1) <= _FLIPS:
        bits = np.arange(2 ** (blocks - 1))[:, None] >> np.arange(blocks) & 1
        return np.where(bits, -1.0, 1.0)
    drawn = np.random.default_rng(1).integers(0, 2, (_FLIPS, blocks))
    return np.vstack([np.ones(blocks), np.where(drawn, -1.0, 1.0)])


def _behind(differences: NDArray[np.float64], least: float, signs: NDArray[np.float64]) -> NDArray[np.float64]:
    """In each flip the largest |t| of each pair and those behind it, shape (flips, m)."""
    known = ~np.isnan(differences)
    n, values = known.sum(axis=0), np.where(known, differences, 0.0)
    means = signs @ values / n
    errors = np.sqrt(np.maximum(((values**2).sum(axis=0) - n * means**2) / (n - 1), least) / n)
    largest: NDArray[np.float64] = np.maximum.accumulate(_quotient(means, errors)[:, ::-1], axis=1)[:, ::-1]
    return largest


def _stepping_down(
    differences: NDArray[np.float64], halves: NDArray[np.float64], p: NDArray[np.float64], alpha: float
) -> PairTests:
    """Limits for all pairs at once, up to 0 where stepping down finds a difference, and with 0 where it does not."""
    low, high = (np.where(np.isinf(halves), way * np.inf, differences + way * halves) for way in (-1, 1))
    found = p < alpha
    low = np.where(found & (differences > 0), np.maximum(low, 0.0), np.where(found, low, np.minimum(low, 0.0)))
    high = np.where(found & (differences < 0), np.minimum(high, 0.0), np.where(found, high, np.maximum(high, 0.0)))
    return PairTests(differences, low, high, p)


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm's step-down adjustment of p values, shape (m,)."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return adjusted


def block_differences(model: Fit, term: tuple[int, ...], means: AdjustedMeans) -> NDArray[np.float64]:
    """Each block's difference of each pair of levels, shape (blocks, m); nan where the block lacks one of them.

    A block's difference is the mean over the combinations of the other factors that it observed with both levels, so
    any difference between blocks, or between those combinations, cancels. A level that others are nested in is the mean
    of these, and a block that lacks some of them lacks the level.
    """
    table, outer = model.table, model.table.crossing.outer
    nested = [index for index, others in enumerate(outer) if set(others) & set(term) and index not in term]
    around = table.crossing.whole(term).union(nested)
    others = [index for index in range(len(table.factors)) if index not in around]
    by_block: dict[int, dict[tuple[int, ...], dict[int, dict[tuple[int, ...], float]]]] = {}
    most: dict[tuple[tuple[int, ...], int], set[tuple[int, ...]]] = {}
    for at in np.flatnonzero(means.level >= 0).tolist():
        context, within = (tuple(table.levels[at, some].tolist()) for some in (others, nested))
        level = int(means.level[at])
        seen = by_block.setdefault(int(table.block[at]), {}).setdefault(context, {})
        seen.setdefault(level, {})[within] = float(table.means[at])
        most.setdefault((context, level), set()).add(within)
    pairs = list(combinations(range(len(means.labels)), 2))
    found = np.full((len(by_block), len(pairs)), np.nan)
    for line, contexts in enumerate(by_block.values()):
        whole = [
            {level: fmean(own.values()) for level, own in seen.items() if len(own) == len(most[context, level])}
            for context, seen in contexts.items()
        ]
        for pair, (first, second) in enumerate(pairs):
            both = [seen[first] - seen[second] for seen in whole if first in seen and second in seen]
            if both:
                found[line, pair] = np.mean(both)
    return found


def _separate(
    model: Fit, rows: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Differences, standard errors and degrees of freedom, shape (m,) each, with a variance for each combination."""
    first, second = np.triu_indices(len(rows), 1)
    weights = weights_of_combinations(model, rows[first] - rows[second])
    return weights @ model.table.means, *separate_errors(model, weights)


def separate_errors(model: Fit, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Standard errors of weighted sums of combination means, and their degrees of freedom (Satterthwaite).

    `weights` has shape (m, c); each combination has a variance of its own.
    """
    table = model.table
    shares = weights**2 * (variances(table) / table.n)
    total = shares.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = shares / total[:, None]  # their squares are doubles, whatever the unit
        freedom = 1 / (parts**2 / (table.n - 1)).sum(axis=1)
    return np.sqrt(total), np.where(np.isfinite(freedom), freedom, 1.0)


def over_blocks(
    differences: NDArray[np.float64], least: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Number of blocks, mean and standard error of each column, shape (m,) each; the error is inf below two blocks.

    `differences`, shape (blocks, m), of pairs or other values, are nan where a block has none; their variance counts
    as at least `least`.
    """
    known = ~np.isnan(differences)
    n = known.sum(axis=0).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(known, differences, 0).sum(axis=0) / n
        squares = np.where(known, (differences - means) ** 2, 0).sum(axis=0)
        errors = np.sqrt(np.maximum(squares / (n - 1), least) / n)
    return n, means, np.where(n > 1, errors, np.inf)


def _quotient(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """|difference| / error; 0 for 0/0, inf for a difference without error."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nan_to_num(np.abs(differences) / errors, nan=0.0, posinf=np.inf)

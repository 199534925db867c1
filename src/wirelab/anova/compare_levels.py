"""Levels compared with each other: which method, adjusted means, letters. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import scipy
from numpy.typing import NDArray

from wirelab.anova import pairwise
from wirelab.anova.adjusted_means import AdjustedMeans, adjusted_means
from wirelab.anova.checks.equal_variances import (
    ENOUGH_FOR_VARIANCES,
    Scatter,
    brown_forsythe,
    fewest_in_group,
    unequal_below,
)
from wirelab.anova.factors import Term
from wirelab.anova.least_squares import Fit, least_variance, weights_of_combinations, without_terms
from wirelab.anova.result import ComparisonMethod, Grouping, LevelComparison, LevelMean, Ratio, ScaledResponse
from wirelab.anova.scale import ratio_of, unscaled
from wirelab.anova.sentences import grouping_sentence, p_value
from wirelab.model.errors import DesignError

_ALPHABET = ascii_uppercase + ascii_lowercase


def compact_letters(groups: int, different: Collection[tuple[int, int]]) -> tuple[str, ...]:
    """Letters such that two groups share one exactly when they are not significantly different.

    Insert and absorb (Piepho 2004): begin with one letter that all share; for each significant pair, split every letter
    that both have, and drop a letter whose groups another letter has all. Letters are given in the order of groups, so
    A is at the first. `groups` are numbered in the order in which letters are wanted, the highest mean first;
    `different` are the pairs that differ significantly. Each group has its letters in alphabetic order: A to Z, a to z,
    then A2, B2 and so on.
    """
    columns = [frozenset(range(groups))]
    for first, second in sorted(different):
        split = [column - {one} for column in columns if {first, second} <= column for one in (first, second)]
        kept = [column for column in columns if not {first, second} <= column]
        columns = kept
        for column in split:
            if not any(column <= other for other in columns):
                columns = [other for other in columns if not other <= column]
                columns.append(column)
    columns.sort(key=sorted)
    return tuple(
        "".join(_letter(index) for index, column in enumerate(columns) if group in column) for group in range(groups)
    )


def _letter(index: int) -> str:
    again, place = divmod(index, len(_ALPHABET))
    return _ALPHABET[place] + (str(again + 1) if again else "")


GAMES_HOWELL_FROM = 8  # observations per level; its family error is 11 % at 3


@dataclass(frozen=True, slots=True)
class ComparisonRule:
    """How levels are to be compared."""

    method: ComparisonMethod | None  # the one asked for; None: chosen by the residuals
    alpha: float  # family error of a grouping
    block: str | None  # the block's name, or None


def compare_levels(
    model: Fit,
    scatter: Scatter,
    term: Term,
    rule: ComparisonRule,
    response: ScaledResponse,
    *,
    within: Sequence[tuple[int, int]] = (),
) -> Grouping | None:
    """Compare all levels of `term` with each other.

    `within` has (index of a factor, code of its level) pairs that are held fixed, for simple effects. None where the
    observations give the means of fewer than two levels.

    Raises:
        DesignError: the method asked for does not fit the design.
    """
    means = adjusted_means(model, term, dict(within))
    if len(means.labels) < 2:
        return None
    member = means.level[model.table.member]
    method, why = _choose(model, scatter, member, rule)
    tests = _test(model, term, means, method, rule)
    comparisons = tuple(_comparisons(means, tests, rule.alpha, response))
    pairs = zip(combinations(range(len(means.labels)), 2), comparisons, strict=True)
    letters = compact_letters(len(means.labels), [pair for pair, found in pairs if found.significant])
    ordered = tuple(_level_means(model, means, letters, method, 1 - rule.alpha, response))
    factors = model.table.factors
    names = tuple(factors[index].name for index in term)
    fixed = tuple((factors[index].name, factors[index].levels[code]) for index, code in within)
    grouping = Grouping(
        term=names,
        within=fixed,
        method=method,
        why=why,
        alpha=rule.alpha,
        means=ordered,
        unknown=means.unknown,
        comparisons=comparisons,
        sentence="",
    )
    return replace(grouping, sentence=grouping_sentence(grouping.name, ordered, comparisons, response))


def simple_effects(
    model: Fit, scatter: Scatter, interaction: Term, rule: ComparisonRule, response: ScaledResponse
) -> tuple[Grouping, ...]:
    """Each factor of an interaction within each combination of the levels of the interaction's other factors."""
    found = []
    for factor in interaction:
        others = [index for index in interaction if index != factor]
        for codes in np.ndindex(*(len(model.table.factors[index].levels) for index in others)):
            within = tuple(zip(others, codes, strict=True))
            found.append(compare_levels(model, scatter, (factor,), rule, response, within=within))
    return tuple(grouping for grouping in found if grouping is not None)


def _choose(
    model: Fit, scatter: Scatter, member: NDArray[np.intp], rule: ComparisonRule
) -> tuple[ComparisonMethod, str]:
    """The method, and why."""
    if rule.method is not None:
        _check_method(model, rule)
        return rule.method, f"{rule.method} was asked for"
    spread = brown_forsythe(scatter, member)
    if spread is None:
        return ComparisonMethod.TUKEY, "too few observations per level to compare variances, so they are taken as equal"
    said = f"Brown-Forsythe {p_value(spread.p)}"
    if spread.p >= unequal_below(member):
        fewest = fewest_in_group(member)
        limit = "" if fewest >= ENOUGH_FOR_VARIANCES else f", but a level has only {fewest} observations"
        return ComparisonMethod.TUKEY, f"the levels show no difference in variance ({said}){limit}"
    return _for_unequal(model, member, rule, said)


def _for_unequal(model: Fit, member: NDArray[np.intp], rule: ComparisonRule, said: str) -> tuple[ComparisonMethod, str]:
    differ = f"the variances of the levels differ ({said})"
    if rule.block is not None:
        return ComparisonMethod.PAIRED_HOLM, f"{differ}, so differences are taken within each {rule.block}"
    if model.table.n.min() < 2:
        why = f"{differ}, but the variance of a combination with one observation is unknown: treat the limits with care"
        return ComparisonMethod.TUKEY, why
    fewest = fewest_in_group(member)
    if fewest >= GAMES_HOWELL_FROM:
        return ComparisonMethod.GAMES_HOWELL, f"{differ}, and each has at least {GAMES_HOWELL_FROM} observations"
    return ComparisonMethod.WELCH_HOLM, f"{differ}, and one has only {fewest} observations"


def _check_method(model: Fit, rule: ComparisonRule) -> None:
    needs_block = rule.method in {ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T}
    part = "comparisons"
    if needs_block and rule.block is None:
        what = f"{rule.method} compares within blocks, and there are none"
        raise DesignError(part, what, remedy="name a block, or another method")
    if rule.method in {ComparisonMethod.GAMES_HOWELL, ComparisonMethod.WELCH_HOLM}:
        if rule.block is not None:
            remedy = f"use {ComparisonMethod.PAIRED_HOLM} or {ComparisonMethod.MAX_T}, or analyse without the block"
            raise DesignError(part, f"{rule.method} takes no blocks", remedy=remedy)
        if model.table.n.min() < 2:
            what = f"{rule.method} estimates a variance for each combination, and one has a single observation"
            raise DesignError(part, what, remedy="repeat measurements, or use tukey")


def _test(
    model: Fit, term: Term, means: AdjustedMeans, method: ComparisonMethod, rule: ComparisonRule
) -> pairwise.PairTests:
    match method:
        case ComparisonMethod.TUKEY:
            return pairwise.tukey(model, means.rows, rule.alpha)
        case ComparisonMethod.GAMES_HOWELL:
            return pairwise.games_howell(model, means.rows, rule.alpha)
        case ComparisonMethod.WELCH_HOLM:
            return pairwise.welch_holm(model, means.rows, rule.alpha)
    differences = pairwise.block_differences(model, term, means)
    least = 2 * least_variance(model.table)  # of a difference of two readings
    if method is ComparisonMethod.PAIRED_HOLM:
        return pairwise.paired_holm(differences, rule.alpha, least)
    needed, most = pairwise.fewest_blocks(rule.alpha), int((~np.isnan(differences)).sum(axis=0).max())
    if most < needed:
        what = f"max-t needs {needed} blocks with both levels of a pair, and {rule.block} has at most {most}"
        why = "it flips the signs of blocks, and fewer blocks have too few combinations of signs for a small p value"
        raise DesignError("comparisons", what, why=why, remedy=f"use {ComparisonMethod.PAIRED_HOLM}")
    return pairwise.max_t(differences, rule.alpha, least)


def _comparisons(
    means: AdjustedMeans, tests: pairwise.PairTests, alpha: float, response: ScaledResponse
) -> Iterator[LevelComparison]:
    """Each pair's comparison; of a pair that no block has, the model knows the difference, and no method its limits."""
    one, other = np.triu_indices(len(means.means), 1)
    adjusted = means.means[one] - means.means[other]
    differences = np.where(np.isnan(tests.differences), adjusted, tests.differences)
    found = np.column_stack([differences, tests.low, tests.high, tests.p]).tolist()
    for (first, second), (difference, low, high, p) in zip(combinations(means.labels, 2), found, strict=True):
        ratios = [ratio_of(limit, response) for limit in (difference, low, high)]
        ratio = None if None in ratios else Ratio(*(value for value in ratios if value is not None))
        yield LevelComparison(first, second, difference, low, high, p, ratio, p < alpha)


def _level_means(
    model: Fit,
    means: AdjustedMeans,
    letters: Sequence[str],
    method: ComparisonMethod,
    confidence: float,
    response: ScaledResponse,
) -> Iterator[LevelMean]:
    """Each level's mean with its own interval, from the error that the method uses."""
    table = model.table
    errors, freedom = means.errors, np.asarray(float(model.error_freedom))
    if method in {ComparisonMethod.GAMES_HOWELL, ComparisonMethod.WELCH_HOLM}:
        weights = weights_of_combinations(model, means.rows) + table.n / table.n.sum()
        errors, freedom = pairwise.separate_errors(model, weights)
    if method in {ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T}:
        errors, freedom = _errors_over_blocks(model, means)
    n = np.bincount(means.level[means.level >= 0], table.n[means.level >= 0], minlength=len(means.labels))
    halves = scipy.special.stdtrit(freedom, (1 + confidence) / 2) * errors
    for label, count, mean, half, letter in zip(means.labels, n, means.means, halves, letters, strict=True):
        limits = (float(mean), float(mean - half), float(mean + half))
        centre, low, high = (unscaled(limit, response) for limit in limits)
        yield LevelMean(label, int(count), *limits, centre, low, high, letter)


def _errors_over_blocks(model: Fit, means: AdjustedMeans) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each level's standard error from its own scatter over blocks, differences between blocks included.

    The model's effects of combinations are taken out first, because blocks may lack different ones.

    Methods that pair within blocks take no variances as equal, so neither does a level's error. A level seen in one
    block has an infinite error.
    """
    table, taken = model.table, means.level >= 0
    where = (table.block[taken], means.level[taken])
    sums, counts = (np.zeros((table.blocks, len(means.labels))) for _ in range(2))
    np.add.at(sums, where, without_terms(model)[taken])
    np.add.at(counts, where, 1)
    with np.errstate(invalid="ignore"):
        blocks, _, errors = pairwise.over_blocks(sums / counts, least_variance(table))
    return errors, np.maximum(blocks - 1, 1)

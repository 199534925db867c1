"""Levels held against each other: which method, adjusted means, letters. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.adjusted_means import AdjustedMeans, adjusted_means
from wirelab.anova.equal_variances import (
    ENOUGH_FOR_VARIANCES,
    Scatter,
    brown_forsythe,
    fewest_in_group,
    unequal_below,
)
from wirelab.anova.factors import Term
from wirelab.anova.least_squares import Fit, least_variance, variances, weights_of_combinations, without_terms
from wirelab.anova.letters import compact_letters
from wirelab.anova.pairwise import (
    PairTests,
    block_differences,
    can_separate,
    fewest_blocks,
    games_howell,
    max_t,
    paired_holm,
    tukey,
    welch_holm,
)
from wirelab.anova.result import ComparisonMethod, Grouping, LevelComparison, LevelMean, Ratio, ScaledResponse
from wirelab.anova.scale import ratio_of, unscaled
from wirelab.anova.sentences import grouping_sentence, p_value
from wirelab.model.errors import DesignError

GAMES_HOWELL_FROM = 8  # observations a level; its family error is 11 % at 3 (METHOD, the analysis)


@dataclass(frozen=True, slots=True)
class ComparisonRule:
    """How levels are to be compared.

    Attributes:
        method: the one asked for; None: by what the residuals say.
        alpha: family error of a grouping.
        block: the block's name, or None.
        flips: of the signs of blocks, for `max-t`.
        seed: of the flips.
    """

    method: ComparisonMethod | None
    alpha: float
    block: str | None
    flips: int
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class _Levels:
    """The levels of one grouping: adjusted means, and which level each observation has (-1: none of them)."""

    term: Term
    means: AdjustedMeans
    member: NDArray[np.intp]
    n: NDArray[np.intp]


def compare_levels(
    model: Fit,
    scatter: Scatter,
    term: Term,
    rule: ComparisonRule,
    response: ScaledResponse,
    *,
    within: Sequence[tuple[int, int]] = (),
) -> Grouping | None:
    """Hold all levels of `term` against each other.

    Args:
        model: the chosen one.
        scatter: of the model.
        term: indexes of the factors whose levels (combinations of levels) are compared.
        rule: how.
        response: for ratios and the response's own unit.
        within: (index of a factor, code of its level) pairs that are held fixed, for simple effects.

    Returns:
        None where there are no two levels of which the observations tell the means.

    Raises:
        DesignError: the method asked for does not fit the design.
    """
    levels = _levels(model, term, dict(within))
    if len(levels.means.labels) < 2:
        return None
    method, why = _choose(model, scatter, levels, rule)
    tests = _test(model, levels, method, rule)
    order = np.argsort(-levels.means.means, kind="stable")
    comparisons = _comparisons(levels, tests, order, rule.alpha, response)
    place = {levels.means.labels[index]: position for position, index in enumerate(order.tolist())}
    letters = compact_letters(
        len(order), [(place[pair.labels], place[pair.other]) for pair in comparisons if pair.significant]
    )
    means = _level_means(model, levels, method, 1 - rule.alpha, response)
    ordered = tuple(_lettered(means[index], letter) for index, letter in zip(order.tolist(), letters, strict=True))
    factors = model.table.factors
    names = tuple(factors[index].name for index in term)
    fixed = tuple((factors[index].name, factors[index].levels[code]) for index, code in within)
    return Grouping(
        term=names,
        within=fixed,
        method=method,
        why=why,
        alpha=rule.alpha,
        means=ordered,
        unknown=levels.means.unknown,
        comparisons=comparisons,
        sentence=grouping_sentence(names, fixed, ordered, comparisons, response),
    )


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


def _levels(model: Fit, term: Term, fixed: dict[int, int]) -> _Levels:
    whole = tuple(sorted({*term, *fixed}))
    means = adjusted_means(model, whole)
    kept = np.ones(len(means.codes), bool)
    for index, code in fixed.items():
        kept &= means.codes[:, whole.index(index)] == code
    own = [whole.index(index) for index in term]
    names = {whole.index(index): model.table.factors[index].levels[code] for index, code in fixed.items()}
    unknown = (label for label in means.unknown if all(label[at] == name for at, name in names.items()))
    chosen = AdjustedMeans(
        labels=tuple(_only(label, own) for label, keep in zip(means.labels, kept, strict=True) if keep),
        codes=means.codes[kept][:, own],
        rows=means.rows[kept],
        means=means.means[kept],
        errors=means.errors[kept],
        unknown=tuple(_only(label, own) for label in unknown),
    )
    level_of = {tuple(codes): index for index, codes in enumerate(chosen.codes.tolist())}
    table = model.table
    by_combination = np.array(
        [
            level_of.get(tuple(row[index] for index in term), -1)
            if all(row[index] == code for index, code in fixed.items())
            else -1
            for row in table.levels.tolist()
        ]
    )
    member = by_combination[table.member]
    return _Levels(term, chosen, member, np.bincount(member[member >= 0], minlength=len(chosen.labels)))


def _only(label: tuple[str, ...], places: Sequence[int]) -> tuple[str, ...]:
    return tuple(label[place] for place in places)


def _choose(model: Fit, scatter: Scatter, levels: _Levels, rule: ComparisonRule) -> tuple[ComparisonMethod, str]:
    """The method, and why."""
    if rule.method is not None:
        _check_method(model, rule)
        return rule.method, f"{rule.method} was asked for"
    spread = brown_forsythe(scatter, levels.member)
    if spread is None:
        return (
            ComparisonMethod.TUKEY,
            "too few observations per level to tell variances apart, so they are taken as equal",
        )
    said = f"Brown-Forsythe {p_value(spread.p)}"
    if spread.p >= unequal_below(levels.member):
        fewest = fewest_in_group(levels.member)
        limit = "" if fewest >= ENOUGH_FOR_VARIANCES else f", as far as {fewest} observations of a level can tell"
        return ComparisonMethod.TUKEY, f"the levels show no difference in variance ({said}){limit}"
    return _for_unequal(model, levels, rule, said)


def _for_unequal(model: Fit, levels: _Levels, rule: ComparisonRule, said: str) -> tuple[ComparisonMethod, str]:
    differ = f"the variances of the levels differ ({said})"
    if rule.block is not None:
        return ComparisonMethod.PAIRED_HOLM, f"{differ}, so differences are taken within each {rule.block}"
    if not can_separate(model):
        return (
            ComparisonMethod.TUKEY,
            f"{differ}, but the variance of a combination with one observation is unknown: treat the limits with care",
        )
    fewest = int(levels.n.min())
    if fewest >= GAMES_HOWELL_FROM:
        return ComparisonMethod.GAMES_HOWELL, f"{differ}, and each has at least {GAMES_HOWELL_FROM} observations"
    return ComparisonMethod.WELCH_HOLM, f"{differ}, and one has only {fewest} observations"


def _check_method(model: Fit, rule: ComparisonRule) -> None:
    needs_block = rule.method in {ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T}
    part = "comparisons"
    if needs_block and rule.block is None:
        raise DesignError(
            part, f"{rule.method} compares within blocks, and there are none", remedy="name a block, or another method"
        )
    if rule.method in {ComparisonMethod.GAMES_HOWELL, ComparisonMethod.WELCH_HOLM}:
        if rule.block is not None:
            raise DesignError(
                part,
                f"{rule.method} knows no blocks",
                remedy=f"use {ComparisonMethod.PAIRED_HOLM} or {ComparisonMethod.MAX_T}, or analyse without the block",
            )
        if not can_separate(model):
            raise DesignError(
                part,
                f"{rule.method} estimates a variance for each combination, and one has a single observation",
                remedy="repeat measurements, or use tukey",
            )


def _test(model: Fit, levels: _Levels, method: ComparisonMethod, rule: ComparisonRule) -> PairTests:
    rows = levels.means.rows
    match method:
        case ComparisonMethod.TUKEY:
            return tukey(model, rows, rule.alpha)
        case ComparisonMethod.GAMES_HOWELL:
            return games_howell(model, rows, rule.alpha)
        case ComparisonMethod.WELCH_HOLM:
            return welch_holm(model, rows, rule.alpha)
        case ComparisonMethod.PAIRED_HOLM:
            least = 2 * least_variance(model.table)  # of a difference of two readings
            return paired_holm(_block_differences(model, levels), rule.alpha, least)
        case ComparisonMethod.MAX_T:
            differences, needed = _block_differences(model, levels), fewest_blocks(rule.alpha)
            most = int((~np.isnan(differences)).sum(axis=0).max())
            if most < needed:
                raise DesignError(
                    "comparisons",
                    f"max-t needs {needed} blocks with both levels of a pair, and {rule.block} has at most {most}",
                    why="it flips the signs of blocks, and fewer can be flipped in too few ways for a small p value",
                    remedy=f"use {ComparisonMethod.PAIRED_HOLM}",
                )
            least = 2 * least_variance(model.table)
            return max_t(differences, rule.alpha, least, flips=rule.flips, seed=rule.seed)


def _block_differences(model: Fit, levels: _Levels) -> NDArray[np.float64]:
    seen = np.zeros(len(model.table.n), bool)
    seen[np.unique(model.table.member[levels.member >= 0])] = True
    return block_differences(model, levels.term, levels.means.codes, seen)


def _comparisons(
    levels: _Levels, tests: PairTests, order: NDArray[np.intp], alpha: float, response: ScaledResponse
) -> tuple[LevelComparison, ...]:
    """All pairs, from the highest mean down."""
    pair_of = {pair: index for index, pair in enumerate(combinations(range(len(order)), 2))}
    labels, found = levels.means.labels, []
    for first, second in combinations(order.tolist(), 2):
        index = pair_of[min(first, second), max(first, second)]
        sign = 1.0 if first < second else -1.0
        difference, p = sign * float(tests.differences[index]), float(tests.p[index])
        low, high = sorted((sign * float(tests.low[index]), sign * float(tests.high[index])))
        limits = (difference, low, high)
        ratios = [ratio_of(limit, response) for limit in limits]
        ratio = None if None in ratios else Ratio(*(value for value in ratios if value is not None))
        found.append(LevelComparison(labels[first], labels[second], *limits, p, ratio, p < alpha))
    return tuple(found)


def _level_means(
    model: Fit, levels: _Levels, method: ComparisonMethod, confidence: float, response: ScaledResponse
) -> list[LevelMean]:
    """Each level's mean with its own interval, from the error that the method goes by."""
    from scipy.special import stdtrit

    errors = levels.means.errors
    freedom: NDArray[np.float64] = np.full(len(errors), float(model.error_freedom))
    if method in {ComparisonMethod.GAMES_HOWELL, ComparisonMethod.WELCH_HOLM}:
        errors, freedom = _own_errors(model, levels.means)
    if method in {ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T}:
        errors, freedom = _errors_over_blocks(model, levels)
    halves = stdtrit(freedom, (1 + confidence) / 2) * errors
    found = []
    for label, n, mean, half in zip(levels.means.labels, levels.n, levels.means.means, halves, strict=True):
        limits = (float(mean), float(mean - half), float(mean + half))
        centre, low, high = (unscaled(limit, response) for limit in limits)
        found.append(LevelMean(label, int(n), *limits, centre, low, high, ""))
    return found


def _own_errors(model: Fit, means: AdjustedMeans) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    table = model.table
    weights = weights_of_combinations(model, means.rows) + table.n / table.n.sum()
    shares = weights**2 * (variances(table) / table.n)
    total = shares.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        freedom = total**2 / (shares**2 / (table.n - 1)).sum(axis=1)
    return np.sqrt(total), np.where(np.isfinite(freedom), freedom, 1.0)


def _errors_over_blocks(model: Fit, levels: _Levels) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each level's standard error from its own scatter over blocks, what blocks differ by included.

    What the model says of combinations is taken out first: blocks may lack different ones.

    Methods that pair within blocks take no variances as equal, so neither does what is said of a level. A level seen in
    one block has an infinite error.
    """
    table = model.table
    level = np.full(len(table.n), -1)
    level[table.member] = levels.member
    taken = level >= 0
    where = (level[taken], table.block[taken])
    sums, counts = (np.zeros((len(levels.n), int(table.block.max()) + 1)) for _ in range(2))
    np.add.at(sums, where, without_terms(model)[taken])
    np.add.at(counts, where, 1)
    seen = counts > 0
    blocks = seen.sum(axis=1)
    values = np.where(seen, sums / np.maximum(counts, 1), 0.0)
    centred = np.where(seen, values - values.sum(axis=1, keepdims=True) / blocks[:, None], 0.0)
    freedom = np.maximum(blocks - 1, 1).astype(np.float64)
    errors = np.sqrt(np.maximum((centred**2).sum(axis=1) / freedom, least_variance(table)) / blocks)
    return np.where(blocks > 1, errors, np.inf), freedom


def _lettered(mean: LevelMean, letters: str) -> LevelMean:
    return replace(mean, letters=letters)

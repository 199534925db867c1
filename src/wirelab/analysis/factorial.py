"""The factorial analysis of one response: from observations to everything a report needs. Pure."""

from dataclasses import replace

from wirelab.analysis.anova import anova_table, estimable_model, is_balanced, welch_test
from wirelab.analysis.assumptions import check_assumptions, residuals_of
from wirelab.analysis.comparisons import ComparisonRule, compare_levels, simple_effects
from wirelab.analysis.least_squares import CombinationTable, Term, fit, gather, terms_up_to
from wirelab.analysis.scale import box_cox_profile, scaled
from wirelab.analysis.wording import model_sentence, term_sentence, welch_sentence
from wirelab.model.factorial import (
    AnovaTable,
    BoxCoxProfile,
    Check,
    FactorialAnalysis,
    FactorialOptions,
    ScaledResponse,
    SumsOfSquares,
    Transform,
    WelchTest,
)
from wirelab.model.observations import Observations

_STANDARD = FactorialOptions()


def analyse_factorial(observations: Observations, options: FactorialOptions = _STANDARD) -> FactorialAnalysis:
    """Analyse one response by its factors (METHOD, the analysis).

    Interactions that the data cannot estimate (too few observations, combinations that were never observed) are left
    out, the highest first, and `notes` say so.

    Args:
        observations: in run order.
        options: what to do.

    Raises:
        DesignError: nothing can be tested: a factor with one level, factors that determine each other, no error term
            even for the additive model, values that do not vary, or a value not above 0 under a log.
    """
    names = tuple(factor.name for factor in observations.factors)
    block = observations.block.name if observations.block else None
    response, profile = _scale(observations, options, block)
    table = gather(scaled(observations, response))
    largest = estimable_model(table, _order(options, len(names)), response=observations.response, block=block)
    balanced = is_balanced(table)
    sums = options.sums or (SumsOfSquares.HIERARCHICAL if balanced else SumsOfSquares.MARGINAL)
    full = anova_table(largest.fit, largest.order, sums, block=block, alpha=options.alpha)
    mattering = _mattering(full, names, options.alpha)
    model, additive = largest.fit, None
    if largest.order > 1:
        simple = fit(table, terms_up_to(len(names), 1))
        additive = anova_table(simple, 1, sums, block=block, alpha=options.alpha)
        model = model if mattering else simple
    chosen = additive if additive is not None and not mattering else full
    rule = ComparisonRule(options.method, options.alpha, block, options.permutations, options.seed)
    terms = [*terms_up_to(len(names), 1), *mattering]
    groupings = tuple(compare_levels(model, term, rule, response) for term in terms)
    effects = tuple(effect for term in mattering for effect in simple_effects(model, term, rule, response))
    residuals = residuals_of(model)
    checks = check_assumptions(
        model,
        residuals,
        transform=response.transform,
        box_cox=profile,
        methods={term: grouping.method for term, grouping in zip(terms, groupings, strict=True)},
        check_alpha=options.check_alpha,
    )
    welch = _welch(table, checks, block)
    sentences = [model_sentence(full, additive, chosen, options.alpha)]
    sentences += [
        term_sentence(row, model.error_freedom, options.alpha)
        for row in chosen.rows
        if row.p is not None and row.name != block
    ]
    sentences += [welch_sentence(names[0], welch)] if welch else []
    sentences += [grouping.sentence for grouping in groupings]
    return FactorialAnalysis(
        response=response,
        factors=names,
        block=block,
        n=table.observations,
        alpha=options.alpha,
        balanced=balanced,
        full=full,
        additive=additive,
        chosen=chosen,
        welch=welch,
        groupings=groupings,
        simple_effects=effects,
        checks=checks,
        box_cox=profile,
        residuals=residuals,
        notes=largest.notes,
        sentences=tuple(sentence for sentence in sentences if sentence),
    )


def _order(options: FactorialOptions, factors: int) -> int:
    return factors if options.interactions is None else max(1, min(options.interactions, factors))


def _scale(
    observations: Observations, options: FactorialOptions, block: str | None
) -> tuple[ScaledResponse, BoxCoxProfile | None]:
    """The scale, and the profile of Box-Cox powers under the largest model that can be estimated."""
    response = ScaledResponse(observations.response, options.transform, None)
    if options.transform is not Transform.NONE:
        scaled(observations, replace(response, transform=Transform.LN))  # refuses what has no logarithm
    table = gather(observations)
    largest = estimable_model(table, _order(options, len(table.factors)), response=observations.response, block=block)
    profile = box_cox_profile(largest.fit, observations.values, 1 - options.alpha)
    if options.transform is Transform.BOX_COX:
        assert profile is not None
        response = replace(response, power=profile.power)
    return response, profile


def _mattering(table: AnovaTable, names: tuple[str, ...], alpha: float) -> list[Term]:
    """The significant interactions that no larger significant interaction contains."""
    significant = [
        tuple(names.index(name) for name in row.term)
        for row in table.rows
        if row.p is not None and len(row.term) > 1 and row.p < alpha
    ]
    return [term for term in significant if not any(set(term) < set(other) for other in significant)]


def _welch(table: CombinationTable, checks: tuple[Check, ...], block: str | None) -> WelchTest | None:
    """Welch's test, for one factor whose variances differ."""
    differ = any(not check.holds for check in checks if check.test == "Brown-Forsythe")
    if len(table.factors) > 1 or block is not None or not differ:
        return None
    return welch_test(table)

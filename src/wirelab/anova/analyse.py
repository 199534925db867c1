"""The factorial analysis of one response: from observations to the content of a report. Pure."""

from dataclasses import dataclass, replace

from wirelab.anova.checks.assumptions import check_assumptions
from wirelab.anova.checks.box_cox import box_cox_profile
from wirelab.anova.checks.descriptives import cell_summaries
from wirelab.anova.checks.equal_variances import scatter_of
from wirelab.anova.checks.influence import residuals_of, unusual
from wirelab.anova.compare_levels import ComparisonRule, compare_levels, simple_effects
from wirelab.anova.factorial_analysis import Check, FactorialAnalysis
from wirelab.anova.factors import Term
from wirelab.anova.least_squares import CombinationTable, Fit, fit, gather
from wirelab.anova.observations import Observations
from wirelab.anova.result import AnovaTable, FactorialOptions, ScaledResponse, SumsOfSquares, Transform, WelchTest
from wirelab.anova.scale import scaled
from wirelab.anova.sentences import model_sentence, term_sentence, untold_sentence, welch_sentence
from wirelab.anova.variance_table import (
    EstimableModel,
    anova_table,
    estimable_model,
    is_balanced,
    lost_freedom,
    observed_combinations,
    welch_test,
)

_STANDARD = FactorialOptions()


def analyse_factorial(observations: Observations, options: FactorialOptions = _STANDARD) -> FactorialAnalysis:
    """Analyse one response by its factors (docs/analyze.md).

    Where combinations were never observed, terms keep the degrees of freedom that are left, and interactions without
    any, or without an error to test them against, are left out, the highest first; `notes` say so. Observations are in
    run order.

    Raises:
        DesignError: nothing can be tested: a factor with one level, factors that determine each other, no error term
            even for the additive model, values that do not vary, or a value not above 0 under a log.
    """
    names = tuple(factor.name for factor in observations.factors)
    block = observations.block.name if observations.block else None
    response, largest = _largest_model(observations, options, ScaledResponse(observations.response, options.transform))
    table, profile = largest.fit.table, box_cox_profile(largest.fit, observations.values, 1 - options.alpha)
    models = _models(largest, options, block)
    model = models.fit
    rule = ComparisonRule(options.method, options.alpha, block)
    scatter = scatter_of(model)
    terms = [*table.crossing.terms(1), *models.mattering]
    found = {term: compare_levels(model, scatter, term, rule, response) for term in terms}
    groupings = {term: grouping for term, grouping in found.items() if grouping is not None}
    effects = (simple_effects(model, scatter, term, rule, response) for term in models.mattering)
    residuals = residuals_of(model)
    checks = check_assumptions(
        model,
        residuals,
        scatter,
        transform=response.transform,
        box_cox=profile,
        in_run_order=options.in_run_order,
        methods={term: grouping.method for term, grouping in groupings.items()},
    )
    welch = _welch(table, checks, block)
    tested = [row for row in models.chosen.rows if row.p is not None and row.name != block]
    sentences = [model_sentence(models.full, models.additive, models.chosen, options.alpha)]
    sentences += [term_sentence(row, model.error_freedom, options.alpha) for row in tested]
    sentences += [welch_sentence(names[0], welch)] if welch else []
    sentences += [grouping.sentence for grouping in groupings.values()]
    untold = [":".join(names[index] for index in term) for term, grouping in found.items() if grouping is None]
    return FactorialAnalysis(
        response=response,
        factors=names,
        block=block,
        n=table.observations,
        alpha=options.alpha,
        balanced=is_balanced(table),
        full=models.full,
        additive=models.additive,
        chosen=models.chosen,
        welch=welch,
        groupings=tuple(groupings.values()),
        simple_effects=tuple(effect for own in effects for effect in own),
        checks=checks,
        box_cox=profile,
        residuals=residuals,
        cells=cell_summaries(observations, response, alpha=options.alpha),
        unusual=unusual(residuals, model.error_freedom),
        notes=(*largest.notes, *lost_freedom(table, models.full.rows), *map(untold_sentence, untold)),
        sentences=tuple(sentence for sentence in sentences if sentence),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Models:
    """The models of an analysis."""

    full: AnovaTable  # table of the largest
    additive: AnovaTable | None  # table of the one without interactions, where `full` has some
    chosen: AnovaTable  # table of `fit`
    fit: Fit  # of the factors, the interactions that matter, and the terms in these
    mattering: tuple[Term, ...]  # the significant interactions that no larger significant one contains


def _models(largest: EstimableModel, options: FactorialOptions, block: str | None) -> _Models:
    table, terms = largest.fit.table, largest.fit.terms
    sums = options.sums or _sums(table)

    def tested(model: Fit) -> AnovaTable:
        return anova_table(model, sums, block=block, alpha=options.alpha)

    full = tested(largest.fit)
    if largest.order == 1:
        return _Models(full, None, full, largest.fit, ())
    simple = fit(table, table.crossing.terms(1))
    additive = tested(simple)
    mattering = _mattering(full, table, options.alpha)
    kept = [term for term in terms if len(term) == 1 or any(table.crossing.contains(own, term) for own in mattering)]
    if not mattering:
        return _Models(full, additive, additive, simple, ())
    if len(kept) == len(terms):
        return _Models(full, additive, full, largest.fit, mattering)
    model = fit(table, kept)
    return _Models(full, additive, tested(model), model, mattering)


def _sums(table: CombinationTable) -> SumsOfSquares:
    """Type III where numbers differ, but not where combinations are missing: it asks for means over all of them."""
    observed, possible = observed_combinations(table)
    uneven = not is_balanced(table) and observed == possible
    return SumsOfSquares.MARGINAL if uneven else SumsOfSquares.HIERARCHICAL


def _largest_model(
    observations: Observations, options: FactorialOptions, response: ScaledResponse
) -> tuple[ScaledResponse, EstimableModel]:
    """The scale, with the power that the data ask for, and the largest model that can be estimated on it."""
    if response.transform is Transform.BOX_COX and response.power is None:
        _, on_logs = _largest_model(observations, options, ScaledResponse(response.name, Transform.LN))
        profile = box_cox_profile(on_logs.fit, observations.values, 1 - options.alpha)
        assert profile is not None  # there are logarithms
        response = replace(response, power=profile.power)
    factors = len(observations.factors)
    order = factors if options.interactions is None else max(1, min(options.interactions, factors))
    block = observations.block.name if observations.block else None
    table = gather(scaled(observations, response))
    return response, estimable_model(table, order, response=response.name, block=block)


def _mattering(full: AnovaTable, table: CombinationTable, alpha: float) -> tuple[Term, ...]:
    names = [factor.name for factor in table.factors]
    significant = [
        tuple(names.index(name) for name in row.term)
        for row in full.rows
        if row.p is not None and len(row.term) > 1 and row.p < alpha
    ]
    return tuple(
        term
        for term in significant
        if not any(term != other and table.crossing.contains(other, term) for other in significant)
    )


def _welch(table: CombinationTable, checks: tuple[Check, ...], block: str | None) -> WelchTest | None:
    """Welch's test, for one factor whose variances differ."""
    differ = any(not check.holds for check in checks if check.test == "Brown-Forsythe")
    if len(table.factors) > 1 or block is not None or not differ:
        return None
    return welch_test(table)

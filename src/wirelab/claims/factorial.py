"""Claims about an analysis of variance, compared with observations by the lab's own analysis. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.checks.equal_variances import FINER, MOST_DRAWS, brown_forsythe, levene, scatter_of
from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.least_squares import Fit, gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import (
    AnovaTable,
    ComparisonMethod,
    FactorialOptions,
    ScaledResponse,
    SumsOfSquares,
    Transform,
)
from wirelab.anova.scale import scaled
from wirelab.anova.variance_table import anova_table, estimable_model
from wirelab.claims.selection import levels_text, place, selected
from wirelab.claims.verdict import Place, Trial
from wirelab.model.errors import DesignError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.groups import gathered
from wirelab.study.claim_base import Cells
from wirelab.study.claims import Assumption, Claim, Effect, Letters

ALPHA = 0.05
"""Of tests on a study's own observations, and on those of its method here: as the studies took it."""
_FEWEST = 2  # replicates, for anything that an analysis of variance could say
_ANYWHERE = Cells()
_BUT_OPERATION = frozenset(FactorName) - {FactorName.OPERATION}

FactorialClaim = Letters | Effect | Assumption


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """The times of one operation under the model of a study that is a factorial experiment."""

    operation: str  # the timed one
    analysis: FactorialAnalysis | None  # of log10 seconds; None: the observations do not allow it
    why: str = ""  # the reason for a missing analysis


def models(
    claims: Sequence[Claim], figures: Sequence[Figure], alpha: float = ALPHA, *, blocked: bool = False
) -> tuple[Model, ...]:
    """Each operation's replicates under the study's own model, if its claims are about analyses of variance; else none.

    Figures without a replicate are left out. `alpha` is the level of tests, and the family error of the comparisons.
    If `blocked`, replicates are rounds: they are blocks, only complete ones count, and the data decide how levels are
    compared. Else levels are compared as the studies do it, by Tukey's test.
    """
    if not any(isinstance(claim, FactorialClaim) for claim in claims):
        return ()
    found = _by_operation(figures)
    return tuple(_model(levels_text(at) or "time", own, alpha, blocked=blocked) for at, own in found)


def _model(operation: str, figures: Sequence[Figure], alpha: float, *, blocked: bool) -> Model:
    own = _complete(figures) if blocked else figures
    if len({figure.levels[FactorName.REPLICATE] for figure in own}) < _FEWEST:
        return Model(operation, None, "fewer than two rounds have all cells" if blocked else "there are no replicates")
    try:
        return Model(operation, _analysed(own, alpha, blocked=blocked))
    except DesignError as error:
        return Model(operation, None, error.what)


def factorial_trials(claim: FactorialClaim, figures: Sequence[Figure]) -> Iterator[Trial]:
    """The claim tried for each operation of which there are replicates; a DesignError if these do not allow it."""
    for at, own in _by_operation(figures, claim.where):
        match claim:
            case Assumption():
                yield _assumption(claim, own, at)
            case Letters():
                yield _letters(claim, _analysed(own, ALPHA), at)
            case Effect():
                yield _effect(claim, _analysed(own, ALPHA), at)


def p_values(claim: Effect | Assumption, figures: Sequence[Figure]) -> Iterator[tuple[Place, float]]:
    """The p value of the effect, or of the assumption's test, for each operation; rounds are replicates and blocks.

    Raises:
        DesignError: the rounds do not allow the test.
    """
    for at, own in _by_operation(figures, claim.where):
        complete = _complete(own)
        if isinstance(claim, Assumption):
            yield at, _assumption_p(claim, complete, blocked=True)
        else:
            model = _full_model(complete, logs=True, blocked=True)
            table = anova_table(model, SumsOfSquares.MARGINAL, block=FactorName.REPLICATE, alpha=ALPHA)
            yield at, _p_in(claim, (table,))


def _by_operation(figures: Sequence[Figure], where: Cells = _ANYWHERE) -> Iterator[tuple[Place, list[Figure]]]:
    """The replicates of each operation, in their order; those of a study that names none have no place."""
    observed = (one for one in selected(figures, Quantity.TIME, where) if FactorName.REPLICATE in one.levels)
    by_operation = gathered((place(one.levels, _BUT_OPERATION), one) for one in observed)
    yield from ((at, sorted(own, key=_replicate)) for at, own in by_operation.items())


def _replicate(figure: Figure) -> int:
    return int(figure.levels[FactorName.REPLICATE])


def _complete(figures: Sequence[Figure]) -> list[Figure]:
    """The figures of replicates that have as many as the fullest one."""
    counts = Counter(map(_replicate, figures))
    most = max(counts.values(), default=0)
    return [figure for figure in figures if counts[_replicate(figure)] == most]


def _at_one_speed(figures: Sequence[Figure]) -> list[Figure]:
    """Times without the speed that the machine had in a round, which all of the round have in common."""
    logs = gathered((figure.levels[FactorName.REPLICATE], np.log(figure.value)) for figure in figures)
    speeds = {number: float(np.exp(np.mean(own))) for number, own in logs.items()}
    usual = float(np.exp(np.mean([np.log(speed) for speed in speeds.values()])))
    return [
        replace(figure, value=figure.value * usual / speeds[figure.levels[FactorName.REPLICATE]]) for figure in figures
    ]


def _observations(figures: Sequence[Figure], *, blocked: bool = False) -> Observations:
    """Seconds, with every factor that varies, replicates aside or as blocks."""
    columns = {name: [figure.levels.get(name, "") for figure in figures] for name in FactorName}
    varied = [
        Factor.of(name, column)
        for name, column in columns.items()
        if name is not FactorName.REPLICATE and len(set(column)) > 1
    ]
    if not varied:
        raise DesignError("published observations", "nothing varies in them")
    values = np.array([figure.value / 1e9 for figure in figures])
    block = Factor.of(FactorName.REPLICATE, columns[FactorName.REPLICATE]) if blocked else None
    return Observations("time_s", values, tuple(varied), block)


def _analysed(figures: Sequence[Figure], alpha: float, *, blocked: bool = False) -> FactorialAnalysis:
    method = None if blocked else ComparisonMethod.TUKEY
    options = FactorialOptions(transform=Transform.LOG10, alpha=alpha, method=method)
    return analyse_factorial(_observations(figures, blocked=blocked), options)


def _full_model(figures: Sequence[Figure], *, logs: bool, blocked: bool) -> Fit:
    """The model of times, or of their logarithms, with all interactions, not chosen by the data."""
    response = ScaledResponse("time", Transform.LOG10 if logs else Transform.NONE)
    observations = scaled(_observations(figures, blocked=blocked), response)
    table = gather(observations)
    if len(np.unique(table.member)) == len(observations.values) and not blocked:
        raise DesignError("published observations", "without replicates they have no residuals")
    block = FactorName.REPLICATE if blocked else None
    return estimable_model(table, len(observations.factors), response=response.name, block=block).fit


def _letters(claim: Letters, analysis: FactorialAnalysis, at: Place) -> Trial:
    """Groups of the factors' own term; letters are those of Tukey's test, by the model that was chosen."""
    for grouping in analysis.groupings:
        if set(grouping.term) == set(claim.factors):
            order = [claim.factors.index(FactorName(name)) for name in grouping.term]
            wanted = [tuple(levels[index] for index in order) for levels in claim.levels]
            found = {mean.labels: mean.letters for mean in grouping.means}
            if all(labels in found for labels in wanted):
                first, second = (found[labels] for labels in wanted)
                return Trial(at, f"letters {first} and {second}", bool(set(first) & set(second)) == claim.shared)
    missing = " and ".join("/".join(levels) for levels in claim.levels)
    raise DesignError("published observations", f"they have no groups for {missing}")


def _effect(claim: Effect, analysis: FactorialAnalysis, at: Place) -> Trial:
    p = _p_in(claim, (analysis.chosen, analysis.full))
    return Trial(at, f"p = {p:.2g}", (p < analysis.alpha) == claim.significant)


def _p_in(claim: Effect, tables: Sequence[AnovaTable]) -> float:
    """The p value of the claim's term in the first table that has it."""
    for row in (row for table in tables for row in table.rows):
        if set(row.term) == set(claim.factors) and row.p is not None:
            return row.p
    raise DesignError("published observations", f"they say nothing about {':'.join(claim.factors)}")


def _assumption(claim: Assumption, figures: Sequence[Figure], at: Place) -> Trial:
    p = _assumption_p(claim, figures)
    return Trial(at, f"p = {p:.2g}", (p >= claim.alpha) == claim.met)


def _assumption_p(claim: Assumption, figures: Sequence[Figure], *, blocked: bool = False) -> float:
    """The p value of the test that `wirelab analyze` makes on the same observations, with all interactions.

    If `blocked`, replicates are rounds: their speeds are blocks of the logarithms, and divided out of times themselves.
    """
    logs = claim.scale == "log"
    own = figures if logs or not blocked else _at_one_speed(figures)
    model = _full_model(own, logs=logs, blocked=blocked and logs)
    residuals = model.residuals()
    match claim.assumption:
        case "equal variances":
            member = np.zeros(len(residuals), dtype=np.intp)
            for factor in model.table.factors:
                member = member * len(factor.levels) + factor.codes
            test = levene if claim.test == "levene" else brown_forsythe
            found = test(scatter_of(model), member)
            if found is None:
                raise DesignError("published observations", "their groups are too small for a test of variances")
            if found.p > 1.5 / (1 + found.draws):
                return found.p
            # No draw was as large. A study's level can be below the least p value of so few draws.
            finer = test(scatter_of(model, FINER * MOST_DRAWS), member)
            assert finer is not None
            return finer.p
        case "normal residuals":
            from scipy.stats import shapiro  # takes a second to load, which other claims do not pay

            return float(shapiro(residuals).pvalue)
        case "independent replicates":
            from scipy.stats import ttest_ind

            numbers = np.array([*map(_replicate, figures)])
            first = numbers == numbers.min()
            if min(first.sum(), (~first).sum()) < _FEWEST:
                raise DesignError("published observations", "a test needs two first replicates and two others")
            return float(ttest_ind(residuals[first], residuals[~first], equal_var=False).pvalue)  # Welch's test

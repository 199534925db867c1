"""Analysis of variance: which model the data can estimate, and its table. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import scipy

from wirelab.anova.factors import Term, determines
from wirelab.anova.least_squares import CombinationTable, Fit, block_means, fit, variances
from wirelab.anova.result import AnovaRow, AnovaTable, Effect, SumsOfSquares, WelchTest
from wirelab.model.errors import DesignError

MOST_COLUMNS = 2_000  # of a design; beyond, a factor is an identifier rather than something that was varied
_EXACT = 1e-24  # an error sum of squares below this share of the total is rounding
_ALONE = 1e-9  # an observation whose leverage is nearer to 1 alone determines an estimate; the rest is rounding
# A term's sum of squares by the error's mean square, from which on only the latter's scatter matters, to one in a
# million; somewhat further on, the noncentral F distribution cannot be computed.
_ALL_BUT_CERTAIN = 1e8


@dataclass(frozen=True, slots=True, eq=False)
class EstimableModel:
    """The largest model that the data can estimate with an error term."""

    fit: Fit  # of the model
    order: int  # factors in its highest interaction
    notes: tuple[str, ...]  # nested factors, and interactions that were left out and why, as sentences


def estimable_model(table: CombinationTable, order: int, *, response: str, block: str | None) -> EstimableModel:
    """Fit the model with interactions up to `order`, or up to the highest order that leaves something to test against.

    Raises:
        DesignError: not even the additive model can be estimated and tested.
    """
    part = f"analysis of {response}"
    _check_factors(table, part)
    _check_additive(fit(table, table.crossing.terms(1)), part, block)
    notes = list(_nested(table))
    narrow = 1
    while narrow < order and _width(table, table.crossing.terms(narrow + 1)) <= MOST_COLUMNS:
        narrow += 1
    if narrow < order:
        more = "" if order == narrow + 1 else " or more"
        notes.append(
            f"Interactions of {narrow + 1}{more} factors were left out: they need more than {MOST_COLUMNS:,} estimates."
        )
    for at in range(max(map(len, table.crossing.terms(narrow))), 0, -1):
        terms = table.crossing.terms(at)
        model = fit(table, terms)
        if at > 1 and (reason := _not_estimable(model)):
            notes.append(reason)
            continue
        _check_error(model, part)
        return EstimableModel(model, at, tuple(notes))
    raise AssertionError("the additive model is estimable or was refused")


def anova_table(model: Fit, sums: SumsOfSquares, *, block: str | None, alpha: float) -> AnovaTable:
    """The table of a fitted model.

    A term is tested with the degrees of freedom that missing combinations leave it; without any it has no test. Effects
    come with intervals at 1 - 2 `alpha`.
    """
    table = model.table
    rows = []
    if block is not None:
        rows.append(_row((block,), *_block_share(model, sums), table.blocks - 1, model, alpha))
    for term in model.terms:
        names = tuple(table.factors[index].name for index in term)
        whole = fit(table, (*_against(model, term, sums), term))
        share = whole.freedom(term), whole.sum_of_squares(term)
        rows.append(_row(names, *share, table.crossing.width(term), model, alpha))
    rows.append(AnovaRow(("error",), model.error_freedom, model.error, model.mean_square))
    rows.append(AnovaRow(("total",), table.observations - 1, table.total))
    return AnovaTable(max(map(len, model.terms)), sums, tuple(rows), 1 - model.error / table.total, _predicted(model))


def _predicted(model: Fit) -> float | None:
    free = 1 - model.leverages()
    if free.min() < _ALONE:
        return None
    left_out = model.residuals() / free
    return 1 - float(left_out @ left_out) / model.table.total


def observed_combinations(table: CombinationTable) -> tuple[int, int]:
    """How many combinations of the factors were observed, and how many there can be."""
    return len(np.unique(table.levels, axis=0)), table.crossing.possible()


def is_balanced(table: CombinationTable) -> bool:
    """Whether every combination of factors was observed equally often, in every block."""
    _, possible = observed_combinations(table)
    return len(table.n) == possible * table.blocks and bool((table.n == table.n[0]).all())


def partial_omega_squared(f: float, freedom: int, error_freedom: int, n: int, confidence: float) -> Effect:
    """Partial omega squared with its interval.

    Estimate: df (F - 1) / (df (F - 1) + n), at least 0 (Olejnik and Algina 2003). Limits: lambda / (lambda + n) at the
    noncentralities lambda for which the observed F is the upper and the lower quantile (Steiger 2004).
    """
    excess = freedom * (f - 1)
    tail = (1 - confidence) / 2
    low, high = (_noncentrality(f, freedom, error_freedom, below) for below in (1 - tail, tail))
    return Effect(max(0.0, excess / (excess + n)), low / (low + n), high / (high + n), confidence)


def welch_test(table: CombinationTable) -> WelchTest | None:
    """Welch's one-factor test (Welch 1951); None where a level has a single observation or does not vary."""
    own = variances(table)
    if table.n.min() < 2 or own.min() <= 0:
        return None
    weights = table.n / own
    share = weights / weights.sum()
    centre = share @ table.means
    k = len(weights)
    spread = float(((1 - share) ** 2 / (table.n - 1)).sum())
    f = float(weights @ (table.means - centre) ** 2) / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * spread)
    error_freedom = (k**2 - 1) / (3 * spread)
    return WelchTest(f, k - 1, error_freedom, float(scipy.special.fdtrc(k - 1, error_freedom, f)))


def _noncentrality(f: float, freedom: int, error_freedom: int, below: float) -> float:
    """The noncentrality at which an F below `f` has probability `below`; 0 where there is none."""
    if freedom * f > _ALL_BUT_CERTAIN:
        return float(freedom * f * scipy.special.chdtri(error_freedom, below) / error_freedom)

    def excess(noncentrality: float) -> float:
        return float(scipy.special.ncfdtr(freedom, error_freedom, noncentrality, f)) - below

    if excess(0.0) <= 0:
        return 0.0
    high = max(1.0, freedom * f)
    while excess(high) > 0:
        high *= 2
    return float(scipy.optimize.brentq(excess, 0.0, high, xtol=1e-12, rtol=1e-13))


def _row(term: tuple[str, ...], freedom: int, sum_of_squares: float, width: int, model: Fit, alpha: float) -> AnovaRow:
    if freedom == 0:
        return AnovaRow(term, 0, 0.0, lost=width)
    mean_square = sum_of_squares / freedom
    f = mean_square / model.mean_square
    p = float(scipy.special.fdtrc(freedom, model.error_freedom, f))
    effect = partial_omega_squared(f, freedom, model.error_freedom, model.table.observations, 1 - 2 * alpha)
    return AnovaRow(term, freedom, sum_of_squares, mean_square, f, p, effect, width - freedom)


def _against(model: Fit, term: Term, sums: SumsOfSquares) -> Sequence[Term]:
    """The terms that `term` is added to."""
    match sums:
        case SumsOfSquares.SEQUENTIAL:
            return model.terms[: model.terms.index(term)]
        case SumsOfSquares.HIERARCHICAL:
            return [other for other in model.terms if not model.table.crossing.contains(other, term)]
        case SumsOfSquares.MARGINAL:
            return [other for other in model.terms if other != term]


def _block_share(model: Fit, sums: SumsOfSquares) -> tuple[int, float]:
    """Degrees of freedom and sum of squares of the block, which enters first (type I), or after all terms."""
    table = model.table
    if sums is SumsOfSquares.SEQUENTIAL:
        means = block_means(table, table.means[:, None])[table.block, 0]
        return table.blocks - 1, float(table.n @ means**2)
    simpler = fit(_without_blocks(table), model.terms)
    return simpler.error_freedom - model.error_freedom, max(0.0, simpler.error - model.error)  # not below, by rounding


def _without_blocks(table: CombinationTable) -> CombinationTable:
    return replace(table, block=np.zeros_like(table.block), blocks=1)


def _width(table: CombinationTable, terms: Sequence[Term]) -> int:
    return sum(map(table.crossing.width, terms))


def _not_estimable(model: Fit) -> str:
    """Why the highest interactions of a model cannot be estimated, or nothing."""
    table = model.table
    highest = [term for term in model.terms if len(term) == max(map(len, model.terms))]
    names = ", ".join(":".join(table.factors[index].name for index in term) for term in highest)
    if not any(map(model.freedom, highest)):
        return (
            f"{names} cannot be estimated, because {missing(table, highest[0])}, so the model has only terms of fewer "
            "factors."
        )
    if model.error_freedom < 1:
        return (
            f"One observation per combination leaves no error to test {names} against. That variation serves as the "
            "error of the other terms instead."
        )
    return ""


def _nested(table: CombinationTable) -> Iterator[str]:
    for factor, outer in zip(table.factors, table.crossing.outer, strict=True):
        if outer:
            others = " and ".join(table.factors[index].name for index in sorted(outer))
            yield (
                f"{factor.name} is nested in {others}: each of its levels was observed with only one level of {others}."
                f" Its test compares levels within {others}, and the mean of a level of {others} is taken over the"
                " levels within it."
            )


def lost_freedom(table: CombinationTable, rows: Sequence[AnovaRow]) -> Iterator[str]:
    """Report how many degrees of freedom each line of a table of variance lost to missing combinations."""
    names = [factor.name for factor in table.factors]
    for row in rows:
        if not row.lost:
            continue
        told = set(row.term) <= set(names)
        why = missing(table, tuple(names.index(name) for name in row.term)) if told else "the factors account for it"
        if row.freedom:
            yield f"{row.name} keeps {row.freedom} of {row.freedom + row.lost} degrees of freedom, because {why}."
        else:
            yield f"{row.name} cannot be tested, because {why}."


def missing(table: CombinationTable, term: Term) -> str:
    """Which combinations of a term's levels were never observed, as the end of a sentence."""
    grid = table.crossing.grid(term)[:, list(term)]
    seen = {tuple(row) for row in table.levels[:, list(term)].tolist()}
    absent = [codes for codes in map(tuple, grid.tolist()) if codes not in seen]
    if not absent:
        return "the other terms account for the rest"
    first = ", ".join(
        f"{table.factors[index].name} = {table.factors[index].levels[code]}"
        for index, code in zip(term, absent[0], strict=True)
    )
    if len(absent) == 1:
        return f"1 of {len(grid)} combinations was never observed ({first})"
    return f"{len(absent)} of {len(grid)} combinations were never observed (the first: {first})"


def _check_factors(table: CombinationTable, part: str) -> None:
    for factor in table.factors:
        if len(factor.levels) < 2:
            what = f"factor {factor.name} has one level, {factor.levels[0]!r}: there is nothing to compare"
            raise DesignError(part, what, remedy=f"leave {factor.name} out of the factors")
    width = _width(table, table.crossing.terms(1))
    if width > MOST_COLUMNS:
        widest = max(table.factors, key=lambda factor: len(factor.levels))
        what = f"factor {widest.name} has {len(widest.levels):,} levels, too many to compare"
        why = "it looks like an identifier or a measured value, not like something that was varied"
        raise DesignError(part, what, why=why, remedy=f"leave {widest.name} out of the factors")


def _check_additive(model: Fit, part: str, block: str | None) -> None:
    """Refuse factors that are confounded, and designs without an error term."""
    table = model.table
    unknown = _without_freedom(model)
    if unknown:
        raise _entangled(model, unknown, part, block)
    if model.error_freedom < 1:
        raise DesignError(
            part,
            f"{table.observations} observations for {table.blocks + len(model.effects)} estimates leave no error "
            "to test against",
            why="every factor level (and block) costs one observation, and at least one must be left over",
            remedy="repeat measurements, or leave a factor out",
        )


def _without_freedom(model: Fit) -> list[int]:
    """The factors that others (and the block) determine."""
    table, against = model.table, SumsOfSquares.HIERARCHICAL
    return [term[0] for term in model.terms if not fit(table, (*_against(model, term, against), term)).freedom(term)]


def _entangled(model: Fit, unknown: Sequence[int], part: str, block: str | None) -> DesignError:
    """Why factors of an additive model are confounded."""
    table = model.table
    for first, second in combinations(unknown, 2):
        if determines(table.levels, first, second):
            other, by = table.factors[second].name, table.factors[first].name
            why = f"each level of {by} was observed with only one level of {other}, and vice versa"
            remedy = f"leave {other} out of the factors: {by} already determines it"
            return DesignError(part, f"factors {by} and {other} are confounded", why=why, remedy=remedy)
    name = table.factors[unknown[-1]].name
    if block is not None and unknown[-1] not in _without_freedom(fit(_without_blocks(table), model.terms)):
        why = f"within a level of {block} it does not vary, or only as the other factors do"
        remedy = f"leave {name} out of the factors, or analyse without the block"
        return DesignError(part, f"factor {name} is confounded with block {block}", why=why, remedy=remedy)
    others = ", ".join(factor.name for factor in table.factors if factor.name != name)
    why = "too few of their combinations were observed: together, the others determine it"
    remedy = f"leave {name} out of the factors, or measure more combinations"
    return DesignError(part, f"factor {name} is confounded with {others}", why=why, remedy=remedy)


def _check_error(model: Fit, part: str) -> None:
    if model.table.total <= 0:
        raise DesignError(part, "all values are the same", remedy="there is nothing to analyse; check the column")
    if model.error <= _EXACT * model.table.total:
        what = "observations of one combination do not vary at all, so there is no error to test against"
        why = "a value that comes out the same every time (a size, a count) needs no test: compare it directly"
        raise DesignError(part, what, why=why, remedy="choose a response that was measured")

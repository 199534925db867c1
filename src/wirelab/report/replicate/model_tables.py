"""Analyses of variance of the same experiment side by side: as printed, by its authors' method here, by ours. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.result import AnovaRow, AnovaTable, LevelMean
from wirelab.claims.factorial import Model
from wirelab.model.groups import gathered
from wirelab.model.units import NS_PER_S
from wirelab.report.analyze.effect_figures import interactions, spreads
from wirelab.report.analyze.tables import METHODS, anova_tables
from wirelab.report.document import Figure
from wirelab.report.quantities import MISSING, capitalized, duration, number, probability, several
from wirelab.report.replicate.replication import Replication
from wirelab.report.table import Column, Table, numbers, words

_DIGITS = 4
By = Mapping[str, FactorialAnalysis]
"""Analyses, by the source of their observations."""


def model_tables(found: Replication) -> Iterator[Table]:
    """For each operation the terms' tests by the chosen models, then each factor's levels with letters."""
    by_operation = gathered(
        (model.operation, (name, model)) for name, models in _sources(found).items() for model in models
    )
    for operation, own in by_operation.items():
        by = {name: model.analysis for name, model in own if model.analysis is not None}
        why = [f"No analysis, {name}: {model.why}." for name, model in own if model.why]
        if by:
            yield _variance(operation, by, why)
            yield from _levels(operation, by)


def model_figures(found: Replication) -> Iterator[tuple[str, Figure]]:
    """For each operation the interactions of its factors and how widely cells scatter: by each source."""
    for of, analysis in _analyses(found):
        yield from ((f"{of}: {title}", figure) for title, figure in interactions(analysis))
        if (spread := spreads(analysis)) is not None:
            yield f"{of}: standard deviations", spread


def full_tables(found: Replication) -> Iterator[Table]:
    """The whole tables of variance, each with its sums of squares and effect sizes."""
    for of, analysis in _analyses(found):
        for table in anova_tables(analysis):
            yield replace(table, title=f"{of}: {table.title[:1].lower()}{table.title[1:]}")


def _analyses(found: Replication) -> Iterator[tuple[str, FactorialAnalysis]]:
    """Each analysis, with its operation and source."""
    for name, models in _sources(found).items():
        yield from ((f"{each.operation}, {name}", each.analysis) for each in models if each.analysis is not None)


def _sources(found: Replication) -> dict[str, Sequence[Model]]:
    return {
        "printed": found.printed.models,
        "their method": found.published.models if found.published else (),
        "lab's method": found.sound.models if found.sound else (),
    }


def _variance(operation: str, by: By, why: Sequence[str]) -> Table:
    """Every term by the model that was chosen; an interaction that it leaves out, by the full one."""
    terms = dict.fromkeys(row.name for analysis in by.values() for row in analysis.full.rows if row.p is not None)
    columns = (*words("source"), *numbers(*(f"{name}: {what}" for name in by for what in ("df", "F", "p"))))
    blocks = {each.block for each in by.values()}
    rows = [
        ("rounds (blocks)" if term in blocks else term, *(text for each in by.values() for text in _term(each, term)))
        for term in terms
    ]
    models = [f"{capitalized(name)}: {_model_words(each)}" for name, each in by.items()]
    return Table(f"{operation}: analysis of variance of log10 seconds", columns, tuple(rows), (*models, *why))


def _term(analysis: FactorialAnalysis, term: str) -> tuple[str, str, str]:
    row = _row(analysis.chosen, term) or _row(analysis.full, term)
    if row is None:
        return MISSING, MISSING, MISSING
    return str(row.freedom), MISSING if row.f is None else f"{row.f:,.2f}", probability(row.p)


def _row(table: AnovaTable, term: str) -> AnovaRow | None:
    return next((row for row in table.rows if row.name == term), None)


def _model_words(analysis: FactorialAnalysis) -> str:
    error = _row(analysis.chosen, "error")
    freedom = error.freedom if error else 0
    left = f"{several(freedom, 'degree')} of freedom for error"
    blocks = ", rounds as blocks" if analysis.block else ""
    interactions = "with interactions" if analysis.chosen.order > 1 else "additive"
    return f"{several(analysis.n, 'observation')}{blocks}; {interactions}, {left}."


def _levels(operation: str, by: By) -> Iterator[Table]:
    terms = dict.fromkeys(each.term for analysis in by.values() for each in analysis.groupings)
    for term in terms:
        groupings = {
            name: next((each for each in analysis.groupings if each.term == term), None)
            for name, analysis in by.items()
        }
        methods = "; ".join(f"{name}, {METHODS[each.method]}" for name, each in groupings.items() if each)
        means = {name: {mean.labels: mean for mean in each.means} if each else {} for name, each in groupings.items()}
        labels = dict.fromkeys(label for own in means.values() for label in own)
        columns = [
            Column(f"{name}: {what}", number=what != "letters")
            for name in by
            for what in ("log10 s", "mean", "letters")
        ]
        rows = [
            (" ".join(label), *(text for own in means.values() for text in _mean(own.get(label)))) for label in labels
        ]
        absent = [
            f"Not {_where(name)}: {', '.join(' '.join(label) for label in labels if label not in own)}."
            for name, own in means.items()
            if own and any(label not in own for label in labels)
        ]
        yield Table(
            f"{operation}: {':'.join(term)}, levels with letters",
            (*words(":".join(term)), *columns),
            tuple(rows),
            (f"Letters: {methods}.", *absent),
        )


def _where(name: str) -> str:
    return name if name == "printed" else f"measured by {'the ' if name.startswith('lab') else ''}{name}"


def _mean(mean: LevelMean | None) -> tuple[str, str, str]:
    if mean is None:
        return MISSING, MISSING, MISSING
    return number(mean.mean, _DIGITS), duration(mean.centre * NS_PER_S), mean.letters

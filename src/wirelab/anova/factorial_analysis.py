"""The conclusions of a factorial analysis; frozen, so that store, report and CLI show the same."""

from dataclasses import dataclass

from wirelab.anova.checks.found import BoxCoxProfile, CellSummary, Check, Residuals, Unusual
from wirelab.anova.result import AnovaTable, Grouping, ScaledResponse, WelchTest


@dataclass(frozen=True, slots=True, eq=False)
class FactorialAnalysis:
    """The content of a report on one response."""

    response: ScaledResponse  # name and scale
    factors: tuple[str, ...]  # names, in the table's order
    block: str | None  # name, or None
    n: int  # observations
    alpha: float  # level of tests and of comparisons
    balanced: bool  # every combination (in every block) was observed equally often
    full: AnovaTable  # the model with interactions up to the order asked for that the data can estimate
    additive: AnovaTable | None  # the model without interactions, where `full` has some; else None
    chosen: AnovaTable
    """The model of the factors, the interactions that matter, and the terms in these: `full`, `additive` or one in
    between. Groupings are based on it."""
    welch: WelchTest | None  # for one factor without a block whose variances differ; else None
    groupings: tuple[Grouping, ...]  # one for each factor, then one for each interaction that matters
    simple_effects: tuple[Grouping, ...]
    """For each interaction that matters, each of its factors within the levels of the others."""
    checks: tuple[Check, ...]  # of the assumptions, on the chosen model's residuals
    box_cox: BoxCoxProfile | None  # None where a value is not above 0
    residuals: Residuals  # of the chosen model
    cells: tuple[CellSummary, ...]
    """Each combination of levels that was observed, in the order of levels; blocks are pooled."""
    unusual: tuple[Unusual, ...]
    """Observations that the chosen model fits badly or that move it, those with the largest residuals first."""
    notes: tuple[str, ...]
    """Facts about the design that the reader must know, as sentences (nested factors, terms left out, and why)."""
    sentences: tuple[str, ...]  # the results, one sentence each, in the order in which to read them

"""What a factorial analysis concludes; frozen, so that store, report and CLI show the same."""

from dataclasses import dataclass

from wirelab.anova.checks.found import BoxCoxProfile, CellSummary, Check, Residuals, Unusual
from wirelab.anova.result import AnovaTable, Grouping, ScaledResponse, WelchTest


@dataclass(frozen=True, slots=True, eq=False)
class FactorialAnalysis:
    """Everything a report needs of one response.

    Attributes:
        response: name and scale.
        factors: names, in the table's order.
        block: name, or None.
        n: observations.
        alpha: level of tests and of comparisons.
        balanced: every combination (in every block) was observed equally often.
        full: the model with interactions up to the order asked for, as far as the data can estimate them.
        additive: the model without interactions, where `full` has some; else None.
        chosen: the model of the factors, the interactions that matter, and what these contain: `full`, `additive` or
            one in between. Groupings rest on it.
        welch: for one factor without a block whose variances differ; else None.
        groupings: one for each factor, then one for each interaction that matters.
        simple_effects: for each interaction that matters, each of its factors within the levels of the others.
        checks: of the assumptions, on the chosen model's residuals.
        box_cox: None where a value is not above 0.
        residuals: of the chosen model.
        cells: each combination of levels that was observed, in the order of levels; blocks are pooled.
        unusual: observations that the chosen model fits badly or that move it, those with the largest residuals first.
        notes: what the reader must know of the design, as sentences (what is nested, terms left out, and why).
        sentences: the results, one sentence each, in the order in which to read them.
    """

    response: ScaledResponse
    factors: tuple[str, ...]
    block: str | None
    n: int
    alpha: float
    balanced: bool
    full: AnovaTable
    additive: AnovaTable | None
    chosen: AnovaTable
    welch: WelchTest | None
    groupings: tuple[Grouping, ...]
    simple_effects: tuple[Grouping, ...]
    checks: tuple[Check, ...]
    box_cox: BoxCoxProfile | None
    residuals: Residuals
    cells: tuple[CellSummary, ...]
    unusual: tuple[Unusual, ...]
    notes: tuple[str, ...]
    sentences: tuple[str, ...]

"""The conclusions of a factorial analysis; frozen, so that store, report and CLI show the same."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.anova.result import AnovaTable, Grouping, ScaledResponse, WelchTest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Check:
    """An assumption compared with the residuals."""

    assumption: str  # `equal variances`, `normal residuals`, `order`, `scale`
    test: str  # its name, such as `Brown-Forsythe`
    over: str  # the groups, for tests that compare groups: a term's name, or nothing
    statistic: float  # of the test; lambda for Box-Cox
    p: float  # of the test
    level: float  # of p, below which the assumption counts as violated
    holds: bool  # p is at least `level`
    sentence: str  # its result, and where the assumption fails, the reaction of the analysis
    draws: int = 0  # simulations that p was found by; 0: a distribution


@dataclass(frozen=True, slots=True, eq=False)
class BoxCoxProfile:
    """Which power of the response suits the model best, by profile likelihood (Box and Cox 1964)."""

    power: float  # lambda at the maximum; 0 is the log, 1 the response as it is
    low: float
    high: float
    confidence: float  # level of the limits
    p_log: float  # of the test of lambda = 0, by the F distribution
    p_none: float  # of lambda = 1
    powers: "NDArray[np.float64]"  # shape (m,), a grid for figures
    log_likelihoods: "NDArray[np.float64]"  # shape (m,), at `powers`, the maximum being 0


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """The chosen model's residuals, as data for figures; each of shape (n,), in run order unless said otherwise."""

    fitted: "NDArray[np.float64]"  # the model's expected values
    residuals: "NDArray[np.float64]"  # observed minus fitted
    studentized: "NDArray[np.float64]"
    """Residuals by their own standard errors (internally studentized); 0 where the model is exact."""
    quantiles: "NDArray[np.float64]"  # standard normal quantiles of the ordered studentized residuals, ascending
    ordered: "NDArray[np.float64]"  # the studentized residuals, ascending
    leverages: "NDArray[np.float64]"  # each observation's weight in its own fitted value
    deleted: "NDArray[np.float64]"
    """Residuals by the standard error that the other observations give (externally studentized); 0 where the model
    is exact there."""
    distances: "NDArray[np.float64]"
    """Cook's: how far all fitted values move without the observation, by their standard errors."""


@dataclass(frozen=True, slots=True)
class Unusual:
    """An observation that the model fits badly, or that moves the fit."""

    index: int  # from 0, in the order of the observations
    fitted: float  # the model's expected value, on the scale of the analysis
    studentized: float  # its residual by its own standard error
    deleted: float  # the same, by the standard error that the others give
    p: float  # of `deleted` by Student's t, for the largest of all observations (Bonferroni)
    leverage: float  # its weight in its own fitted value
    distance: float  # Cook's
    why: tuple[str, ...]
    """`outlier` (|studentized| above 2), `leverage` (above three times the mean), `influence` (Cook's distance
    above 1); several may hold."""


@dataclass(frozen=True, slots=True)
class CellSummary:
    """The observations of one combination of levels, as they were measured."""

    labels: tuple[str, ...]  # the level of each factor
    n: int  # observations
    mean: float  # arithmetic, in the response's own unit
    deviation: float | None  # standard deviation there; None of one observation
    median: float  # in the same unit
    scaled_mean: float  # arithmetic, on the scale of the analysis
    centre: float  # that mean brought back: a geometric one after a log
    scaled_deviation: float | None  # standard deviation on the scale of the analysis; None of one observation
    scaled_low: float | None  # its lower limit by chi-square, as for normal errors; None of one observation
    scaled_high: float | None
    """Its upper limit. The intervals of all combinations hold together (Bonferroni)."""


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

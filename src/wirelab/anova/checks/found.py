"""What an analysis finds about its own assumptions and observations; frozen values."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Check:
    """An assumption held against the residuals.

    Attributes:
        assumption: `equal variances`, `normal residuals`, `order`, `scale`.
        test: its name, such as `Brown-Forsythe`.
        over: what the groups are, for tests that compare groups: a term's name, or nothing.
        statistic: of the test; lambda for Box-Cox.
        p: of the test.
        level: of p, below which the assumption counts as violated.
        holds: p is at least `level`.
        sentence: what it says, and where it fails, what the analysis did about it.
        draws: simulations that p was found by; 0: it is of a distribution.
    """

    assumption: str
    test: str
    over: str
    statistic: float
    p: float
    level: float
    holds: bool
    sentence: str
    draws: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class BoxCoxProfile:
    """Which power of the response suits the model best, by profile likelihood (Box and Cox 1964).

    Attributes:
        power: lambda at the maximum; 0 is the log, 1 the response as it is.
        low: lower limit.
        high: upper limit.
        confidence: level of the limits.
        p_log: of the test of lambda = 0, by the F distribution.
        p_none: of lambda = 1.
        powers: shape (m,), a grid for figures.
        log_likelihoods: shape (m,), at `powers`, the maximum being 0.
    """

    power: float
    low: float
    high: float
    confidence: float
    p_log: float
    p_none: float
    powers: "NDArray[np.float64]"
    log_likelihoods: "NDArray[np.float64]"


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """What the chosen model leaves, as data for figures; each of shape (n,), in run order unless said otherwise.

    Attributes:
        fitted: what the model expects.
        residuals: observed minus fitted.
        studentized: residuals by their own standard errors (internally studentized); 0 where the model is exact.
        quantiles: standard normal quantiles of the ordered studentized residuals, ascending.
        ordered: the studentized residuals, ascending.
        leverages: each observation's weight in its own fitted value.
        deleted: residuals by the standard error that the other observations give (externally studentized); 0 where the
            model is exact there.
        distances: Cook's: how far all fitted values move without the observation, by their standard errors.
    """

    fitted: "NDArray[np.float64]"
    residuals: "NDArray[np.float64]"
    studentized: "NDArray[np.float64]"
    quantiles: "NDArray[np.float64]"
    ordered: "NDArray[np.float64]"
    leverages: "NDArray[np.float64]"
    deleted: "NDArray[np.float64]"
    distances: "NDArray[np.float64]"


@dataclass(frozen=True, slots=True)
class Unusual:
    """An observation that the model fits badly, or that moves the fit.

    Attributes:
        index: from 0, in the order of the observations.
        fitted: what the model expects, on the scale of the analysis.
        studentized: its residual by its own standard error.
        deleted: the same, by the standard error that the others give.
        p: of `deleted` by Student's t, for the largest of all observations (Bonferroni).
        leverage: its weight in its own fitted value.
        distance: Cook's.
        why: `outlier` (|studentized| above 2), `leverage` (above three times the mean), `influence` (Cook's distance
            above 1); several may hold.
    """

    index: int
    fitted: float
    studentized: float
    deleted: float
    p: float
    leverage: float
    distance: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CellSummary:
    """The observations of one combination of levels, as they were measured.

    Attributes:
        labels: the level of each factor.
        n: observations.
        mean: arithmetic, in the response's own unit.
        deviation: standard deviation there; None of one observation.
        median: likewise.
        scaled_mean: arithmetic, on the scale of the analysis.
        centre: that mean brought back: a geometric one after a log.
        scaled_deviation: standard deviation on the scale of the analysis; None of one observation.
        scaled_low: its lower limit by chi-square, as for normal errors; None of one observation.
        scaled_high: its upper limit. The intervals of all combinations hold together (Bonferroni).
    """

    labels: tuple[str, ...]
    n: int
    mean: float
    deviation: float | None
    median: float
    scaled_mean: float
    centre: float
    scaled_deviation: float | None
    scaled_low: float | None
    scaled_high: float | None

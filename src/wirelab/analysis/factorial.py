"""The factorial analysis of one response: from observations to everything a report needs. Pure."""

from dataclasses import dataclass

from wirelab.model.factorial import (
    ComparisonMethod,
    FactorialAnalysis,
    SumsOfSquares,
    Transform,
)
from wirelab.model.observations import Observations


@dataclass(frozen=True, slots=True)
class FactorialOptions:
    """What a user may choose; the defaults are METHOD's.

    Attributes:
        transform: the scale of the analysis.
        alpha: level of tests, and family error of each grouping.
        check_alpha: level at which an assumption counts as violated.
        interactions: factors in the highest interaction; None: all of them.
        sums: type of the sums of squares; None: II where the design is balanced (all types agree there), III where not.
        method: of the comparisons; None: by rule.
        permutations: of labels within blocks, for `max-t`.
        seed: of the permutations.
    """

    transform: Transform = Transform.LN
    alpha: float = 0.05
    check_alpha: float = 0.01
    interactions: int | None = None
    sums: SumsOfSquares | None = None
    method: ComparisonMethod | None = None
    permutations: int = 10_000
    seed: int = 1


def analyse_factorial(observations: Observations, options: FactorialOptions = FactorialOptions()) -> FactorialAnalysis:
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
    raise NotImplementedError

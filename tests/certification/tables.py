"""Error rates of `wirelab analyze`, by simulation with known truth; `operating.py` puts them on its page.

Values are made on the scale of the analysis; the code that judges real tables judges them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tests.anova.rows import row_of
from tests.certification.operating import error_points
from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.checks.equal_variances import Scatter, brown_forsythe, scatter_of
from wirelab.anova.compare_levels import ComparisonRule, compare_levels
from wirelab.anova.least_squares import fit, gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import ComparisonMethod, FactorialOptions, Grouping, ScaledResponse, Transform

Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]
Codes = tuple[int, ...]
ALPHA = 0.05
NOISES: dict[str, Draw] = {
    "normal": lambda random, n: random.standard_normal(n),
    "t, 4 degrees of freedom": lambda random, n: random.standard_t(4, n),
    "log-normal, SD 0.5": lambda random, n: np.exp(0.5 * random.standard_normal(n)),
}
SHAPES = {"one factor of 4 levels": ((4,), 1), "3 by 4 levels": ((3, 4), 2)}
REPEATS = (2, 3, 4, 5, 7, 10)
_VARIANCES = """\
The table shows in how many of {designs} designs of equal variances Brown-Forsythe's p is below 0.05 (standard error of
a share of 5 %: {error} points), by observations per combination. Two observations of one factor's level lie equally far
from their median, so they are not tested. The test is exact for normal errors
(docs/decisions/0023-analysis-with-holes.md). Where errors are skewed, it finds unequal variances more often; the
default, a logarithm, is meant for that.
"""
_METHODS = """\
*Error* is the share of {designs} designs in which any two levels with the same mean are called different, *held* the
share in which the limits of all pairs hold the true differences. There are five levels in blocks that drift, or in
groups without blocks. *Half apart* has two equal levels and three that are far from these and from each other. That is
where methods that step down err most.
"""
_HOLES = """\
The designs have three by two by two levels, with three observations each. One of the three levels was never observed
with one of the next two, and the last two factors interact. The table shows the shares of {designs} designs that find
this interaction, whose limits of all pairs of the three levels contain the truth, and that report a failed assumption
(equal variances, normal residuals, order) although all are true.
"""


@dataclass(frozen=True, slots=True)
class Levels:
    """Five levels, with their true values.

    Attributes:
        means: of each.
        scatter: standard deviation of each.
    """

    means: tuple[float, ...] = (0.0,) * 5
    scatter: tuple[float, ...] = (1.0,) * 5


TRUTHS = {
    "equal": Levels(),
    "one scatters 8 times as much": Levels(scatter=(1, 1, 1, 1, 8)),
    "half apart": Levels(means=(0, 0, 20, 40, 60)),
}
METHODS = {
    ComparisonMethod.WELCH_HOLM: (3, 5, 10),
    ComparisonMethod.PAIRED_HOLM: (5, 8, 12),
    ComparisonMethod.MAX_T: (6, 8, 12),
}


def variance_alarms(seed: int, designs: int, shape: str, repeats: int, noise: str) -> float:
    """Share of designs of equal variances in which those of the first factor's levels are told apart at 0.05."""
    random = np.random.default_rng(seed)
    levels, order = SHAPES[shape]
    cells = [codes for codes in product(*map(range, levels)) for _ in range(repeats)]
    factors = tuple(Factor.of("abc"[index], [str(codes[index]) for codes in cells]) for index in range(len(levels)))
    alarms, of_normal = 0, None
    for _ in range(designs):
        table = gather(Observations("y", NOISES[noise](random, len(cells)), factors))
        model = fit(table, table.crossing.terms(order))
        of_normal = scatter_of(model).of_normal if of_normal is None else of_normal  # the design's, not the values'
        found = brown_forsythe(Scatter(model.residuals(), of_normal), factors[0].codes)
        assert found is not None
        alarms += found.p < ALPHA
    return alarms / designs


def pairs(seed: int, designs: int, method: ComparisonMethod, count: int, truth: Levels) -> tuple[float, float]:
    """Shares of designs with an error between equal levels, and of those in which all limits hold the truth."""
    random = np.random.default_rng(seed)
    blocked = method is not ComparisonMethod.WELCH_HOLM
    labels = [(level, repeat) for repeat in range(count) for level in range(5)]
    factor = Factor.of("level", [str(level) for level, _ in labels])
    block = Factor.of("block", [str(repeat) for _, repeat in labels]) if blocked else None
    rule = ComparisonRule(method, ALPHA, "block" if blocked else None)
    errors = held = 0
    for _ in range(designs):
        values = np.array(truth.means) + np.array(truth.scatter) * random.standard_normal((count, 5))
        values += 3 * blocked * random.standard_normal((count, 1))
        model = fit(gather(Observations("y", values.reshape(-1), (factor,), block)), ((0,),))
        nothing = Scatter(model.residuals(), np.empty((0, len(labels))))  # the method is given
        grouping = compare_levels(model, nothing, (0,), rule, ScaledResponse("y", Transform.NONE, None))
        assert grouping is not None
        wrong, all_hold = _judged(grouping, [float(mean) for mean in truth.means])
        errors += wrong
        held += all_hold
    return errors / designs, held / designs


def holes(seed: int, designs: int) -> tuple[float, float, float]:
    """Shares: interaction found, limits of the three levels hold the truth, an assumption said to fail."""
    random = np.random.default_rng(seed)
    cells = [codes for codes in product(range(3), range(2), range(2)) if codes[:2] != (2, 1)] * 3
    factors = tuple(Factor.of("abc"[index], [f"{codes[index]}" for codes in cells]) for index in range(3))
    found = held = failed = 0
    for _ in range(designs):
        means = np.array([3.0 * a + 10 * b * c for a, b, c in cells])
        observed = Observations("y", 100 + means + random.standard_normal(len(cells)), factors)
        analysis = analyse_factorial(observed, FactorialOptions(transform=Transform.NONE))
        p = row_of(analysis.full, "b", "c").p
        found += p is not None and p < ALPHA
        held += _judged(analysis.groupings[0], [0.0, 3.0, 6.0])[1]
        failed += any(not check.holds for check in analysis.checks if check.assumption != "scale")
    return found / designs, held / designs, failed / designs


def _judged(grouping: Grouping, means: Sequence[float]) -> tuple[bool, bool]:
    """Whether equal levels are called different, and whether all limits hold the truth."""
    truth = [(pair, means[int(pair.labels[0])] - means[int(pair.other[0])]) for pair in grouping.comparisons]
    wrong = any(pair.significant for pair, difference in truth if difference == 0)
    return wrong, all(pair.low <= difference <= pair.high for pair, difference in truth)


def variances(designs: int) -> list[str]:
    """The lines of the page on equal variances, from simulations of `designs` designs per share."""
    columns = ["Design", "Errors", *map(str, REPEATS)]
    head = _VARIANCES.format(designs=f"{designs:,}", error=error_points(designs))
    return [head, *_table(columns, _variance_rows(designs))]


def all_pairs(designs: int) -> list[str]:
    """The lines on comparing all pairs, likewise."""
    columns = ["Levels", "Comparisons", "Observations of a level", "Error", "Held"]
    return [_METHODS.format(designs=f"{designs:,}"), *_table(columns, _pair_rows(designs))]


def missing_combinations(designs: int) -> list[str]:
    """The lines on designs with a hole, likewise."""
    columns = ["Interaction found", "Levels held", "Assumption said to fail"]
    row = [_percent(share) for share in holes(31_000, designs)]
    return [_HOLES.format(designs=f"{designs:,}"), *_table(columns, [row])]


def _variance_rows(designs: int) -> Iterator[Sequence[str]]:
    for shape, (levels, _) in SHAPES.items():
        for noise in NOISES:
            tested = [repeats for repeats in REPEATS if repeats > 2 or len(levels) > 1]
            shares = [variance_alarms(30_000 + repeats, designs, shape, repeats, noise) for repeats in tested]
            yield shape, noise, *["–"] * (len(REPEATS) - len(tested)), *map(_percent, shares)


def _pair_rows(designs: int) -> Iterator[Sequence[str]]:
    for name, truth in TRUTHS.items():
        for method, counts in METHODS.items():
            for count in counts:
                yield name, method, str(count), *map(_percent, pairs(32_000 + count, designs, method, count, truth))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]] | Iterator[Sequence[str]]) -> Iterator[str]:
    for line in (columns, ["---"] * len(columns), *rows):
        yield f"| {' | '.join(line)} |"

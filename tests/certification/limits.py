"""The limits that `wirelab analyze` prints, one by one, by simulation with known truth: how often they hold it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tests.anova.rows import row_of
from tests.certification.operating import heading
from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.observations import Factor, Observations

_HEAD = """\
*Level* is the share of 95 % limits of a level's mean that contain it, *effect* that of 90 % limits of the first
factor's share of the variance (partial ω²), and *power* that of 95 % limits of Box and Cox's power, which is truly 0
({designs} designs per share). Errors are normal on the scale of logarithms, and the first factor's levels lie half a
standard deviation apart. A hole is a combination that was never observed. Blocks drift, and a level's mean is that of
the blocks that were observed. Where levels differ in scatter, the best power differs from 0, so 0 is not the truth
there.
"""
_APART = 0.5


@dataclass(frozen=True, slots=True)
class Design:
    """Which observations there are, and how they scatter.

    Attributes:
        name: for people.
        levels: of each factor.
        missing: combinations that are never observed.
        blocked: whether each repeat is a block.
        scatter: SD of the first factor's levels; the same for all where it is empty.
    """

    name: str
    levels: tuple[int, ...]
    missing: frozenset[tuple[int, ...]] = frozenset()
    blocked: bool = False
    scatter: tuple[float, ...] = ()

    def combinations(self, repeats: int) -> list[tuple[int, ...]]:
        """The combination of each observation, repeat by repeat."""
        whole = product(*map(range, self.levels))
        return [codes for codes in whole if codes not in self.missing] * repeats


DESIGNS = (
    Design("one factor of 4 levels", (4,)),
    Design("4 levels, from 1 to 4 times the scatter", (4,), scatter=(1, 2, 3, 4)),
    Design("4 levels in blocks", (4,), blocked=True),
    Design("3 by 4 levels", (3, 4)),
    Design("3 by 4 levels, one hole", (3, 4), missing=frozenset({(2, 3)})),
    Design("3 by 2 levels in blocks, one hole", (3, 2), missing=frozenset({(2, 1)}), blocked=True),
)
REPEATS = (2, 3, 5, 10)


def limits_held(seed: int, designs: int, design: Design, repeats: int) -> tuple[float, float, float]:
    """Shares of limits that contain the truth: of levels' means, of the first factor's effect, of the power."""
    random = np.random.default_rng(seed)
    combinations = design.combinations(repeats)
    means = np.array([_APART * codes[0] + 0.3 * sum(codes[1:]) for codes in combinations])
    scatter = np.array([design.scatter[codes[0]] if design.scatter else 1.0 for codes in combinations])
    blocks = np.repeat(np.arange(repeats), len(combinations) // repeats)
    # The sums of squares of the means themselves; a trace of an error, since a model without any cannot be tested.
    nearly = _analysed(design, combinations, blocks, means + 1e-6 * random.standard_normal(len(means)))
    excess = row_of(nearly.full, "a").sum_of_squares / float((scatter**2).mean())
    effect = excess / (excess + len(means))
    levels = effects = powers = 0.0
    for _ in range(designs):
        drift = design.blocked * 3 * random.standard_normal(repeats)
        found = _analysed(
            design, combinations, blocks, means + drift[blocks] + scatter * random.standard_normal(len(means))
        )
        levels += _levels_held(found, design, float(drift.mean()))
        own = row_of(found.full, "a").effect
        assert own is not None
        effects += own.low <= effect <= own.high
        assert found.box_cox is not None
        powers += found.box_cox.low <= 0 <= found.box_cox.high
    return levels / designs, effects / designs, powers / designs


def _analysed(
    design: Design, combinations: Sequence[tuple[int, ...]], blocks: NDArray[np.intp], logs: NDArray[np.float64]
) -> FactorialAnalysis:
    factors = tuple(Factor.of("ab"[at], [str(codes[at]) for codes in combinations]) for at in range(len(design.levels)))
    block = Factor.of("block", [str(each) for each in blocks]) if design.blocked else None
    return analyse_factorial(Observations("y", np.exp(logs), factors, block))


def _levels_held(found: FactorialAnalysis, design: Design, drift: float) -> float:
    """Share of the first factor's levels whose limits contain their mean over all levels of the others."""
    beside = 0.3 * sum((levels - 1) / 2 for levels in design.levels[1:])
    means = found.groupings[0].means
    truths = [_APART * int(mean.labels[0]) + beside + drift for mean in means]
    return float(np.mean([mean.low <= truth <= mean.high for mean, truth in zip(means, truths, strict=True)]))


def limits(designs: int) -> list[str]:
    """The lines of the page, from simulations of `designs` designs per share."""
    kinds = ("Level", "Effect", "Power")
    columns = ("Design", *(f"{kind}, {repeats} each" for kind in kinds for repeats in REPEATS))
    return [_HEAD.format(designs=f"{designs:,}"), *heading(columns), *_rows(designs)]


def _rows(designs: int) -> Iterator[str]:
    for design in DESIGNS:
        found = [limits_held(33_000 + repeats, designs, design, repeats) for repeats in REPEATS]
        told = (f"{100 * shares[kind]:.1f} %" for kind in range(3) for shares in found)
        yield f"| {design.name} | {' | '.join(told)} |"

"""Factorial analyses at the edge of the computable."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ttest_rel

from tests.anova.factorial_designs import analysis, made, times
from wirelab.anova.least_squares import gather
from wirelab.anova.observations import Observations
from wirelab.anova.pairwise import max_t
from wirelab.anova.result import ComparisonMethod, Transform


@pytest.mark.parametrize("method", [ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T])
def test_levels_that_share_no_block_differ_by_what_the_model_says(method: ComparisonMethod) -> None:
    """Even rounds have levels 1 and 2, odd ones 0 and 1."""
    own = made((3,), repeats=16, mean=lambda codes: 1.0 * codes[0], block=True)
    assert own.block is not None
    (factor,) = own.factors
    kept = factor.codes != 2 * (own.block.codes % 2)
    factor, block = (replace(column, codes=column.codes[kept]) for column in (factor, own.block))
    found = analysis(Observations("time_ns", own.values[kept], (factor,), block), method=method)
    pairs = {(pair.labels, pair.other): pair for pair in found.groupings[0].comparisons}
    apart = pairs[("f2",), ("f0",)]
    assert apart.ratio is not None
    assert apart.ratio.estimate == pytest.approx(math.exp(2), rel=0.2)
    assert (apart.low, apart.high, apart.p) == (-math.inf, math.inf, 1)
    assert [pair.significant for pair in pairs.values()] == [True, False, True]
    assert "[0, ∞] the lowest" in found.groupings[0].sentence


@pytest.mark.filterwarnings("error")
def test_values_that_a_model_fits_exactly_are_no_fault() -> None:
    """Two residuals are all of the error; a power makes all of the others equal."""
    found = analysis(times([5.0] * 6 + [5.0, 5.1], f=list("aaaaaabb")))
    assert [(one.index, one.p) for one in found.unusual] == [(6, 0), (7, 0)]
    far = analysis(times(np.exp([-36, -20, 0, 30]), f=list("abbb"))).box_cox
    assert far is not None
    assert far.p_none < 1e-100
    sentences = [check.sentence for check in analysis(times([1, 2, 2.5], f=list("abb"))).checks]
    assert any("[−∞, " in sentence for sentence in sentences)


@pytest.mark.parametrize("levels", [(2, 2), (3, 3), (4, 2), (4, 4)])
def test_nothing_is_predicted_where_one_observation_alone_determines_a_mean(levels: tuple[int, int]) -> None:
    for repeats in range(2, 6):
        every = made(levels, repeats=repeats)
        first = every.factors[0].codes + every.factors[1].codes == 0
        kept = ~first | (np.cumsum(first) == 1)
        factors = tuple(replace(factor, codes=factor.codes[kept]) for factor in every.factors)
        assert analysis(Observations("time_ns", every.values[kept], factors)).full.predicted is None


@pytest.mark.parametrize("unit", [1e-140, 1e140])
def test_degrees_of_freedom_do_not_depend_on_the_unit(unit: float) -> None:
    """The fourth powers of such values are no doubles."""
    ones = made((3,), repeats=9, spread=lambda codes: 0.1 * 4 ** codes[0])

    def lows(scale: float) -> list[float]:
        scaled = replace(ones, values=ones.values * scale)
        found = analysis(scaled, transform=Transform.NONE, method=ComparisonMethod.GAMES_HOWELL)
        return [pair.low / scale for pair in found.groupings[0].comparisons]

    assert lows(unit) == pytest.approx(lows(1.0))


def many_factors(count: int, rows: int) -> Observations:
    generator = np.random.default_rng(1)
    labels = {f"f{at}": [str(level) for level in generator.integers(0, 2, rows)] for at in range(count)}
    return times(np.exp(generator.normal(size=rows)), **labels)


def test_interactions_of_many_factors_are_counted_before_they_are_listed() -> None:
    """They would be a million, and combinations of all levels as many."""
    found = analysis(many_factors(20, 60))
    assert found.full.order == 1
    assert found.notes[0] == "Interactions of 4 or more factors were left out: they need more than 2,000 estimates."


def test_combinations_of_more_levels_than_integers_are_told_apart() -> None:
    observations = many_factors(70, 80)
    table = gather(observations)
    rows = {codes: at for at, codes in enumerate(map(tuple, table.levels.tolist()))}
    assert len(rows) == 80
    own = zip(*(factor.codes.tolist() for factor in observations.factors), strict=True)
    assert [rows[codes] for codes in own] == table.member.tolist()


@pytest.mark.parametrize("present", [lambda _: True, lambda c: c[1] // 2 == c[0], lambda c: c[1] // 2 == c[0] == c[2]])
def test_possible_combinations_are_those_of_the_grid(present: Callable[[tuple[int, ...]], bool]) -> None:
    crossing = gather(made((2, 4, 2), repeats=1, present=present)).crossing
    assert crossing.possible() == len(crossing.grid((0, 1, 2)))


def test_no_p_value_of_flips_is_below_that_of_the_observed_signs_alone() -> None:
    """Squares of such differences are hardly larger than those of their mean."""
    noise = np.random.default_rng(3).normal(size=(6, 3))
    for scatter in (1e-6, 1e-7, 1e-8, 1e-9):
        assert max_t(np.array([1.0, 2.0, 1.0]) + scatter * noise, 0.05).p.min() == 1 / 2**5


def test_nested_levels_are_compared_within_blocks_across_those_that_they_are_nested_in() -> None:
    """Factor g is nested in f, and the levels of f scatter unequally."""
    observations = made(
        (2, 4),
        repeats=12,
        mean=lambda codes: 3.0 * codes[0] + 0.5 * codes[1],
        spread=lambda codes: 0.02 + 0.5 * codes[0],
        present=lambda codes: codes[1] // 2 == codes[0],
        block=True,
    )
    found = analysis(observations)
    logs = np.log(observations.values.reshape(12, 4))  # of g0, g1 in f0 and g2, g3 in f1
    outer, nested = found.groupings
    assert {outer.method, nested.method} == {ComparisonMethod.PAIRED_HOLM}
    (pair,) = outer.comparisons
    paired = ttest_rel(logs[:, 2:].mean(axis=1), logs[:, :2].mean(axis=1))
    assert (pair.difference, pair.p) == pytest.approx((logs[:, 2:].mean() - logs[:, :2].mean(), paired.pvalue))
    assert (pair.low, pair.high) == pytest.approx(tuple(paired.confidence_interval()))
    apart = {(each.labels[0], each.other[0]): each for each in nested.comparisons}
    assert apart["g3", "g0"].difference == pytest.approx(logs[:, 3].mean() - logs[:, 0].mean())
    assert all(math.isfinite(each.low) and math.isfinite(each.high) for each in nested.comparisons)


def test_a_block_that_lacks_a_nested_level_says_nothing_of_the_outer_ones() -> None:
    own = made((2, 4), repeats=9, mean=lambda c: 2.0 * c[1], present=lambda c: c[1] // 2 == c[0], block=True)
    kept = np.arange(len(own.values)) != 0  # without g0 in the first block, f0 is slower there
    factors = tuple(replace(factor, codes=factor.codes[kept]) for factor in own.factors)
    assert own.block is not None
    block = replace(own.block, codes=own.block.codes[kept])
    found = analysis(Observations("time_ns", own.values[kept], factors, block), method=ComparisonMethod.PAIRED_HOLM)
    (pair,) = found.groupings[0].comparisons
    assert pair.difference == pytest.approx(4.0, abs=0.2)
    assert pair.high - pair.low < 0.5

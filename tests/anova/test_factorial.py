"""The factorial analysis: its refusals, omissions, choices and sentences."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2, f_oneway, ncf, studentized_range, tukey_hsd
from scipy.stats import t as student

from tests.again import first
from tests.anova.factorial_designs import analysis, made, times
from tests.anova.rows import row_of
from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.least_squares import gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import ComparisonMethod, FactorialOptions, SumsOfSquares, Transform
from wirelab.anova.variance_table import estimable_model, partial_omega_squared
from wirelab.model.errors import DesignError

TWINS = made((3, 3), repeats=3, present=lambda codes: codes[1] == codes[0])
SUMMED = made((2, 2, 4), repeats=3, present=lambda codes: codes[2] == codes[0] + 2 * codes[1])
SPLIT = made((4, 4), repeats=3, present=lambda codes: (codes[0] < 2) == (codes[1] < 2))
ORDINARY = made((3,), repeats=4)
CONFOUNDED = replace(made((3,), repeats=4), block=Factor.of("day", [f"d{i % 3}" for i in range(12)]))


@pytest.mark.parametrize(
    ("observations", "options", "said"),
    [
        (made((4,), repeats=1), {}, "4 observations for 4 estimates leave no error"),
        (made((1, 3), repeats=4), {}, "factor f has one level, 'f0'"),
        (TWINS, {}, "factors f and g are confounded"),
        (SUMMED, {}, "factor h is confounded with f, g"),
        (CONFOUNDED, {}, "factor f is confounded with block day"),
        (times([5.0] * 6, f=list("aabbcc")), {}, "all values are the same"),
        (times([1, 1, 2, 2, 3, 3], f=list("aabbcc")), {}, "do not vary at all"),
        (times([1, 2, 0, 4], f=list("aabb")), {}, "observation 3 is 0, which has no ln value"),
        (times([1, 2, -1, 4], f=list("aabb")), {"transform": Transform.BOX_COX}, "observation 3 is -1"),
        (times(np.arange(1, 3001), f=[str(i) for i in range(3000)]), {}, "factor f has 3,000 levels"),
        (ORDINARY, {"method": ComparisonMethod.MAX_T}, "max-t compares within blocks"),
        (ORDINARY, {"method": ComparisonMethod.PAIRED_HOLM}, "paired-holm compares within blocks"),
        (made((3,), repeats=4, block=True), {"method": ComparisonMethod.GAMES_HOWELL}, "games-howell takes no blocks"),
        (made((3, 2), repeats=1), {"method": ComparisonMethod.WELCH_HOLM}, "one has a single observation"),
    ],
)
def test_what_cannot_be_analysed_is_refused_by_name(
    observations: Observations, options: dict[str, object], said: str
) -> None:
    with pytest.raises(DesignError, match=said) as refused:
        analyse_factorial(observations, FactorialOptions(**options))  # type: ignore[arg-type]
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("observations", "order", "note"),
    [
        (made((3, 4), repeats=1), 1, "One observation per combination leaves no error to test f:g against"),
        (made((2, 2, 2), repeats=1), 2, "One observation per combination leaves no error to test f:g:h"),
        (
            made((2, 2), repeats=3, present=lambda codes: codes != (1, 1)),
            1,
            r"f:g cannot be estimated, because 1 of 4 combinations was never observed \(f = f1, g = g1\)",
        ),
        (made((2, 2, 2), repeats=2, present=lambda codes: codes != (1, 1, 1)), 2, "f:g:h cannot be estimated"),
        (
            made((3, 3), repeats=3, present=lambda codes: codes != (1, 1)),
            2,
            r"f:g keeps 3 of 4 degrees of freedom, because 1 of 9 combinations was never observed \(f = f1, g = g1\)",
        ),
        (made((2, 4), repeats=3, present=lambda codes: codes[1] // 2 == codes[0]), 1, "g is nested in f"),
    ],
)
def test_interactions_that_cannot_be_estimated_are_left_out_and_told(
    observations: Observations, order: int, note: str
) -> None:
    found = analyse_factorial(observations)
    assert found.full.order == order
    assert len(found.notes) == 1
    assert re.search(note, found.notes[0])


def test_one_empty_combination_costs_no_interaction_and_raises_no_alarm() -> None:
    """A codec (f) that exists on only one platform (g); platform and size (h) interact."""
    own = made(
        (3, 2, 2),
        repeats=4,
        mean=lambda codes: 0.3 * codes[0] + 1.0 * codes[1] * codes[2],
        present=lambda codes: codes[:2] != (2, 1),
    )
    found = analysis(own)
    assert {row.name: (row.freedom, row.lost) for row in found.full.rows if row.lost} == {
        "f:g": (1, 1),
        "f:g:h": (1, 1),
    }
    row = row_of(found.full, "g", "h")
    assert row.p is not None
    assert row.p < 1e-6
    assert found.full.sums is SumsOfSquares.HIERARCHICAL
    assert [line.name for line in found.chosen.rows] == ["f", "g", "h", "g:h", "error", "total"]
    assert all(check.holds for check in found.checks)
    assert {mean.labels: mean.mean for mean in found.groupings[0].means} == {
        ("f0",): pytest.approx(0.25, abs=0.1),
        ("f1",): pytest.approx(0.55, abs=0.1),
        ("f2",): pytest.approx(0.85, abs=0.1),
    }


def test_means_over_what_was_never_observed_are_not_estimated() -> None:
    own = made((3, 2), repeats=4, mean=lambda codes: 1.0 * codes[0] * codes[1], present=lambda codes: codes != (2, 1))
    found = analysis(own)
    assert found.chosen is found.full
    by_name = {grouping.name: grouping for grouping in found.groupings}
    assert [mean.labels for mean in by_name["f"].means] == [("f1",), ("f0",)]
    assert by_name["f"].unknown == (("f2",),)
    assert "g" not in by_name
    assert any("levels of g are not compared" in note for note in found.notes)
    assert len(by_name["f:g"].means) == 5
    assert by_name["f:g"].unknown == ()
    assert "f within g = g1" in {effect.name for effect in found.simple_effects}


def test_a_nested_factor_is_compared_within_the_other() -> None:
    """As R's `y ~ f + f:g` has it (tests/certification/holes.py); a mean of f is over its own levels of g."""
    own = made((2, 4, 2), repeats=4, mean=lambda codes: 0.5 * codes[1], present=lambda codes: codes[1] // 2 == codes[0])
    found = analysis(own)
    assert {row.name: row.freedom for row in found.full.rows[:-2]} == {"f": 1, "h": 1, "g": 2, "f:h": 1, "g:h": 2}
    assert found.balanced
    means = {mean.labels[0]: mean.mean for grouping in found.groupings for mean in grouping.means}
    assert means["f1"] == pytest.approx((means["g2"] + means["g3"]) / 2)
    assert means["g3"] - means["g0"] == pytest.approx(1.5, abs=0.1)


def test_factors_that_fall_apart_are_tested_but_not_compared() -> None:
    found = analysis(SPLIT)
    assert [row_of(found.full, name).freedom for name in "fg"] == [2, 2]
    assert found.groupings == ()


def test_more_than_a_hundred_blocks() -> None:
    own = made((3,), repeats=150, block=True, mean=lambda codes: 0.2 * codes[0], drift=0.05)
    found = analysis(own)
    assert found.full.rows[0].freedom == 149
    assert [mean.letters for mean in found.groupings[0].means] == ["A", "B", "C"]


@pytest.mark.long
def test_interactions_of_too_many_levels_are_left_out() -> None:
    model = estimable_model(gather(made((46, 46), repeats=1)), 2, response="time_ns", block=None)
    assert model.order == 1
    assert model.notes == ("Interactions of 2 factors were left out: they need more than 2,000 estimates.",)


def test_scaling_the_unit_changes_means_but_no_test() -> None:
    own = made((3, 2), repeats=5, mean=lambda codes: 0.3 * codes[0])
    one, other = (analysis(replace(own, values=own.values * unit)) for unit in (1.0, 1e-9))
    for one_row, other_row in zip(one.full.rows[:-2], other.full.rows[:-2], strict=True):
        assert other_row.f == pytest.approx(one_row.f, rel=1e-9)
    assert other.groupings[0].means[0].centre == pytest.approx(one.groupings[0].means[0].centre * 1e-9)


def test_log10_and_ln_say_the_same() -> None:
    own = made((3, 2), repeats=5, mean=lambda codes: 0.3 * codes[0])
    natural, common = analysis(own, transform=Transform.LN), analysis(own, transform=Transform.LOG10)
    for one, other in zip(natural.groupings[0].comparisons, common.groupings[0].comparisons, strict=True):
        assert one.ratio is not None
        assert other.ratio is not None
        assert other.ratio.low == pytest.approx(one.ratio.low, rel=1e-9)
        assert other.p == pytest.approx(one.p, abs=1e-9)
        assert other.difference == pytest.approx(one.difference / math.log(10))
    assert common.response.label == "log10(time_ns)"


@pytest.mark.long
def test_one_factor_is_tukey_or_games_howell_as_scipy_has_them() -> None:
    own = made((4,), repeats=9, spread=lambda codes: 0.05 + 0.2 * codes[0], mean=lambda codes: 0.1 * codes[0])
    groups = [np.log(own.values[own.factors[0].codes == code]) for code in range(4)]
    for method, equal in ((ComparisonMethod.TUKEY, True), (ComparisonMethod.GAMES_HOWELL, False)):
        theirs = tukey_hsd(*groups, equal_var=equal)
        limits = theirs.confidence_interval(0.95)
        for pair in analysis(own, method=method).groupings[0].comparisons:
            first, second = (int(labels[0][1]) for labels in (pair.labels, pair.other))
            assert pair.p == pytest.approx(theirs.pvalue[first, second], abs=1e-8)
            assert pair.low == pytest.approx(limits.low[first, second], abs=1e-6)
            assert pair.high == pytest.approx(limits.high[first, second], abs=1e-6)


def test_unequal_variances_choose_games_howell_or_welch_by_numbers() -> None:
    unequal = {"spread": lambda codes: 0.01 + codes[0], "seed": 2}
    many, few = made((3,), repeats=20, **unequal), made((3,), repeats=7, **unequal | {"seed": 5})
    assert analysis(many).groupings[0].method is ComparisonMethod.GAMES_HOWELL
    assert analysis(few).groupings[0].method is ComparisonMethod.WELCH_HOLM
    for repeats, limit in ((20, ")"), (7, ", but a level has only 7 observations")):
        grouping = analysis(made((3,), repeats=repeats)).groupings[0]
        assert grouping.method is ComparisonMethod.TUKEY
        assert grouping.why.endswith(limit)
    found = analysis(many)
    assert found.welch is not None
    groups = [np.log(many.values[many.factors[0].codes == code]) for code in range(3)]
    theirs = f_oneway(*groups, equal_var=False)
    assert found.welch.f == pytest.approx(theirs.statistic)
    assert found.welch.p == pytest.approx(theirs.pvalue)
    assert any("allow for that" in check.sentence for check in found.checks if not check.holds)


def test_a_block_takes_out_drift() -> None:
    drifting = {"repeats": 8, "mean": lambda codes: 0.05 * codes[0], "spread": lambda _: 0.02, "drift": 0.2}
    blocked = analysis(made((3,), block=True, **drifting))
    alone = analysis(made((3,), **drifting))
    found, missed = row_of(blocked.full, "f").p, row_of(alone.full, "f").p
    assert found is not None
    assert missed is not None
    assert found < 0.001
    assert missed > 0.5
    assert blocked.full.rows[0].name == "round"
    assert any(check.assumption == "order" and not check.holds for check in alone.checks)
    assert all(check.holds for check in blocked.checks if check.assumption == "order")


@pytest.mark.parametrize("method", [ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T])
def test_pairs_within_blocks_find_what_differs(method: ComparisonMethod) -> None:
    own = made((3, 2), repeats=10, block=True, mean=lambda codes: 0.5 * (codes[0] == 2), drift=0.3)
    found = analysis(own, method=method).groupings[0]
    assert (found.means[0].labels, found.means[0].letters) == (("f2",), "A")
    assert {mean.letters for mean in found.means[1:]} == {"B"}
    assert found.comparisons[0].ratio is not None
    assert found.comparisons[0].ratio.low < math.exp(0.5) < found.comparisons[0].ratio.high


@pytest.mark.parametrize("method", first(1, [ComparisonMethod.PAIRED_HOLM, ComparisonMethod.MAX_T]))
@pytest.mark.long
def test_levels_that_are_compared_in_pairs_have_intervals_of_their_own(method: ComparisonMethod) -> None:
    """SD 0.01 and 0.4, blocks 0.1; with a pooled error the intervals held the mean in 100 and 85 % of 2,000 designs."""
    random, held = np.random.default_rng(4), {"f0": 0, "f1": 0}
    for _ in range(400):
        logs = random.normal(0, 0.1, (8, 1)) + random.normal(0, [[0.01, 0.4]], (8, 2))
        own = times(np.exp(logs).ravel(), f=["f0", "f1"] * 8)
        own = replace(own, block=Factor.of("round", [str(block) for block in range(8) for _ in range(2)]))
        for mean in analysis(own, method=method).groupings[0].means:
            held[mean.labels[0]] += mean.low <= 0 <= mean.high
    assert all(0.91 <= count / 400 <= 0.985 for count in held.values()), held


def test_a_level_that_reads_the_same_every_time_is_not_certain() -> None:
    """A clock with steps of 0.1: ten readings of 5.0, ten of 5.1, ten that scatter."""
    random = np.random.default_rng(3)
    values = [*[5.0] * 10, *[5.1] * 10, *np.round(random.normal(6, 0.3, 10), 1)]
    own = times(values, f=[f"f{i // 10}" for i in range(30)])
    grouping = analysis(own, method=ComparisonMethod.GAMES_HOWELL, transform=Transform.NONE).groupings[0]
    pair = next(each for each in grouping.comparisons if {*each.labels, *each.other} == {"f0", "f1"})
    half = tukey_half(0.1 / math.sqrt(12) * math.sqrt(2 / 10), 3, 18)
    assert pair.high - pair.low == pytest.approx(2 * half)
    widths = {mean.labels[0]: mean.high - mean.low for mean in grouping.means}
    assert widths["f0"] == pytest.approx(2 * stats_t(0.975, 9) * 0.1 / math.sqrt(120))


def tukey_half(error: float, groups: int, freedom: float) -> float:
    return float(studentized_range.isf(0.05, groups, freedom) / math.sqrt(2) * error)


def stats_t(probability: float, freedom: float) -> float:
    return float(student.ppf(probability, freedom))


def test_an_interaction_that_matters_brings_its_cells_and_simple_effects() -> None:
    own = made((3, 2), repeats=6, mean=lambda codes: 1.0 * (codes == (2, 1)))
    found = analysis(own)
    assert found.chosen is found.full
    assert [grouping.name for grouping in found.groupings] == ["f", "g", "f:g"]
    assert [effect.name for effect in found.simple_effects] == [
        "f within g = g0", "f within g = g1", "g within f = f0", "g within f = f1", "g within f = f2",
    ]  # fmt: skip
    within = {effect.name: {mean.letters for mean in effect.means} for effect in found.simple_effects}
    assert within["f within g = g0"] == {"A"}
    assert within["g within f = f2"] == {"A", "B"}
    assert found.groupings[2].means[0].labels == ("f2", "g1")


def test_without_interaction_the_additive_model_stands_and_pools_the_error() -> None:
    found = analysis(made((3, 2), repeats=6, mean=lambda codes: 0.5 * codes[0]))
    assert found.additive is not None
    assert found.chosen is found.additive
    error, interaction = row_of(found.full, "error"), row_of(found.full, "f", "g")
    assert row_of(found.additive, "error").sum_of_squares == pytest.approx(
        error.sum_of_squares + interaction.sum_of_squares
    )
    assert found.simple_effects == ()
    assert any("additive model is used" in sentence for sentence in found.sentences)


@pytest.mark.parametrize(("repeats", "sums"), [(3, SumsOfSquares.HIERARCHICAL), (0, SumsOfSquares.MARGINAL)])
def test_the_type_follows_balance(repeats: int, sums: SumsOfSquares) -> None:
    own = made((2, 3), repeats=3)
    if not repeats:
        kept = np.arange(len(own.values)) > 0
        factors = tuple(replace(factor, codes=factor.codes[kept]) for factor in own.factors)
        own = replace(own, values=own.values[kept], factors=factors)
    assert analysis(own).full.sums is sums
    assert analysis(own, sums=SumsOfSquares.SEQUENTIAL).full.sums is SumsOfSquares.SEQUENTIAL


def test_partial_omega_squared_has_the_limits_of_the_noncentral_f() -> None:
    found = analysis(made((3,), repeats=10, mean=lambda codes: 0.1 * codes[0]))
    row, error = row_of(found.full, "f"), row_of(found.full, "error")
    assert row.effect is not None
    assert row.f is not None
    assert row.effect.estimate == pytest.approx(2 * (row.f - 1) / (2 * (row.f - 1) + 30))
    for limit, below in ((row.effect.low, 0.95), (row.effect.high, 0.05)):
        assert ncf.cdf(row.f, 2, error.freedom, 30 * limit / (1 - limit)) == pytest.approx(below, abs=1e-8)


@pytest.mark.parametrize("f", [0.999e8 / 2, 1.001e8 / 2, 1e14, 1e300])
def test_partial_omega_squared_of_almost_no_error(f: float) -> None:
    found = partial_omega_squared(f, 2, 9, 12, 0.9)
    assert 1 - 1e-6 < found.low <= found.estimate <= found.high <= 1
    # Noncentralities, on either side of where they are worked out otherwise.
    for limit, share in ((found.low, 0.05), (found.high, 0.95)) if f < 1e9 else ():
        assert 12 * limit / (1 - limit) == pytest.approx(2 * f * chi2.ppf(share, 9) / 9, rel=1e-4)


def test_box_cox_finds_the_log_of_lognormal_times_and_analyses_on_its_scale() -> None:
    own = made((3, 2), repeats=30, mean=lambda codes: 0.5 * codes[0])
    found = analysis(own, transform=Transform.BOX_COX)
    assert found.box_cox is not None
    assert found.box_cox.low < 0 < found.box_cox.high
    assert found.response.power == found.box_cox.power
    assert found.groupings[0].comparisons[0].ratio is None
    mean = found.groupings[0].means[0]
    assert mean.centre_low < mean.centre < mean.centre_high
    assert mean.centre == pytest.approx(math.exp(1), rel=0.05)
    assert analysis(replace(own, values=-own.values), transform=Transform.NONE).box_cox is None


def test_residuals_are_in_run_order_and_as_long_as_the_observations() -> None:
    own = made((3, 2), repeats=6)
    residuals = analysis(own).residuals
    assert residuals.fitted + residuals.residuals == pytest.approx(np.log(own.values))
    assert residuals.studentized.std() == pytest.approx(1, abs=0.1)
    assert (np.diff(residuals.ordered) >= 0).all()
    assert residuals.quantiles.shape == own.values.shape


def test_r_squared_adjusted_and_predicted_are_those_of_models_without_each_observation() -> None:
    own = made((3, 2), repeats=4, mean=lambda codes: 0.3 * codes[0], seed=5)
    found = analyse_factorial(own).full
    logs = np.log(own.values)
    cell = own.factors[0].codes * 2 + own.factors[1].codes
    total = ((logs - logs.mean()) ** 2).sum()
    others = np.arange(len(logs))
    missed = [logs[at] - logs[(cell == cell[at]) & (others != at)].mean() for at in others]
    assert found.predicted == pytest.approx(1 - (np.array(missed) ** 2).sum() / total)
    error = sum(((logs[cell == at] - logs[cell == at].mean()) ** 2).sum() for at in range(6))
    assert found.s == pytest.approx(np.sqrt(error / 18))
    assert found.adjusted == pytest.approx(1 - (error / 18) / (total / 23))


@pytest.mark.parametrize("seed", range(20))
def test_blocks_whose_means_are_the_same_take_nothing(seed: int) -> None:
    """The part that they explain is a difference of two sums that are equal but for rounding, on either side of 0."""
    random = np.random.default_rng(seed)
    own = times(np.concatenate([random.permutation([1.1, 2.3, 4.7, 7.9]) for _ in range(3)]), f=[*"abcd"] * 3)
    own = replace(own, block=Factor.of("day", [day for day in "xyz" for _ in range(4)]))
    found = analysis(own, transform=Transform.NONE).full.rows[0]
    assert (found.name, found.freedom, found.p) == ("day", 2, pytest.approx(1))


def test_factors_may_be_called_like_the_last_lines_of_a_table() -> None:
    own = made((3, 2), repeats=4, mean=lambda codes: 0.5 * codes[0])
    named = zip(own.factors, ("error", "total"), strict=True)
    other = replace(own, factors=tuple(replace(factor, name=name) for factor, name in named))
    one, two = (analysis(each).full for each in (own, other))
    assert (one.s, one.adjusted) == (two.s, two.adjusted)


def test_levels_may_end_in_a_digit_that_is_no_number() -> None:
    found = analysis(times([1, 2, 3, 5], f=["10³", "10³", "10²", "10²"]))
    assert [cell.labels for cell in found.cells] == [("10²",), ("10³",)]

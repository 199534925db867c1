"""Ratios by Fieller, by resampling, and the test of equivalence."""

import math

import numpy as np
import pytest

from wirelab.analysis.decision import verdict
from wirelab.analysis.intervals import paired_ratio
from wirelab.analysis.ratios import bootstrap_ratio, equivalence_p, fieller, fieller_paired
from wirelab.model.finding import Interval, Verdict

GENERATOR = np.random.default_rng(5)


def test_fieller_covers_the_ratio_of_means_as_often_as_it_says() -> None:
    covered = 0
    for _ in range(1_000):
        own, other = 3 + GENERATOR.normal(size=8), 2 + 0.3 * GENERATOR.normal(size=6)
        interval = fieller(own.tolist(), other.tolist(), 0.95)
        covered += interval.low <= 1.5 <= interval.high
    assert 0.93 <= covered / 1_000 <= 0.975


def test_fieller_is_the_set_of_ratios_that_a_t_test_does_not_refuse() -> None:
    own = {b: 10 + GENERATOR.normal() for b in range(7)}
    other = {b: own[b] / 2 + 0.2 * GENERATOR.normal() for b in range(7)}
    interval = fieller_paired(own, other, 0.9)
    assert interval is not None
    for limit in (interval.low, interval.high):
        rest = np.array([own[b] - limit * other[b] for b in range(7)])
        t = abs(rest.mean()) / (rest.std(ddof=1) / math.sqrt(7))
        assert t == pytest.approx(1.9431802805153)  # 95 % quantile of t with 6 degrees of freedom


def test_fieller_says_nothing_of_a_reference_that_may_be_zero() -> None:
    interval = fieller([1.0, 2.0, 3.0], [-1.0, 1.5, 0.1], 0.95)
    assert (interval.low, interval.high) == (-math.inf, math.inf)
    with pytest.raises(ValueError, match="two values"):
        fieller([1.0], [1.0, 2.0], 0.95)
    assert fieller_paired({0: 1.0}, {0: 1.0}, 0.95) is None


def test_the_bootstrap_agrees_with_the_paired_interval() -> None:
    own, other = {}, {}
    for b in range(40):
        machine = GENERATOR.normal()
        own[b] = math.exp(machine + math.log(1.5) + 0.1 * GENERATOR.normal())
        other[b] = math.exp(machine + 0.1 * GENERATOR.normal())
    paired = paired_ratio(own, other, 0.95)
    drawn = bootstrap_ratio(own, other, 0.95, seed=1)
    assert paired is not None
    assert drawn is not None
    assert drawn.estimate == pytest.approx(paired.estimate)
    assert math.log(drawn.high / drawn.low) == pytest.approx(math.log(paired.high / paired.low), rel=0.15)
    assert bootstrap_ratio(own, other, 0.95, seed=1) == drawn
    assert bootstrap_ratio({0: 1.0}, {0: 1.0, 1: 2.0}, 0.95, seed=1) is None


@pytest.mark.parametrize(("shift", "spread"), [(0.0, 0.01), (0.0, 0.04), (0.015, 0.004), (0.018, 0.01), (0.1, 0.01)])
def test_equivalence_is_what_the_wider_interval_says(shift: float, spread: float) -> None:
    logs = shift + spread * GENERATOR.normal(size=9)
    interval = paired_ratio({b: math.exp(log) for b, log in enumerate(logs)}, dict.fromkeys(range(9), 1.0), 0.9)
    inside = verdict(interval, 0.02) in {Verdict.EQUIVALENT, Verdict.NEGLIGIBLE}
    assert (equivalence_p(logs.tolist(), 0.02) < 0.05) == inside


def test_equivalence_of_values_without_spread() -> None:
    assert equivalence_p([0.0, 0.0], 0.02) == 0
    assert equivalence_p([0.1, 0.1], 0.02) == 1
    with pytest.raises(ValueError, match="band above 0"):
        equivalence_p([0.0, 0.0], 0.0)


def test_intervals_name_their_method() -> None:
    assert isinstance(found := fieller([2.0, 3.0], [1.0, 1.1], 0.95), Interval)
    assert found.method == "fieller"

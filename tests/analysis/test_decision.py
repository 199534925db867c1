"""Verdicts and the sequential rule, as tables."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from wirelab.analysis.decide.decision import Asked, Decision, Scale, against_1, half_width, interval_of, rounds_needed
from wirelab.analysis.decide.decision import decide as decided
from wirelab.analysis.decide.decision import verdict as verdict_of
from wirelab.analysis.decide.intervals import mean_interval, on_ratios
from wirelab.design.sequential import Schedule, level_for_width
from wirelab.model.findings.finding import Interval, Verdict

ONES = tuple((b, 0.0) for b in range(60))
SCHEDULE = Schedule(20, 3, planned=(3, 4, 5, 7, 10, 14))


def interval(low, high):
    return Interval(math.sqrt(low * high), low, high, 0.95, 10, "t")


def wobbling(ratio, spread):
    """ln(ratio) that alternates around that of `ratio` by `spread`, for 60 rounds."""
    return tuple((b, math.log(ratio) + (spread if b % 2 else -spread)) for b in range(60))


def before(logs, rounds):
    return tuple((b, log) for b, log in logs if b < rounds)


def drawn(logs, confidence):
    return on_ratios(mean_interval([log for _, log in logs], confidence))


def decide(family, *, schedule, band, rounds, ended=False) -> tuple[Decision, ...]:
    """The decisions on ratios against 1."""
    return decided([against_1(logs, band) for logs in family], schedule=schedule, rounds=rounds, ended=ended)


def verdict(interval, band):
    return verdict_of(against_1((), band), interval, interval)


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0.97, 1.03, Verdict.UNRESOLVED),
        (0.97, 1.01, Verdict.UNRESOLVED),
        (0.99, 1.05, Verdict.UNRESOLVED),
        (1.0, 1.5, Verdict.UNRESOLVED),
        (1.01, 1.5, Verdict.DIFFERENT),
        (0.5, 0.99, Verdict.DIFFERENT),
        (1.03, 1.5, Verdict.DIFFERENT),
        (0.99, 1.01, Verdict.EQUIVALENT),
        (1 / 1.02, 1.02, Verdict.EQUIVALENT),
        (1.0, 1.01, Verdict.EQUIVALENT),
        (1.0, 1.0, Verdict.EQUIVALENT),
        (1.001, 1.015, Verdict.NEGLIGIBLE),
        (0.985, 0.999, Verdict.NEGLIGIBLE),
        (0.0, math.inf, Verdict.UNRESOLVED),
    ],
)
def test_verdicts_against_a_band_of_two_percent(low, high, found):
    assert verdict(interval(low, high), 0.02) is found


@pytest.mark.parametrize(("rounds", "ended", "final"), [(5, False, False), (5, True, True), (7, False, True)])
def test_a_cell_that_joined_late_waits_for_rounds_of_its_own(rounds, ended, final):
    late = before(wobbling(2.0, 1e-6), rounds)[3:]
    (found,) = decide([late], schedule=SCHEDULE, band=0.02, rounds=rounds, ended=ended)
    assert found.decided is final
    assert found.verdict is Verdict.DIFFERENT, "its verdict is shown all the same"


@given(st.floats(0.5, 2), st.floats(1, 1.5), st.floats(0, 0.2))
def test_exchanging_cell_and_reference_keeps_the_verdict(centre, width, band):
    low, high = centre / width, centre * width
    edges = (1.0, 1 + band, 1 / (1 + band))
    if all(abs(bound - edge) > 1e-9 for bound in (low, high) for edge in edges):
        assert verdict(interval(low, high), band) is verdict(interval(1 / high, 1 / low), band)


@pytest.mark.parametrize(
    ("ratio", "spread", "rounds", "expected"),
    [
        pytest.param(2.0, 0.01, 3, (Verdict.DIFFERENT, True, 3), id="far apart: the first look"),
        pytest.param(2.0, 0.01, 17, (Verdict.DIFFERENT, True, 3), id="stays decided at that look"),
        pytest.param(2.0, 0.005, 2, (Verdict.UNRESOLVED, False, 2), id="before the first look nothing is decided"),
        pytest.param(2.0, 0.01, 0, (Verdict.UNRESOLVED, False, 0), id="no round"),
        pytest.param(2.0, 0.01, 1, (Verdict.UNRESOLVED, False, 1), id="one round"),
        pytest.param(1.0, 0.001, 5, (Verdict.EQUIVALENT, True, 4), id="equal and quiet"),
        pytest.param(1.0, 0.2, 20, (Verdict.UNRESOLVED, False, 20), id="too noisy to say"),
        pytest.param(1.01, 0.0002, 7, (Verdict.NEGLIGIBLE, True, 3), id="different but negligible"),
        pytest.param(1.06, 0.04, 9, (Verdict.UNRESOLVED, False, 9), id="between looks"),
        pytest.param(1.06, 0.04, 20, (Verdict.DIFFERENT, True, 10), id="later"),
    ],
)
def test_looks_decide(ratio, spread, rounds, expected):
    seen = before(wobbling(ratio, spread), rounds)
    (decision,) = decide([seen], schedule=SCHEDULE, band=0.02, rounds=rounds)
    assert (decision.verdict, decision.decided, decision.rounds) == expected


def test_a_look_uses_its_own_level_and_the_rounds_before_it():
    times = wobbling(1.3, 0.01)
    (decision,) = decide([times], schedule=SCHEDULE, band=0.02, rounds=20)
    assert decision.rounds == 4
    interval_ = drawn(before(times, 4), 1 - SCHEDULE.level_to_differ(4))
    assert decision.interval == replace(interval_, confidence=0.95, calibrated=interval_.confidence)


def test_what_is_found_leaves_its_error_to_the_others_at_the_same_look():
    plain, close = wobbling(2.0, 0.08), wobbling(1.17, 0.08)
    schedule = Schedule(7, 8, planned=(5,))
    beside_equals, beside = (
        decide([close, *[other] * 7], schedule=schedule, band=0.02, rounds=5) for other in (wobbling(1.0, 0.08), plain)
    )
    assert [each.decided for each in beside_equals] == [False] * 8
    assert [(each.decided, each.rounds) for each in beside] == [(True, 5)] * 8
    assert beside[0].interval.level == pytest.approx(1 - schedule.level_to_differ(5, found=7))


def test_what_is_equivalent_was_not_found_to_differ():
    close = wobbling(1.17, 0.08)
    schedule = Schedule(7, 8, planned=(5,))
    beside = decide([close, *[ONES] * 7], schedule=schedule, band=0.02, rounds=5)
    assert [each.decided for each in beside] == [False] + [True] * 7
    assert beside[0].interval.level == pytest.approx(1 - schedule.level_to_differ(5))


def test_comparisons_that_scatter_alike_borrow_from_each_other_until_they_are_decided():
    """One that by chance scatters little for three rounds is not found for that."""
    lucky = tuple((b, math.log(1.1) + (0.0001 if b < 3 else 0.05) * (-1) ** b) for b in range(20))
    others = [wobbling(1.0, spread) for spread in (0.05, 0.06, 0.07)]
    schedule = Schedule(20, 4)
    (alone,) = decide([lucky], schedule=schedule, band=0.02, rounds=3)
    beside = decide([lucky, *(other for other in others)], schedule=schedule, band=0.02, rounds=3)
    assert alone.decided
    assert not beside[0].decided


def test_what_was_decided_says_nothing_of_scatter_later():
    """A run measures it no further, and a study that has its rounds all the same must decide as that run did."""
    plain, close = wobbling(2.0, 0.01), wobbling(1.06, 0.04)
    cut = before(plain, 3)
    whole, dropped = (decide([own, close], schedule=Schedule(20, 2), band=0.02, rounds=20) for own in (plain, cut))
    assert whole == dropped
    assert whole[0].rounds == 3 < whole[1].rounds


def test_a_study_that_ends_early_looks_once_more_with_all_that_is_left():
    times = before(wobbling(1.05, 0.045), 12)
    (open_end,) = decide([times], schedule=SCHEDULE, band=0.02, rounds=12)
    (ended,) = decide([times], schedule=SCHEDULE, band=0.02, rounds=12, ended=True)
    assert (open_end.verdict, open_end.decided) == (Verdict.UNRESOLVED, False)
    assert (ended.verdict, ended.decided) == (Verdict.DIFFERENT, True)
    assert ended.interval.level < open_end.interval.level


def test_two_rounds_in_all_are_one_look():
    (decision,) = decide([((0, math.log(2.0)), (1, math.log(2.01)))], schedule=Schedule(2, 1), band=0.02, rounds=2)
    assert (decision.verdict, decision.decided) == (Verdict.DIFFERENT, True)
    assert decision.interval.level == pytest.approx(0.95)


def test_with_a_precision_a_comparison_is_decided_as_soon_as_its_ratio_is_known_so_well():
    """Not before, though it differs plainly; and then whatever its verdict is."""
    schedule = Schedule(20, 1, precision=0.05)
    for ratio, verdict_ in ((40.0, Verdict.DIFFERENT), (1.0, Verdict.UNRESOLVED)):
        logs = wobbling(ratio, 0.03)
        (found,) = decide([logs], schedule=schedule, band=0.02, rounds=20)
        assert (found.decided, found.verdict) == (True, verdict_)
        assert half_width(found.interval) <= 0.05
        (earlier,) = decide([logs], schedule=schedule, band=0.02, rounds=found.rounds - 1)
        assert not earlier.decided
        assert half_width(earlier.interval) > 0.05
        (without,) = decide([logs], schedule=Schedule(20, 1), band=0.02, rounds=20)
        assert (without.rounds < found.rounds) == (ratio > 1)


def test_with_a_precision_what_is_found_leaves_its_error_where_it_stops():
    """Looks cost nothing then: each comparison has its share of the error at whichever look it stops."""
    schedule = Schedule(20, 2, precision=0.03)
    plain, close = wobbling(2.0, 0.002), wobbling(1.0, 0.05)
    (alone,) = decide([close], schedule=schedule, band=0.02, rounds=6)
    found, beside = decide([plain, close], schedule=schedule, band=0.02, rounds=6)
    assert (found.decided, found.verdict) == (True, Verdict.DIFFERENT)
    assert not beside.decided
    assert alone.interval.level == pytest.approx(1 - level_for_width(0.05 / 2))
    assert beside.interval.level == pytest.approx(1 - level_for_width(0.05))


def first_20(times):
    return before(times, 20)


def test_the_last_look_has_more_error_for_equivalence():
    """After 20 rounds the two one-sided tests may err as often as one look of the study: half was kept for them."""
    times = first_20(wobbling(1.002, 0.03))
    open_end, ended = (decide([times], schedule=SCHEDULE, band=0.02, rounds=n)[0] for n in (19, 20))
    assert (open_end.verdict, ended.verdict) == (Verdict.UNRESOLVED, Verdict.EQUIVALENT)
    level = 1 - 2 * SCHEDULE.level_to_equate(20)
    assert ended.interval.level == pytest.approx(level)
    by_tests = drawn(times, level)
    assert (ended.interval.low, ended.interval.high) == (min(1, by_tests.low), by_tests.high)


def test_what_is_equivalent_leaves_its_error_to_the_others():
    close = first_20(wobbling(1.0, 0.039))
    alone = decide([close], schedule=SCHEDULE, band=0.02, rounds=20)
    beside = decide([close, ONES, ONES], schedule=SCHEDULE, band=0.02, rounds=20)
    assert (alone[0].verdict, beside[0].verdict) == (Verdict.UNRESOLVED, Verdict.EQUIVALENT)


@settings(deadline=None)
@given(st.floats(0.97, 1.03), st.lists(st.floats(-0.04, 0.04), min_size=20, max_size=20), st.integers(2, 20))
def test_no_interval_contradicts_its_verdict(ratio, logs, rounds):
    times = tuple((b, math.log(ratio) + log / 2) for b, log in enumerate(logs))
    (decision,) = decide([times], schedule=Schedule(20, 1), band=0.02, rounds=rounds, ended=True)
    assert decision.interval.confidence == 0.95
    assert verdict(decision.interval, 0.02) is decision.verdict


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.floats(0.97, 1.03), min_size=4, max_size=4),
    st.floats(0.001, 0.05),
    st.integers(2, 20),
    st.integers(0, 2**32 - 1),
)
def test_no_interval_of_a_family_contradicts_its_verdict(ratios, spread, rounds, seed):
    random = Random(seed)
    family = [tuple((b, math.log(ratio) + random.gauss(0, spread)) for b in range(20)) for ratio in (*ratios, 2.0)]
    for decision in decide(family, schedule=Schedule(20, 5), band=0.02, rounds=rounds, ended=True):
        assert verdict(decision.interval, 0.02) is decision.verdict


@settings(deadline=None)
@given(
    st.lists(st.floats(-0.1, 0.3), min_size=20, max_size=20),
    st.integers(0, 20),
    st.integers(0, 20),
    st.sampled_from([None, 0.05]),
)
def test_what_is_decided_stays_decided(logs, some, more, precision):
    earlier, later = sorted((some, more))
    schedule = replace(SCHEDULE, precision=precision)
    (now,) = decide([tuple(enumerate(logs[:earlier]))], schedule=schedule, band=0.02, rounds=earlier)
    (then,) = decide([tuple(enumerate(logs[:later]))], schedule=schedule, band=0.02, rounds=later)
    if now.decided:
        assert then == now


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(1, 10), st.integers(0, 6), st.sampled_from([None, 0.05]))
def test_a_look_knows_of_nothing_that_came_later(seed, rounds, more, precision):
    random = Random(seed)
    family = [
        tuple((b, math.log(ratio) + random.gauss(0, 0.02)) for b in range(rounds + more)) for ratio in (1.05, 2.0, 1.0)
    ]
    question = {"schedule": Schedule(20, 3, precision=precision), "band": 0.02, "rounds": rounds}
    assert decide(family, **question) == decide([before(own, rounds) for own in family], **question)


def test_any_number_can_be_asked_whether_it_lies_within_limits():
    """A slope of 1, a ratio of 1.5 and a scatter of 2 %: limits that hold them, and others that do not."""
    schedule = Schedule(20, 6, joint=True)
    numbers = [
        (tuple((b, 1 + 0.01 * (-1) ** b) for b in range(20)), (0.9, 1.1), (1.2, math.inf), Scale.NUMBER),
        (wobbling(1.5, 0.02)[:20], (1.4, 1.6), (0.0, 1.4), Scale.RATIO),
        (wobbling(1.0, 0.02)[:20], (-math.inf, 0.1), (0.1, math.inf), Scale.SPREAD),
    ]
    asked = [Asked(values, limits, limits, scale) for values, *both, scale in numbers for limits in both]
    found = decided(asked, schedule=schedule, rounds=20)
    assert [each.verdict for each in found] == [Verdict.EQUIVALENT, Verdict.DIFFERENT] * 3
    for own in found:
        assert own.interval.level == pytest.approx(1 - schedule.level_to_differ(own.rounds)), "it keeps its share"


@pytest.mark.parametrize("scale", list(Scale))
def test_as_many_rounds_are_needed_as_more_values_of_the_same_scatter_take(scale):
    """Values whose mean is 0.4 and whose standard deviation is 0.3, and a limit a little above the estimate."""

    def scattered(n: int) -> list[float]:
        quantiles = stats.norm.ppf((np.arange(n) + 0.5) / n)
        return list(0.4 + 0.3 * quantiles / quantiles.std(ddof=1))

    limit = {Scale.RATIO: math.exp(0.55), Scale.NUMBER: 0.55, Scale.SPREAD: 0.4}[scale]
    few = Asked(tuple(enumerate(scattered(3))), (-math.inf, limit), (-math.inf, limit), scale)
    needed = rounds_needed(few, 0.95)
    assert 3 < needed < 100
    assert (
        interval_of(scale, scattered(needed - 1), 0.95).high > limit >= interval_of(scale, scattered(needed), 0.95).high
    )
    assert rounds_needed(replace(few, values=few.values[:2]), 0.95) is None, "two values do not show how they scatter"
    on_the_limit = interval_of(scale, scattered(3), 0.95).estimate
    assert rounds_needed(replace(few, apart_from=(0.0, on_the_limit), within=(0.0, on_the_limit)), 0.95) == math.inf

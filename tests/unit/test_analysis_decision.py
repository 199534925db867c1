"""Verdicts and the sequential rule, as tables."""

import math
from dataclasses import replace
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirelab.analysis.decision import decide, verdict
from wirelab.analysis.intervals import paired_ratio
from wirelab.analysis.running import Running
from wirelab.design.sequential import Schedule
from wirelab.model.finding import Interval, Verdict

ONES = dict.fromkeys(range(60), 1.0)
SCHEDULE = Schedule(20, 3, planned=(3, 4, 5, 7, 10, 14))


def interval(low, high):
    return Interval(math.sqrt(low * high), low, high, 0.95, 10, "t")


def wobbling(ratio, spread):
    """Ratios that alternate around `ratio` by `spread` on the log scale, for 60 rounds."""
    return {b: ratio * math.exp(spread if b % 2 else -spread) for b in range(60)}


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


def test_no_interval_is_unresolved():
    assert verdict(None, 0.02) is Verdict.UNRESOLVED


@pytest.mark.parametrize(("rounds", "ended", "decided"), [(5, False, False), (5, True, True), (7, False, True)])
def test_a_cell_that_joined_late_waits_for_rounds_of_its_own(rounds, ended, decided):
    late = {b: ratio for b, ratio in wobbling(2.0, 1e-6).items() if 3 <= b < rounds}
    (found,) = decide([(late, ONES)], schedule=SCHEDULE, band=0.02, rounds=rounds, ended=ended)
    assert found.decided is decided
    assert found.verdict is Verdict.DIFFERENT, "what it shows is told all the same"


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
        pytest.param(1.06, 0.04, 21, (Verdict.DIFFERENT, True, 10), id="after a round of retries"),
    ],
)
def test_looks_decide(ratio, spread, rounds, expected):
    seen = {b: time for b, time in wobbling(ratio, spread).items() if b < rounds}
    (decision,) = decide([(seen, ONES)], schedule=SCHEDULE, band=0.02, rounds=rounds)
    assert (decision.verdict, decision.decided, decision.rounds) == expected


def test_a_look_uses_its_own_level_and_the_rounds_before_it():
    times = wobbling(1.3, 0.01)
    (decision,) = decide([(times, ONES)], schedule=SCHEDULE, band=0.02, rounds=20)
    first = {b: time for b, time in times.items() if b < 4}
    assert decision.rounds == 4
    drawn = paired_ratio(first, ONES, 1 - SCHEDULE.level_to_differ(4))
    assert decision.interval == replace(drawn, confidence=0.95, calibrated=drawn.confidence)


def test_what_is_found_leaves_its_error_to_the_others_at_the_same_look():
    plain, close = wobbling(2.0, 0.08), wobbling(1.17, 0.08)
    schedule = Schedule(7, 8, planned=(5,))
    beside_equals, beside = (
        decide([(close, ONES), *[(other, ONES)] * 7], schedule=schedule, band=0.02, rounds=5)
        for other in (wobbling(1.0, 0.08), plain)
    )
    assert [each.decided for each in beside_equals] == [False] * 8
    assert [(each.decided, each.rounds) for each in beside] == [(True, 5)] * 8
    assert beside[0].interval.level == pytest.approx(1 - schedule.level_to_differ(5, found=7))


def test_what_is_equivalent_was_not_found_to_differ():
    close = wobbling(1.17, 0.08)
    schedule = Schedule(7, 8, planned=(5,))
    beside = decide([(close, ONES), *[(ONES, ONES)] * 7], schedule=schedule, band=0.02, rounds=5)
    assert [each.decided for each in beside] == [False] + [True] * 7
    assert beside[0].interval.level == pytest.approx(1 - schedule.level_to_differ(5))


def test_comparisons_that_scatter_alike_borrow_from_each_other_until_they_are_decided():
    """One that by chance scatters little for three rounds is not found for that."""
    lucky = {b: 1.1 * math.exp((0.0001 if b < 3 else 0.05) * (-1) ** b) for b in range(20)}
    others = [wobbling(1.0, spread) for spread in (0.05, 0.06, 0.07)]
    schedule = Schedule(20, 4)
    (alone,) = decide([(lucky, ONES)], schedule=schedule, band=0.02, rounds=3)
    beside = decide([(lucky, ONES), *((other, ONES) for other in others)], schedule=schedule, band=0.02, rounds=3)
    assert alone.decided
    assert not beside[0].decided


def test_what_was_decided_says_nothing_of_scatter_later():
    """A run measures it no further, and a study that has its rounds all the same must decide as that run did."""
    plain, close = wobbling(2.0, 0.01), wobbling(1.06, 0.04)
    cut = {b: time for b, time in plain.items() if b < 3}
    whole, dropped = (
        decide([(own, ONES), (close, ONES)], schedule=Schedule(20, 2), band=0.02, rounds=20) for own in (plain, cut)
    )
    assert whole == dropped
    assert whole[0].rounds == 3 < whole[1].rounds


def test_a_study_that_ends_early_looks_once_more_with_all_that_is_left():
    times = {b: time for b, time in wobbling(1.05, 0.045).items() if b < 12}
    (open_end,) = decide([(times, ONES)], schedule=SCHEDULE, band=0.02, rounds=12)
    (ended,) = decide([(times, ONES)], schedule=SCHEDULE, band=0.02, rounds=12, ended=True)
    assert (open_end.verdict, open_end.decided) == (Verdict.UNRESOLVED, False)
    assert (ended.verdict, ended.decided) == (Verdict.DIFFERENT, True)
    assert ended.interval.level < open_end.interval.level


def test_two_rounds_in_all_are_one_look():
    (decision,) = decide([({0: 2.0, 1: 2.01}, {0: 1.0, 1: 1.0})], schedule=Schedule(2, 1), band=0.02, rounds=2)
    assert (decision.verdict, decision.decided) == (Verdict.DIFFERENT, True)
    assert decision.interval.level == pytest.approx(0.95)


def test_precision_stops_from_eight_rounds_on():
    noisy = wobbling(1.0, 0.03)
    precise = Schedule(20, 1, precision=0.05)
    (at_7,) = decide([(noisy, ONES)], schedule=precise, band=0.02, rounds=7)
    (at_20,) = decide([(noisy, ONES)], schedule=precise, band=0.02, rounds=20)
    (without,) = decide([(noisy, ONES)], schedule=Schedule(20, 1), band=0.02, rounds=14)
    assert not at_7.decided
    assert (at_20.decided, at_20.verdict) == (True, Verdict.UNRESOLVED)
    assert at_20.rounds < 20
    assert not without.decided


def first_20(times):
    return {b: time for b, time in times.items() if b < 20}


def test_the_last_look_has_more_error_for_equivalence():
    """After 20 rounds the two one-sided tests may err as often as one look of the study: half was kept for them."""
    times = first_20(wobbling(1.002, 0.03))
    open_end, ended = (decide([(times, ONES)], schedule=SCHEDULE, band=0.02, rounds=n)[0] for n in (19, 20))
    assert (open_end.verdict, ended.verdict) == (Verdict.UNRESOLVED, Verdict.EQUIVALENT)
    level = 1 - 2 * SCHEDULE.level_to_equate(20)
    assert ended.interval.level == pytest.approx(level)
    by_tests = paired_ratio(times, ONES, level)
    assert (ended.interval.low, ended.interval.high) == (min(1, by_tests.low), by_tests.high)


def test_what_is_equivalent_leaves_its_error_to_the_others():
    close = first_20(wobbling(1.0, 0.039))
    alone = decide([(close, ONES)], schedule=SCHEDULE, band=0.02, rounds=20)
    beside = decide([(close, ONES), (ONES, ONES), (ONES, ONES)], schedule=SCHEDULE, band=0.02, rounds=20)
    assert (alone[0].verdict, beside[0].verdict) == (Verdict.UNRESOLVED, Verdict.EQUIVALENT)


@settings(deadline=None)
@given(st.floats(0.97, 1.03), st.lists(st.floats(-0.04, 0.04), min_size=20, max_size=20), st.integers(2, 20))
def test_no_interval_contradicts_its_verdict(ratio, logs, rounds):
    times = {b: ratio * math.exp(log / 2) for b, log in enumerate(logs)}
    (decision,) = decide([(times, ONES)], schedule=Schedule(20, 1), band=0.02, rounds=rounds, ended=True)
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
    family = [({b: ratio * math.exp(random.gauss(0, spread)) for b in range(20)}, ONES) for ratio in (*ratios, 2.0)]
    for decision in decide(family, schedule=Schedule(20, 5), band=0.02, rounds=rounds, ended=True):
        assert verdict(decision.interval, 0.02) is decision.verdict


@settings(deadline=None)
@given(st.lists(st.floats(0.9, 1.3), min_size=20, max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_what_is_decided_stays_decided(ratios, some, more):
    earlier, later = sorted((some, more))
    (now,) = decide([(dict(enumerate(ratios[:earlier])), ONES)], schedule=SCHEDULE, band=0.02, rounds=earlier)
    (then,) = decide([(dict(enumerate(ratios[:later])), ONES)], schedule=SCHEDULE, band=0.02, rounds=later)
    if now.decided:
        assert then == now


# --- on a machine that drifts ---------------------------------------------------------------------------------------


def drifting(seed, rounds, ratios):
    """Times by round of the reference and of cells that take `ratios` of it, and the processes as they ran."""
    random, moment = Random(seed), 0
    times, ran = [{} for _ in range(len(ratios) + 1)], []
    for b in range(rounds):
        order = list(range(len(times)))
        random.shuffle(order)
        for cell in order:
            moment += 1
            times[cell][b] = (1.0, *ratios)[cell] * math.exp(0.2 * math.sin(moment / 6) + random.gauss(0, 0.01))
            ran.append((b, cell, math.log(times[cell][b])))
    reference, *others = times
    return [(own, reference) for own in others], Running(tuple(ran), tuple((1 + at, 0) for at in range(len(ratios))))


def test_drift_within_rounds_is_taken_out_where_it_is_told_when_processes_ran():
    question = {"schedule": Schedule(12, 4, planned=()), "band": 0.02, "rounds": 12, "ended": True}
    for seed in range(5):
        family, running = drifting(seed, 12, [1.05, 1.0, 1.0, 1.0])
        plain, freed = (decide(family, **question, running=told)[0] for told in (None, running))
        assert [b for b, _ in plain.logs] == [b for b, _ in freed.logs] == list(range(12))
        before, after = ([log for _, log in found.logs] for found in (plain, freed))
        assert stdev(after) < 0.7 * stdev(before)
        assert math.log(freed.interval.estimate) == pytest.approx(fmean(after))


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(1, 10), st.integers(0, 6))
def test_a_look_knows_of_nothing_that_came_later(seed, rounds, more):
    family, running = drifting(seed, rounds + more, [1.05, 2.0, 1.0])
    until = [tuple({b: ns for b, ns in times.items() if b < rounds} for times in pair) for pair in family]
    question = {"schedule": Schedule(20, 3), "band": 0.02, "rounds": rounds}
    assert decide(family, **question, running=running) == decide(until, **question, running=running.until(rounds))


def test_processes_that_nothing_needed_any_more_are_as_if_they_had_not_run():
    family, running = drifting(2, 14, [1.02, 3.0, 1.0])
    question = {"schedule": Schedule(14, 3), "band": 0.02, "rounds": 14, "ended": True}
    found = decide(family, **question, running=running)
    plain = found[1]
    assert plain.rounds < 14
    left = [*family]
    left[1] = ({b: ns for b, ns in family[1][0].items() if b < plain.rounds}, family[1][1])
    assert decide(left, **question, running=running.needed({2: plain.rounds})) == found


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(0, 12), st.integers(0, 12))
def test_what_is_decided_stays_decided_on_a_machine_that_drifts(seed, some, more):
    earlier, later = sorted((some, more))
    family, running = drifting(seed, later, [1.1, 1.0])
    question = {"schedule": Schedule(20, 2), "band": 0.02, "running": running}
    for now, then in zip(*(decide(family, rounds=rounds, **question) for rounds in (earlier, later)), strict=True):
        if now.decided:
            assert then == now

"""What speaks against independence: rounds that follow each other, rounds that decide, processes that stand apart."""

import math
from dataclasses import replace

import numpy as np
import pytest
from invented_results import invented_results
from tests.certification.printed import CELLS

from wirelab.analysis.dependence import dependence, lag_1
from wirelab.analysis.findings import placed_times
from wirelab.analysis.intervals import paired_ratio
from wirelab.analysis.place import place_effect
from wirelab.analysis.session import session_fit
from wirelab.model.comparison import Comparison, Question
from wirelab.model.dependence import Dependence, Following, SlowMode, Tipping
from wirelab.model.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings import Findings
from wirelab.model.measurement import LossKind, ProcessSummary
from wirelab.report.as_json import results_json
from wirelab.report.forecast import dependence_words
from wirelab.report.page import render_page

COMPARED = Comparison(CELLS[1], CELLS[0], Question.REFERENCE)


def looked_at(logs, verdict=Verdict.DIFFERENT, confidence=0.95):
    ratios, ones = dict(enumerate(np.exp(logs).tolist())), dict.fromkeys(range(len(logs)), 1.0)
    ratio = paired_ratio(ratios, ones, confidence)
    found = ComparisonFinding(COMPARED, ratio, verdict, 0.02, decided=True, logs=tuple(enumerate(logs.tolist())))
    return ratio, dependence(Findings((), (found,)), None)


def test_lag_1_is_the_autocorrelation_from_each_value_to_the_next():
    values = np.random.default_rng(1).normal(size=50)
    centred = values - values.mean()
    assert lag_1(values) == pytest.approx((centred[1:] * centred[:-1]).sum() / (centred**2).sum())
    assert lag_1(np.ones(5)) == 0


def test_rounds_that_follow_each_other_widen_the_interval():
    slow = 0.2 + 0.05 * np.sin(np.arange(20) / 3)
    ratio, found = looked_at(slow)
    (following,) = found.following
    assert following.comparison == COMPARED
    assert following.lag_1 == pytest.approx(lag_1(slow))
    wider = math.log(following.widened.high / following.widened.low) / math.log(ratio.high / ratio.low)
    assert wider == pytest.approx(math.sqrt((1 + following.lag_1) / (1 - following.lag_1)))
    assert following.widened.estimate == ratio.estimate
    assert looked_at(np.random.default_rng(2).permutation(slow))[1] is None
    assert looked_at(slow[:9])[1] is None, "few rounds do not tell"


def test_a_difference_that_rests_on_one_round_says_so():
    logs = np.tile([0.0, 0.06], 6) + 0.002 * np.arange(12)
    logs[5] += 0.01
    without = paired_ratio(dict(enumerate(np.exp(logs).tolist())), dict.fromkeys(range(12), 1.0), 0.95)
    level = next(c for c in np.linspace(0.95, 0.9999, 400) if _low(logs, c) < 1.0008)
    (tipping,) = looked_at(logs, confidence=level)[1].tipping
    assert tipping.ratio.low <= 1 < tipping.ratio.estimate < without.estimate
    assert tipping.ratio.processes == 11
    assert looked_at(logs, Verdict.UNRESOLVED, level)[1] is None
    assert looked_at(logs + 0.5)[1] is None


def _low(logs, confidence):
    return paired_ratio(dict(enumerate(np.exp(logs).tolist())), dict.fromkeys(range(len(logs)), 1.0), confidence).low


def test_processes_that_stand_apart_are_counted():
    random = np.random.default_rng(3)
    speed = np.exp(0.3 * random.standard_normal(20))
    times = np.exp(0.02 * random.standard_normal((6, 20))) * speed * 100
    times[2, [4, 11]] *= 1.4
    fit = session_fit({cell: list(enumerate(own)) for cell, own in zip(CELLS, times.tolist(), strict=False)})
    (mode,) = dependence(Findings(), fit).slow_modes
    assert (mode.cell, mode.slow, mode.processes) == (CELLS[2], 2, 20)
    assert mode.times == pytest.approx(1.4, rel=0.05)


def test_the_place_in_a_round_is_told_from_cells_and_rounds():
    random = np.random.default_rng(4)
    order = random.permuted(np.tile(np.arange(6.0), (20, 1)), axis=1).T / 5
    plain = np.exp(0.01 * random.standard_normal((6, 20)) + 0.3 * random.standard_normal(20)) * 100
    plain *= np.arange(1.0, 7.0)[:, None]

    def looked(times, order):
        rows = zip(CELLS, order, times, strict=False)
        return dependence(Findings(), None, {cell: list(zip(range(20), *own, strict=True)) for cell, *own in rows})

    assert looked(plain, order) is None
    slows = plain * 1.08**order
    assert looked(slows, order).place.estimate == pytest.approx(1.08, rel=0.01)
    assert looked(slows, order).place.low > 1
    listed = np.tile(np.arange(6.0)[:, None] / 5, 20)
    assert looked(slows, listed) is None, "in the same order each round, places are cells"
    assert dependence(Findings(), None, {}) is None


@pytest.mark.parametrize("scatter", [0.1, 10.0])
def test_a_handful_of_processes_tell_nothing_of_places(scatter):
    """However wide their limits are: they may not be numbers that a computer has."""
    for seed in range(200):
        random = np.random.default_rng(seed)
        logs = scatter * random.standard_normal((3, 2))
        order = random.permuted(np.tile(np.arange(3.0), (2, 1)), axis=1).T / 2
        rows = {
            cell: list(zip(range(2), order[at], np.exp(logs[at]), strict=True)) for at, cell in enumerate(CELLS[:3])
        }
        some = {cell: own[: 1 + (at + seed) % 2] for at, (cell, own) in enumerate(rows.items())}
        for placed in (rows, some):
            found = place_effect(placed, 0.95)
            assert found is None or 0 <= found.low <= found.estimate <= found.high


def test_places_are_of_the_processes_that_count_and_came_in_random_order():
    cell, other = CELLS[:2]
    processes = [
        ProcessSummary(cell, 0, time_ns=1.0, order=1),
        ProcessSummary(other, 0, loss=LossKind.CRASH, order=0),
        ProcessSummary(other, 0, attempt=1, time_ns=1.0, order=2),
        ProcessSummary(cell, 1, time_ns=2.0, order=0),
        ProcessSummary(other, 1, order=1),
        ProcessSummary(other, 2, time_ns=3.0),
    ]
    assert placed_times(processes) == {cell: ((0, 1.0, 1.0), (1, 0.0, 2.0))}


def test_it_is_put_into_words_where_it_matters():
    results = invented_results()
    wide = Interval(1.1, 0.98, 1.2, 0.95, 12, "t")
    found = Dependence(
        (Following(COMPARED, 0.71, wide), Following(COMPARED, 0.5, replace(wide, low=1.02))),
        (Tipping(COMPARED, 3, replace(wide, estimate=1.03)),),
        (SlowMode(CELLS[2], 2, 20, 1.41),),
        Interval(1.05, 1.02, 1.08, 0.95, 60, "t"),
    )
    words = list(dependence_words(found))
    assert "2 of 20 processes took about 1.4 times as long as the others" in words[0]
    assert (
        "(lag-1 0.71), so the interval is too narrow. Widened for that it is [0.980, 1.200], which includes 1."
        in words[1]
    )
    assert words[2].endswith("which still excludes 1.")
    assert "processes at the end of a round took 1.050× [1.020, 1.080] the time of those at its start" in words[3]
    assert words[4].endswith("without round 4 nothing is found: 1.030× [0.980, 1.200].")
    assert list(dependence_words(None)) == []
    told = replace(
        results, findings=replace(results.findings, forecast=replace(results.findings.forecast, dependence=found))
    )
    assert all(word in render_page(told) for word in words)
    assert results_json(told)["dependence"]["slow_modes"][0]["slow"] == 2
    assert "dependence" not in results_json(results)

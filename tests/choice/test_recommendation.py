"""Recommendations: properties of all of them, and edge cases."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from tests.choice.labs import candidate, prices, way
from wirelab.choice.break_even import PRICED, Input, Line, overtaken, value_of, with_value
from wirelab.choice.candidates import Candidate
from wirelab.choice.decision import recommend
from wirelab.choice.needs import Need
from wirelab.choice.recommendation import Recommendation
from wirelab.choice.sensitivity import line_of
from wirelab.choice.use import Times, Use, yearly
from wirelab.model.link import Link

RULE = {"confidence": 0.95, "band": 0.02}
SETTINGS = settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
NS = st.floats(10, 1e6)
AMOUNTS = st.floats(0, 1e3)


@st.composite
def labs(draw: st.DrawFn) -> list[Candidate]:
    """A few codecs, each with a speed of its own that scatters from round to round."""
    rounds = draw(st.integers(1, 6))
    made = []
    for at in range(draw(st.integers(1, 5))):
        write, read = draw(NS), draw(NS)
        scatter = draw(st.lists(st.floats(0.8, 1.25), min_size=rounds, max_size=rounds))
        own = candidate(
            f"c{at}",
            [write * each for each in scatter],
            [read * each for each in scatter],
            draw(st.integers(1, 10_000)),
        )
        made.append(own)
    return made


USES = st.builds(
    Use,
    messages_per_s=st.floats(0.01, 1e6),
    reads=st.floats(0, 100),
    copies=st.floats(0, 5),
    months=st.floats(0, 60),
    cold_starts=st.floats(0, 1),
    link=st.none() | st.builds(Link, st.floats(1e3, 1e12), st.floats(0, 1)),
)
PRICES = st.builds(prices, AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS)


@SETTINGS
@given(labs(), USES, PRICES)
def test_every_candidate_ends_somewhere_and_the_least_cost_is_never_called_dearer(lab, use, cost) -> None:
    found = recommend(lab, (), use, cost, **RULE)
    ends = [each.candidate.way for each in (*found.choices, *found.out)]
    assert sorted(map(str, ends)) == sorted(str(each.way) for each in lab)
    assert found.steps[-1].left == len(found.tied) or not found.choices
    if not found.choices:
        return
    assert found.best in found.tied
    assert [each.cost.estimate for each in found.choices] == sorted(each.cost.estimate for each in found.choices)
    assert bool(found.broken_by) == (len(found.tied) > 1)
    assert any(each.outdone is None for each in found.choices), "the Pareto set is not empty"
    for each in found.choices:
        assert each.cost.low <= each.cost.estimate * (1 + 1e-9)
        assert each.cost.estimate <= each.cost.high * (1 + 1e-9)
        assert each.outdone is None or found.choice_of(each.outdone).outdone is None


@SETTINGS
@given(labs(), USES, PRICES, st.sampled_from(PRICED), st.floats(0, 1))
def test_a_cost_is_a_line_over_each_input(lab, use, cost, which, share) -> None:
    assume(which is not Input.LINK or share > 1e-9)
    x = share if which is Input.COLD_STARTS else share * 10
    line = line_of(lab[0], which, use, cost)
    assert lab[0].times is not None
    there = yearly(lab[0].load(lab[0].times), *with_value(which, x, use, cost)).total
    assert there == pytest.approx(line.fixed + line.slope * x, rel=1e-6, abs=1e-9 * max(1, abs(line.slope)))


@SETTINGS
@given(labs(), USES, PRICES)
def test_at_a_turning_both_cost_the_same_and_beyond_it_the_other_is_cheaper(lab, use, cost) -> None:
    found = recommend(lab, (), replace(use, link=None), cost, **RULE)
    by_way = {each.way: each for each in lab}
    for each in found.sensitivities:
        for turning, beyond in ((each.below, 0.5), (each.above, 2)):
            if turning is None or turning.full or each.input is Input.LINK:
                continue
            assert turning.way is not None
            assert turning.way not in {tied.candidate.way for tied in found.tied}
            assert each.value is not None
            assert turning.value <= each.value if beyond < 1 else turning.value >= each.value
            assert turning.low <= turning.value * (1 + 1e-9) + 1e-12
            assert turning.value <= turning.high * (1 + 1e-9) + 1e-12

            def total(at: Candidate, x: float, which: Input = each.input) -> float:
                return yearly(at.load(at.times or Times(0, 0)), *with_value(which, x, found.use, cost)).total

            best, other = by_way[found.taken], by_way[turning.way]
            here = total(best, turning.value)
            assert total(other, turning.value) == pytest.approx(here, rel=1e-6, abs=1e-6)
            x = turning.value * beyond
            if abs(x - turning.value) > 1e-6 and (each.input is not Input.COLD_STARTS or x <= 1):
                assert total(other, x) <= total(best, x) * (1 + 1e-6) + 1e-6


@given(st.floats(-10, 10), st.floats(-10, 10), st.floats(-10, 10), st.floats(-10, 10), st.floats(0, 10))
def test_lines_cross_where_they_are_equal(a, b, c, d, x) -> None:
    below, above = overtaken(Line("best", a, b), [Line("other", c, d)], x, 100)
    assert below is None or above is None
    for found in filter(None, (below, above)):
        assert a + b * found.x == pytest.approx(c + d * found.x, abs=1e-6)


def recommended(*lab: Candidate, needs: tuple[str, ...] = (), use: Use | None = None, **cost: float) -> Recommendation:
    return recommend(lab, tuple(map(Need, needs)), use or Use(), prices(**cost), **RULE)


QUICK = candidate("quick", [100, 110, 105], [100, 110, 105], 400, {"readable": True, "schema": False})
SMALL = candidate("small", [900, 880, 910], [900, 910, 890], 100, {"readable": False, "schema": True})


def test_one_codec_is_what_there_is() -> None:
    found = recommended(QUICK)
    assert (found.taken, found.broken_by, found.second, found.regret) == (QUICK.way, "", None, None)
    assert all(each.below is each.above is None for each in found.sensitivities)


def test_one_round_says_nothing_of_times_so_it_is_a_tie() -> None:
    one, other = candidate("one", [100], [100], 100), candidate("other", [900], [900], 90)
    found = recommended(one, other)
    assert len(found.tied) == 2
    assert found.taken == other.way
    assert found.regret is None
    assert found.choices[0].cost.high == float("inf")


def test_one_round_is_enough_where_only_sizes_cost_anything() -> None:
    found = recommended(candidate("one", [100], [100], 100), candidate("other", [900], [900], 90), processor=0)
    assert [each.may_be_cheapest for each in found.choices] == [True, False]
    assert found.broken_by == ""


def test_codecs_that_share_no_round_are_not_called_worse_whatever_the_prices() -> None:
    """A writer and a reader of a transfer may be lost in different rounds."""
    quick = replace(candidate("quick", [100], [100], 400), rounds={})
    small = replace(candidate("small", [2000], [2000], 100), rounds={})
    found = recommended(quick, small)
    assert [(each.candidate.way, each.outdone) for each in found.choices] == [(small.way, None), (quick.way, None)]
    assert [(each.cost.low, each.cost.high) for each in found.choices] == [(0, math.inf)] * 2, "no cost is exact"


def test_prices_of_zero_are_a_tie_of_all() -> None:
    found = recommended(QUICK, SMALL, processor=0, traffic=0, storage=0)
    assert len(found.tied) == 2
    assert (found.taken, found.regret) == (SMALL.way, None)
    assert all(each.below is each.above is None for each in found.sensitivities)


def test_nothing_that_was_measured() -> None:
    lost = Candidate(way("lost"), None, None, lacking="no process gave it a time")
    found = recommended(lost)
    assert (found.taken, found.choices, found.drop) == (None, (), ())
    assert [(each.step, each.why) for each in found.out] == [("measured", "no process gave it a time")]
    beside = recommended(lost, QUICK)
    assert beside.taken == QUICK.way
    assert [each.left for each in beside.steps] == [1, 1]


def test_needs_that_nothing_meets_name_the_one_to_drop() -> None:
    found = recommended(QUICK, SMALL, needs=("readable", "schema"))
    assert found.taken is None
    assert [(str(each.needs[0]), each.left, each.cheapest) for each in found.drop] == [
        ("readable", 1, SMALL.way),
        ("schema", 1, QUICK.way),
    ]
    neither = candidate("neither", [1], [1], 1, {"readable": False, "schema": False})
    both = recommended(neither, needs=("readable", "schema"))
    assert [tuple(map(str, each.needs)) for each in both.drop] == [("readable", "schema")]


def test_a_link_that_carries_nothing() -> None:
    found = recommended(QUICK, SMALL, use=Use(link=Link(1)))
    assert found.taken is None
    assert {each.step for each in found.out} == {"link"}
    assert found.drop == ()


@pytest.mark.parametrize(
    ("told", "because"),
    [
        ({"survived": (40, 50)}, "it keeps the most values when a schema changes"),
        ({"readable": True}, "only it writes text that people can read"),
        ({"needs_schema": False}, "only it needs no schema"),
    ],
)
def test_what_else_matters_breaks_a_tie(told: dict[str, object], because: str) -> None:
    usual = {"survived": (30, 50), "readable": False, "needs_schema": True}
    one = candidate("one", [100, 130, 90], [100, 90, 105], 100, **usual)
    other = replace(candidate("other", [101, 120, 95], [105, 100, 90], 101, **usual), **told)
    found = recommended(one, other)
    assert len(found.tied) == 2
    assert found.taken == other.way
    assert because in found.broken_by


def test_the_reason_names_those_among_which_it_holds() -> None:
    one = candidate("one", [100, 130, 90], [100, 90, 105], 100, survived=(40, 50), readable=True)
    two = candidate("two", [101, 120, 95], [105, 100, 90], 100, survived=(40, 50))
    text = candidate("text", [101, 121, 95], [105, 101, 90], 100, survived=(30, 50), readable=True)
    found = recommended(one, two, text)
    assert len(found.tied) == 3
    assert found.taken == one.way
    few = "among those with about the fewest bytes"
    keep = f"{few} that keep the most values when a schema changes"
    assert found.broken_by == f"only it writes text that people can read, {keep}"
    alike = recommended(replace(one, readable=False), two, replace(text, readable=False))
    assert alike.broken_by.startswith(f"its estimate is the lowest, {keep}, which may be chance")
    cheapest = replace(two, size_bytes=103, times=Times(1, 1))
    larger = recommended(replace(one, survived=None), replace(text, readable=True), cheapest, traffic=0)
    assert larger.choices[0].candidate.way == cheapest.way
    assert larger.broken_by.startswith(f"its estimate is the lowest, {few}, which may be chance")


def test_values_that_survive_do_not_decide_where_they_were_not_tried_on_all() -> None:
    tried = candidate("tried", [101, 120, 95], [105, 100, 90], 100, survived=(1, 50))
    untried = candidate("untried", [100, 130, 90], [100, 90, 105], 100)
    found = recommended(tried, untried)
    assert found.taken == untried.way
    assert found.broken_by.startswith("its estimate is the lowest")


def test_what_was_not_measured_is_not_said_to_change_nothing() -> None:
    """Where nobody reads, and no first call counts, candidates have no times of these."""
    usual = {Input.READS, Input.COLD_STARTS}
    written = [candidate("quick", [1000] * 4, [0] * 4, 400), candidate("small", [4000] * 4, [0] * 4, 200)]
    for use, left_out in ((Use(reads=0), usual), (Use(), {Input.COLD_STARTS}), (Use(cold_starts=0.5), set())):
        found = recommended(*written, use=use)
        assert {*Input} - {each.input for each in found.sensitivities} == left_out


def test_first_calls_cost_what_they_take_longer() -> None:
    cold = Times(100, 200, cold_write_ns=1_000_000, cold_read_ns=500_000)
    use = Use(messages_per_s=1, reads=2, cold_starts=0.01)
    load = replace(QUICK, size_bytes=0).load(cold)
    spent_ns = 100 + 2 * 200 + 0.01 * (1_000_000 + 2 * 500_000)
    assert yearly(load, use, prices()).total == pytest.approx(31_536_000 * spent_ns * 1e-14)


def test_what_an_input_is_now_is_what_with_value_gives_back() -> None:
    use, cost = Use(link=Link(1e6), cold_starts=0.5, months=3), prices()
    for each in Input:
        assert value_of(each, *with_value(each, value_of(each, use, cost), use, cost)) == pytest.approx(
            value_of(each, use, cost)
        )


@pytest.mark.long
@pytest.mark.parametrize(("codecs", "rounds"), [(2, 4), (5, 6)])
def test_the_truly_cheapest_is_called_dearer_in_at_most_5_percent_of_sessions(codecs: int, rounds: int) -> None:
    """All cost the same, without a band: the hardest case. Machines differ from round to round, by 10 %."""
    chance, out, sessions = random.Random(41), 0, 400
    for _ in range(sessions):
        machine = [chance.lognormvariate(0, 0.1) for _ in range(rounds)]
        lab = []
        for at in range(codecs):
            own = [[1000 * each * chance.lognormvariate(0, 0.03) for each in machine] for _ in range(2)]
            lab.append(candidate(f"c{at}", *own, 100))
        found = recommend(lab, (), Use(), prices(traffic=0), confidence=0.95, band=0.0)
        out += lab[0].way not in {each.candidate.way for each in found.tied}
    assert out / sessions <= 0.05 + 2 * (0.05 * 0.95 / sessions) ** 0.5

"""Every kind of claim against rounds of processes whose truth is known, and how often a study has a false verdict."""

import math
from collections.abc import Callable, Mapping
from statistics import fmean

import pytest

from tests.claims.rounds import (
    A_TO_B,
    A_TO_C,
    B_TO_A,
    BAND,
    CONTRADICTED,
    IN_PART,
    OF_A,
    OF_B,
    OF_C,
    READING,
    READING_C,
    REPLICATED,
    ROUNDS,
    SIZES,
    TO_A,
    TRUTH,
    UNRESOLVED,
    Truth,
    cell,
    claims_of,
    design_of,
    measured,
    ruled,
)
from wirelab.claims.rulings import Ruled, Ruling, Standing, rounds_needed
from wirelab.claims.selection import place
from wirelab.claims.shared_intervals import agreeing, ratios_as_claims
from wirelab.claims.sound import DIFFERENT, numbers_of, open_places, places_of, rule
from wirelab.design.sequential import Schedule
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.findings.finding import Interval

SERIALIZE = 'where = { operation = "serialize" }\n'
PARTS = (
    'where = { codec = "a" }\nparts = [{ operation = "build" }, { operation = "write" }]\n'
    'whole = { operation = "serialize" }\n'
)
LARGE = 'where = { operation = "serialize", size = "1k" }\n'
CASES = [
    ("relation", SERIALIZE + A_TO_C + "most = 1", REPLICATED),
    ("relation", SERIALIZE + A_TO_C + "least = 1", CONTRADICTED),
    ("relation", SERIALIZE + A_TO_B + "most = 1", IN_PART),  # it is at one size of three
    ("relation", SERIALIZE + A_TO_C + "about = 0.3333\ntolerance = 0.1", REPLICATED),
    ("relation", SERIALIZE + A_TO_C + "most = 0.3333", UNRESOLVED),
    ("relation", A_TO_B + 'quantity = "size"\nabout = 0.5\ntolerance = 0.01', REPLICATED),
    ("relation", A_TO_B + 'quantity = "size"\nleast = 1', CONTRADICTED),
    ("relation", 'where = { operation = "parse" }\n' + A_TO_B + "most = 1", UNRESOLVED),
    ("equivalence", 'where = { size = "100", operation = "serialize" }\n' + A_TO_B + "tolerance = 0.2", REPLICATED),
    ("equivalence", SERIALIZE + A_TO_C + "tolerance = 0.2", CONTRADICTED),
    ("contrast", SERIALIZE + A_TO_B + 'here = { size = "10" }\nthere = { size = "1k" }\nmost = 0.3', REPLICATED),
    ("contrast", SERIALIZE + A_TO_B + 'here = { size = "10" }\nthere = { size = "1k" }\nleast = 1', CONTRADICTED),
    ("ordering", LARGE + 'factor = "codec"\norder = ["b", "a", "c"]', REPLICATED),
    ("ordering", SERIALIZE + 'factor = "codec"\norder = ["b", "a", "c"]', IN_PART),
    ("extreme", SERIALIZE + 'of = { codec = "c" }\nextreme = "greatest"', REPLICATED),
    ("extreme", SERIALIZE + OF_A + 'extreme = "least"', IN_PART),
    # Each of several sizes that one is compared with at one place counts: a is smaller than c.
    ("extreme", 'quantity = "size"\n' + OF_C + 'extreme = "least"', CONTRADICTED),
    ("extreme", 'quantity = "size"\n' + OF_A + 'extreme = "least"', REPLICATED),
    ("extreme", 'quantity = "size"\nof = { codec = ["c", "a"] }\nextreme = "least"', REPLICATED),
    ("extreme", 'quantity = "size"\nof = { codec = ["b", "c"] }\nextreme = "least"', CONTRADICTED),
    ("relation", 'quantity = "size"\n' + OF_C + 'to = { codec = ["a", "b"] }\nmost = 1', IN_PART),
    ("ordering", 'quantity = "size"\nfactor = "codec"\norder = ["c", "a", "b"]', IN_PART),
    ("growth", SERIALIZE + OF_A, REPLICATED),
    ("growth", SERIALIZE + OF_A + 'direction = "falls"', CONTRADICTED),
    ("gap", SERIALIZE + A_TO_B, REPLICATED),
    ("gap", SERIALIZE + A_TO_B + 'direction = "falls"', CONTRADICTED),
    ("gap", SERIALIZE + 'of = { codec = "c" }\nto = { codec = "a" }\ncompared = "difference"', REPLICATED),
    ("gap", SERIALIZE + 'of = { codec = "a" }\nto = { codec = "c" }\ncompared = "difference"', CONTRADICTED),
    ("exponent", SERIALIZE + OF_A + "about = 1\ntolerance = 0.05", REPLICATED),
    ("exponent", SERIALIZE + OF_B + "least = 1", CONTRADICTED),
    ("crossing", SERIALIZE + B_TO_A + "between = [10, 100]", REPLICATED),
    ("crossing", SERIALIZE + B_TO_A + 'between = [100, "1k"]', IN_PART),
    ("sum", PARTS + "about = 1\ntolerance = 0.1", REPLICATED),
    ("sum", PARTS + "most = 0.5", CONTRADICTED),
    # 140 ns and 280 ns over the first link, which takes 1 ns per byte; 1,140 and 1,280 over the second.
    ("exchange", A_TO_B + 'links = ["8Gbit/s"]\nmost = 0.6', REPLICATED),
    ("exchange", A_TO_B + 'links = ["8Gbit/s", "8Gbit/s,1us"]\nmost = 0.6', IN_PART),
    ("exchange", A_TO_B + 'links = ["8Gbit/s,1us"]\nabout = 0.89\ntolerance = 0.02', REPLICATED),
    ("exchange", A_TO_C + 'links = ["8Gbit/s"]\nmost = 1', UNRESOLVED),  # nothing reads c
    # Half the bytes in half the time, but for the time that no byte takes.
    ("exchange", A_TO_B + 'links = ["8Gbit/s"]\nby_size = true\nabout = 1', REPLICATED),
    ("exchange", A_TO_B + 'links = ["8Gbit/s,1us"]\nby_size = true\nabout = 1', CONTRADICTED),
    # 100 bytes in 10 ns and 150 in 30; nothing reads c.
    ("throughput", A_TO_C + "about = 2", REPLICATED),
    ("throughput", A_TO_C + "most = 1", CONTRADICTED),
    ("lossless", OF_A, REPLICATED),
    ("lossless", OF_C, UNRESOLVED),
    ("spread", SERIALIZE + OF_A + "most = 0.5", REPLICATED),
    ("spread", SERIALIZE + OF_A + "least = 0.5", CONTRADICTED),
    ("letters", SERIALIZE + 'factors = ["codec"]\nlevels = [["a"], ["c"]]\nshared = false', REPLICATED),
    ("letters", SERIALIZE + 'factors = ["codec"]\nlevels = [["a"], ["c"]]\nshared = true', CONTRADICTED),
    ("effect", SERIALIZE + 'factors = ["codec"]\nsignificant = true', REPLICATED),
    ("effect", SERIALIZE + 'factors = ["codec", "size"]\nsignificant = false', CONTRADICTED),
    ("assumption", SERIALIZE + 'assumption = "normal residuals"\nmet = true', UNRESOLVED),
    ("assumption", SERIALIZE + 'assumption = "equal variances"\nmet = false', UNRESOLVED),
    ("assumption", SERIALIZE + 'assumption = "independent replicates"\nmet = true', UNRESOLVED),
    ("replay", OF_A, REPLICATED),
    ("value", SERIALIZE + OF_A + "least = 1", UNRESOLVED),
    ("first-runs", "least = 2", UNRESOLVED),
    ("unmeasured", 'why = "no network"', UNRESOLVED),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "standing"), CASES)
def test_rounds_show_what_is_so(kind: str, text: str, standing: Standing) -> None:
    (found,) = ruled(claims_of((kind, text)), [*measured({**TRUTH, **READING}), *SIZES])
    assert found.standing is standing, found
    assert bool(found.why) == (not found.rulings)


def test_what_comes_back_different_is_not_lossless_and_what_was_lost_shows_nothing() -> None:
    """The second of three codecs that read gave another value back, and no process of the third counts."""
    planned = [Figure(Quantity.TIME, {FactorName(name): level for name, level in levels}, 1.0) for levels in READING_C]
    at = {one.levels[FactorName.CODEC]: place(one.levels) for one in planned}
    (found,) = rule(
        claims_of(("lossless", 'of = { codec = ["a", "b", "c"] }')),
        measured({cell(codec="a", size="10", operation="deserialize"): 30.0}),
        planned=planned,
        schedule=Schedule(rounds=ROUNDS, comparisons=1, joint=True),
        band=BAND,
        rounds=ROUNDS,
        ended=True,
        silent={at["b"]: DIFFERENT, at["c"]: "its processes were lost"},
    )
    assert [(ruling.standing, ruling.why) for ruling in found.rulings] == [
        *((REPLICATED, ""), (CONTRADICTED, DIFFERENT), (UNRESOLVED, "its processes were lost")),
    ]
    assert found.standing is IN_PART


def test_an_exchange_needs_both_operations_of_both_and_tells_each_link_apart() -> None:
    claims = claims_of(("exchange", A_TO_B + 'links = ["8Gbit/s", "8Gbit/s,1us"]\nmost = 1'))
    figures = [*measured({**TRUTH, **READING}), *SIZES]
    needed = {tuple(level for _, level in at) for at in places_of(claims, design_of(figures), BAND)}
    assert needed == {("10", codec, operation) for codec in "ab" for operation in ("serialize", "deserialize")}
    (found,) = ruled(claims, figures)
    assert [dict(ruling.at)[FactorName.LINK] for ruling in found.rulings] == ["8 Gbit/s", "8 Gbit/s, 1 us"]


def test_a_number_of_several_claims_has_one_interval() -> None:
    """Claims that ask otherwise, or inversely, are decided at other looks: their interval is the common part."""
    at_10 = 'where = { operation = "serialize", size = "10" }\n'
    claims = claims_of(
        ("relation", at_10 + A_TO_C + "most = 0.9"),
        ("relation", at_10 + OF_C + TO_A + "least = 2.8"),
        ("relation", at_10 + A_TO_B + "most = 1"),
    )
    found = ruled(claims, measured(TRUTH), ended=False)
    (one, other, alone) = (rule.rulings[0].interval for rule in agreeing(found))
    assert one is not None
    assert other is not None
    assert (1 / other.high, 1 / other.low) == pytest.approx((one.low, one.high))
    before = [each.rulings[0].interval for each in found]
    assert before[0] is not None
    assert before[0].low <= one.low < one.high <= before[0].high
    assert alone == before[2], "no other claim is of these two"
    shown = ratios_as_claims({}, agreeing(found), "a", {FactorName.SIZE, FactorName.OPERATION})
    assert {dict(at)[FactorName.CODEC]: each for (_, at), each in shown.items()}["c"] == other


def test_an_open_number_is_decided_by_what_another_claim_shows_of_it() -> None:
    at = ((FactorName.CODEC, "a"),), ((FactorName.CODEC, "b"),)
    wide, narrow = (Interval(0.9, low, high, 0.95, 5, "t") for low, high in ((0.5, 1.6), (0.8, 0.97)))
    open_one = Ruling((), at, None, 1.0, wide, UNRESOLVED, decided=False, pair=at)
    shown = Ruling((), at, 0.5, None, narrow, REPLICATED, decided=True, pair=at)
    claims = claims_of(("relation", A_TO_B + "most = 1"), ("relation", A_TO_B + "least = 0.5"))
    first, second = agreeing([Ruled(claims[0], (open_one,)), Ruled(claims[1], (shown,))])
    assert (first.standing, second.standing) == (REPLICATED, REPLICATED)
    assert first.rulings[0].interval == second.rulings[0].interval


def test_letters_are_shared_by_what_is_equal() -> None:
    truth = {cell(codec=codec, operation="serialize"): 10.0 for codec in "ab"}
    shared, apart = claims_of(
        *(("letters", f'factors = ["codec"]\nlevels = [["a"], ["b"]]\nshared = {says}') for says in ("true", "false"))
    )
    found = ruled((shared, apart), measured(truth, scatter=0.002))
    assert [one.standing for one in found] == [REPLICATED, CONTRADICTED]


@pytest.mark.parametrize("levels", ['[["serialize"], ["serialise"]]', '[["read"], ["write"]]'])
def test_letters_of_an_operation_that_nothing_has_show_nothing(levels: str) -> None:
    claims = claims_of(("letters", f'factors = ["operation"]\nlevels = {levels}\nshared = true'))
    (found,) = ruled(claims, measured(TRUTH))
    assert (found.standing, found.why) == (UNRESOLVED, "this design measures nothing that it is about")


def test_an_effect_that_the_first_looks_could_not_test_is_shown_by_later_ones() -> None:
    truth = {cell(codec=codec, operation="serialize"): ns for codec, ns in {"a": 10.0, "b": 20.0, "c": 30.0}.items()}
    lost = {("c", "0"), ("c", "1")}  # after three rounds, only one has all cells
    at = FactorName.CODEC, FactorName.REPLICATE
    rounds = [one for one in measured(truth) if tuple(one.levels[name] for name in at) not in lost]
    (claim,) = claims_of(("effect", 'factors = ["codec"]\nsignificant = true'))
    assert ruled((claim,), rounds, 3, ended=False)[0].standing is UNRESOLVED
    assert ruled((claim,), rounds)[0].standing is REPLICATED


def test_an_assumption_that_is_broken_is_seen() -> None:
    rounds = [
        Figure(one.quantity, one.levels, one.value * (50 if at % 40 == 0 else 1))
        for at, one in enumerate(measured({key: ns for key, ns in TRUTH.items() if ("operation", "serialize") in key}))
    ]
    (found,) = ruled(claims_of(("assumption", 'assumption = "normal residuals"\nmet = true')), rounds)
    assert found.standing is CONTRADICTED, found


def test_what_is_decided_needs_no_further_round() -> None:
    claims = claims_of(
        ("relation", SERIALIZE + A_TO_C + "most = 1"),
        ("relation", 'where = { operation = "serialize", size = "10" }\n' + A_TO_B + "most = 0.5"),
    )
    figures = measured(TRUTH)
    before, after = (ruled(claims, figures, rounds, ended=False) for rounds in (2, 7))
    assert open_places(before) == places_of(claims, design_of(figures), BAND)
    still = {dict(at)[FactorName.CODEC] for at in open_places(after)}
    assert still == {"a", "b"}, "the second lies on its limit"
    assert after[0].standing is REPLICATED
    (number,) = after[1].rulings
    assert (rounds_needed(number) or 10**6) > 7


def test_two_rounds_do_not_tell_how_many_are_needed() -> None:
    claims = claims_of(("relation", 'where = { operation = "serialize", size = "10" }\n' + A_TO_C + "most = 0.9"))
    for rounds, told in ((2, False), (3, True)):
        (found,) = ruled(claims, measured(TRUTH, scatter=0.3), rounds, ended=False)
        (number,) = found.rulings
        assert found.standing is UNRESOLVED
        assert (rounds_needed(number) is not None) is told


def test_what_three_rounds_say_of_more_is_what_a_few_more_show() -> None:
    """Their interval is wide for want of rounds; this does not mean that thousands of them are needed."""
    claims = claims_of(("relation", 'where = { operation = "serialize", size = "10" }\n' + A_TO_B + "most = 0.8"))
    needed = []
    for seed in range(30):
        (number,) = ruled(claims, measured(TRUTH, scatter=0.1, seed=seed), 3, ended=False)[0].rulings
        needed += [rounds_needed(number)] if number.standing is UNRESOLVED else []
    assert len(needed) >= 15
    told = sorted(each for each in needed if each is not None)
    assert len(told) == len(needed)
    assert told[0] > 3
    assert 4 <= told[len(told) // 2] <= 8


def test_a_verdict_stays_whatever_comes_later() -> None:
    claims = claims_of(("relation", SERIALIZE + A_TO_C + "most = 1"))
    early = measured(TRUTH, 7)
    other = [
        Figure(one.quantity, {**one.levels, FactorName.REPLICATE: str(7 + int(one.levels[FactorName.REPLICATE]))}, 1.0)
        for one in measured(TRUTH, 7)
    ]
    assert ruled(claims, [*early, *other])[0].standing is ruled(claims, early, 7, ended=False)[0].standing is REPLICATED


def test_what_was_not_steady_shows_nothing() -> None:
    claims = claims_of(("relation", 'where = { operation = "serialize", size = "10" }\n' + A_TO_C + "most = 1"))
    at = ((FactorName.SIZE, "10"), (FactorName.CODEC, "a"), (FactorName.OPERATION, "serialize"))
    (found,) = ruled(claims, measured(TRUTH), silent={at: "it was never steady"})
    assert found.standing is UNRESOLVED
    assert found.rulings[0].why == "it was never steady"


def test_a_place_that_was_never_measured_keeps_a_claim_open() -> None:
    claims = claims_of(("relation", SERIALIZE + A_TO_C + "most = 1"))
    figures = measured(TRUTH)
    some = [one for one in figures if one.levels[FactorName.SIZE] != "100"]
    schedule = Schedule(rounds=ROUNDS, comparisons=numbers_of(claims, design_of(figures), BAND), joint=True)
    (found,) = rule(claims, some, planned=design_of(figures), schedule=schedule, band=BAND, rounds=ROUNDS, ended=True)
    assert sorted(str(ruling.standing) for ruling in found.rulings) == ["replicated", "replicated", "unresolved"]
    assert found.standing is UNRESOLVED


# --- error -------------------------------------------------------------------------------------------------------

EQUAL: Truth = {
    cell(codec=codec, size=size, operation="serialize"): number * 10.0
    for codec in "abc"
    for size, number in (("10", 1), ("100", 10), ("1k", 100))
}
ON_THE_EDGE = claims_of(
    ("relation", A_TO_B + "most = 1"),
    ("relation", A_TO_C + "least = 1"),
    ("equivalence", 'of = { codec = "b" }\nto = { codec = "c" }\ntolerance = 0.02'),
    ("contrast", A_TO_B + 'here = { size = "10" }\nthere = { size = "1k" }\nmost = 1'),
    ("exponent", OF_A + "most = 1"),
    ("exponent", OF_B + "least = 1"),
    ("gap", A_TO_C + 'direction = "rises"'),
    ("letters", 'factors = ["codec"]\nlevels = [["a"], ["b"]]\nshared = true'),
    ("effect", 'factors = ["codec"]\nsignificant = false'),
    ("extreme", 'of = { codec = "c" }\nextreme = "least"'),
)
"""All but the gap (which neither rises nor falls) are so, with nothing to spare: each contradiction is false."""


@pytest.mark.exhaustive
@pytest.mark.long
def test_false_verdicts_are_in_at_most_five_percent_of_studies() -> None:
    """Looks after every few rounds, numbers that lie on their limits, and cells shared between claims."""
    studies, wrong = 300, 0
    for seed in range(studies):
        found = ruled(ON_THE_EDGE, measured(EQUAL, scatter=0.03, seed=seed))
        gap = found[6]
        others = [one for one in found if one is not gap]
        wrong += any(one.standing is CONTRADICTED for one in others) or any(
            ruling.standing is REPLICATED for ruling in gap.rulings
        )
    assert wrong <= 0.05 * studies + 2 * math.sqrt(0.05 * 0.95 * studies), wrong


_ROUND = {FactorName.REPLICATE}
UNLIKE: Mapping[str, Callable[[Mapping[str, str]], bool]] = {
    "one cell": lambda levels: levels == {"codec": "b", "size": "100", "operation": "serialize"},
    "a codec": lambda levels: levels["codec"] == "a",
    "a size": lambda levels: levels["size"] == "10",
}
RATIOS_ON_THE_EDGE = claims_of(
    ("relation", A_TO_B + "most = 1"),
    ("relation", A_TO_C + "least = 1"),
    ("relation", 'of = { codec = "b" }\nto = { codec = "c" }\nmost = 1'),
)


@pytest.mark.long
@pytest.mark.parametrize("rounds", [3, 5])
@pytest.mark.parametrize("name", UNLIKE)
def test_borrowing_leaves_intervals_true_where_some_cells_scatter_six_times_as_much(name: str, rounds: int) -> None:
    studies, out = 200, 0
    truth = dict.fromkeys(EQUAL, 10.0)
    for seed in range(studies):
        quiet, loud = (measured(truth, rounds, scatter=each, seed=seed) for each in (0.05, 0.3))
        figures = [
            other if UNLIKE[name]({str(factor): level for factor, level in place(one.levels, _ROUND)}) else one
            for one, other in zip(quiet, loud, strict=True)
        ]
        found = ruled(RATIOS_ON_THE_EDGE, figures, rounds)
        intervals = [ruling.interval for each in found for ruling in each.rulings]
        out += any(each is None or not each.low <= 1 <= each.high for each in intervals)
    assert out <= 0.05 * studies + 2 * math.sqrt(0.05 * 0.95 * studies), out


def test_few_rounds_of_many_numbers_tell_of_each_others_scatter(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = measured(dict.fromkeys(EQUAL, 10.0), 3, scatter=0.05)

    def mean_width() -> float:
        intervals = [ruling.interval for each in ruled(RATIOS_ON_THE_EDGE, figures, 3) for ruling in each.rulings]
        assert len(intervals) == 9
        return fmean(math.log(each.high / each.low) for each in intervals if each is not None)

    together = mean_width()
    monkeypatch.setattr("wirelab.analysis.decide.decision.shrunk", lambda own, _: tuple(own))
    assert together < 0.7 * mean_width()

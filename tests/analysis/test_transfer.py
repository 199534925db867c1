"""Transfers: pairs, choices, sums, and the cells that continue."""

import math
from collections.abc import Set
from dataclasses import replace

import pytest

from wirelab.analysis.transfer import cells_to_go_on, open_for_transfer, qualified, transfer_finding
from wirelab.design.design import design_with_twin
from wirelab.design.sequential import Schedule
from wirelab.design.transfer import (
    needed,
    possible_pairs,
    qualifying_rounds,
    reference_format,
    transfer_schedule,
    useful,
    ways_of,
)
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.finding import CellFinding, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import Forecast
from wirelab.model.findings.transfer import TransferFinding, Way
from wirelab.model.link import Link
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.study.definition import Factors, Pair, Study, Transfer

CORPUS = CorpusName("w", "1", "plain")
FORMATS = {
    ("a", "text"): "JSON",
    ("a", "other-text"): "JSON",
    ("a", "tags"): "XML",
    ("a", "own"): "Own",
    ("b", "quick-text"): "JSON",
    ("b", "slow-text"): "JSON",
    ("b", "tags"): "XML",
    ("c", "text"): "JSON",
}
LINK = Link(8e9)
"""One byte per nanosecond."""


def cell(platform: str, subject: str, operation: Operation) -> Cell:
    return Cell(CORPUS, platform, parse_subject(subject), operation)


CELLS = tuple(
    cell(platform, codec + behind, operation)
    for (platform, codec) in FORMATS
    for behind in ("", "+zstd")
    for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)
    if not behind or codec in {"text", "quick-text"}
)
TO_B = Transfer(sender="a", receivers=("b",))
TO_BOTH = Transfer(sender="a", receivers=("b", "c"))
TEXT, OTHER, TAGS = (cell("a", name, Operation.SERIALIZE) for name in ("text", "other-text", "tags"))
QUICK, SLOW, READ_TAGS = (cell("b", name, Operation.DESERIALIZE) for name in ("quick-text", "slow-text", "tags"))
JSON, XML = Way("JSON", TEXT, (QUICK,)), Way("XML", TAGS, (READ_TAGS,))


def names(pairs: tuple[Pair, ...]) -> set[tuple[str, str, str]]:
    return {(pair.format, str(pair.writer), f"{pair.reader} on {pair.receiver}") for pair in pairs}


def study(transfer: Transfer, rounds: int = 10) -> Study:
    factors = Factors(workload=("w",), platform=transfer.platforms, codec=("tags", "text"))
    made = Study(name="s", question="?", factors=factors, transfer=transfer)
    return made.model_copy(update={"measure": made.measure.model_copy(update={"rounds": rounds})})


def test_codecs_of_one_format_and_compressor_are_paired() -> None:
    assert names(possible_pairs(TO_B, CELLS, FORMATS)) == {
        ("JSON", "text", "quick-text on b"),
        ("JSON", "text", "slow-text on b"),
        ("JSON", "other-text", "quick-text on b"),
        ("JSON", "other-text", "slow-text on b"),
        ("JSON+zstd", "text+zstd", "quick-text+zstd on b"),
        ("XML", "tags", "tags on b"),
    }


def test_a_format_has_to_reach_every_receiver() -> None:
    found = possible_pairs(TO_BOTH, CELLS, FORMATS)
    assert {pair.format for pair in found} == {"JSON", "JSON+zstd"}
    left = [pair for pair in found if (str(pair.writer), pair.receiver) != ("text", "c")]
    assert {str(pair.writer) for pair in useful(TO_BOTH, left)} == {"other-text", "text+zstd"}


def test_ways_are_all_that_pairs_allow() -> None:
    transfer = TO_BOTH.model_copy(update={"pairs": possible_pairs(TO_BOTH, CELLS, FORMATS)})
    ways = ways_of(transfer, CELLS)
    assert {name: len(own) for name, own in ways.items()} == {"JSON": 4, "JSON+zstd": 1}
    assert all(way.writer.operation is Operation.SERIALIZE for own in ways.values() for way in own)
    assert {len(way.readers) for own in ways.values() for way in own} == {2}
    assert len(needed(ways, CELLS)) == 2 + 3 + 3
    assert ways_of(transfer, [each for each in CELLS if each.platform != "c"]) == {}


def test_a_study_says_what_it_needs() -> None:
    ways = {"JSON": [JSON, Way("JSON", OTHER, (QUICK,))], "XML": [XML]}
    own = study(TO_B)
    pairs = possible_pairs(TO_B, CELLS, FORMATS)
    chosen = TO_B.model_copy(update={"pairs": pairs})
    assert qualifying_rounds(chosen) == 2
    for name, writers in (("text", 2), ("other-text", 2)):
        kept = [pair for pair in pairs if str(pair.writer) == name]
        assert len(kept) == writers, "two readers are a choice, too"
        assert qualifying_rounds(TO_B.model_copy(update={"pairs": tuple(kept)})) == 2
    assert qualifying_rounds(TO_B.model_copy(update={"pairs": pairs[-1:]})) == 0
    assert reference_format(own, ways) == "XML"  # its first codec
    assert reference_format(own, {"JSON": [JSON]}) == "JSON"
    schedule = transfer_schedule(own, chosen)
    assert (schedule.rounds, schedule.comparisons) == (8, 2)
    assert Study.model_validate_json(own.model_dump_json()) == own


@pytest.mark.parametrize("wrong", [{"platform": ("a",)}, {"operation": (Operation.SERIALIZE,)}])
def test_a_study_has_its_transfers_platforms_and_operations(wrong: dict[str, object]) -> None:
    factors = {"workload": ("w",), "platform": ("a", "b"), "codec": ("text",), **wrong}
    with pytest.raises(ValueError, match="transfer"):
        Study(name="s", question="?", factors=Factors(**factors), transfer=TO_B)  # type: ignore[arg-type]


def test_the_pair_that_takes_the_least_time_is_chosen() -> None:
    ways = [Way("JSON", writer, (reader,)) for writer in (TEXT, OTHER) for reader in (QUICK, SLOW)]
    times = {TEXT: {0: 100.0, 1: 100.0}, OTHER: {0: 90.0, 1: 90.0}, QUICK: {0: 50.0}, SLOW: {0: 60.0}}
    (chosen,) = qualified({"JSON": ways}, times, {TEXT: ByteCount(5), OTHER: ByteCount(5)}, LINK)
    assert chosen == Way("JSON", OTHER, (QUICK,))
    (chosen,) = qualified({"JSON": ways}, times, {TEXT: ByteCount(5), OTHER: ByteCount(50)}, LINK)
    assert chosen.writer == TEXT
    del times[QUICK]
    (chosen,) = qualified({"JSON": ways}, times, {TEXT: ByteCount(5), OTHER: ByteCount(5)}, LINK)
    assert chosen.readers == (SLOW,)
    assert qualified({"JSON": ways}, {}, {}, LINK) == (ways[0],)


def judged(
    ways: list[Way],
    times: dict[Cell, dict[int, float]],
    sizes: dict[Cell, ByteCount],
    rounds: int,
    unsteady: Set[Cell] = frozenset(),
) -> TransferFinding:
    """After two rounds that chose."""
    asked = TransferFinding(LINK, (), "JSON", (), confidence=0.95, band=0.02, qualifying=2)
    return transfer_finding(asked, ways, times, sizes, Schedule(8, 1), rounds=rounds, unsteady=unsteady)


def drifting(ns: float, rounds: int = 8) -> dict[int, float]:
    return {b: ns * (1 + b / 10) * (1 + 0.001 * ((7 * b) % 3)) for b in range(rounds)}


def test_what_a_round_takes_is_added_up_and_rounds_that_chose_are_left_out() -> None:
    times = {TEXT: {0: 1e9, 1: 1e9, 2: 100.0, 3: 110.0, 5: 1.0}, QUICK: {0: 1e9, 1: 1e9, 2: 200.0, 3: 220.0, 4: 1.0}}
    found = judged([JSON], times, {TEXT: ByteCount(30)}, 6)
    (each,) = found.ways
    assert each.time_ns is not None
    assert each.time_ns.estimate == pytest.approx(math.sqrt(300 * 330) + 30)  # only rounds 2 and 3 have all of it
    assert each.time_ns.processes == 2
    assert each.link_ns == pytest.approx(30)
    assert (each.ratio, each.verdict, found.may_be_fastest) == (None, None, ())


def test_no_time_reaches_below_that_of_the_link() -> None:
    """The link's time comes from sizes and has no error: two rounds that differ by half make a very wide interval."""
    found = judged([JSON], {TEXT: {2: 4.0, 3: 6.0}, QUICK: {2: 4.0, 3: 6.0}}, {TEXT: ByteCount(75)}, 4)
    time_ns = found.ways[0].time_ns
    assert time_ns is not None
    assert 75 < time_ns.low < time_ns.estimate < time_ns.high
    assert time_ns.estimate == pytest.approx(75 + math.sqrt(8 * 12))


def test_each_receiver_has_the_link_for_itself() -> None:
    third = cell("c", "text", Operation.DESERIALIZE)
    times = {each: {2: 100.0, 3: 100.0} for each in (TEXT, QUICK, third)}
    found = judged([Way("JSON", TEXT, (QUICK, third))], times, {TEXT: ByteCount(30)}, 4)
    assert found.ways[0].time_ns is not None
    assert found.ways[0].time_ns.estimate == pytest.approx(360)
    assert found.ways[0].link_ns == pytest.approx(60)


def test_a_plain_difference_is_decided_whatever_the_machine_does() -> None:
    times = {TEXT: drifting(100), QUICK: drifting(200), TAGS: drifting(900), READ_TAGS: drifting(800)}
    sizes = {TEXT: ByteCount(30), TAGS: ByteCount(90)}
    found = judged([JSON, XML], times, sizes, 8)
    json, xml = found.ways
    assert xml.ratio is not None
    assert (xml.verdict, xml.decided, json.verdict) == (Verdict.DIFFERENT, True, None)
    assert xml.ratio.low < (1.3 * 1700 + 90) / (1.3 * 300 + 30) < xml.ratio.high  # the machine was 1.3 times as slow
    assert found.may_be_fastest == ("JSON",)
    assert cells_to_go_on(found, {"JSON": [JSON], "XML": [XML]}, set(), 8) == frozenset()
    shaky = judged([JSON, XML], times, sizes, 8, {QUICK})
    assert [each.verdict for each in shaky.ways] == [None, Verdict.UNSTEADY]
    assert judged([JSON, XML], times, sizes, 8, {SLOW}) == found


def test_a_way_that_was_unsteady_is_compared_with_none() -> None:
    own = Way("Own", cell("a", "own", Operation.SERIALIZE), (SLOW,))
    times = {TEXT: drifting(100), QUICK: drifting(200), TAGS: drifting(900), READ_TAGS: drifting(800)}
    times |= {own.writer: drifting(110), SLOW: drifting(220)}
    sizes = {TEXT: ByteCount(30), TAGS: ByteCount(90), own.writer: ByteCount(30)}
    ways = [JSON, XML, own]
    assert judged(ways, times, sizes, 8).may_be_fastest == ("JSON",)
    assert judged(ways, times, sizes, 8, {QUICK}).may_be_fastest == ("Own",)
    assert judged(ways, times, sizes, 8, {QUICK, SLOW}).may_be_fastest == ()


def test_formats_that_choose_go_first_and_the_undecided_go_on() -> None:
    other = Way("JSON", OTHER, (QUICK,))
    ways = {"JSON": [JSON, other], "XML": [XML]}
    nothing = judged([JSON, XML], {}, {}, 1)
    assert cells_to_go_on(nothing, ways, set(), 1) == {TEXT, OTHER, QUICK}
    assert cells_to_go_on(nothing, ways, {OTHER}, 1) == {TEXT, QUICK}
    assert cells_to_go_on(nothing, ways, set(), 2) == {TEXT, QUICK, TAGS, READ_TAGS}
    assert cells_to_go_on(nothing, {"JSON": [JSON], "XML": [XML]}, {TAGS}, 5) == {TEXT, QUICK}
    assert cells_to_go_on(nothing, {"XML": [XML]}, {TEXT}, 5) == {TAGS, READ_TAGS}


@pytest.mark.parametrize("lost", [TAGS, replace(TAGS, twin=True)])
def test_a_cell_whose_processes_are_lost_is_given_up_and_so_is_its_twin(lost: Cell) -> None:
    """The twin is of the reference's first cell, and stays as long as another cell does."""
    own = study(TO_B.model_copy(update={"pairs": possible_pairs(TO_B, CELLS, FORMATS)}))
    design = design_with_twin(own, (TEXT, QUICK, TAGS, READ_TAGS))
    finding = CellFinding(lost, None, (), None, None, None, None, 2, lost_rounds=2)
    findings = Findings((finding,), (), Forecast(transfer=judged([JSON, XML], {}, {}, 3)))
    assert {replace(TAGS, twin=True)} < {*open_for_transfer(own, design, replace(findings, cells=()), 3)}
    left = {TEXT, QUICK} if lost == TAGS else {TEXT, QUICK, TAGS, READ_TAGS}
    assert {*open_for_transfer(own, design, findings, 3)} == left

"""Formats between platforms over sessions: sums of a round, the link on top, pooled as ratios of cells are."""

import math
from dataclasses import replace

import numpy as np
import pytest

from wirelab.analysis.sessions.formats import Carried, pooled_formats
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import PooledFormat, Reach, Route
from wirelab.model.findings.transfer import TransferFinding, Way, WayFinding
from wirelab.model.link import Link
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.report.sessions.formats import format_sentences, format_tables, formats_left_out

LINK = Link(1e9)
CORPUS = CorpusName("orders", "100", "own")
ROUTE = Route(CORPUS, "jvm", ("python",), LINK)


def way(name: str, writer: str, reader: str) -> Way:
    write = Cell(CORPUS, "jvm", parse_subject(writer), Operation.SERIALIZE)
    return Way(name, write, (Cell(CORPUS, "python", parse_subject(reader), Operation.DESERIALIZE),))


JSON, PACK = way("JSON", "gson", "orjson"), way("MessagePack", "msgpack-jackson", "msgspec-msgpack")
OTHER = way("MessagePack", "msgpack-jackson", "other")
EQUAL, NEAR = way("CBOR", "jackson-cbor", "cbor2"), way("CBOR", "jackson-cbor", "near")
NS = {
    JSON: (3000.0, 1000.0, 1000.0),
    **dict.fromkeys((PACK, OTHER, EQUAL), (1500.0, 1000.0, 500.0)),
    NEAR: (3000.0, 1000.0, 1000.0),
}
"""Writing, the link, reading: MessagePack takes 0.6 times as long as JSON."""


def session(
    at: int, machine: str, *ways: Way, rounds: int = 5, qualifying: int = 0, noise: float = 0.01, speed: float = 1.0
) -> Carried:
    random = np.random.default_rng(at)
    times: dict[Cell, dict[int, float]] = {}
    for each in ways:
        write, _, read = NS[each]
        for cell, ns in zip(each.cells, (write, read), strict=True):
            own = {b: float(speed * ns * math.exp(noise * random.standard_normal())) for b in range(rounds)}
            times[cell] = {b: 1e9 if b < qualifying else value for b, value in own.items()}
    found = [WayFinding(each, None, None, NS[each][1], (None,), ByteCount(125)) for each in ways]
    finding = TransferFinding(LINK, tuple(found), "JSON", (), 0.95, 0.02, qualifying)
    return Carried(at, machine, finding, times)


def pooled(*sessions: Carried) -> dict[str, PooledFormat]:
    found = pooled_formats(sessions, alpha=0.05, band=0.02, confidence=0.95)
    assert {each.route for each in found} == {ROUTE}
    return {each.format: each for each in found}


def test_formats_of_several_machines() -> None:
    found = pooled(*(session(at, machine, JSON, PACK) for at, machine in enumerate("ABC")))
    json, pack = found["JSON"], found["MessagePack"]
    assert (json.against, json.verdict, json.ratio) == ("", None, None)
    assert json.time_ns is not None
    assert json.time_ns.value.estimate == pytest.approx(5000, rel=0.02)
    assert (pack.against, pack.verdict) == ("JSON", Verdict.DIFFERENT)
    assert pack.ratio is not None
    assert pack.ratio.reach is Reach.MACHINES
    assert pack.ratio.value.estimate == pytest.approx(0.6, rel=0.02)
    assert pack.ratio.value.low < 0.6 < pack.ratio.value.high
    assert [(each.session, each.rounds) for each in pack.sessions] == [(0, 5), (1, 5), (2, 5)]
    assert pack.codecs == ("msgpack-jackson → msgspec-msgpack",)


def test_the_link_is_on_top_of_every_round() -> None:
    """A machine that is twice as fast has no faster link: 0.6 becomes 2000 / 3000."""
    (slow,), (quick,) = (
        [each for each in pooled(session(0, "A", JSON, PACK, noise=1e-4, speed=speed)).values() if each.against]
        for speed in (1.0, 0.5)
    )
    assert slow.ratio is not None
    assert quick.ratio is not None
    assert slow.ratio.value.estimate == pytest.approx(0.6, rel=1e-3)
    assert quick.ratio.value.estimate == pytest.approx(2000 / 3000, rel=1e-3)


def test_rounds_that_chose_codecs_do_not_count() -> None:
    found = pooled(session(0, "A", JSON, PACK, qualifying=2))["MessagePack"]
    assert found.ratio is not None
    assert found.ratio.value.estimate == pytest.approx(0.6, rel=0.05)
    assert [each.rounds for each in found.sessions] == [3]


def test_sessions_may_have_chosen_other_codecs() -> None:
    found = pooled(session(0, "A", JSON, PACK), session(1, "A", JSON, OTHER))["MessagePack"]
    assert found.codecs == ("msgpack-jackson → msgspec-msgpack", "msgpack-jackson → other")


def test_what_says_nothing() -> None:
    alone = pooled(session(0, "A", PACK))["MessagePack"]
    assert (alone.ratio, alone.verdict) == (None, Verdict.UNRESOLVED)
    once = pooled(session(0, "A", JSON, PACK, rounds=1))["MessagePack"]
    assert (once.ratio, once.time_ns) == (None, None)
    shaky = session(0, "A", JSON, PACK)
    ways = tuple(replace(each, verdict=Verdict.UNSTEADY) if each.way == PACK else each for each in shaky.finding.ways)
    unsteady = replace(shaky, finding=replace(shaky.finding, ways=ways))
    assert list(pooled(unsteady)) == ["JSON"]
    (left_out,) = formats_left_out(unsteady.finding, "orders.duckdb run 2")
    assert left_out.startswith(
        "MessagePack of orders/100/own is left out of orders.duckdb run 2: most of its processes"
    )
    assert list(formats_left_out(shaky.finding, "run 2")) == []
    unsized = replace(shaky, finding=replace(shaky.finding, ways=tuple(replace(w, link_ns=None) for w in ways)))
    assert pooled_formats([unsized], alpha=0.05, band=0.02, confidence=0.95) == ()


def test_formats_that_may_be_as_fast() -> None:
    sessions = [session(at, machine, JSON, PACK, EQUAL) for at, machine in enumerate("ABC")]
    found = pooled(*sessions)
    assert [name for name, each in found.items() if each.may_be_fastest] == ["MessagePack", "CBOR"]
    (sentence,) = format_sentences(tuple(found.values()))
    assert sentence.endswith((", and CBOR may be as fast or faster.", ", and MessagePack may be as fast or faster."))
    (only,) = format_sentences(tuple(pooled(session(0, "A", JSON)).values()))
    assert only.endswith("in the least time; it is the only format that was compared.")


def test_what_one_session_shows_puts_no_format_out_of_several() -> None:
    """MessagePack and JSON were measured together once, and each of them twice with CBOR."""
    found = pooled(session(0, "A", JSON, PACK, EQUAL), session(1, "A", JSON, EQUAL))
    assert found["MessagePack"].ratio is not None
    assert found["MessagePack"].ratio.reach is Reach.SESSION
    assert found["MessagePack"].verdict is Verdict.DIFFERENT, "of that session, as the column says"
    assert not found["JSON"].may_be_fastest, "two sessions show that CBOR is faster"
    assert found["CBOR"].may_be_fastest
    twice = pooled(session(0, "A", JSON, PACK, NEAR), session(1, "A", JSON, NEAR))
    assert {name for name, each in twice.items() if each.may_be_fastest} == {"JSON", "MessagePack", "CBOR"}


def test_sessions_with_other_references_are_apart() -> None:
    other = session(1, "A", JSON, PACK)
    other = replace(other, finding=replace(other.finding, reference="MessagePack"))
    found = pooled_formats([session(0, "A", JSON, PACK), other], alpha=0.05, band=0.02, confidence=0.95)
    assert [(each.format, each.against) for each in found] == [
        *(("JSON", ""), ("MessagePack", "JSON"), ("JSON", "MessagePack"), ("MessagePack", "")),
    ]
    assert [sentence.partition(" takes")[0] for sentence in format_sentences(found)] == ["MessagePack"] * 2
    assert [len(table.rows) for table in format_tables(found)] == [2, 2]


def test_the_report_of_formats() -> None:
    found = tuple(pooled(*(session(at, machine, JSON, PACK) for at, machine in enumerate("ABC"))).values())
    (sentence,) = format_sentences(found)
    assert sentence.startswith("MessagePack takes orders from jvm to python over 1 Gbit/s in the least time, 0.59")
    assert sentence.endswith(" of JSON's, and no other is as fast.")
    (table,) = format_tables(found)
    assert table.title == "orders/100/own from jvm to python over 1 Gbit/s, over all sessions"
    assert [row[0] for row in table.rows] == ["MessagePack", "JSON"]
    assert table.rows[1][1] == "1×"
    assert table.rows[0][-1] == "msgpack-jackson → msgspec-msgpack"

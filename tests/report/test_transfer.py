"""The answer to a transfer: one sentence that claims no more than was found, and one line per format."""

from dataclasses import replace

import pytest

from tests.report.invented_results import invented_results
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.diagnostics import Flag, Guard
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.transfer import TransferFinding, Way, WayFinding
from wirelab.model.link import Link
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.report.as_json import results_json
from wirelab.report.render.kinds import REPORTS
from wirelab.report.render.markdown import markdown
from wirelab.report.render.page import render_page
from wirelab.report.render.terminal import text
from wirelab.report.run.figures import times_over_links
from wirelab.report.run.marks import marks_of
from wirelab.report.run.report import run_report
from wirelab.report.run.results import CodecFacts, Results
from wirelab.report.run.transfer import tippings, transfer_answer, transfer_table

CORPUS = CorpusName("orders", "3", "own")
LINK = Link(1e9)
RATIO = Interval(0.61, 0.57, 0.66, 0.95, 8, "t", 0.99)


def way(name: str, writer: str, reader: str, total_us: float, size: int, **said: object) -> WayFinding:
    written = Cell(CORPUS, "jvm", parse_subject(writer), Operation.SERIALIZE)
    read = Cell(CORPUS, "cpython", parse_subject(reader), Operation.DESERIALIZE)
    link_ns = LINK.time_ns(size)
    codecs_ns = total_us * 1e3 - link_ns
    time = Interval(total_us * 1e3, total_us * 950, total_us * 1050, 0.95, 8, "t")
    made = WayFinding(
        Way(name, written, (read,)), time, codecs_ns / 4, link_ns, (codecs_ns * 3 / 4,), ByteCount(size), decided=True
    )
    return replace(made, **said)


JSON = way("JSON", "gson", "orjson", 1000, 50_000)
BINARY = way(
    "Protocol Buffers", "protobuf-java", "protobuf-python", 610, 25_000, ratio=RATIO, verdict=Verdict.DIFFERENT
)
PACKED = way("JSON+zstd", "gson+zstd", "orjson+zstd", 900, 5_000, ratio=RATIO, verdict=Verdict.DIFFERENT)
LARGE = way("Large", "gson", "orjson", 800, 80_000, ratio=RATIO, verdict=Verdict.DIFFERENT)


def found(*ways: WayFinding, may_be: tuple[str, ...] = (), qualifying: int = 2) -> TransferFinding:
    return TransferFinding(LINK, ways, "JSON", may_be, 0.95, 0.02, qualifying)


def results(transfer: TransferFinding) -> Results:
    made = invented_results()
    findings = replace(made.findings, forecast=replace(made.findings.forecast, transfer=transfer))
    codecs = (
        CodecFacts("jvm", "gson", "JSON", "Gson", "1", "objects", "", human_readable=True),
        CodecFacts("cpython", "orjson", "JSON", "orjson", "1", "objects", "", human_readable=True),
        CodecFacts("jvm", "protobuf-java", "Protocol Buffers", "protobuf", "1", "objects", "", needs_schema=True),
    )
    return replace(made, findings=findings, codecs=codecs)


def test_the_answer_says_which_by_how_much_how_sure_and_what_would_change_it() -> None:
    assert transfer_answer(found(JSON, BINARY, PACKED, may_be=("Protocol Buffers",))) == (
        "Protocol Buffers takes orders from jvm to cpython in the least time, 610 µs [580, 640] over 1 Gbit/s: 0.610×"
        " [0.570, 0.660] of JSON's, and no other is as fast. Below about 360 Mbit/s, JSON+zstd would be faster."
    )


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Verdict.NEGLIGIBLE, "of JSON's, a difference that does not matter, and JSON may be as fast or faster."),
        (Verdict.EQUIVALENT, "of JSON's, an equivalent time, and JSON may be as fast or faster."),
        (Verdict.UNRESOLVED, "of JSON's, which may be chance, and JSON may be as fast or faster."),
        (
            Verdict.UNSTEADY,
            "of JSON's, which has no verdict because processes were not steady, and",
        ),
    ],
)
def test_what_was_not_found_is_not_claimed(verdict: Verdict, words: str) -> None:
    says = transfer_answer(found(JSON, replace(BINARY, verdict=verdict), may_be=("Protocol Buffers", "JSON")))
    assert words in says


def test_a_format_that_was_unsteady_is_not_called_slower() -> None:
    shaky = replace(PACKED, verdict=Verdict.UNSTEADY)
    says = transfer_answer(found(JSON, BINARY, shaky, may_be=("Protocol Buffers",)))
    assert "of JSON's, and no other that was steady is as fast." in says


def test_a_least_time_that_a_guard_doubts_is_called_so() -> None:
    transfer = found(JSON, BINARY)
    made = results(transfer)

    def said(*cells: Cell) -> str:
        flags = tuple(Flag(cell, Guard.COPY, 10.0, 900.0, 21_500) for cell in cells)
        findings = replace(made.findings, forecast=replace(made.findings.forecast, flags=flags))
        return run_report(replace(made, findings=findings)).lead[0].words

    assert "610 µs [580, 640], which a guard doubts (!), over 1 Gbit/s: " in said(*BINARY.way.readers)
    assert "610 µs [580, 640] over 1 Gbit/s: " in said(JSON.way.writer)


def test_where_the_reference_is_the_fastest_the_next_is_held_against_it() -> None:
    slower = way(
        "XML", "jaxb-moxy", "lxml", 3000, 90_000, ratio=Interval(3, 2, 4, 0.95, 8, "t"), verdict=Verdict.DIFFERENT
    )
    says = transfer_answer(found(JSON, slower, may_be=("JSON",)))
    assert "1.00 ms [0.95, 1.05] over 1 Gbit/s: XML, the next, takes 3.00× [2.00, 4.00] as long, and no other" in says
    assert says.endswith(". No other rate of the link would change that.")


def test_too_little_is_said_to_be_so() -> None:
    nothing = replace(JSON, time_ns=None)
    assert transfer_answer(found(nothing)).startswith("Nothing was compared")
    assert transfer_answer(found(JSON)).endswith("over 1 Gbit/s; it is the only format that was compared.")
    assert "an unknown share of JSON's, which may be chance" in transfer_answer(
        found(JSON, replace(BINARY, ratio=None, verdict=Verdict.UNRESOLVED))
    )


def test_another_rate_is_where_both_take_as_long() -> None:
    slower, _ = tippings(BINARY, [JSON, PACKED], LINK)
    _, faster = tippings(JSON, [LARGE, BINARY], Link(1e8))
    for best, other, tipping in ((BINARY, PACKED, slower), (JSON, LARGE, faster)):
        assert tipping is not None
        assert tipping.of == other.way.format
        link, totals = Link(1 / tipping.x), []
        for each in (best, other):
            assert each.time_ns is not None
            assert each.link_ns is not None
            totals.append(each.time_ns.estimate - each.link_ns + link.time_ns(each.encoded_bytes or 0))
        assert totals[0] == pytest.approx(totals[1])
    assert tippings(PACKED, [JSON, BINARY], LINK)[0] is None
    assert tippings(BINARY, [JSON, PACKED], LINK)[1] is None


def test_times_and_ratios_with_means_are_marked_as_in_other_tables() -> None:
    transfer = found(JSON, BINARY, PACKED)
    made = results(transfer)
    means = [
        replace(made.findings.cells[0], cell=cell, sustained=cell == BINARY.way.writer) for cell in BINARY.way.cells
    ]
    shown = transfer_table(replace(made, findings=replace(made.findings, cells=tuple(means))), transfer).records
    assert [(each["format"], each["time"], each["ratio"]) for each in shown] == [
        ("Protocol Buffers", "610 µs*", "0.610×*"),
        ("JSON+zstd", "900 µs", "0.610×"),
        ("JSON", "1.00 ms", "1×"),
    ]
    means = [replace(each, cell=cell, sustained=True) for each, cell in zip(means, JSON.way.cells, strict=True)]
    shown = transfer_table(replace(made, findings=replace(made.findings, cells=tuple(means))), transfer).records
    assert [(each["time"], each["ratio"]) for each in shown] == [
        ("610 µs", "0.610×*"),
        ("900 µs", "0.610×*"),
        ("1.00 ms*", "1×"),
    ]


def test_a_line_a_format_says_what_it_takes() -> None:
    table = transfer_table(results(found(JSON, BINARY, PACKED)), found(JSON, BINARY, PACKED))
    first, second, third = table.records
    assert [first["format"], second["format"], third["format"]] == ["Protocol Buffers", "JSON+zstd", "JSON"]
    assert (first["schema"], first["readable"], first["verdict"]) == ("needed", "no", "faster")
    assert (third["schema"], third["readable"], third["verdict"]) == ("no", "yes", "reference")
    assert second["readable"] == "no", "nobody reads compressed data"
    assert (first["write"], first["link"], first["read"], first["size"]) == ("102 µs", "200 µs", "308 µs", "25.0 kB")
    assert first["codecs"] == "protobuf-java → protobuf-python"
    unknown = replace(results(found(JSON, BINARY, PACKED)), codecs=())
    facts = [(row["schema"], row["readable"]) for row in transfer_table(unknown, found(JSON, PACKED)).records]
    assert facts == [("–", "no"), ("–", "–")], "nothing is known of codecs that no process announced"
    assert any("first 2 rounds chose" in line for line in table.says)
    assert not any("chose" in line for line in transfer_table(results(found(JSON)), found(JSON, qualifying=0)).says)


@pytest.mark.long
def test_a_figure_shows_what_other_links_would_change() -> None:
    transfer = found(JSON, BINARY, PACKED)
    figure = times_over_links(transfer, marks_of(results(transfer)))
    assert figure is not None
    times: dict[float, dict[str, float]] = {}
    for value in figure["data"]["values"]:
        times.setdefault(value["rate"], {})[value["format"]] = value["ratio"]
    assert times[1e9] == pytest.approx({"JSON": 1, "Protocol Buffers": 0.61, "JSON+zstd": 0.9})
    fastest = [min(own, key=lambda name, own=own: own[name]) for _, own in sorted(times.items())]
    assert (fastest[0], fastest[-1]) == ("JSON+zstd", "Protocol Buffers")
    assert {label["format"] for label in figure["layer"][2]["data"]["values"]} == {*times[1e9]}
    page = render_page(run_report(results(transfer)))
    assert "Over which link would another format be faster?" in page
    assert "How much faster or slower than the reference?" not in page
    assert times_over_links(found(replace(JSON, time_ns=None)), marks_of(results(transfer))) is None


def test_what_is_unresolved_says_why() -> None:
    unresolved = replace(BINARY, ratio=replace(RATIO, processes=3), verdict=Verdict.UNRESOLVED, decided=False)
    precise = replace(LARGE, verdict=Verdict.UNRESOLVED, decided=True)
    transfer = found(JSON, unresolved, precise, replace(PACKED, ratio=None, verdict=Verdict.UNRESOLVED))
    verdicts = {row["format"]: row["verdict"] for row in transfer_table(results(transfer), transfer).flat.records}
    assert verdicts == {
        "JSON": "reference",
        "Protocol Buffers": "unresolved: too few rounds",
        "Large": "unresolved: precise enough",
        "JSON+zstd": "no ratio",
    }


@pytest.mark.long
def test_it_is_the_first_line_everywhere() -> None:
    transfer = found(JSON, BINARY, PACKED, may_be=("Protocol Buffers",))
    made, says = results(transfer), transfer_answer(transfer)
    assert text(run_report(made)).startswith(says + "\n\norders/3/own from jvm to cpython over 1 Gbit/s\nformat ")
    page = render_page(run_report(made))
    assert page.index('<p class="answer">Protocol Buffers takes orders') < page.index('<p class="question">')
    assert "protobuf-java → protobuf-python" in page
    assert "Protocol Buffers takes orders from jvm to cpython" in markdown(run_report(made), REPORTS["markdown"].mark)
    told = results_json(made)["transfer"]
    assert told["ways"][1]["way"]["format"] == "Protocol Buffers"
    assert told["link"] == {"bits_per_s": 1e9, "delay_s": 0.0}
    assert "transfer" not in results_json(invented_results())

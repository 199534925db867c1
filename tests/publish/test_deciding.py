"""The evidence of runs on two formats in one place."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.publish.labs import add
from tests.report.test_exploring import measured
from tests.report.test_transfer import BINARY, JSON, PACKED, RATIO, found, way
from wirelab.app.publish.runs import gathered_runs
from wirelab.model.cell import Sink
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.report.published.decisions import Decision, Evidence, answer, basis, decisions
from wirelab.report.published.names import file_names
from wirelab.report.published.runs import PublishedRun
from wirelab.report.run.explore import explorer
from wirelab.report.run.marks import marks_of
from wirelab.report.run.ranking import rankings


def evidence(path: Path, *, scatter: float = 0.0, **times: tuple[int, int]) -> tuple[Decision, Evidence]:
    add(path, times, scatter=scatter)
    ((decision, (seen,)),) = decisions(gathered_runs([path], {}).runs).items()
    return decision, seen


def test_the_fastest_codec_of_each_format_counts_by_its_rounds(tmp_path: Path) -> None:
    decision, seen = evidence(tmp_path / "a.duckdb", plain=(2000, 900), quick=(1500, 950), packed=(1000, 400))
    assert decision == Decision("JSON", "Protocol Buffers", "on here")
    assert (seen.one.codecs, seen.other.codecs) == ("quick", "packed")
    assert seen.ratio is not None
    assert seen.ratio.estimate == pytest.approx(1.5, rel=0.01)
    assert (seen.verdict, seen.words) == (Verdict.DIFFERENT, "slower")
    assert seen.turn is None


def test_where_the_smaller_one_is_slower_a_link_turns_the_answer(tmp_path: Path) -> None:
    decision, seen = evidence(tmp_path / "a.duckdb", plain=(1000, 900), packed=(3000, 400))
    assert seen.turn == pytest.approx(8e9 * 500 / (6000 - 2000), rel=0.01)
    said = answer(decision, seen)
    assert said.startswith("JSON is faster on here, but Protocol Buffers is smaller")
    assert "Below about 1 Gbit/s, Protocol Buffers would take less." in said


def test_of_two_that_make_as_many_bytes_neither_is_called_smaller(tmp_path: Path) -> None:
    for name, packed in (("a", (3000, 900)), ("b", (1000, 900))):
        said = answer(*evidence(tmp_path / f"{name}.duckdb", plain=(1000, 900), packed=packed))
        assert "1.00× as many bytes" in said
        assert "smaller" not in said


def test_noise_has_no_winner(tmp_path: Path) -> None:
    decision, seen = evidence(tmp_path / "a.duckdb", scatter=0.3, plain=(1000, 900), packed=(1050, 800))
    assert seen.verdict is Verdict.UNRESOLVED
    assert "This run does not show which is faster" in answer(decision, seen)


@pytest.mark.parametrize(
    ("low", "high", "verdict", "said"),
    [
        (0.99, 1.01, Verdict.EQUIVALENT, "Both are equally fast"),
        (1.005, 1.015, Verdict.NEGLIGIBLE, "Both are equally fast"),
        (0.9803, 1.0, Verdict.UNRESOLVED, "does not show which"),  # the other one's limit is 1.0201
        (0.9, 1.1, Verdict.UNRESOLVED, "does not show which"),
        (0.5, 0.6, Verdict.DIFFERENT, "JSON is faster"),
    ],
)
def test_a_tie_is_called_one(tmp_path: Path, low: float, high: float, verdict: Verdict, said: str) -> None:
    decision, seen = evidence(tmp_path / "a.duckdb", plain=(1000, 900), packed=(3000, 400))
    other = replace(seen, ratio=Interval((low + high) / 2, low, high, 0.95, 6, "t"))
    assert other.verdict is verdict
    assert said in answer(decision, other)
    unknown = replace(seen, ratio=None)
    assert "too few rounds" in answer(decision, unknown)
    unsteady = replace(other, one=replace(seen.one, unsteady=True))
    assert unsteady.words == "unsteady"
    assert "still changed their speed" in answer(decision, unsteady)


def test_of_cells_that_were_not_steady_nothing_is_said(tmp_path: Path) -> None:
    add(tmp_path / "a.duckdb")
    (run,) = gathered_runs([tmp_path / "a.duckdb"], {}).runs
    cells = run.results.findings.cells
    changed = tuple(replace(each, steady_share=0.1 if each.cell.subject.codec == "packed" else 1.0) for each in cells)
    findings = replace(run.results.findings, cells=changed)
    shaken = PublishedRun("x" * 16, "a.duckdb", run.run, replace(run.results, findings=findings))
    said = {decision: seen.verdict for decision, (seen,) in decisions([shaken]).items()}
    assert said == {
        Decision("JSON", "Protocol Buffers", "on here"): Verdict.UNSTEADY,
        Decision("JSON", "XML", "on here"): Verdict.DIFFERENT,
        Decision("Protocol Buffers", "XML", "on here"): Verdict.UNSTEADY,
    }


def test_unsteady_processes_with_another_sink_are_not_behind_an_answer(tmp_path: Path) -> None:
    add(tmp_path / "a.duckdb", {"plain": (1000, 900), "packed": (3000, 400)})
    (run,) = gathered_runs([tmp_path / "a.duckdb"], {}).runs
    cells = tuple(replace(each, steady_share=1.0) for each in run.results.findings.cells)
    filed = tuple(replace(each, cell=replace(each.cell, sink=Sink.FILE), steady_share=0.1) for each in cells)
    findings = replace(run.results.findings, cells=(*cells, *filed))
    both = PublishedRun("x" * 16, "a.duckdb", run.run, replace(run.results, findings=findings))
    ((_, seen),) = decisions([both]).items()
    assert {each.data.partition(" ")[2]: each.verdict for each in seen} == {
        "": Verdict.DIFFERENT,
        "(file)": Verdict.UNSTEADY,
    }


def test_a_transfer_is_a_place_of_its_own_with_its_link(tmp_path: Path) -> None:
    add(tmp_path / "a.duckdb")
    (run,) = gathered_runs([tmp_path / "a.duckdb"], {}).runs
    transferred = PublishedRun("x" * 16, "a.duckdb", run.run, measured(found(JSON, BINARY, PACKED)))
    ((decision, (seen,)),) = decisions([transferred]).items()
    assert decision == Decision("JSON", "Protocol Buffers", "from jvm to cpython"), "a compressor is another choice"
    assert seen.one.codecs == "gson → orjson"
    assert seen.own
    assert seen.ratio is not None
    assert (seen.ratio.estimate, seen.ratio.low) == (pytest.approx(1 / 0.61), pytest.approx(1 / 0.66)), "the run's own"
    assert seen.link is not None
    assert seen.one.total_ns == pytest.approx(1_000_000)
    assert seen.one.total_ns - seen.one.codecs_ns == pytest.approx(400_000), "the link of the run"
    assert "take it over 1 Gbit/s" in answer(decision, seen)


def test_over_a_slow_link_a_faster_one_turns_the_answer(tmp_path: Path) -> None:
    add(tmp_path / "a.duckdb")
    (run,) = gathered_runs([tmp_path / "a.duckdb"], {}).runs
    small = replace(
        way("Protocol Buffers", "protobuf-java", "protobuf-python", 780, 10_000), ratio=RATIO, verdict=Verdict.DIFFERENT
    )
    transferred = PublishedRun("x" * 16, "a.duckdb", run.run, measured(found(JSON, small)))
    ((decision, (seen,)),) = decisions([transferred]).items()
    assert seen.turn == pytest.approx(8e9 * 40_000 / (700_000 - 600_000))
    said = answer(decision, seen)
    assert said.startswith("Protocol Buffers is faster from jvm to cpython, and smaller")
    assert said.endswith(" Above about 3.2 Gbit/s, JSON would take less.")


def test_ways_of_a_transfer_are_paired_by_the_rounds_that_compare() -> None:
    made = measured(found(JSON, BINARY))
    json, binary = ({each.way.writer, *each.way.readers} for each in (JSON, BINARY))
    longer = tuple(
        replace(each, process_times_ns=(9e9, 9e9, *each.process_times_ns)) if each.cell in json else each
        for each in made.findings.cells
    )
    rounds = {cell: tuple(range(5)) for cell in json} | dict.fromkeys(binary, (2, 3, 4))
    later = replace(made, findings=replace(made.findings, cells=longer), rounds=rounds)
    ways = explorer(later, rankings(later), marks_of(later)).ways
    assert [way.rounds[:2] for way in ways] == [(None, None)] * 2, "they chose among the codecs of JSON"
    assert [way.rounds[2:] for way in ways] == [((1e5, 1e5), (1.1e5, 1.1e5), (0.9e5, 0.9e5))] * 2


def test_files_have_plain_names_that_nobody_shares() -> None:
    texts = ["JSON", "json", "Protocol Buffers on a/b", "../up", "..", "", "x" * 500, "x" * 501, "<b>", "ü"]
    names = file_names(texts)
    assert len(set(names.values())) == len(texts)
    assert names["JSON"] == "json"
    assert names["json"].startswith("json.")
    assert all(name and not name.startswith((".", "-")) and "/" not in name for name in names.values())
    assert file_names(reversed(texts)) == names


def test_one_round_is_not_many(tmp_path: Path) -> None:
    _, seen = evidence(tmp_path / "a.duckdb", plain=(2000, 900), packed=(1000, 400))
    run = replace(seen.run.results.run, rounds=1)
    once = replace(seen.run, results=replace(seen.run.results, run=run))
    assert ", 1 round, A/A twin: " in basis(replace(seen, run=once))

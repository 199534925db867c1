"""Recommendations from labs that nobody measured: the codecs to choose among, and first calls of another run."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import duckdb
import pytest

from tests.publish.labs import DAY, USUAL, add
from tests.report.reported import transfer_results
from wirelab.app.lab.known import ways_of
from wirelab.app.recommend.recommend import Wanted, checked, recommendation
from wirelab.choice.use import Use
from wirelab.model.cell import ModeKind, Sink
from wirelab.model.errors import DefinitionError, LabError, UsageError
from wirelab.model.subject import parse_subject

WANTED = Wanted(needs="", messages=1000, reads=1, months=0, copies=1, cold_starts=0)


@pytest.mark.parametrize("mode", [ModeKind.STEADY, ModeKind.COLLECTED])
def test_first_calls_count_whatever_the_mode_of_the_run(tmp_path: Path, mode: ModeKind) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab, mode=mode)
    add(lab, {name: (50 * ns, size) for name, (ns, size) in USUAL.items()}, mode=ModeKind.COLD, day=DAY + timedelta(1))
    found = recommendation(lab, None, checked(replace(WANTED, cold_starts=0.1))).found
    assert found.taken is not None
    assert {each.candidate.lacking for each in found.choices} == {""}


@pytest.mark.parametrize("named", [("quick",), ("plain", "quick"), ("plain+gzip",), ("plain:keys=sorted",)])
def test_codecs_that_the_run_does_not_have_are_refused(tmp_path: Path, named: tuple[str, ...]) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab)
    wanted = replace(WANTED, codecs=tuple(map(parse_subject, named)))
    with pytest.raises(UsageError, match=f"codec of the run '{re.escape(named[-1])}': there is no such") as refused:
        recommendation(lab, None, checked(wanted))
    assert "plain" in refused.value.remedy


def test_a_run_that_measured_nothing_in_memory_is_not_called_unfinished(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab, sink=Sink.FILE)
    with pytest.raises(LabError, match="it measured nothing in memory"):
        recommendation(lab, None, checked(WANTED))


def test_a_run_whose_study_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        add(lab, day=DAY + timedelta(day))
    with duckdb.connect(str(lab)) as connection:
        connection.execute("UPDATE run SET study_json = repeat('[', 100000) WHERE id = 1")
    assert [recommendation(lab, run, checked(WANTED)).run for run in (None, 2)] == [2, 2]
    with pytest.raises(DefinitionError, match="study of run 1: this version of Wirelab cannot read it"):
        recommendation(lab, 1, checked(WANTED))


def test_first_calls_on_other_data_of_the_same_name_do_not_count(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab)
    add(lab, mode=ModeKind.COLD, day=DAY + timedelta(1), digest="cd" * 32)
    with pytest.raises(LabError, match="it has no first calls on school/1100/random"):
        recommendation(lab, None, checked(replace(WANTED, cold_starts=0.1)))


def test_codecs_of_a_transfer_are_chosen_by_those_that_read_too() -> None:
    results = transfer_results()
    assert results.findings.forecast.transfer is not None
    ways = [each.way for each in results.findings.forecast.transfer.ways]
    binary = next(each for each in ways if each.format == "Protocol Buffers")
    assert ways_of(results, binary.readers, binary.writer.corpus, Use()) == (binary,)
    assert ways_of(results, [binary.writer], binary.writer.corpus, Use()) == (binary,)
    assert ways_of(results, [cell for each in ways for cell in each.cells], binary.writer.corpus, Use()) == (*ways,)


@pytest.mark.parametrize(
    ("language", "codec", "met"),
    [("node", "plain", True), ("node", "plain+zstd", True), ("node", "plain+crc32", False)],
)
def test_a_language_needs_the_compressor_too(tmp_path: Path, language: str, codec: str, met: bool) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab, {"plain": (2000, 900), codec: (2000, 900)})
    wanted = replace(WANTED, needs=f"languages={language}", codecs=(parse_subject(codec),))
    found = recommendation(lab, None, checked(wanted)).found
    (answer,) = (found.choices[0].candidate if met else found.out[0].candidate).answers
    assert answer.met is met
    assert ("JSON+crc32" if "crc32" in codec else "JSON") in answer.why


@pytest.mark.parametrize(
    ("tried", "answers"),
    [
        ({}, {"plain": "yes", "plain+gzip": "not known", "packed": "no", "packed+gzip": "no"}),
        ({"plain+gzip": "refused", "packed+gzip": "refused"}, {"plain+gzip": "yes", "packed+gzip": "no"}),
        ({"plain+gzip": "memory"}, {"plain": "yes", "plain+gzip": "no"}),
    ],
)
def test_hostile_bytes_reach_a_compressor_first(tmp_path: Path, tried: dict[str, str], answers: dict[str, str]) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab, {"plain": (2000, 900), "plain+gzip": (3000, 400), "packed": (1000, 400), "packed+gzip": (2000, 300)})
    outcomes = {"plain": "refused", "packed": "ended", **tried}
    codecs = [
        {"platform": "here", "subject": name, "attempts": [], "unpackings": [{"outcome": each}]}
        for name, each in outcomes.items()
    ]
    (tmp_path / "tried.json").write_text(json.dumps({"codecs": codecs}))
    wanted = replace(WANTED, needs="hostile-safe", tried=(str(tmp_path / "tried.json"),))
    found = recommendation(lab, None, checked(wanted)).found
    candidates = [each.candidate for each in (*found.choices, *found.out)]
    said = {
        str(each.way.writer.subject): "yes" if answer.met else answer.basis.value.replace("executed", "no")
        for each in candidates
        for answer in each.answers
    }
    assert said.items() >= answers.items()

"""How far a run is, where no bar can be drawn."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.report.invented_results import invented_results
from wirelab.cli import progress
from wirelab.cli.progress import Progress
from wirelab.model.comparison import Question
from wirelab.model.errors import UsageError
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.units import NS_PER_S
from wirelab.report.quantities import ratio_with_interval


@pytest.mark.parametrize(("every_s", "lines"), [(-1.0, 3), (3600.0, 0)])
def test_off_a_terminal_lines_say_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], every_s: float, lines: int
) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", every_s)
    ended: Any = SimpleNamespace(loss=None, wall_ns=3 * NS_PER_S)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(4, 0)
        for _ in range(3):
            drawn.process_ended(ended)
    said = [line for line in capsys.readouterr().err.splitlines() if "processes, about" in line]
    assert len(said) == lines
    assert [line.strip("· ") for line in said] == [
        f"round 1: {done} of 4 processes, about {left} left" for done, left in ((1, "9 s"), (2, "6 s"), (3, "3 s"))
    ][:lines]


def test_of_processes_that_take_turns_those_that_started_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", -1.0)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(4, 0)
        drawn.process_starts()
        drawn.process_starts()
    said = [line.strip("· ") for line in capsys.readouterr().err.splitlines() if "started" in line]
    assert said == ["round 1: 1 processes started", "round 1: 2 processes started"]


def test_what_happens_is_written_as_json_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events = tmp_path / "events"
    monkeypatch.setenv("WIRELAB_EVENTS", str(events))
    ended: Any = SimpleNamespace(loss=None, wall_ns=3 * NS_PER_S)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.notice("\u202e<b>")
        drawn.begins(4, 1)
        drawn.process_starts()
        drawn.process_ended(ended)
        drawn.round_ended(1, Findings(), 1)
    assert [json.loads(line) for line in events.read_text().splitlines()] == [
        {"event": "notice", "says": "\u202e<b>"},
        {"event": "begins", "processes": 1, "of": 4},
        {"event": "started", "processes": 1},
        {"event": "ended", "processes": 2, "of": 4, "left_s": 6.0},
        {"event": "round", "rounds": 1, "of": 3},
    ]
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.notice("again")
    assert events.read_text() == '{"event": "notice", "says": "again"}\n', "an earlier file is replaced"


def test_a_file_of_another_kind_is_not_replaced_by_events(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    events = tmp_path / "events"
    events.write_text("mine")
    monkeypatch.setenv("WIRELAB_EVENTS", str(events))
    with pytest.raises(UsageError, match="not a file of events"):
        Progress(Path("wirelab.duckdb"))
    assert events.read_text() == "mine"


@pytest.mark.parametrize(("rounds", "lines"), [(2, 0), (3, 7), (4, 0)])
def test_what_differs_at_the_first_look_is_said_once(
    capsys: pytest.CaptureFixture[str], rounds: int, lines: int
) -> None:
    found = invented_results().findings
    asked = [each for each in found.comparisons if each.comparison.question is not Question.TWIN]
    differing = [replace(each, decided=False) for each in asked if each.verdict.differs]
    twins = [replace(each, verdict=Verdict.DIFFERENT, decided=False) for each in found.asked(Question.TWIN)]
    assert len(differing) > 6
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(400, 0)
        drawn.round_ended(rounds, replace(found, comparisons=(*differing, *twins)), 300)
    said = [line.strip("· ") for line in capsys.readouterr().err.splitlines() if "so far" in line]
    assert len(said) == lines
    if lines:
        ratio, interval = ratio_with_interval(differing[0].ratio)
        assert f"so far, {ratio} {interval}" in said[0]
        assert said[-1] == f"round 3: {len(differing) - 6} more differ so far"

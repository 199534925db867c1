"""How far a run is, where no bar can be drawn."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wirelab.cli import progress
from wirelab.cli.progress import Progress
from wirelab.model.errors import UsageError
from wirelab.model.findings.findings import Findings


@pytest.mark.parametrize(("every_s", "lines"), [(-1.0, 3), (3600.0, 0)])
def test_off_a_terminal_lines_say_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], every_s: float, lines: int
) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", every_s)
    ended: Any = SimpleNamespace(loss=None)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(4, 0)
        for _ in range(3):
            drawn.process_ended(ended, 75)
    said = [line for line in capsys.readouterr().err.splitlines() if "processes, up to" in line]
    assert len(said) == lines
    assert [line.strip("· ") for line in said] == [
        f"round 1: {done} of at most 4 processes, up to 1 min 15 s left" for done in range(1, lines + 1)
    ]


def test_of_processes_that_take_turns_those_that_started_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", -1.0)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(4, 0)
        drawn.process_starts()
        drawn.process_starts()
    said = [line.strip("· ") for line in capsys.readouterr().err.splitlines() if "started" in line]
    assert said == ["round 1: process 1 has started", "round 1: process 2 has started"]


@pytest.mark.parametrize(("left", "round_"), [(2, "round 2"), (0, "round 1")])
def test_after_the_last_round_there_is_no_further_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], left: int, round_: str
) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", -1.0)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(4, 0)
        drawn.round_ended(1, Findings(), left)
        drawn.process_starts()
    assert f"{round_}: process 1 has started" in capsys.readouterr().err


def test_what_happens_is_written_as_json_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events = tmp_path / "events"
    monkeypatch.setenv("WIRELAB_EVENTS", str(events))
    ended: Any = SimpleNamespace(loss=None)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.notice("\u202e<b>")
        drawn.begins(4, 1)
        drawn.process_starts()
        drawn.process_ended(ended, 5.96)
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


def test_a_notice_of_several_lines_has_them_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.notice("skipping runner jvm:\n[ERROR] \x1b[1mno\x1b[m such symbol\nread the log")
    said = capsys.readouterr().err
    assert said == "· skipping runner jvm:\n  [ERROR] \\x1b[1mno\\x1b[m such symbol\n  read the log\n"


def test_names_are_shown_as_they_are_and_commands_can_be_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = Progress(Path("my labs/a.duckdb"))
    drawn.notice("[red]root:key:value")
    drawn.begins(1, 0)
    drawn.__exit__(KeyboardInterrupt)
    said = capsys.readouterr().err
    assert "[red]root:key:value\n" in said
    assert "wirelab run --resume --lab 'my labs/a.duckdb'\n" in said

"""How a codec went from session to session, over invented labs."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.app.invented_sessions import OTHER, nightly, session
from tests.conftest import Wirelab
from wirelab.app.sessions.history import history_of
from wirelab.model.errors import UsageError
from wirelab.report.sessions.history import answer


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return tmp_path / "wirelab.duckdb"


def test_a_codec_whose_processes_were_all_lost_has_no_history(lab: Path) -> None:
    session(lab, {"orjson": 0.5})
    with duckdb.connect(str(lab)) as connection:
        lost = "(SELECT id FROM cell WHERE subject = 'orjson')"
        connection.execute(f"UPDATE process SET loss = 'crash', loss_what = 'it ended' WHERE cell IN {lost}")
    with pytest.raises(UsageError, match="subject 'orjson': no session gave it a time"):
        history_of("orjson", [lab])


@pytest.mark.long
def test_a_release_that_made_it_slower_is_marked(lab: Path) -> None:
    nightly(lab, {0: 0.5, 6: 0.6}, 10)
    found = history_of("orjson", [lab])
    (series,) = found.series
    (shift,) = series.shifts
    assert shift.at == 6
    assert shift.slower
    assert shift.ratio.low < 1.2 < shift.ratio.high
    assert [each.version for each in series.moments[5:7]] == ["3.1.0", "3.2.0"]
    said = answer(found)
    assert said.startswith("Changes of orjson were found in 10 sessions on 1 machine (1 series): slower by ")
    assert (
        "from 2026-01-11 03:00, with 3.1.0 → 3.2.0 (orjson on python, serialize school/110/random, machine A)" in said
    )


@pytest.mark.long
def test_a_machine_that_became_slower_is_no_change_of_the_codec(lab: Path) -> None:
    for day in range(10):
        session(lab, {"orjson": 0.5}, day=day, speed=1.0 if day < 5 else 1.3)
    found = history_of("orjson", [lab])
    assert [each.shifts for each in found.series] == [()]
    (control,) = found.controls
    assert [each.at for each in control.shifts] == [5]
    assert "No change of orjson was found" in answer(found)
    assert "Machine A itself became slower by " in answer(found)


@pytest.mark.long
def test_the_reference_itself_is_searched_by_its_time_over_the_canary(lab: Path) -> None:
    for day in range(10):
        session(lab, {"orjson": 0.5}, day=day, speed=1.0 if day < 5 else 1.3)
    (series,) = history_of("json", [lab]).series
    assert series.against is None
    assert series.shifts == ()


def test_few_sessions_are_shown_without_a_search(lab: Path) -> None:
    nightly(lab, {0: 0.5, 2: 5.0}, 3)
    found = history_of("orjson", [lab])
    assert [len(each.moments) for each in found.series] == [3]
    assert answer(found).startswith("orjson was measured in 3 sessions on 1 machine (1 series). That is too few")


@pytest.mark.long
def test_machines_data_and_references_have_series_of_their_own(lab: Path, tmp_path: Path) -> None:
    nightly(lab, 0.5, 3)
    other = tmp_path / "other.duckdb"
    nightly(other, 0.5, 2, host=OTHER)
    session(lab, {"orjson": 0.5}, day=5, digest="1" * 64)
    session(lab, {"orjson": 0.5}, day=6, versions={"json": "2.0"})
    session(lab, {"orjson+zstd-3": 0.5}, day=7)
    found = history_of("orjson", [lab, other, lab])
    assert sorted(len(each.moments) for each in found.series) == [1, 1, 1, 2, 3]
    assert list(found.machines) == ["A", "B"]
    (only,) = history_of("orjson+zstd-3", [lab]).series
    assert str(only.cell.subject) == "orjson+zstd-3"


@pytest.mark.long
def test_versions_that_were_named_are_one_codec(lab: Path) -> None:
    for day in range(8):
        session(lab, {f"orjson@3.{day}": 0.5 if day < 4 else 0.6}, day=day, versions={f"orjson@3.{day}": f"3.{day}"})
    (series,) = history_of("orjson", [lab]).series
    assert [each.version for each in series.moments] == [f"3.{day}" for day in range(8)]
    assert [each.at for each in series.shifts] == [4]
    assert [len(each.moments) for each in history_of("orjson@3.1", [lab]).series] == [1]


@pytest.mark.long
def test_of_two_versions_in_a_session_the_last_is_searched(lab: Path) -> None:
    for day in range(4):
        session(lab, {"orjson@3.1": 0.9, "orjson@3.2": 0.5}, day=day)
    (series,) = history_of("orjson", [lab]).series
    assert (len(series.moments), series.searched, series.shifts) == (8, 4, ())


def test_of_two_versions_the_latest_is_searched_wherever_the_study_lists_it(lab: Path) -> None:
    versions = {"orjson@3.10": "3.10", "orjson@3.9": "3.9"}
    session(lab, {"orjson@3.10": 0.5, "orjson@3.9": 0.9}, versions=versions)
    session(lab, {"orjson@3.10": 0.5, "orjson@3.9": 0.9}, versions={**versions, "orjson@3.9": "main"}, day=1)
    (series,) = history_of("orjson", [lab]).series
    assert [(each.version, bool(each.excluded)) for each in series.moments] == [
        *(("3.9", True), ("3.10", False)),
        *(("3.10", True), ("main", False)),
    ]


@pytest.mark.long
def test_a_flat_history_has_no_change(lab: Path) -> None:
    nightly(lab, 0.5, 12)
    found = history_of("orjson", [lab])
    assert all(each.shifts == () for each in (*found.series, *found.controls))


@pytest.mark.long
def test_as_typed(wirelab: Wirelab, lab: Path) -> None:
    nightly(lab, {0: 0.5, 6: 0.4}, 9)
    ended = wirelab("history", "orjson", "--out", "history.html")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Changes of orjson were found in 9 sessions on 1 machine (1 series): faster by ")
    assert "from here" in ended.stdout
    page = (lab.parent / "history.html").read_text(encoding="utf-8")
    assert "<title>Wirelab history: orjson" in page
    assert "<svg" in page
    text = wirelab("history", "orjson", "--markdown").stdout
    assert "## Changes" in text
    assert "3.1.0 → 3.2.0" in text
    found = json.loads(wirelab("history", "orjson", "wirelab.duckdb", "--json").stdout)
    assert [each["at"] for each in found["series"][0]["shifts"]] == [6]
    assert len(found["series"][0]["moments"]) == 9

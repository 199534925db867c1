"""Where reports go, what they are called, and which facts about the run they contain."""

import json
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from wirelab.app.destinations import SESSION, report_at
from wirelab.app.hosts.session import folder_of


@pytest.mark.long
def test_a_report_is_named_after_its_lab_and_tells_the_command(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", rounds=1)
    for lab in ("a", "b"):
        ended = wirelab("run", study, "--lab", f"{lab}.duckdb")
        assert ended.returncode == 0, ended.stderr
        assert f"Report: {lab}-report.html" in ended.stdout
        page = (tmp_path / f"{lab}-report.html").read_text()
        assert f"<dd>wirelab run scripted.toml --lab {lab}.duckdb</dd>" in page
        assert f"wirelab run scripted.toml --lab {lab}.duckdb --seed " in page
    assert "one round decides nothing" in ended.stderr


@pytest.mark.long
def test_a_run_from_options_asks_its_own_question(wirelab: Wirelab, tmp_path: Path) -> None:
    levels = ("--platform", "fake", "--size", "110", "--operation", "serialize")
    ended = wirelab(
        "run",
        "--codec",
        "steady",
        "--codec",
        "slower-5",
        *levels,
        "--rounds",
        "2",
        "--precision",
        "0.001",
        "--seed",
        "2",
    )
    assert ended.returncode == 0, ended.stderr
    question = "How do steady and slower-5 compare on school at size 110, on fake (serialize)?"
    assert question in (tmp_path / "wirelab-report.html").read_text()
    assert ": too few rounds" in ended.stdout
    ended = wirelab("report", "--format", "markdown", "--out", "-")
    assert ended.stdout.startswith("<!-- Wirelab report -->")
    assert question in ended.stdout
    assert "subject" in ended.stderr
    assert wirelab("report", "--format", "markdown").stdout.endswith("Report: wirelab-report.md\n")
    assert "Report: " not in wirelab("report", "--out", "-").stdout


@pytest.mark.long
def test_what_was_named_and_is_not_measured_is_told_by_the_exit_code(wirelab: Wirelab, tmp_path: Path) -> None:
    levels = ("--platform", "fake", "--size", "110", "--operation", "serialize", "--rounds", "1")
    ended = wirelab("run", "--codec", "steady", "--codec", "orjson", *levels)
    assert ended.returncode == 5, ended.stderr
    assert "Not run: orjson (none of the requested platforms has this codec)" in ended.stdout


@pytest.mark.long
def test_an_export_replaces_an_export_alone(wirelab: Wirelab, tmp_path: Path) -> None:
    assert wirelab("run", write_study(tmp_path, "steady", rounds=1)).returncode == 0
    for form in ("parquet", "csv"):
        for _ in range(2):
            assert wirelab("export", "out", "--format", form).returncode == 0
        (tmp_path / "out" / f"run.{form}").write_text("mine")
        before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
        ended = wirelab("export", "out", "--format", form)
        assert ended.returncode == 2, ended.stderr
        assert f"run.{form}: the file exists and is not a table that Wirelab wrote" in ended.stderr
        assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == before
        assert wirelab("export", "out", "--format", form, "--force").returncode == 0


@pytest.mark.long
def test_a_report_of_partitions_is_that_of_the_lab(wirelab: Wirelab, tmp_path: Path) -> None:
    assert wirelab("run", write_study(tmp_path, "steady", "slower-5", rounds=3)).returncode == 0
    for words in (("--partitions", "--force"), ("--partitions", "--format", "csv")):
        ended = wirelab("export", "parts", *words)
        assert ended.returncode == 2, ended.stderr
        assert "--partitions writes a new folder" in ended.stderr
    ended = wirelab("export", "parts", "--partitions")
    assert (ended.returncode, ended.stdout) == (0, "parts\n"), ended.stderr
    for words in (("report",), ("report", "--runs", "all"), ("list", "runs")):
        found = [json.loads(wirelab(*words, "--json", "--lab", lab).stdout) for lab in ("wirelab.duckdb", "parts")]
        assert _without_lab(found[0], "wirelab.duckdb") == _without_lab(found[1], "parts"), words
    ended = wirelab("run", "--resume", "--lab", "parts")
    assert ended.returncode == 6, ended.stderr
    assert "nothing can be added to it" in ended.stderr


def _without_lab(document: object, lab: str) -> str:
    return json.dumps(document, sort_keys=True).replace(lab, "LAB")


def test_a_report_of_a_hosts_part_outlives_the_folder_of_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = folder_of(tmp_path / "mine.duckdb")
    parts.mkdir()
    monkeypatch.chdir(parts)
    labs = parts / "left.duckdb", Path("left.duckdb")
    assert {report_at(None, [lab], force=False, as_json=False).path for lab in labs} == {
        parts / "left-report.html",
        Path("left-report.html"),
    }, "a folder without a session stays"
    (parts / SESSION).touch()
    found = [report_at(None, [lab], force=False, as_json=False, form="markdown").path for lab in labs]
    assert found == [tmp_path / "mine-left-report.md"] * 2
    assert report_at("here.html", [labs[0]], force=False, as_json=False).path == Path("here.html")

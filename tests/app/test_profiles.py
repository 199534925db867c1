"""`--profile tuned` over scripted subjects: the subjects that run, the messages, and the kept profile."""

import json
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab

SAID = "Profile tuned: the fastest settings that each library documents."
STEADY_HAS_NONE = f"{SAID} steady has none and runs with its default."
TAKES = "Codecs here take different kinds of object: bytes (steady) and tuned bytes (tunable:speed=high)."


def subjects(told: str) -> set[str]:
    return {finding["cell"]["subject"] for finding in json.loads(told)["findings"]}


@pytest.mark.parametrize("asked_by", ["option", "study"])
@pytest.mark.long
def test_every_codec_runs_by_its_tuned_settings_and_is_named_so(
    wirelab: Wirelab, tmp_path: Path, asked_by: str
) -> None:
    profile = "tuned" if asked_by == "study" else "default"
    study = write_study(tmp_path, "steady", "tunable", "tunable+gzip", profile=profile)
    option = ("--profile", "tuned") if asked_by == "option" else ()
    ended = wirelab("run", study, "--json", "--seed", "3", *option)
    assert ended.returncode == 0, ended.stderr
    assert STEADY_HAS_NONE in ended.stderr
    told = json.loads(ended.stdout)
    assert subjects(ended.stdout) == {"steady", "tunable:speed=high", "tunable:speed=high+gzip"}
    (ratio,) = [f["ratio"] for f in told["findings"] if f["cell"]["subject"] == "tunable:speed=high"]
    assert ratio["ratio"]["high"] < 0.6, "tuned takes half the time"
    assert (told["profile"], told["untuned"]) == ("tuned", ["steady"])
    contracts = {codec["name"]: codec["contract"] for codec in told["codecs"]}
    assert contracts.keys() == {"steady", "tunable:speed=high"}
    assert "fresh output" in contracts["steady"]
    assert "tuned bytes to bytes; reuses its buffer" in contracts["tunable:speed=high"]

    again = wirelab("report")
    assert STEADY_HAS_NONE in again.stdout
    assert TAKES in again.stdout
    page = (tmp_path / "wirelab-report.html").read_text()
    assert STEADY_HAS_NONE in page
    assert TAKES in page


@pytest.mark.long
def test_what_is_named_wins_and_default_is_another_profile(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "tunable:speed=usual", "tunable", profile="tuned", rounds=1)
    tuned = wirelab("run", study, "--json")
    assert tuned.returncode == 0, tuned.stderr
    assert subjects(tuned.stdout) == {"tunable:speed=usual", "tunable:speed=high"}
    assert f"{SAID}\n" in tuned.stderr
    default = wirelab("run", study, "--json", "--profile", "default", "--codec", "tunable")
    assert subjects(default.stdout) == {"tunable"}
    assert SAID not in default.stderr
    assert "Codecs here take" not in wirelab("report").stdout


@pytest.mark.long
def test_a_resumed_run_keeps_its_profile(wirelab: Wirelab, tmp_path: Path) -> None:
    import duckdb

    study = write_study(tmp_path, "steady", "tunable", profile="tuned", rounds=2)
    assert wirelab("run", study).returncode == 0
    with duckdb.connect(str(tmp_path / "wirelab.duckdb")) as connection:
        connection.execute("UPDATE run SET finished_at = NULL, ending = ''")
        connection.execute("DELETE FROM findings")
        connection.execute("DELETE FROM batch WHERE process IN (SELECT id FROM process WHERE round = 1)")
        connection.execute("DELETE FROM process WHERE round = 1")
    resumed = wirelab("run", "--resume", "--json")
    assert resumed.returncode == 0, resumed.stderr
    assert subjects(resumed.stdout) == {"steady", "tunable:speed=high"}
    assert json.loads(resumed.stdout)["profile"] == "tuned"


def test_sizes_by_profile(wirelab: Wirelab) -> None:
    words = ("sizes", "school", "--platform", "fake", "--size", "110", "--codec", "steady", "--codec", "tunable")
    ended = wirelab(*words, "--profile", "tuned")
    assert ended.returncode == 0, ended.stderr
    assert STEADY_HAS_NONE in ended.stderr
    named = {line.split()[0] for line in ended.stdout.splitlines() if " fake " in line}
    assert named == {"steady", "tunable:speed=high"}

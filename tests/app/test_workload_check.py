"""A workload in a folder of the user's own: checked while it is written, measured without being installed."""

import json
from pathlib import Path

import pytest

from tests.conftest import Wirelab
from tests.wrong.conftest import GENERATOR, PROTO, WORKLOAD

FAKE = ("--platform", "fake", "--codec", "steady", "--trust")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    for name, text in {"workload.toml": WORKLOAD, "own.proto": PROTO, "generate.py": GENERATOR}.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.long
def test_it_makes_corpora_records_digests_and_shows_sizes(wirelab: Wirelab, own: Path) -> None:
    first = wirelab("workload", "check", "own", *FAKE)
    assert first.returncode == 0, first.stderr
    assert [line.split()[-1] for line in first.stdout.splitlines() if " plain " in line] == ["new", "new"]
    assert "own/1/plain, bytes" in first.stdout
    assert f"recorded {own / 'digests.toml'}" in first.stderr
    again = json.loads(wirelab("workload", "check", "own", *FAKE, "--json").stdout)
    assert [each["recorded"] for each in again["corpora"]] == ["as recorded", "as recorded"]
    assert again["cells"][0]["size_bytes"]["none"] > 0


@pytest.mark.long
def test_what_changed_is_told_and_recorded_when_asked(wirelab: Wirelab, own: Path) -> None:
    wirelab("workload", "check", "own", *FAKE)
    recorded = (own / "digests.toml").read_text()
    (own / "generate.py").write_text(GENERATOR.replace("int(size)", "int(size) + 1"))
    refused = wirelab("workload", "check", "own", *FAKE)
    assert refused.returncode == 3
    assert "size 1, variant plain: was" in refused.stderr
    assert f"wirelab workload check {own} --record" in refused.stderr
    assert (own / "digests.toml").read_text() == recorded
    taken = wirelab("workload", "check", "own", *FAKE, "--record")
    assert taken.returncode == 0, taken.stderr
    assert [line.split()[-1] for line in taken.stdout.splitlines() if " plain " in line] == ["changed", "changed"]
    assert (own / "digests.toml").read_text() != recorded


@pytest.mark.long
def test_a_study_names_a_folder_relative_to_itself(wirelab: Wirelab, own: Path, tmp_path: Path) -> None:
    studies = tmp_path / "studies"
    studies.mkdir()
    study = 'name = "mine"\nquestion = "?"\n[factors]\nworkload = ["../own"]\nplatform = ["fake"]\ncodec = ["steady"]\n'
    (studies / "mine.toml").write_text(study)
    ended = wirelab("run", "studies/mine.toml", "--rounds", "1", "--trust")
    assert ended.returncode == 0, ended.stderr
    assert "own/1/plain" in ended.stdout
    (studies / "mine.toml").write_text(study.replace("../own", "./own"))
    lost = wirelab("run", "studies/mine.toml")
    assert lost.returncode == 3
    assert f"line 4: factors.workload[0]: there is no workload.toml in {studies / 'own'}" in lost.stderr


@pytest.mark.long
def test_a_folder_on_the_command_line(wirelab: Wirelab, own: Path) -> None:
    ended = wirelab("run", "--workload", "./own", *FAKE, "--rounds", "1", "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["question"] == "How does steady do on own, on fake (serialize, deserialize)?"
    assert wirelab("run", "--workload", "./own", *FAKE, "--size", "7").stderr.count("size '7' of workload own") == 1
    twice = wirelab("run", "--workload", "./own", "--workload", str(own), *FAKE)
    assert twice.returncode == 2
    assert "is named twice" in twice.stderr
    assert f"there is no workload.toml in {own.parent / 'none'}" in wirelab("run", "--workload", "./none").stderr

"""Versions of a codec's library, as a user types them: over the fake runner, whose codec `released` has some."""

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from tests.report.invented_results import invented_results, ratio_finding
from tests.starting import run_command
from wirelab.app.compare.in_turns import changes_in
from wirelab.app.versions import listed_versions
from wirelab.model.cell import Cell, Operation
from wirelab.model.errors import ToolchainError
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.findings import Findings
from wirelab.model.subject import parse_subject
from wirelab.study.definition import Factors, Study

USAGE, TOOLCHAIN, MEASUREMENT, LAB, WORSE = 2, 4, 5, 6, 8
# With a seed scripted subjects have the same times again: without, one gate in twenty may alarm, as is promised.
FAKE = ("--platform", "fake", "--workload", "school", "--size", "110", "--seed", "1")
SHORT = ("--rounds", "3", "--turns", "2")


def _of(*versions: str) -> tuple[str, ...]:
    return tuple(word for version in versions for word in ("--codec", f"released@{version}"))


def _findings(out: str) -> dict[tuple[str, str], dict[str, Any]]:
    found = json.loads(out)["findings"]
    return {(each["cell"]["subject"], each["cell"]["operation"]): each for each in found if not each["cell"]["twin"]}


@pytest.mark.long
def test_versions_are_measured_in_one_study(wirelab: Wirelab) -> None:
    ended = wirelab("run", *FAKE, *_of("1.1", "1.2", "2.0"), *SHORT, "--json")
    assert ended.returncode == 0, ended.stderr
    found = _findings(ended.stdout)
    assert {subject for subject, _ in found} == {"released@1.1", "released@1.2", "released@2.0"}
    document = json.loads(ended.stdout)
    assert {each["name"]: each["version"] for each in document["codecs"]} == {
        f"released@{version}": version for version in ("1.1", "1.2", "2.0")
    }
    shown = wirelab("report").stdout
    assert "school/110/random (fake): released@1.1 and released@1.2 write the same bytes, and each reads" in shown
    assert "released@1.1 and released@2.0 write different bytes" in shown
    assert "released@1.1 does not read the bytes of released@2.0: cannot decode: it begins with a sign" in shown
    assert "released@2.0 does not read the bytes" not in shown, "the newer reads the older"


@pytest.mark.long
def test_the_latest_and_a_range(wirelab: Wirelab) -> None:
    ended = wirelab("sizes", "school", "--size", "110", "--platform", "fake", *_of("1.1..1.3", "latest"), "--json")
    assert ended.returncode == 0, ended.stderr
    found = {each["codec"] for each in json.loads(ended.stdout)["cells"]}
    assert found == {"released@1.1", "released@1.2", "released@1.3", "released@2.0"}, "no 1.5rc1: it is no release"


@pytest.mark.long
def test_versions_share_no_process_even_where_codecs_do(wirelab: Wirelab, tmp_path: Path) -> None:
    """Two versions of a library cannot live in one process: each has a program of its own."""
    study = write_study(tmp_path, "released@1.1", "released@1.2", "steady", "slower-5", rounds=2)
    text = (tmp_path / study).read_text(encoding="utf-8")
    (tmp_path / study).write_text(text.replace("[measure]\n", "[measure]\none_process = true\n"), encoding="utf-8")
    ended = wirelab("run", study, "--json")
    assert ended.returncode == 0, ended.stderr
    versions = {each["name"]: each["version"] for each in json.loads(ended.stdout)["codecs"]}
    assert (versions["released@1.1"], versions["released@1.2"]) == ("1.1", "1.2")
    assert {subject for subject, _ in _findings(ended.stdout)} >= {"released@1.1", "released@1.2", "steady"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("7.7", "package released has no version 7.7; the newest of 9 versions: 2.0, 1.9, 1.8, 1.4, 1.3"),
        ("1.9", "released 1.9 does not compile: line 7: syntax error"),
        ("1.8", "its build has released 1.4, not 1.8"),
    ],
)
def test_one_that_cannot_be_had_costs_its_own_cells(wirelab: Wirelab, version: str, why: str) -> None:
    ended = wirelab("run", *FAKE, *_of("1.1", "1.2", version), *SHORT, "--json")
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert {subject for subject, _ in _findings(ended.stdout)} == {"released@1.1", "released@1.2"}
    (missing,) = json.loads(ended.stdout)["not_run"]
    assert missing["what"] == f"runner fake with released@{version} on fake"
    assert why in missing["why"]
    assert why in ended.stderr, "it is said at the start"
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_a_stopped_run_keeps_its_versions(wirelab: Wirelab) -> None:
    ended = wirelab("run", *FAKE, *_of("1.1", "latest"), "--rounds", "2", "--turns", "2", "--budget", "1s")
    assert ended.returncode == 0, ended.stderr
    assert "released@2.0" in wirelab("list", "runs").stdout + wirelab("report").stdout


@pytest.mark.parametrize(
    ("codecs", "says"),
    [
        (["released@../x"], "not a valid subject"),
        (["released@;rm"], "not a valid subject"),
        (["released@1.0 --index-url=x"], "not a valid subject"),
        (["released@1.0\n1.1"], "not a valid subject"),
        (["released@-1"], "not a valid subject"),
        (["released@"], "not a valid subject"),
        (["released@1..2..3"], "not a valid subject"),
        (["released@1/2"], "not a valid subject"),
        (["released@$(id)"], "not a valid subject"),
        (["released@\uff11.0"], "not a valid subject"),
        (["released@1@2"], "not a valid subject"),
        (["released@" + "1" * 500], "more than 64 characters"),
        (["released@1.0", "released@1.0"], "'released@1.0' is named twice"),
        (["steady@1.0"], "steady has no other versions"),
        (["json@3.12"], "json has no other versions"),
        (["nlohmann-json@3.11"], "nlohmann-json has no other versions: C++ libraries are the system's packages"),
        (["relased@1.0"], "there is no codec 'relased'"),
        (["released@5..6"], "there is no version from 5 to 6"),
    ],
)
def test_wrong_versions(wirelab: Wirelab, codecs: list[str], says: str) -> None:
    words = [word for codec in codecs for word in ("--codec", codec)]
    ended = wirelab("run", "--platform", "fake", "--platform", "python", "--platform", "cpp", *words)
    assert ended.returncode == USAGE, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr
    assert max(map(len, ended.stderr.splitlines())) < 400, "hostile text is shortened"


# --- wirelab compare --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_slower_version_fails_a_gate(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("compare", *FAKE, *_of("1.1", "1.2"), "--rounds", "8", "--out", "c.md", "--format", "markdown")
    assert ended.returncode == WORSE, ended.stdout + ended.stderr
    first = ended.stdout.splitlines()[0]
    assert first.startswith("2 of 2 comparisons are slower: released@1.2 on fake, ")
    assert "slower by " in first
    assert "2 of 2" in (tmp_path / "c.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("versions", [("1.1", "1.9"), ("1.9", "1.1")])
def test_nothing_is_measured_where_one_of_two_cannot_be_had(wirelab: Wirelab, versions: tuple[str, str]) -> None:
    ended = wirelab("compare", *FAKE, *_of(*versions))
    assert ended.returncode == TOOLCHAIN, ended.stdout + ended.stderr
    assert "subject 'released@1.9': it cannot be measured, so there is nothing to compare" in ended.stderr
    assert "released 1.9 does not compile: line 7: syntax error" in ended.stderr
    assert "round" not in ended.stderr


@pytest.mark.long
def test_the_same_is_no_change(wirelab: Wirelab) -> None:
    ended = wirelab("compare", *FAKE, *_of("1.3", "1.4"), "--rounds", "8", "--json")
    assert ended.returncode == 0, ended.stderr
    changes = json.loads(ended.stdout)["changes"]
    assert len(changes) == 2
    assert {each["effect"] for each in changes} <= {"no change", "undecided"}
    assert {(each["version_before"], each["version_after"]) for each in changes} == {("1.3", "1.4")}


@pytest.mark.long
def test_a_gate_without_enough_time_says_so_and_passes(wirelab: Wirelab) -> None:
    ended = wirelab("compare", *FAKE, *_of("1.1", "1.2"), "--budget", "1s")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Nothing was found to be slower. 2 of 2 comparisons are undecided")
    assert "undecided" in ended.stdout


@pytest.mark.long
def test_platforms_are_not_compared_with_each_other(wirelab: Wirelab) -> None:
    two = (*FAKE, "--platform", "fake-quick-canary")
    ended = wirelab("compare", *two, *_of("1.3", "1.4"), "--rounds", "3", "--operation", "serialize", "--json")
    assert ended.returncode == 0, ended.stderr
    changes = json.loads(ended.stdout)["changes"]
    assert sorted(each["after"]["platform"] for each in changes) == ["fake", "fake-quick-canary"]
    assert all(each["before"]["platform"] == each["after"]["platform"] for each in changes)
    assert {each["effect"] for each in changes} <= {"no change", "undecided"}


@pytest.mark.long
def test_two_sessions(wirelab: Wirelab) -> None:
    run = ("run", *FAKE, "--codec", "steady", "--codec", "bimodal", "--codec", "slower-5", *SHORT)
    for lab, codecs in (("a.duckdb", ()), ("b.duckdb", ("--codec", "remembers"))):
        assert wirelab(*run, *codecs, "--lab", lab).returncode == 0
    ended = wirelab("compare", "a.duckdb", "b.duckdb", "--json")
    assert ended.returncode in (0, WORSE), ended.stderr
    found = json.loads(ended.stdout)
    assert found["in_turns"] is False
    assert {each["after"]["subject"] for each in found["changes"]} == {"bimodal", "slower-5"}, "ratios to steady"
    assert {each["subject"] for each in found["only_after"]} == {"remembers"}
    assert "Two sessions differ by more than the turns of one" in found["notes"][0]
    shown = wirelab("compare", "a.duckdb", "b.duckdb", "--markdown")
    assert "Only in b.duckdb run 1: remembers on fake" in shown.stdout
    assert wirelab(*run, "--lab", "a.duckdb").returncode == 0
    assert wirelab("compare", "1", "2", "--lab", "a.duckdb").returncode in (0, WORSE)


def test_settings_have_the_version_of_their_library_too() -> None:
    subjects = parse_subject("orjson:keys=any"), parse_subject("orjson:keys=sorted")
    found = invented_results()
    codecs = tuple(replace(found.codecs[0], platform="cpython", name=str(subject)) for subject in subjects)
    old, new = (Cell(found.corpora[0].name, "cpython", subject, Operation.SERIALIZE) for subject in subjects)
    ratio = ratio_finding(new, old, Interval(1.2, 1.1, 1.3, 0.95, 12, "t"))
    study = Study(name="settings", question="?", factors=Factors(workload=("school",), codec=subjects))
    (change,) = changes_in(replace(found, codecs=codecs, findings=Findings((), (ratio,))), study, 0.03).changes
    assert (change.version_before, change.version_after) == ("1.2.3", "1.2.3")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), USAGE, "name versions with --codec, or two runs"),
        (("--codec", "released@1.0"), USAGE, "a comparison takes two versions"),
        (("--codec", "released@1.1..1.1", "--platform", "fake"), USAGE, "a comparison takes two versions"),
        (("--codec", "released@1.0", "--codec", "steady", "--platform", "fake"), USAGE, "it names several codecs"),
        (("a.duckdb", "--codec", "released@1.0"), USAGE, "name versions with --codec, or two runs"),
        (("a.duckdb",), USAGE, "two runs are compared, not 1"),
        (("a.duckdb", "b.duckdb", "c.duckdb"), USAGE, "two runs are compared, not 3"),
        (("a.duckdb", "b.duckdb"), LAB, "a.duckdb"),
        (("1", "2"), LAB, "wirelab.duckdb"),
        (("a.duckdb", "b.duckdb", "--size", "110"), USAGE, "two runs have been measured"),
        (("a.duckdb", "b.duckdb", "--worse", "-1"), USAGE, "'-1' is not a share"),
        (("--codec", "released@1.0", "--codec", "released@1.1", "--between-sessions", "0.1"), USAGE, "one session"),
    ],
)
def test_wrong_comparisons(wirelab: Wirelab, words: tuple[str, ...], code: int, says: str) -> None:
    ended = wirelab("compare", *words)
    assert ended.returncode == code, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_runs_that_have_nothing_in_common(wirelab: Wirelab) -> None:
    short = ("--rounds", "2", "--turns", "2", "--platform", "fake")
    assert wirelab("run", "--workload", "school", "--size", "110", "--codec", "steady", *short).returncode == 0
    assert wirelab("run", "--workload", "records", "--codec", "steady", *short).returncode == 0
    ended = wirelab("compare", "1", "2")
    assert ended.returncode == USAGE, ended.stderr
    assert "they have nothing in common" in ended.stderr
    assert "The workloads differ: school and records." in ended.stderr
    assert "a run cannot be compared with itself" in wirelab("compare", "1", "1").stderr


@pytest.mark.long
def test_the_release_that_made_it_slower(wirelab: Wirelab) -> None:
    ended = wirelab("bisect", "released", "1.0", "1.4", *FAKE, "--operation", "serialize", "--rounds", "8", timeout=300)
    assert ended.returncode == WORSE, ended.stdout + ended.stderr
    first = ended.stdout.splitlines()[0]
    assert first.startswith("released 1.2 is the first release that is slower than 1.0: slower by ")
    assert "5 releases from 1.0 to 1.4: at most 3 comparisons" in ended.stderr


def test_versions_that_nobody_lists(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("wirelab.app.versions.available", lambda *_: ())
    with pytest.raises(ToolchainError, match="the versions of its library cannot be listed"):
        listed_versions(parse_subject("released"), ("fake",), tmp_path)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("released@1.0", "1.0", "1.4"), USAGE, "versions come after the codec"),
        (("released", "1.0", "../x"), USAGE, "not a valid subject"),
        (("released", "1.4", "1.0"), USAGE, "it has fewer than two releases from 1.4 to 1.0"),
        (("steady", "1", "2"), USAGE, "steady has no other versions"),
        (("relased", "1", "2"), USAGE, "there is no codec 'relased'"),
    ],
)
def test_wrong_bisections(wirelab: Wirelab, words: tuple[str, ...], code: int, says: str) -> None:
    ended = wirelab("bisect", *words, "--platform", "fake")
    assert ended.returncode == code, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_revisions_of_a_project(wirelab: Wirelab, project: Path) -> None:
    words = ("compare", *FAKE, "--codec", "released", "--project", str(project), "--old", "v1.1", "--new", "HEAD")
    refused = wirelab(*words)
    assert refused.returncode == USAGE, refused.stderr
    assert "its code would run with your rights" in refused.stderr
    ended = wirelab(*words, "--rounds", "8", "--operation", "serialize", "--trust", "--json")
    assert ended.returncode == WORSE, ended.stdout + ended.stderr
    (change,) = json.loads(ended.stdout)["changes"]
    assert (change["version_before"], change["version_after"]) == ("1.1", "1.2")
    assert change["after"]["subject"].startswith("released@0-g")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"--old": "v1.1", "--new": "v9"}, "it has no revision 'v9'"),
        ({"--old": "v1.1", "--new": "--help"}, "it has no revision '--help'"),
        ({"--old": "v1.2", "--new": "HEAD"}, "v1.2 and HEAD are one commit"),
        ({"--old": "v1.1"}, "it takes a folder and two revisions"),
        ({"--old": "v1.1", "--new": "v1.2", "--project": "."}, "it has no revision 'v1.1'"),
        ({"--old": "v1.1", "--new": "v1.2", "--codec": "released@1.0"}, "revisions are its versions"),
        ({"--old": "v1.1", "--new": "v1.2", "--codec": "gson"}, "runner jvm cannot build a library from its project"),
    ],
)
def test_wrong_revisions(wirelab: Wirelab, project: Path, given: dict[str, str], says: str) -> None:
    words = {"--codec": "released", "--project": str(project), **given}
    ended = wirelab("compare", "--platform", "fake", "--trust", *(word for pair in words.items() for word in pair))
    assert ended.returncode == USAGE, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.fixture(scope="module")
def measured_labs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the same study in two lab files."""
    folder = tmp_path_factory.mktemp("measured")
    run = ("run", *FAKE, "--codec", "steady", "--codec", "slower-5", *SHORT)
    for lab in ("a.duckdb", "b.duckdb"):
        assert run_command((*run, "--lab", lab), folder, dict(os.environ), 120).returncode == 0
    return folder


@pytest.fixture
def two_labs(measured_labs: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Copies of them."""
    shutil.copytree(measured_labs, tmp_path, dirs_exist_ok=True)
    return tmp_path / "a.duckdb", tmp_path / "b.duckdb"


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ("UPDATE corpus SET digest = 'other'", USAGE, "the two runs have different data under the same name"),
        ("UPDATE run SET finished_at = NULL", LAB, "it has no finished run"),
        ("DELETE FROM run", LAB, "it has no finished run"),
        ("UPDATE cell SET workload = 'other', key = 'other' || id", USAGE, "they have nothing in common"),
        ("UPDATE run SET study_json = 'no'", 3, "this version of Wirelab cannot read it"),
        ("UPDATE meta SET value = '99'", LAB, "b.duckdb"),
    ],
)
@pytest.mark.long
def test_labs_that_cannot_be_compared(
    wirelab: Wirelab, two_labs: tuple[Path, Path], change: str, code: int, says: str
) -> None:
    with duckdb.connect(str(two_labs[1])) as connection:
        connection.execute(change)
    ended = wirelab("compare", *map(str, two_labs))
    assert ended.returncode == code, ended.stdout + ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_what_differs_between_sessions_is_said(wirelab: Wirelab, two_labs: tuple[Path, Path]) -> None:
    with duckdb.connect(str(two_labs[1])) as connection:
        connection.execute(
            'UPDATE run SET study_json = replace(study_json, \'"profile":"default"\', \'"profile":"tuned"\')'
        )
        connection.execute("UPDATE host SET value = 'a slower one' WHERE fact = 'cpu'")
        connection.execute("UPDATE codec SET version = '2' WHERE name = 'steady'")
        connection.execute(
            'UPDATE runtime SET announcement = replace(announcement, \'"version":"1"\', \'"version":"2"\')'
        )
        connection.execute("UPDATE size SET size_bytes = size_bytes + 1 WHERE subject = 'slower-5'")
    ended = wirelab("compare", *map(str, two_labs), "--json")
    found = json.loads(ended.stdout)
    notes = "\n".join(found["notes"])
    assert "The profiles differ: default and tuned." in notes
    assert "The runs differ in cpu: " in notes
    assert "no reference in the same version in common" in notes, "so that times are compared"
    assert {each["after"]["subject"] for each in found["changes"]} == {"steady", "slower-5"}
    assert {(each["version_before"], each["version_after"]) for each in found["changes"]} == {("1", "2")}
    changed = {each["after"]["subject"] for each in found["changes"] if each["bytes_before"] != each["bytes_after"]}
    assert changed == {"slower-5"}
    assert found["between_sessions"] == 0.10

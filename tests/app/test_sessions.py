"""Several sessions together: `wirelab report --runs` and `wirelab merge`, over invented labs."""

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pytest

from tests.app.invented_sessions import HOST, OTHER, add_session, session
from tests.conftest import Wirelab
from tests.measured import STUDY
from wirelab.app.catalogue import runs
from wirelab.app.replicate.runs import known
from wirelab.app.sessions.history import history_of
from wirelab.app.sessions.machines import machines_of
from wirelab.app.sessions.merge import merged
from wirelab.app.sessions.together import together_in
from wirelab.model.errors import DefinitionError, LabError, UsageError, WirelabError
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import Reach
from wirelab.report.render.markdown import markdown
from wirelab.report.sessions.history import history_report
from wirelab.report.sessions.together import answer
from wirelab.store.lab import Lab

USAGE, LAB = 2, 6
PROFILE = '"profile":"'
ODD = "INSERT INTO cell SELECT 99, 'odd', 'w', 's', 'v', 'p', 'NO', 'c', NULL, 'serialize', 'steady', 'memory', false"
LEVELS = {"orjson": 0.5, "msgspec-json": 1.0}


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return tmp_path / "wirelab.duckdb"


def days(lab: Path, number: int, host: dict[str, str] = HOST, first: int = 0) -> None:
    """Add sessions of successive days; a lab of only these is made once and then copied."""
    if lab.exists():
        _add_days(lab, number, host, first)
    else:
        lab.write_bytes(_of_days(number, host is OTHER, first))


@cache
def _of_days(number: int, other: bool, first: int) -> bytes:
    with TemporaryDirectory() as folder:
        lab = Path(folder) / "wirelab.duckdb"
        _add_days(lab, number, OTHER if other else HOST, first)
        return lab.read_bytes()


def _add_days(lab: Path, number: int, host: dict[str, str], first: int) -> None:
    with Lab.open(lab, create=True) as opened:
        for day in range(first, first + number):
            add_session(opened, LEVELS, day=day, host=host)


def test_one_session_says_that_it_is_one(lab: Path) -> None:
    days(lab, 1)
    found = together_in(lab, None)
    assert found.reach is Reach.SESSION
    assert answer(found).startswith("This is one session on one machine, so it cannot show how another day")
    assert {each.ratio.reach for each in found.ratios if each.ratio} == {Reach.SESSION}


@pytest.mark.long
def test_sessions_of_one_machine(lab: Path) -> None:
    days(lab, 4)
    found = together_in(lab, None)
    assert (found.reach, len(found.sessions), list(found.machines)) == (Reach.SESSIONS, 4, ["A"])
    fast, same = sorted(found.ratios, key=lambda each: each.ratio.value.estimate if each.ratio else 0)
    assert fast.ratio is not None
    assert fast.ratio.value.estimate == pytest.approx(0.5, rel=0.03)
    assert fast.verdict is Verdict.DIFFERENT
    assert same.verdict is not Verdict.DIFFERENT
    assert fast.ratio.spread.sessions is not None
    assert (fast.machines, fast.held) == ((), 0), "with one machine, nothing is said about machines"
    assert "say nothing about another machine" in answer(found)
    assert len(found.times) == 3


def test_one_round_has_no_interval(lab: Path) -> None:
    session(lab, LEVELS, rounds=1)
    with pytest.raises(UsageError, match="no cell has two rounds, which an interval needs"):
        together_in(lab, None)


def test_named_sessions_only(lab: Path) -> None:
    days(lab, 4)
    found = together_in(lab, (2, 4))
    assert [each.called.rpartition(" ")[2] for each in found.sessions] == ["2", "4"]


@pytest.mark.long
def test_machines(lab: Path) -> None:
    days(lab, 3)
    days(lab, 3, host=OTHER, first=3)
    session(lab, LEVELS, day=6, host={**HOST, "machine": "222222222222"})
    found = together_in(lab, None)
    assert (found.reach, list(found.machines)) == (Reach.MACHINES, ["A", "B", "C"])
    fast = min(found.ratios, key=lambda each: each.ratio.value.estimate if each.ratio else 9)
    assert fast.ratio is not None
    assert (fast.ratio.sessions, fast.ratio.machines) == (7, 3)
    assert [each.machine for each in fast.machines] == ["A", "B"], "C has one session, of which nothing is said"
    assert fast.held == 2
    assert "hold for further machines like these" in answer(found)


@pytest.mark.long
def test_days_close_together_are_named(lab: Path) -> None:
    for at in range(2):
        session(lab, LEVELS, day=at / 24)
    (note,) = together_in(lab, None).notes
    assert note.startswith("All sessions began within 1 h.")


@pytest.mark.long
def test_what_cannot_be_pooled_is_kept_apart(lab: Path) -> None:
    days(lab, 2)
    session(lab, LEVELS, day=2, digest="1" * 64)
    session(lab, LEVELS, day=3, versions={"orjson": "9.0"})
    session(lab, {"orjson": 0.5, "orjson+zstd-3": 2.0}, day=4)
    found = together_in(lab, None)
    said = "\n".join(found.left_out)
    assert "run 3 has different data under the name school/110/random than most sessions" in said
    assert "orjson on python has a row for each version: 1.0 and 9.0." in said
    versions = {(str(each.cell.subject), each.version): len(each.sessions) for each in found.ratios}
    assert versions == {
        ("orjson", "1.0"): 3,
        ("msgspec-json", "1.0"): 3,
        ("orjson", "9.0"): 1,
        ("orjson+zstd-3", "1.0"): 1,
    }


def test_profiles_and_references_are_named(lab: Path) -> None:
    days(lab, 2)
    with duckdb.connect(str(lab)) as connection:
        connection.execute(
            f"UPDATE run SET study_json = replace(study_json, '{PROFILE}default', '{PROFILE}tuned') WHERE id = 2"
        )
    assert "The profiles differ (default and tuned)" in together_in(lab, None).notes[0]


def test_a_run_whose_study_cannot_be_read_is_left_out_of_all(lab: Path) -> None:
    days(lab, 3)
    unreadable = "UPDATE run SET study_json = replace(study_json, '\"rounds\":', '\"rounds\":0.') WHERE id"
    with duckdb.connect(str(lab)) as connection:
        connection.execute(f"{unreadable} = 2")
    says = f"{lab} run 2 is left out: this version of Wirelab cannot read it."
    pooled, history = together_in(lab, None), history_of("orjson", [lab])
    assert (len(pooled.sessions), pooled.left_out) == (2, (says,))
    assert (history.sessions, history.left_out) == (2, (says,))
    assert "run 2 is left out: this version of Wirelab cannot read it." in markdown(history_report(history), b"")
    assert known(STUDY, lab) is None, "a replication asks all runs, too"
    with pytest.raises(DefinitionError, match="study of run 2: this version of Wirelab cannot read it"):
        together_in(lab, (1, 2))
    with duckdb.connect(str(lab)) as connection:
        connection.execute(f"{unreadable} <> 2")
    with pytest.raises(DefinitionError, match="study of run 1: this version of Wirelab cannot read it"):
        together_in(lab, None)


@pytest.mark.parametrize(
    ("hosts", "machines"),
    [
        ([HOST, HOST], "AA"),
        ([HOST, OTHER, HOST], "ABA"),
        ([HOST, {**HOST, "cpu": "Another CPU"}], "AB"),
        ([HOST, {**HOST, "cores": "4"}], "AB"),
        ([HOST, {**HOST, "machine": "other"}], "AB"),
        ([HOST, {**HOST, "system": "Linux 9"}], "AA"),
        ([{"cpu": "Some CPU", "cores": "2", "architecture": "x86_64"}, HOST, {**HOST, "machine": "other"}], "AAB"),
        ([{}, {}], "AA"),
    ],
)
def test_machines_that_call_themselves_the_same(hosts: list[dict[str, str]], machines: str) -> None:
    assert "".join(machines_of(hosts)) == machines


# --- wirelab merge ----------------------------------------------------------------------------------------------------


@pytest.fixture
def labs(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Two labs of two machines, and where they go."""
    one, other = tmp_path / "one.duckdb", tmp_path / "other.duckdb"
    days(one, 2)
    days(other, 2, host=OTHER, first=1)
    return one, other, tmp_path / "all.duckdb"


@pytest.mark.long
def test_labs_are_merged_with_all_that_was_measured(labs: tuple[Path, Path, Path]) -> None:
    one, other, out = labs
    found = merged([one, other], out)
    assert [(each.run, each.origin, each.machine) for each in found.runs] == [
        (1, "one.duckdb run 1", "A"),
        (2, "one.duckdb run 2", "A"),
        (3, "other.duckdb run 1", "B"),
        (4, "other.duckdb run 2", "B"),
    ]
    with Lab.open(out, create=False, read_only=True) as whole, Lab.open(other, create=False, read_only=True) as part:
        assert whole.summaries(3) == part.summaries(1)
        assert whole.contents(4) == part.contents(2)
        assert whole.announcements(3) == part.announcements(1)
        assert whole.corpora(3) == part.corpora(1)
        assert whole.run(3).info.host["origin"] == "other.duckdb run 1"
    assert together_in(out, None).reach is Reach.MACHINES


@pytest.mark.long
def test_a_run_that_several_labs_have_is_one(labs: tuple[Path, Path, Path], tmp_path: Path) -> None:
    one, other, out = labs
    copy = tmp_path / "copy.duckdb"
    shutil.copy(one, copy)
    found = merged([one, copy, other], out)
    assert len(found.runs) == 4
    assert [each.partition(" is the same run as ")[2] for each in found.once] == [
        f"{copy} run 1: it counts once.",
        f"{copy} run 2: it counts once.",
    ]
    again = merged([out, one], tmp_path / "again.duckdb")
    assert [each.origin for each in again.runs] == [each.origin for each in found.runs], "origins are kept"


def test_the_finished_copy_of_a_stopped_run_counts(tmp_path: Path) -> None:
    stopped, finished, out = (tmp_path / f"{name}.duckdb" for name in ("stopped", "finished", "out"))
    session(stopped, LEVELS, finished=False, rounds=2)
    shutil.copy(stopped, finished)
    with Lab.open(finished, create=False) as opened:
        opened.finish_run(1, "all rounds were done")
    days(stopped, 1, first=1)
    found = merged([stopped, finished], out)
    assert [each.origin for each in found.runs] == ["finished.duckdb run 1", "stopped.duckdb run 2"]


@pytest.mark.long
def test_a_stopped_run_is_left_out(labs: tuple[Path, Path, Path]) -> None:
    one, other, out = labs
    session(other, LEVELS, day=9, finished=False)
    found = merged([one, other], out)
    assert len(found.runs) == 4
    assert found.left_out == (f"{other} run 3 was stopped: finish it where it began, with wirelab run --resume.",)


def test_only_the_last_run_of_a_lab_is_said_to_be_resumable(tmp_path: Path) -> None:
    lab, out = tmp_path / "wirelab.duckdb", tmp_path / "out.duckdb"
    for day, finished in enumerate((False, True, False)):
        session(lab, LEVELS, day=day, finished=finished)
    first, last = merged([lab, lab], out).left_out
    assert first == f"{lab} run 1 was stopped, and others began after it."
    assert last.endswith("run 3 was stopped: finish it where it began, with wirelab run --resume.")
    assert [row[-1] for row in runs(lab).rows] == [
        "stopped",
        "all rounds were done",
        "stopped; `wirelab run --resume` finishes it",
    ]
    for run, remedy in ((1, "only a lab's last run can be finished"), (3, "wirelab run --resume")):
        with pytest.raises(LabError) as refused:
            together_in(lab, (run,))
        assert remedy in refused.value.remedy


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ("UPDATE meta SET value = '8'", LabError, "an older Wirelab wrote it"),
        ("UPDATE meta SET value = '99'", LabError, "a newer Wirelab wrote it"),
        ("DROP TABLE \"check\"", LabError, "no table 'check'"),
        ("DROP TABLE size; CREATE VIEW size AS SELECT 1 AS run", LabError, "no table 'size'"),
        ("UPDATE run SET finished_at = NULL", None, "was stopped"),
        (ODD, LabError, "Wirelab does not write"),
    ],
)  # fmt: skip
def test_labs_that_cannot_be_merged(labs: tuple[Path, Path, Path], change: str, error: type | None, says: str) -> None:
    one, other, out = labs
    with duckdb.connect(str(other)) as connection:
        connection.execute(change)
    if error is None:
        assert all(says in each for each in merged([one, other], out).left_out)
        return
    with pytest.raises(error) as refused:
        merged([one, other], out)
    assert says in f"{refused.value}"
    assert not out.exists()
    assert not list(out.parent.glob(".*")), "nothing is left lying about"


@pytest.mark.long
def test_copies_that_differ_are_refused(labs: tuple[Path, Path, Path], tmp_path: Path) -> None:
    one, _, out = labs
    copy = tmp_path / "copy.duckdb"
    shutil.copy(one, copy)
    with duckdb.connect(str(copy)) as connection:
        connection.execute("UPDATE batch SET ns = ns + 1 WHERE process = 1")
    with pytest.raises(LabError, match="copies of one run, but their measurements differ"):
        merged([one, copy], out)


def test_a_merged_lab_replaces_nothing(labs: tuple[Path, Path, Path]) -> None:
    one, other, out = labs
    out.write_text("mine")
    with pytest.raises(UsageError, match="it already exists"):
        merged([one, other], out)
    assert out.read_text() == "mine"
    with pytest.raises(WirelabError):
        merged([one, other], one)


# --- as typed ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_from_labs_of_two_machines_to_a_report(wirelab: Wirelab, labs: tuple[Path, Path, Path]) -> None:
    one, other, out = labs
    ended = wirelab("merge", str(one), str(other), "--out", str(out))
    assert ended.returncode == 0, ended.stderr
    assert "has 4 runs, measured on 2 machines (A and B)" in ended.stdout
    shown = wirelab("report", "--runs", "all", "--lab", str(out), "--out", "together.html")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("4 sessions on 2 machines: intervals hold for further machines like these.")
    assert "faster on 2 of 2" in shown.stdout
    page = (out.parent / "together.html").read_text(encoding="utf-8")
    assert "<title>Wirelab: 4 sessions together" in page
    text = wirelab("report", "--runs", "1,2", "--lab", str(out), "--format", "markdown", "--out", "-").stdout
    assert "2 sessions on 1 machine" in text
    assert "session 2" in text
    found = json.loads(wirelab("report", "--runs", "1,3", "--lab", str(out), "--json").stdout)
    assert found["reach"] == "machines"
    assert len(found["ratios"]) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("report", "--runs", "x"), USAGE, "'x' names no runs"),
        (("report", "--runs", ""), USAGE, "'' names no runs"),
        (("report", "--runs", "1,1"), USAGE, "run 1 is named twice"),
        (("report", "--runs", "1..3"), USAGE, "write their numbers, such as 3,5,9"),
        (("report", "--runs", "1,9"), LAB, "it has no run 9"),
        (("report", "--runs", "1", "--run", "2"), USAGE, "option --run: it is about one run"),
        (("report", "--runs", "all", "--per", "object"), USAGE, "option --per: it is about one run"),
        (("report", "--runs", "all", "--lab", "none.duckdb"), LAB, "there is no such file"),
        (("merge", "wirelab.duckdb", "--out", "b.duckdb"), USAGE, "name two labs or more"),
        (("merge", "wirelab.duckdb", "./wirelab.duckdb", "--out", "b.duckdb"), USAGE, "name two labs or more"),
        (
            ("merge", "wirelab.duckdb", "none.duckdb", "--out", "b.duckdb"),
            LAB,
            "lab none.duckdb: there is no such file",
        ),
        (("merge", "wirelab.duckdb", "text", "--out", "b.duckdb"), LAB, "this is not a lab file"),
        (("merge", "wirelab.duckdb", "text"), USAGE, "Missing option '--out'"),
        (("merge", "wirelab.duckdb", "text", "--out", "text"), USAGE, "it already exists"),
        (("merge", "wirelab.duckdb", "text", "--out", "-"), USAGE, "a lab cannot go to standard output"),
        (("merge", "wirelab.duckdb", "text", "--out", "no/b.duckdb"), 7, "it cannot be written"),
        (("history", "orjon"), USAGE, "did you mean 'orjson'"),
        (("history", "Orjson"), USAGE, "not a valid subject"),
        (("history", "orjson+zstd"), USAGE, "no session measured it"),
        (("history", "orjson@9"), USAGE, "these were measured: orjson"),
        (("history", "orjson@1..2"), USAGE, "no session measured it"),
        (("history", "orjson", "none.duckdb"), LAB, "none.duckdb: there is no such file"),
        (("history", "orjson", "text"), LAB, "this is not a lab file"),
        (("history", "orjson", "wirelab.duckdb", "--lab", "text"), USAGE, "cannot be combined with labs"),
        (("history", "orjson", "--out", "wirelab.duckdb"), USAGE, "the command reads this file"),
        (("history", "orjson", "--json", "--out", "-"), USAGE, "cannot hold both"),
    ],
)
def test_wrong_words(wirelab: Wirelab, tmp_path: Path, words: tuple[str, ...], code: int, says: str) -> None:
    days(tmp_path / "wirelab.duckdb", 2)
    (tmp_path / "text").write_text("no lab")
    ended = wirelab(*words)
    assert ended.returncode == code, ended.stdout + ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr

"""Whole runs over scripted subjects: the cost of faults, how runs stop, that nothing is lost or counted twice."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import duckdb
import psutil
import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from wirelab.app.lab import findings
from wirelab.app.lab.results import results_in
from wirelab.store.lab import Lab

LOST = {
    "crashes": "crash",
    "hangs": "hang",
    "garbage": "garbage",
    "wrong-digest": "mismatch",
    "mismatch": "mismatch",
    "lies": "implausible",
    "dies-half-way": "crash",
    "refuses": "codec",
}
# Every line it reads is a run in a process of its own, which has imported everything already.
ACKNOWLEDGING = """
import os, sys
from pathlib import Path
import scipy.optimize
import scipy.special
from wirelab.app.request import find_study
from wirelab.app.resources import cache_folder
from wirelab.app.run.listener import Where
from wirelab.app.run.run import resume_run, run_study

class Acknowledging:
    def notice(self, text): pass
    def begins(self, processes, recorded): pass
    def process_starts(self): pass
    def process_ended(self, record, left_s):
        planned = record.planned
        print(planned.round, planned.cell.key, planned.order, flush=True)
    def round_ended(self, rounds, findings, processes_left): pass

def perform(study):
    os.setsid()
    print(os.getpid(), flush=True)
    where = Where(Path("wirelab.duckdb"), cache_folder(), Acknowledging())
    if where.lab.exists():
        resume_run(where)
    else:
        run_study(find_study(study), where, seed=7)

for line in sys.stdin:
    if not (child := os.fork()):
        perform(line.strip())
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print("ended", os.waitstatus_to_exitcode(status), flush=True)
"""


@pytest.mark.long
def test_early_cells_have_the_first_rounds_and_the_others_join(wirelab: Wirelab, tmp_path: Path) -> None:
    codecs = ("steady", "slower-5", "collecting")
    study = write_study(tmp_path, *codecs, rounds=6, early=("slower-5",))
    ended = wirelab("run", study, "--seed", "1")
    assert ended.returncode == 0, ended.stderr
    with Lab.open(tmp_path / "wirelab.duckdb", create=False, read_only=True) as lab:
        first: dict[str, int] = {}
        for planned in lab.planned(1):
            codec = planned.cell.subject.codec
            first[codec] = min(planned.round, first.get(codec, planned.round))
    assert first == {"steady": 0, "slower-5": 0, "collecting": 3}
    assert "collecting" in ended.stdout


@pytest.mark.long
def test_the_others_join_as_well_where_all_early_cells_are_lost(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "crashes", "slower-5", rounds=6, early=("crashes",))
    ended = wirelab("run", study, "--seed", "1", "--json")
    assert ended.returncode == 5, ended.stderr
    counted = {f["cell"]["subject"]: len(f["process_times_ns"]) for f in json.loads(ended.stdout)["findings"]}
    assert counted["crashes"] == 0
    assert counted["slower-5"] >= 3


@pytest.mark.long
def test_each_fault_costs_its_own_processes_and_the_others_count(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", *LOST, "chatty")
    ended = wirelab("run", study, "--seed", "3", "--json")
    assert ended.returncode == 5, ended.stderr
    results = json.loads(ended.stdout)
    kinds = {loss["cell"]["subject"]: loss["kind"] for loss in results["losses"]}
    assert kinds == LOST
    lost = {(loss["cell"]["subject"], loss["round"]) for loss in results["losses"]}
    assert lost == {(subject, number) for subject in LOST for number in (0, 1)}, "each has a second round, and no third"
    counted = {f["cell"]["subject"]: len(f["process_times_ns"]) for f in results["findings"] if not f["cell"]["twin"]}
    assert counted["steady"] == counted["chatty"] == 3
    assert all(counted[subject] == 0 for subject in LOST)
    assert len(results["aa"]) == 1
    page = (tmp_path / "wirelab-report.html").read_text()
    assert all(subject in page for subject in LOST)


@pytest.mark.long
def test_a_finished_run_is_reported_as_it_ended_and_nothing_is_worked_out_again(
    wirelab: Wirelab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, lab = write_study(tmp_path, "steady", "slower-5", "chatty", "crashes", rounds=6), tmp_path / "wirelab.duckdb"
    ended = wirelab("run", study, "--seed", "5", "--json")
    assert ended.returncode == 5, ended.stderr
    said = json.loads(ended.stdout)
    assert json.loads(wirelab("report", "--json").stdout) == said

    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("it was worked out when it ended")

    with monkeypatch.context() as kept:
        kept.setattr(findings, "measured", refuse)
        stored = results_in(lab, None)
    assert all(finding.steadiness is not None for finding in stored.findings.cells if finding.process_times_ns)
    with Lab.open(lab, create=False) as opened:
        opened._connection.execute("UPDATE findings SET document = json_merge_patch(document, '{\"forecast\": null}')")
    # But for the speed of a copy, which was timed during the run and is kept only with its forecast.
    untimed = replace(stored.findings.forecast, copy_bytes_per_ns=None)
    again = replace(stored, findings=replace(stored.findings, forecast=untimed), reanalysed=True)
    assert results_in(lab, None) == again, "a report works out the same results as the end of the run"


@pytest.mark.long
def test_the_same_seed_gives_the_same_plan(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "slower-2", "slower-5", "chatty")
    plans = []
    for lab in ("a", "b"):
        assert wirelab("run", study, "--seed", "11", "--lab", f"{lab}.duckdb").returncode == 0
        with Lab.open(tmp_path / f"{lab}.duckdb", create=False, read_only=True) as opened:
            plans.append(opened.planned(1))
    assert plans[0] == plans[1]
    assert len({planned.environment_bytes for planned in plans[0]}) > 1


@pytest.mark.long
def test_a_budget_ends_the_run_before_a_round_that_would_not_fit(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=1000, precision=1e-6)
    began = time.monotonic()
    ended = wirelab("run", study, "--budget", "4s")
    assert ended.returncode == 0, ended.stderr
    assert time.monotonic() - began < 30
    assert "budget of 4 s" in ended.stdout


def still_running(pids: set[int]) -> list[psutil.Process]:
    """Those that do not end within two seconds: the lab does not wait for the killed, and a busy kernel takes long.

    One that ended and was not yet reaped by whoever inherited it does not run.
    """
    found = [psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)]
    _, alive = psutil.wait_procs(found, timeout=2)
    return [each for each in alive if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_at_once_and_a_resume_finishes(wirelab: Wirelab, tmp_path: Path, number: int) -> None:
    study = write_study(tmp_path, "steady", "hangs", "chatty", rounds=4, precision=1e-6)
    command = [sys.executable, "-m", "wirelab", "run", study, "--seed", "5"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    children: set[int] = set()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (recorded(tmp_path) and children):
        children = {child.pid for child in psutil.Process(run.pid).children(recursive=True)}
        time.sleep(0.05)
    began = time.monotonic()
    run.send_signal(number)
    _, stderr = run.communicate(timeout=30)
    assert time.monotonic() - began < 3
    assert run.returncode == 130
    assert "wirelab run --resume" in stderr
    assert still_running(children) == []
    finished = wirelab("run", "--resume", "--json")
    assert finished.returncode == 5, finished.stderr  # `hangs` is lost
    with Lab.open(tmp_path / "wirelab.duckdb", create=False, read_only=True) as lab:
        (the_run,) = lab.runs()
        assert the_run.finished_at is not None
        planned = lab.planned(1)
    assert len({(planned.round, planned.cell.key, planned.order) for planned in planned}) == len(planned)


def recorded(folder: Path) -> bool:
    """Whether the lab file has grown beyond an empty one: without opening it, since it is held."""
    wal = folder / "wirelab.duckdb.wal"
    return wal.exists() and wal.stat().st_size > 0


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("moments", [random.Random(50), random.Random(51)], ids=["some", "others"])
def test_kill_9_at_random_moments_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path, moments: random.Random
) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=1000, band=0, precision=1e-6)
    acknowledged: list[str] = []
    command = [sys.executable, "-c", ACKNOWLEDGING]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdin is not None
        assert starter.stdout is not None
        for kills in range(1, 26):
            starter.stdin.write(f"{study}\n")
            starter.stdin.flush()
            run = int(starter.stdout.readline())
            lines = [starter.stdout.readline().strip() for _ in range(moments.randint(1, 3))]
            time.sleep(moments.uniform(0, 0.3))
            os.kill(run, signal.SIGKILL)
            lines += [line.strip() for line in iter(starter.stdout.readline, "ended -9\n")]
            acknowledged += lines
            present = visits_in(tmp_path)
            missing = set(acknowledged) - set(present)
            assert not missing, f"after kill {kills}"
            assert len(set(present)) == len(present)
            unheard = len(present) - len(set(acknowledged))
            assert unheard <= 3 * kills, "one round more than acknowledged at each kill, at most: two cells and a twin"
    assert len(set(acknowledged)) == len(acknowledged), "a process that was recorded was performed again"


def visits_in(folder: Path) -> list[str]:
    with Lab.open(folder / "wirelab.duckdb", create=False) as lab:
        (the_run,) = lab.runs()
        return [f"{planned.round} {planned.cell.key} {planned.order}" for planned in lab.planned(the_run.id)]


@pytest.mark.long
def test_a_build_that_fails_shows_its_last_lines_and_the_others_run_on(wirelab: Wirelab, tmp_path: Path) -> None:
    resources = tmp_path / "resources"
    copy_resources(resources)
    manifest = resources / "runners" / "fake" / "runner.toml"
    text = manifest.read_text()
    broken = resources / "runners" / "broken"
    broken.mkdir()
    codecs = manifest.with_name("codecs.toml").read_text()
    (broken / "codecs.toml").write_text(codecs.replace('package = "released"\n', ""))  # it has no versions
    head = 'name = "broken"\nsays = "does not build"\nprotocol = 2\nhidden = true\n'
    step = 'steps = [["{python}", "-c", "import sys; print(\'line one\'); sys.exit(\'the reason\')"]]'
    platform = '[[platforms]]\nname = "broken"\nsays = "."\nstart = ["{python}"]\n'
    (broken / "runner.toml").write_text(f"{head}[build.runner]\n{step}\n{platform}")
    assert "fake" in text
    study = write_study(tmp_path, "steady")
    ended = wirelab("run", study, "--platform", "broken", "--platform", "fake", WIRELAB_RESOURCES=str(resources))
    assert ended.returncode == 5, ended.stderr
    assert "the reason" in ended.stderr
    assert "line one" in ended.stderr
    assert "steady" in ended.stdout
    assert "runner broken on broken" in ended.stdout


def test_a_proto_with_a_syntax_error_names_the_line(wirelab: Wirelab, tmp_path: Path) -> None:
    resources = tmp_path / "resources"
    copy_resources(resources)
    proto = resources / "workloads" / "school" / "school.proto"
    proto.write_text(proto.read_text().replace("message Professor {", "message Professor"))
    ended = wirelab("run", write_study(tmp_path, "steady"), WIRELAB_RESOURCES=str(resources))
    assert ended.returncode == 3, ended.stderr
    assert "school.proto:" in ended.stderr
    assert "Traceback" not in ended.stderr


def copy_resources(target: Path) -> None:
    root = Path(__file__).parents[2]
    for name in ("workloads", "studies", "protocol"):
        shutil.copytree(root / name, target / name)
    shutil.copytree(root / "runners" / "fake", target / "runners" / "fake")


@pytest.mark.parametrize("form", ["parquet", "csv"])
@pytest.mark.long
def test_everything_can_be_exported(wirelab: Wirelab, tmp_path: Path, form: str) -> None:
    assert wirelab("run", write_study(tmp_path, "steady", "chatty")).returncode == 0
    ended = wirelab("export", "out", "--format", form)
    assert ended.returncode == 0, ended.stderr
    batches = tmp_path / "out" / f"batch.{form}"
    assert batches.is_file()
    import duckdb

    read = "read_parquet" if form == "parquet" else "read_csv"
    with duckdb.connect() as connection:
        (count,) = connection.execute(f"SELECT count(*) FROM {read}('{batches}')").fetchone() or (0,)
    assert count > 3 * 3 * 5


def test_a_mistyped_name_leaves_no_lab_file(wirelab: Wirelab, tmp_path: Path) -> None:
    assert wirelab("run", "--codec", "gsn").returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("now", "then", "says"),
    [
        ('"runtime":"script', '"runtime":"old script', "It began on fake on fake (old script 1, steady 1, chatty 1)."),
        ('"chatty","version":"1"', '"chatty","version":"0.9"', "fake on fake (script 1, steady 1, chatty 0.9)."),
    ],
)
def test_a_run_is_not_resumed_on_other_platforms_or_versions(
    wirelab: Wirelab, tmp_path: Path, now: str, then: str, says: str
) -> None:
    interrupted(tmp_path)
    with duckdb.connect(tmp_path / "wirelab.duckdb") as connection:
        connection.execute("UPDATE runtime SET announcement = replace(announcement, ?, ?)", [now, then])
    ended = wirelab("run", "--resume")
    assert ended.returncode == 6, ended.stderr
    assert "platforms" in ended.stderr
    assert says in ended.stderr


@pytest.mark.long
def test_a_run_is_not_resumed_on_another_machine(wirelab: Wirelab, tmp_path: Path) -> None:
    interrupted(tmp_path)
    with duckdb.connect(tmp_path / "wirelab.duckdb") as connection:
        connection.execute("UPDATE host SET value = 'another' WHERE fact = 'machine' OR fact = 'cpu'")
    ended = wirelab("run", "--resume")
    assert ended.returncode == 6, ended.stderr
    assert "it began on another, another; this is " in ended.stderr


def interrupted(tmp_path: Path) -> None:
    """Begin a run, and interrupt it."""
    study = write_study(tmp_path, "steady", "chatty", rounds=50, precision=1e-6)
    command = [sys.executable, "-m", "wirelab", "run", study]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not recorded(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    assert run.wait(timeout=20) == 130


@pytest.mark.long
@pytest.mark.parametrize("words", [["--mode", "cold"], ["--mode", "fixed"], ["--sink", "file"]])
def test_every_mode_and_sink_gives_times_and_sizes(wirelab: Wirelab, tmp_path: Path, words: list[str]) -> None:
    study = write_study(tmp_path, "steady", "chatty+gzip", rounds=2)
    operations = ["--operation", "serialize", "--operation", "deserialize"]
    ended = wirelab("run", study, *words, *operations, "--json")
    assert ended.returncode == 0, ended.stderr
    results = json.loads(ended.stdout)
    assert len([f for f in results["findings"] if not f["cell"]["twin"]]) == 4
    for finding in results["findings"]:
        assert len(finding["process_times_ns"]) == 2
        assert finding["encoded_bytes"] > 0
        assert finding["gzipped_bytes"] > 0

"""A host, with the process that really measures on it: step by step, whatever ends it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from tests.app.hosts.own_data import made_workload, study_of
from tests.cluster.studies import SLOW, study
from wirelab import __version__
from wirelab.app.hosts.brought_files import brought_files
from wirelab.app.hosts.messages import LATEST, Answer, Give, Leave, Look, Next, State, answer_in
from wirelab.app.preparation import digests_of
from wirelab.app.resources import cache_folder, workload_catalogue
from wirelab.cluster import host as host_module
from wirelab.cluster.host import Host
from wirelab.cluster.task import answer
from wirelab.store.lab import Lab

ONE, OTHER = "1" * 32, "2" * 32
CELLS = 3  # two codecs, and a twin


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path / "host")
    yield made
    made.close()


def ask(host: Host, done: int, *, session: str = ONE, rounds: int = 2, **given: object) -> tuple[Answer, Path | None]:
    """The answer to a question, and the lab behind it."""
    asked = {"session": session, "wirelab": __version__, "study": study(rounds).model_dump_json(), "seed": 5}
    question = Next.model_validate({**asked, "command": "", "done": done, "had": 0, **given})
    found, packed = answer_in(host.answer(question), "left")
    if not packed:
        return found, None
    lab = host._folder.parent / f"handed-{done}.duckdb"
    lab.write_bytes(zstandard.ZstdDecompressor().decompressobj().decompress(packed))
    return found, lab


def processes(lab: Path | None) -> list[tuple[int, str]]:
    """Each process that a lab has, by its round and cell, and none of them twice."""
    assert lab is not None
    with Lab.open(lab, create=False, read_only=True) as opened:
        (run,) = opened.runs()
        found = [(planned.round, planned.cell.key) for planned in opened.planned(run.id)]
    assert len(set(found)) == len(found)
    return found


def child_of(host: Host) -> int:
    assert host._measuring is not None
    pid = host._measuring._talk.pid
    assert pid is not None
    return pid


@pytest.mark.long
def test_a_session_step_by_step(host: Host, tmp_path: Path) -> None:
    ready, lab = ask(host, LATEST)
    assert (ready.state, ready.rounds, processes(lab)) == (State.READY, 0, [])
    one, lab = ask(host, 0)
    assert (one.state, one.rounds, len(processes(lab))) == (State.MEASURED, 1, CELLS)
    again, lab = ask(host, 0)
    assert (again.state, again.rounds, len(processes(lab))) == (State.MEASURED, 1, CELLS), "the same answer"
    two, lab = ask(host, 1)
    assert (two.state, two.rounds, len(processes(lab))) == (State.MEASURED, 2, 2 * CELLS)
    ended, lab = ask(host, 2)
    assert (ended.state, len(processes(lab))) == (State.ENDED, 2 * CELLS)
    assert ended.now is not None
    assert lab is not None
    with Lab.open(lab, create=False, read_only=True) as opened:
        (run,) = opened.runs()
        assert (run.ending, run.info.seed) == ("all 2 rounds were done", 5)
        assert opened.findings(run.id) is not None
    ended, _ = ask(host, 2)
    assert ended.state is State.ENDED, "one that has ended says so again"
    kept = tmp_path / "host" / ONE
    assert kept.is_dir()
    assert (kept.stat().st_mode & 0o077) == 0
    host.answer(Leave(session=ONE, collected=True))
    assert not kept.exists()


@pytest.mark.long
def test_a_process_that_is_killed_is_continued(host: Host) -> None:
    ask(host, LATEST)
    _, lab = ask(host, 0)
    first = processes(lab)
    os.kill(child_of(host), signal.SIGKILL)
    failed, _ = ask(host, 1)
    if failed.state is State.FAILED:  # else it was gone before the question came
        assert failed.fault is not None
        assert failed.fault.words.startswith("host: its measuring process ended with status -9")
    state, lab = ask(host, 1)
    assert (state.state, state.rounds) == (State.MEASURED, 2)
    assert processes(lab)[:CELLS] == first


@pytest.mark.long
def test_a_host_that_is_killed_ends_what_measures_and_continues(tmp_path: Path) -> None:
    first = Host(tmp_path / "host")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a script's background, which its children inherit
    try:
        ask(first, 0)
    finally:
        signal.signal(signal.SIGINT, before)
    pid = child_of(first)
    assert first._measuring is not None
    first._measuring._talk.close_input()  # as the kernel does when the host is killed
    second = Host(tmp_path / "host")
    try:
        state, lab = ask(second, 1)
        assert (state.state, state.rounds, len(processes(lab))) == (State.MEASURED, 2, 2 * CELLS)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    finally:
        first.close()
        second.close()


@pytest.mark.long
def test_one_session_at_a_time(tmp_path: Path) -> None:
    host = Host(tmp_path / "host", held_s=1.0)
    try:
        ask(host, LATEST)
        busy, lab = ask(host, LATEST, session=OTHER)
        assert (busy.state, lab) == (State.BUSY, None)
        assert busy.fault is not None
        assert busy.fault.what == "it measures for another driver: session 11111111"
        looked, _ = answer_in(host.answer(Look()), "left")
        assert (looked.state, looked.wirelab) == (State.BUSY, __version__)
        time.sleep(1.1)
        taken, _ = ask(host, LATEST, session=OTHER)
        assert taken.state is State.READY, "a driver that does not ask loses the host"
        back, _ = ask(host, LATEST)
        assert back.state is State.BUSY
    finally:
        host.close()


@pytest.mark.long
def test_a_driver_that_leaves_ends_a_round(tmp_path: Path) -> None:
    host = Host(tmp_path / "host")
    slow = study(2, SLOW).model_dump_json()
    try:
        ask(host, LATEST, study=slow)
        found: list[Answer] = []
        waiting = threading.Thread(target=lambda: found.append(ask(host, 0, study=slow)[0]))
        waiting.start()
        time.sleep(1.0)
        began = time.monotonic()
        host.answer(Leave(session=ONE, collected=False))
        waiting.join(10)
        assert time.monotonic() - began < 5
        assert found[0].state is State.FAILED
        assert (tmp_path / "host" / ONE / "lab.duckdb").exists()
        looked, _ = answer_in(host.answer(Look()), "left")
        assert looked.state is State.FREE
    finally:
        host.close()


def test_a_host_with_a_faulty_installation_names_the_fault_when_it_is_looked_at(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = tmp_path / "resources" / "runners" / "wrong" / "runner.toml"
    manifest.parent.mkdir(parents=True)
    manifest.write_text("name = 1")
    monkeypatch.setenv("WIRELAB_RESOURCES", str(tmp_path / "resources"))
    looked, _ = answer_in(host.answer(Look()), "left")
    assert looked.state is State.REFUSED
    assert looked.fault is not None
    assert looked.fault.part == str(manifest.with_name("codecs.toml"))


def test_refusals(host: Host) -> None:
    other, _ = ask(host, LATEST, wirelab="0.0.9")
    assert other.state is State.REFUSED
    assert other.fault is not None
    assert other.fault.words == (f"host: it has another version of Wirelab (it has {__version__}, the driver 0.0.9)")
    gone, _ = ask(host, 1, had=6)
    assert gone.state is State.REFUSED
    assert gone.fault is not None
    assert "its lab of this session is gone" in gone.fault.what


@pytest.mark.long
def test_a_study_that_is_none(host: Host) -> None:
    found, _ = ask(host, LATEST, study='{"name": 1}')
    assert found.state is State.FAILED
    assert found.fault is not None
    assert found.fault.what == "this version of Wirelab cannot read it"


@pytest.mark.parametrize("data", [b"", b"\x80\x04.", b'{"ask": "run", "program": "sh"}'])
def test_the_task_answers_anything(data: bytes) -> None:
    found, _ = answer_in(answer(data), "left")
    assert found.state is State.REFUSED


@pytest.mark.long
def test_a_full_disk_is_named_and_the_session_continues(tmp_path: Path, root: None) -> None:
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(small)], check=True)
    host = Host(small / "host")
    try:
        ask(host, LATEST)
        _, lab = ask(host, 0)
        first = processes(lab)
        free = os.statvfs(small).f_bavail * os.statvfs(small).f_frsize
        (small / "ballast").write_bytes(bytes(max(0, free - 20_000)))
        full, _ = ask(host, 1)
        assert full.state is State.FAILED
        assert full.fault is not None
        assert "no space" in full.fault.words.lower()
        (small / "ballast").unlink()
        state, lab = ask(host, 1)
        assert state.state is State.MEASURED
        assert processes(lab)[: len(first)] == first
        assert len(processes(lab)) == 2 * CELLS
    finally:
        host.close()
        (small / "handed-0.duckdb").unlink(missing_ok=True)
        subprocess.run(["umount", "-l", str(small)], check=True)


def brought(host: Host, folder: Path, **given: object) -> Answer:
    """The answer of a host that was given a workload's folder."""
    own = study_of(folder, study(2))
    files = brought_files(own, workload_catalogue())
    asked = {"study": own.model_dump_json(), "brought": files.workloads, **given}
    lacks, _ = ask(host, LATEST, **asked)
    assert (lacks.state, sorted(lacks.lacks)) == (State.LACKS, sorted(files.paths))
    for digest in lacks.lacks:
        give = Give(session=ONE, digest=digest, at=0)
        taken, _ = answer_in(host.answer(give, files.piece(digest, 0)), "left")
        assert (taken.state, taken.has) == (State.TAKEN, files.announced[digest].size_bytes)
    return ask(host, LATEST, **asked)[0]


@pytest.mark.long
def test_data_that_is_brought_is_measured(host: Host, tmp_path: Path) -> None:
    folder = made_workload(tmp_path)
    ready = brought(host, folder)
    assert ready.state is State.READY, ready.fault
    (corpus,) = digests_of(study_of(folder, study(2)), cache_folder(), print).items()
    with Lab.open(tmp_path / "host" / ONE / "handed.duckdb", create=False, read_only=True) as opened:
        assert [(each.name, each.digest) for each in opened.corpora(1)] == [corpus]
    host.answer(Leave(session=ONE, collected=True))
    assert list((tmp_path / "host").iterdir()) == [], "the data goes with the session"


@pytest.mark.long
def test_code_that_is_brought_runs_only_where_it_was_trusted(host: Host, tmp_path: Path) -> None:
    folder = made_workload(tmp_path)
    (folder / "sources" / "fake").mkdir(parents=True)
    (folder / "sources" / "fake" / "own.py").write_text("raise SystemExit")
    failed = brought(host, folder)
    assert failed.state is State.FAILED
    assert failed.fault is not None
    assert failed.fault.words.startswith("workload orders: it is not Wirelab's, and its code would run with your right")


@pytest.mark.long
def test_a_study_names_no_folder_of_the_host(host: Host, tmp_path: Path) -> None:
    folder = made_workload(tmp_path)
    failed, _ = ask(host, LATEST, study=study_of(folder, study(2)).model_dump_json())
    assert failed.state is State.FAILED
    assert failed.fault is not None
    assert "which was not brought" in failed.fault.what


def test_pieces_that_nobody_asked_for(host: Host, tmp_path: Path) -> None:
    give = Give(session=ONE, digest="a" * 64, at=0)
    assert answer_in(host.answer(give, b"something"), "left")[0].state is State.LACKS
    assert not (tmp_path / "host").exists()


def test_a_process_that_says_what_is_no_line_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "_END_S", 0.2)
    endless = "import os, sys, time; os.write(1, b'x' * (9 << 20)); time.sleep(60)"
    changed = threading.Condition()
    asked = Next(session=ONE, wirelab=__version__, study="", seed=1, command="", done=LATEST, had=0)
    measuring = host_module.Measuring(asked, tmp_path, changed, (sys.executable, "-c", endless))
    with changed:
        assert changed.wait_for(lambda: measuring.over, 30)
    assert measuring.answer().state is State.FAILED
    assert measuring._talk.wait(10) == -signal.SIGKILL

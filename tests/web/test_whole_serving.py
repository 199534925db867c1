"""The command itself: real runs over scripted subjects, stopped, continued, and the server killed in their midst."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.conftest import Wirelab
from tests.web.client import Client, served
from tests.web.test_pages import hold
from wirelab.app.lab.results import results_in
from wirelab.store.lab import Lab

pytestmark = pytest.mark.long
STUDY = {"workload": "school", "codec": ["steady", "slower-5"], "platform": ["fake"], "operation": ["serialize"]}
LONG = {**STUDY, "codec": ["steady", "slower-2", "slower-5", "chatty"], "rounds": 1000, "precision_percent": 0.1}


def until(true: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 90
    while not (found := true()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return found


def the_study(client: Client) -> dict[str, Any]:
    (study,) = client.get("queue").json["studies"]
    return dict(study)


def measured(client: Client) -> int:
    progress = the_study(client)["progress"]
    return int(progress["done"]) if progress else 0


@contextmanager
def command(folder: Path, *options: str) -> Iterator[tuple["subprocess.Popen[str]", Client]]:
    """`wirelab serve`, as a shell starts it."""
    words = [sys.executable, "-m", "wirelab", "serve", str(folder), *options]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        client = Client(server.stdout.readline().strip())
        client.enter()
        yield server, client
    finally:
        server.kill()
        server.communicate()


def test_a_study_is_measured_and_its_run_can_be_opened(tmp_path: Path) -> None:
    with served(tmp_path, allow_run=True) as client:
        assert client.post("queue", {**STUDY, "rounds": 4, "lab": "mine.duckdb"}).status == 200
        until(lambda: measured(client) > 0)
        assert "a run that was started here is measuring into it" in client.get("").text
        study = until(lambda: (found := the_study(client))["state"] == "done" and found)
        assert (study["run"], study["fault"]) == (1, "")
        assert 'id="explorer"' in client.get("labs/mine.duckdb/runs/1").text
        assert results_in(tmp_path / "mine.duckdb", 1).run.command == (
            "wirelab run --lab=mine.duckdb --workload=school --rounds=4 --codec=steady --codec=slower-5"
            " --platform=fake --operation=serialize"
        )
    assert (tmp_path / "mine-report.html").exists()


def test_data_that_is_dropped_is_measured(tmp_path: Path) -> None:
    with served(tmp_path, allow_run=True) as client:
        client.put("data/orders.jsonl", b'{"id": 1, "name": "a"}\n{"id": 2, "name": "b"}\n')
        client.post("queue", {**STUDY, "workload": "", "data": "orders.jsonl", "rounds": 2})
        study = until(lambda: (found := the_study(client))["state"] in ("done", "failed") and found)
        assert study["state"] == "done", study["fault"]
        assert "orders/" in client.get("labs/wirelab.duckdb/runs/1").text


def test_a_run_that_is_stopped_continues_where_it_was(tmp_path: Path) -> None:
    with served(tmp_path, allow_run=True) as client:
        client.post("queue", LONG)
        until(lambda: measured(client) > 0)
        which = the_study(client)["id"]
        client.post(f"queue/{which}/stop")
        until(lambda: the_study(client)["state"] == "stopped")
        with Lab.open(tmp_path / "wirelab.duckdb", create=False, read_only=True) as lab:
            before = len(lab.planned(1))
        assert before > 0
        client.post(f"queue/{which}/resume")
        until(lambda: measured(client) > before)
        client.post(f"queue/{which}/stop")
        until(lambda: the_study(client)["state"] == "stopped")
    with Lab.open(tmp_path / "wirelab.duckdb", create=False, read_only=True) as lab:
        assert len(lab.runs()) == 1
        assert len(lab.planned(1)) > before


def test_a_server_that_is_killed_leaves_no_process_and_the_next_continues_the_run(tmp_path: Path) -> None:
    with command(tmp_path, "--allow-run") as (server, client):
        client.post("queue", LONG)
        until(lambda: measured(client) > 0)
        started = psutil.Process(server.pid).children(recursive=True)
        for process in (psutil.Process(server.pid), *started):
            with process.oneshot():
                known = [*process.cmdline(), *process.environ().values()]
            assert [text for text in known if client.token in text or client.place in text] == []
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
    psutil.wait_procs(started, timeout=20)
    assert [each for each in started if each.is_running() and each.status() != psutil.STATUS_ZOMBIE] == []
    with command(tmp_path, "--allow-run") as (server, client):
        until(lambda: measured(client) > 0)
        assert any("--resume" in child.cmdline() for child in psutil.Process(server.pid).children())
        server.send_signal(signal.SIGTERM)
        _, err = server.communicate(timeout=30)
        assert (server.returncode, "Stopped." in err) == (0, True), err
    with Lab.open(tmp_path / "wirelab.duckdb", create=False, read_only=True) as lab:
        assert len(lab.runs()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_once(tmp_path: Path, number: signal.Signals) -> None:
    with command(tmp_path) as (server, client):
        assert re.search("0 labs in", client.get("").text)
        server.send_signal(number)
        _, err = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "Traceback" not in err
    assert "Stopped." in err


def test_a_lab_that_somebody_else_writes_is_a_fault_of_the_study(tmp_path: Path) -> None:
    with Lab.open(tmp_path / "wirelab.duckdb", create=True):
        pass
    spawning = multiprocessing.get_context("spawn")
    held, done = spawning.Event(), spawning.Event()
    writer = spawning.Process(target=hold, args=(str(tmp_path / "wirelab.duckdb"), held, done))
    writer.start()
    assert held.wait(60)
    try:
        with served(tmp_path, allow_run=True) as client:
            client.post("queue", STUDY)
            study = until(lambda: (found := the_study(client))["state"] == "failed" and found)
            assert f"process {writer.pid} is using it" in study["fault"]
    finally:
        done.set()
        writer.join()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("serve", "nowhere"), 2, "there is no such folder"),
        (("serve", "--port", "0"), 2, "0 is not in the range"),
        (("serve", "--port", "1x"), 2, "not a valid integer"),
        (("serve", "--max-size", "many"), 2, "is not a number of bytes"),
        (("serve", "--token", "x"), 2, "there is no such option"),
    ],
)
def test_mistakes_on_the_command_line(wirelab: Wirelab, words: tuple[str, ...], code: int, says: str) -> None:
    ended = wirelab(*words)
    assert (ended.returncode, says in ended.stderr) == (code, True), ended.stderr


def test_nothing_is_imported_from_the_folder(tmp_path: Path) -> None:
    for name in ("wirelab", "click", "json", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("import pathlib; pathlib.Path('taken').touch()")
    with served(tmp_path, allow_run=True) as client:
        client.post("queue", {**STUDY, "rounds": 1})
        study = until(lambda: (found := the_study(client))["state"] not in ("waiting", "running") and found)
    assert study["state"] == "done", study["fault"]
    assert not (tmp_path / "taken").exists()

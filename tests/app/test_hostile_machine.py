"""Machines on which things go wrong: others use the lab, clocks go back, processes stand still, memory runs out.

Longer trials by hand are in docs/reliability.md.
"""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import duckdb
import psutil
import pytest

from tests.again import first
from tests.app.studies import write_study
from tests.conftest import Wirelab
from tests.starting import perform, starter
from wirelab.store.lab import Lab

IN_USE, INTERRUPTED = 6, 130
STILL_S = float(os.environ.get("WIRELAB_TESTS_STILL_S", "3"))
"""How long a process stands still; the study's slack is 2 s."""


class Started:
    """A command that runs; its streams are files."""

    def __init__(self, folder: Path, *words: str, target: Callable[..., None] = perform) -> None:
        self._streams = [folder / f"{'-'.join(words[:2])}.{name}" for name in ("stdout", "stderr")]
        environment = dict(os.environ)
        made: Any = starter().Process(target=target, args=(words, folder, environment, self._streams))
        self.process: BaseProcess = made
        self.process.start()

    @property
    def stderr(self) -> str:
        """Its messages so far."""
        return self._streams[1].read_text()

    @property
    def tree(self) -> list[psutil.Process]:
        """Its process and those that it started."""
        own = psutil.Process(self.process.pid)
        return [own, *own.children(recursive=True)]

    def ended(self, timeout_s: float = 60) -> int:
        """Its exit status."""
        self.process.join(timeout_s)
        assert self.process.exitcode is not None, f"it still runs: {self.stderr}"
        return self.process.exitcode


def until_it_measures(lab: Path) -> None:
    """Wait until something is in the lab's log."""
    log, deadline = lab.with_name(f"{lab.name}.wal"), time.monotonic() + 60
    while not (log.exists() and log.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.02)


@contextmanager
def standing_still(processes: list[psutil.Process]) -> Iterator[None]:
    for each in processes:
        with suppress(psutil.NoSuchProcess):  # it has ended since it was seen
            each.suspend()
    yield
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.resume()


def losses(wirelab: Wirelab) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(wirelab("report", "--json").stdout)["losses"]
    return found


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return tmp_path / "wirelab.duckdb"


@pytest.mark.long
def test_two_runs_on_one_lab_and_a_reader(wirelab: Wirelab, tmp_path: Path, lab: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=6, precision=1e-6)
    first = Started(tmp_path, "run", study)
    until_it_measures(lab)
    for words in (("run", study), ("run", "--resume"), ("report",), ("export", "out"), ("analyze", lab.name)):
        refused = wirelab(*words)
        assert refused.returncode == IN_USE, (words, refused.stderr)
        assert f"process {first.process.pid} is using it" in refused.stderr
    with pytest.raises(duckdb.IOException, match="lock"):
        duckdb.connect(lab, read_only=True)
    assert first.ended() == 0, first.stderr
    with Lab.open(lab, create=False, read_only=True) as opened:
        assert len(opened.runs()) == 1
        assert {planned.round for planned in opened.planned(1)} == set(range(6))


@pytest.mark.long
def test_two_runs_that_make_the_same_lab(wirelab: Wirelab, tmp_path: Path, lab: Path) -> None:
    studies = [write_study(tmp_path, "steady", rounds=2, name=name) for name in ("one", "other")]
    both = [Started(tmp_path, "run", study) for study in studies]
    statuses = sorted(each.ended() for each in both)
    assert statuses in ([0, IN_USE], [0, 0]), [each.stderr for each in both]
    with Lab.open(lab, create=False, read_only=True) as opened:
        assert len(opened.runs()) == statuses.count(0)
        assert all(run.finished_at is not None for run in opened.runs())


@pytest.mark.long
@pytest.mark.parametrize("who", first(1, ["all", "lab", "runners"]))
def test_who_stands_still_for_a_while(wirelab: Wirelab, tmp_path: Path, lab: Path, who: str) -> None:
    """As when a laptop sleeps, or its owner types Ctrl-Z: processes may be lost by it, each with the reason."""
    study = write_study(tmp_path, "steady", "chatty", rounds=6, precision=1e-6)
    run = Started(tmp_path, "run", study)
    until_it_measures(lab)
    tree = run.tree
    with standing_still(tree[:1] if who == "lab" else tree[1:] if who == "runners" else tree):
        time.sleep(STILL_S)
    assert run.ended(120) in (0, 5), run.stderr
    assert "Traceback" not in run.stderr
    lost = losses(wirelab)
    assert {loss["kind"] for loss in lost} <= {"hang"}, lost
    assert len(lost) <= 3, "one round's"
    with Lab.open(lab, create=False, read_only=True) as opened:
        assert opened.runs()[0].finished_at is not None
        assert {planned.round for planned in opened.planned(1)} == set(range(6))


@pytest.mark.long
def test_a_quit_is_an_interrupt(wirelab: Wirelab, tmp_path: Path, lab: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=1000, precision=1e-6)
    run = Started(tmp_path, "run", study)
    until_it_measures(lab)
    while not (children := run.tree[1:]):
        time.sleep(0.02)
    os.kill(run.process.pid or 0, signal.SIGQUIT)
    assert run.ended() == INTERRUPTED
    assert "wirelab run --resume" in run.stderr
    assert psutil.wait_procs(children, timeout=10)[1] == []
    assert "because it was interrupted" in wirelab("report").stdout


def with_a_clock_that_goes_back(*given: Any) -> None:
    """The command, on a machine whose clock is set back by a minute whenever somebody looks at it."""
    import wirelab.app.run.run
    import wirelab.execution.measuring_process
    import wirelab.store.lab

    began, looks = datetime.now(UTC), iter(range(1_000_000))

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            moment = began - timedelta(minutes=next(looks))
            return cls.fromtimestamp(moment.timestamp(), tz)

    for module in (wirelab.app.run.run, wirelab.execution.measuring_process, wirelab.store.lab):
        module.datetime = Clock  # type: ignore[attr-defined]
    time.time = (began - timedelta(minutes=next(looks))).timestamp
    perform(*given)


@pytest.mark.long
def test_a_clock_that_is_set_back(wirelab: Wirelab, tmp_path: Path, lab: Path) -> None:
    study = write_study(tmp_path, "steady", "slower-5", rounds=3)
    run = Started(tmp_path, "run", study, "--budget", "1m", target=with_a_clock_that_goes_back)
    assert run.ended() == 0, run.stderr
    shown = wirelab("report")
    assert shown.returncode == 0, shown.stderr
    for words in (("list", "runs"), ("export", "out"), ("analyze", lab.name, "--html", "a.html")):
        assert wirelab(*words).returncode == 0, words
    with duckdb.connect(lab, read_only=True) as opened:
        assert opened.sql("SELECT finished_at < started_at FROM run").fetchall() == [(True,)], "or nothing was tried"

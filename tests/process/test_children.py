"""No child outlives the lab: not at Ctrl-C, not when it is told to stop, not when it dies without a word."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.building.test_build import is_gone
from tests.execution.conftest import planned_of
from wirelab.building.manifest import Platform
from wirelab.building.program import environment
from wirelab.process import children
from wirelab.process.children import _working_setpriv
from wirelab.process.transport import EndedError, Transport

# A runner that starts a child of its own, prints both numbers, and continues without reading or answering.
CHILD = "sleep 300 & echo $$ $!; wait"
LAB = """
import signal, sys, time
from wirelab.process import children
from wirelab.process.transport import Transport
import os
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would this
transport = Transport(["sh", "-c", {child!r}], os.environ)
print(transport.receive(10).decode(), flush=True)
{act}
"""
WAIT = """
try:
    transport.receive(300)
finally:
    transport.kill()
"""
ON_TERM = """
signal.signal(signal.SIGTERM, lambda *_: (children.kill_all(), sys.exit(143)))
time.sleep(300)
"""


def start_lab(act: str) -> tuple[subprocess.Popen[str], int, int]:
    script = LAB.format(child=CHILD, act=act)
    lab = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert lab.stdout is not None
    runner, child = (int(number) for number in lab.stdout.readline().split())
    time.sleep(0.2)
    return lab, runner, child


@pytest.mark.parametrize(("act", "number"), [(WAIT, signal.SIGINT), (ON_TERM, signal.SIGTERM)])
def test_an_interrupt_ends_the_whole_group_at_once(act: str, number: int) -> None:
    lab, runner, child = start_lab(act)

    lab.send_signal(number)
    lab.wait(timeout=30)  # its child would take minutes

    assert is_gone(runner)
    assert is_gone(child)


@pytest.mark.skipif(not _working_setpriv(), reason="this system has no setpriv --pdeathsig")
def test_a_runner_dies_with_a_lab_that_is_killed() -> None:
    lab, runner, child = start_lab("time.sleep(300)")

    lab.kill()
    lab.wait()

    assert is_gone(runner)
    os.kill(child, signal.SIGKILL)  # a grandchild is not caught by the kernel; no runner has one


BUILD = """
import os, pathlib, time
from wirelab.process import children
with pathlib.Path("log").open("wb") as log:
    children.start(["sh", "-c", "sleep 300 & echo $$ $! > pids.new; mv pids.new pids; wait"], os.environ, log=log)
    time.sleep(300)
"""


def test_a_builds_children_die_with_a_lab_that_is_killed(tmp_path: Path) -> None:
    lab, pids = subprocess.Popen([sys.executable, "-c", BUILD], cwd=tmp_path), tmp_path / "pids"
    deadline = time.monotonic() + 10
    while not pids.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    build, child = (int(number) for number in pids.read_text().split())
    assert not is_gone(child)

    lab.kill()
    lab.wait()

    assert is_gone(build)
    assert is_gone(child)


def test_what_a_runner_leaves_behind_is_killed(tmp_path: Path) -> None:
    transport = Transport(["sh", "-c", "sleep 300 > /dev/null 2>&1 & echo $!"], os.environ)
    left = int(transport.receive(10))

    assert transport.wait(10) == 0

    assert is_gone(left)


def test_temporary_files_of_a_killed_runner_are_removed() -> None:
    transport = Transport(["sh", "-c", "mktemp; sleep 300"], os.environ)
    left = Path(transport.receive(10).decode())
    assert left.is_file()

    transport.kill()

    assert not left.parent.exists()
    assert left.parent.parent.is_dir()


WAITING = """
import os, time
from wirelab.process.transport import Transport
transport = Transport(["sleep", "300"], os.environ)
began = time.process_time()
try:
    transport.receive(0.5)
except TimeoutError:
    pass
waited = transport.wait(0.5)
spent = time.process_time() - began
transport.kill()
transport.wait(5)
print(waited, spent)
"""


def test_waiting_does_not_burn() -> None:
    # In a process of its own: threads that other tests leave burn too.
    waited, spent = subprocess.run(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True, timeout=60, check=True
    ).stdout.split()

    assert waited == "None"
    assert float(spent) < 0.05


def test_a_killed_process_is_told_by_its_signal() -> None:
    before = set(children._living)
    transport = Transport(["sleep", "300"], os.environ)
    (child,) = children._living.keys() - before

    transport.kill()

    assert transport.wait(5) == -signal.SIGKILL
    assert child not in children._living


def test_a_child_that_another_thread_has_just_reaped_has_ended(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        child = children.start(["true"], os.environ, tmp_path, log)
    os.waitpid(child.pid, 0)
    assert children.wait(child, 5) == 0
    assert child.pid not in children._living


def test_lines_and_their_end() -> None:
    transport = Transport(["printf", r"one\n\ntwo\nthr"], os.environ)

    assert [transport.receive(5) for _ in range(3)] == [b"one", b"", b"two"]
    with pytest.raises(EndedError) as end:
        transport.receive(5)
    assert end.value.unfinished == b"thr"
    assert transport.wait(5) == 0


def test_the_tail_of_stderr_is_its_end_behind_its_first_lines() -> None:
    script = "echo the reason; seq 100000; echo the end; exit 3"
    transport = Transport(["sh", "-c", f"exec >&2; {script}"], os.environ)

    assert transport.wait(10) == 3
    tail = transport.stderr_tail()
    assert tail.startswith("the reason\n1\n")
    assert tail.endswith("100000\nthe end\n")
    assert tail.count("[...]") == 1
    assert len(tail) <= 10_000


def test_writing_to_a_runner_that_is_gone_is_noticed_when_reading() -> None:
    transport = Transport(["true"], os.environ)
    for _ in range(2):
        transport.send(b"hello\n")
        with pytest.raises(EndedError):
            transport.receive(5)
    transport.wait(5)
    transport.kill()

    transport.send(b"hello\n")


def test_padding_makes_the_size_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "of the shell")
    monkeypatch.setenv("THING_HOME", "/opt/thing")
    monkeypatch.setenv("WIRELAB_PADDING", "from outside")
    platform = Platform(name="here", says="", start=("x",), environment={"MODE": "fast"})

    plans = (replace(planned_of("steady"), environment_bytes=size) for size in (0, 3000))
    small, large = (environment(platform, planned) for planned in plans)

    assert len(large["WIRELAB_PADDING"]) - len(small["WIRELAB_PADDING"]) == 3000
    assert small["WIRELAB_PLACE"] == "0.0"
    assert (small["MODE"], small["THING_HOME"]) == ("fast", "/opt/thing")
    assert "SECRET" not in small
    assert "WIRELAB_PADDING" not in environment(platform)


def test_an_interrupt_reaches_the_child_itself_and_it_may_end_as_it_likes(tmp_path: Path) -> None:
    script = "trap 'echo asked; exit 130' INT; echo ready; while :; do sleep 0.02; done"
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with (tmp_path / "log").open("wb") as log:
            child = children.start(["sh", "-c", script], os.environ, tmp_path, log)
        deadline = time.monotonic() + 20
        while (tmp_path / "log").read_text() != "ready\n":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        children.interrupt(child)
        assert children.wait(child, 20) == 130
        assert (tmp_path / "log").read_text() == "ready\nasked\n"
        children.interrupt(child)  # it has ended: nothing happens
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whoever_waits_is_woken_by_a_signal_and_its_children_are_not_killed(number: signal.Signals) -> None:
    script = """
import os, signal, sys, threading
from wirelab.process import children
from wirelab.process.signals import wait_until_stopped
signal.signal(signal.SIGHUP, signal.SIG_DFL)
child = children.start(["sleep", "300"], os.environ)
threading.Timer(0.2, print, ["waiting"], {"flush": True}).start()
wait_until_stopped()
print(child.poll(), flush=True)
children.kill(child)
"""
    waiting = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert waiting.stdout is not None
    assert waiting.stdout.readline() == "waiting\n"
    waiting.send_signal(number)
    assert waiting.communicate(timeout=20)[0] == "None\n"
    assert waiting.returncode == 0


def test_what_nohup_starts_does_not_end_with_its_terminal() -> None:
    script = """
import os, signal
from wirelab.process.signals import stop_on_signals
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with stop_on_signals():
    os.kill(os.getpid(), signal.SIGHUP)
    print("here", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.stdout, "KeyboardInterrupt" in ended.stderr) == ("here\n", True)


def test_what_a_library_raises_in_place_of_an_interrupt_is_an_interrupt() -> None:
    script = """
import contextlib, os, signal
from wirelab.process.signals import stop_on_signals
with contextlib.suppress(KeyboardInterrupt), stop_on_signals():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except KeyboardInterrupt:
        raise ImportError("initialization failed")
with contextlib.suppress(ValueError), stop_on_signals():
    raise ValueError("nobody interrupts")
print("both")
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.stdout, ended.stderr) == ("both\n", "")


def test_a_module_that_is_being_imported_is_imported_before_the_interrupt_comes(tmp_path: Path) -> None:
    (tmp_path / "loading.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\nprint('loaded')\n")
    script = """
import contextlib, time
from wirelab.process.signals import stop_on_signals
with contextlib.suppress(KeyboardInterrupt), stop_on_signals():
    import loading
    time.sleep(50)
    print("too late")
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.stdout, ended.stderr) == ("loaded\n", "")


@pytest.mark.parametrize("then", ["children.start(['true'], os.environ)", "time.sleep(50)"])
def test_an_interrupt_that_python_drops_comes_again(then: str) -> None:
    script = f"""
import contextlib, os, signal, time
from wirelab.process import children
from wirelab.process.signals import stop_on_signals
class Dropping:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
with contextlib.suppress(KeyboardInterrupt), stop_on_signals():
    Dropping()
    print("dropped")
    {then}
    print("continued")
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=40)
    assert (ended.stdout, ended.stderr) == ("dropped\n", "")


def test_an_interrupt_before_the_command_is_loaded_ends_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    command = [sys.executable, "-m", "wirelab", "--version"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")

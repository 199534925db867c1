"""Standard streams that are closed, full, gone or of another encoding: no traceback, and the work is done."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import first
from wirelab.cli.main import _code_of
from wirelab.model.errors import ExitCode

WIRELAB = f"{sys.executable} -m wirelab"
REPORT = f"{WIRELAB} report --lab lab.duckdb --out new.html"

SHELL = [
    (f"{WIRELAB} list studies > /dev/full", 7, "standard output: not all of it could be written"),
    (f"{WIRELAB} list studies --json > /dev/full", 7, "No space left"),
    (f"{WIRELAB} --help > /dev/full", 7, "standard output"),
    (f"{REPORT} --json > /dev/full", 7, "standard output"),
    (f"{WIRELAB} report --lab lab.duckdb --out - > /dev/full", 7, "standard output"),
    (f"{WIRELAB} list studies >&-", 0, ""),
    (f"{WIRELAB} list studies <&- >&- 2>&-", 0, ""),
    (f"{WIRELAB} list nothing 2>&-", 2, ""),
    (f"{WIRELAB} list nothing 2> /dev/full", 2, ""),
    (f"{WIRELAB} list studies | head -1", 0, ""),
    (f"{WIRELAB} list studies | true", 0, ""),
    (f"{WIRELAB} analyze - <&-", 3, "standard input"),
    (f"PYTHONIOENCODING=ascii {WIRELAB} list studies", 0, ""),
    (f"PYTHONIOENCODING=latin-1 {WIRELAB} list nothing", 2, "kind 'nothing'"),
]


def shell(folder: Path, command: str) -> "subprocess.CompletedProcess[str]":
    words = ["bash", "-o", "pipefail", "-c", command]
    return subprocess.run(words, cwd=folder, capture_output=True, check=False, timeout=60, encoding="latin-1")


@pytest.mark.long
@pytest.mark.parametrize(("command", "code", "says"), SHELL, ids=[command for command, _, _ in SHELL])
def test_streams_that_cannot_be_used(folder: Path, command: str, code: int, says: str) -> None:
    ended = shell(folder, command)
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Exception" not in ended.stderr
    assert says in ended.stderr


@pytest.mark.long
@pytest.mark.parametrize("streams", first(2, ["> /dev/full", "<&- >&- 2>&-", ">&-", "| true", "| head -1"]))
def test_the_report_is_written_whoever_listens(folder: Path, streams: str) -> None:
    lab = (folder / "lab.duckdb").read_bytes()
    ended = shell(folder, f"{REPORT} {streams}")
    assert ended.returncode == (7 if "full" in streams else 0), ended.stderr
    page = (folder / "new.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>")
    assert (folder / "lab.duckdb").read_bytes() == lab


@pytest.mark.long
def test_a_terminal_without_a_character_shows_a_question_mark(folder: Path) -> None:
    ended = shell(folder, f"LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 PYTHONIOENCODING=ascii {REPORT}")
    assert ended.returncode == 0, ended.stderr
    assert "?" in ended.stdout
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_devices_stay_devices(folder: Path) -> None:
    ended = shell(folder, f"{WIRELAB} report --lab lab.duckdb --out /dev/null > /dev/null")
    assert ended.returncode == 0, ended.stderr
    assert not os.path.isfile("/dev/null")  # noqa: PTH113 - a device is none
    ended = shell(folder, f"{WIRELAB} report --lab lab.duckdb --out /dev/full")
    assert ended.returncode == 7
    assert "it cannot be written" in ended.stderr


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_amid_the_work_is_no_bug(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    def full() -> int:
        raise OSError(number, os.strerror(number), "/tmp/wirelab-x/0-1")

    assert _code_of(full) == ExitCode.HOST
    said = capsys.readouterr().err
    assert "error: path /tmp/wirelab-x/0-1: there is no space left on its disk\n" in said
    assert "`wirelab run --resume` continues a run" in said


def test_an_interrupt_that_a_library_replaces_by_its_own_exception_is_no_bug() -> None:
    script = """
import importlib, os, signal
cli = importlib.import_module("wirelab.cli.main")
def replaced(**_):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("initialization failed")
cli.wirelab.main = replaced
cli.main()
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (ExitCode.INTERRUPTED, "\nInterrupted.\n")


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_a_terminal_shows_colours_unless_the_user_wants_none(
    monkeypatch: pytest.MonkeyPatch, no_color: str, coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    ours, theirs = os.openpty()
    command = [*WIRELAB.split(), "list", "nothing"]
    ended = subprocess.run(command, stdin=theirs, stdout=theirs, stderr=theirs, check=False, timeout=60)
    shown = os.read(ours, 1000).decode()
    os.close(ours)
    os.close(theirs)
    assert (ended.returncode, "kind 'nothing'" in shown, "\x1b[31m" in shown) == (ExitCode.USAGE, True, coloured)

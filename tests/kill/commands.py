"""A command in a process that has loaded the program already (`tests/starting.py`), killed at a moment or left to end.

Processes left by a killed command come to this process, which makes itself the orphans' parent (`prctl(2)`,
PR_SET_CHILD_SUBREAPER): nothing else on the machine is looked at.
"""

import ctypes
import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import psutil

from tests.starting import perform, starter

_SET_CHILD_SUBREAPER = 36
_END_S = 8.0
"""How long a killed command's processes may take to end: their watcher may have to be scheduled first."""


class Manner(StrEnum):
    """Who is killed: only the command, its process group as by a shell, or all its processes, as by a container."""

    ALONE = "alone"
    GROUP = "group"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended.

    Attributes:
        status: its exit status, negative for a signal.
        seconds: how long it ran.
        said: its output to standard error.
        acknowledged: processes that `Lab.record` had recorded when it returned, by run, round, cell and order.
    """

    status: int
    seconds: float
    said: str
    acknowledged: frozenset[str]


class Commands:
    """Commands in a folder, one after the other."""

    def __init__(self, environment: Mapping[str, str], logs: Path) -> None:
        if ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "this system gives orphans to no other process")
        self._environment, self._logs = dict(environment), logs
        starter().Process(target=_nothing).start()
        time.sleep(0.5)
        self._ours = {each.pid for each in psutil.Process().children(recursive=True) if each.status() != "zombie"}

    def run(self, words: Sequence[str], folder: Path, kill_after_s: float | None, manner: Manner = Manner.ALL) -> Ended:
        """Run the command, and kill it after `kill_after_s` if it has not ended by then."""
        streams, heard = [self._logs / name for name in ("stdout", "stderr")], self._logs / "acknowledged"
        for file in (*streams, heard):
            file.unlink(missing_ok=True)
            file.touch()
        process = starter().Process(target=_acknowledging, args=(words, folder, self._environment, streams, heard))
        began = time.monotonic()
        process.start()
        process.join(300 if kill_after_s is None else kill_after_s)
        if process.is_alive():
            _kill(process.pid or 0, manner)
            process.join()
        lines = heard.read_text().splitlines(keepends=True)
        whole = frozenset(line.strip() for line in lines if line.endswith("\n"))
        said = streams[1].read_text(errors="replace")
        return Ended(process.exitcode or 0, time.monotonic() - began, said, whole)

    def left(self) -> list[str]:
        """The processes that are left of commands, once they had time to end; they are killed now."""
        deadline = time.monotonic() + _END_S
        while (living := self._living()) and time.monotonic() < deadline:
            time.sleep(0.02)
        names = []
        for each in living:
            with suppress(psutil.Error):
                names.append(" ".join(each.cmdline())[:200])
                each.kill()
        return names

    def _living(self) -> list[psutil.Process]:
        """Those that are not this process's own; the dead among them are reaped."""
        found = [each for each in psutil.Process().children(recursive=True) if each.pid not in self._ours]
        for each in found:
            with suppress(ChildProcessError):
                os.waitpid(each.pid, os.WNOHANG)
        return [each for each in found if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


def _nothing() -> None:
    """Let the starter begin, with the processes that it starts itself."""


def _kill(pid: int, manner: Manner) -> None:
    with suppress(ProcessLookupError, psutil.NoSuchProcess):
        if manner is Manner.ALONE:
            os.kill(pid, signal.SIGKILL)
        elif manner is Manner.GROUP:
            os.killpg(pid, signal.SIGKILL)
        else:
            for each in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    each.kill()


def _acknowledging(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], streams: Sequence[Path], heard: Path
) -> None:
    """The command, as the leader of a group; each process that is recorded is noted behind it."""
    from wirelab.store.lab import Lab

    os.setsid()
    note, record = os.open(heard, os.O_WRONLY | os.O_APPEND), Lab.record

    def noted(self: Lab, run: int, *records: Any) -> None:
        record(self, run, *records)
        os.write(note, "".join(f"{visit(run, each.planned)}\n" for each in records).encode())

    Lab.record = noted  # type: ignore[method-assign]
    perform(words, folder, environment, streams)


def visit(run: int, planned: Any) -> str:
    """The text by which a recorded process is known."""
    return f"{run} {planned.round} {planned.cell.key} {planned.order}"

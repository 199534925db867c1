"""One step of a build: a command with its log and its bound."""

import errno
import os
import shlex
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from wirelab.files.scratch import scratch
from wirelab.model.errors import HostError, ToolchainError, WirelabError
from wirelab.process import children

SHOWN_LINES = 30
_READ_BACK = 1 << 16
_NO_SPACE = os.strerror(errno.ENOSPC)


def run_command(part: str, command: Sequence[str], folder: Path, log: Path, timeout_s: float) -> None:
    """Run `command` in `folder`; its output goes to the end of `log`, which is kept whatever happens.

    After `timeout_s` it is killed, with its whole group.

    Raises:
        ToolchainError: it cannot be started, fails, or takes too long; with its last lines.
        HostError: it fails because the disk is full.
    """
    shown = shlex.join(command)
    with scratch() as temporary, log.open("ab") as writer:
        writer.write(f"$ {shown}\n".encode())
        writer.flush()
        try:
            child = children.start(command, {**os.environ, "TMPDIR": str(temporary)}, folder, writer)
        except OSError as error:
            raise _failure(part, f"cannot start `{shown}`: {error.strerror}", log) from None
        began = time.monotonic()
        try:
            status = children.wait(child, timeout_s)
        finally:
            children.kill(child)  # does nothing to one that has ended; ends it at Ctrl-C and at its bound
        children.interrupt_if_stopped()  # else a build that was killed with the lab would have failed
    if status is None:
        raise _failure(part, f"`{shown}` took longer than {time.monotonic() - began:.0f} s", log)
    if status != 0:
        raise _failure(part, f"`{shown}` ended with {describe_status(status)}", log)


def describe_status(status: int) -> str:
    """An exit status in words: `status 3`, `signal SIGKILL`."""
    if status >= 0:
        return f"status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"


def _failure(part: str, what: str, log: Path) -> WirelabError:
    lines = last_lines(log)
    if _NO_SPACE in lines:
        return HostError(
            part, "the disk is full", why=what, remedy=f"free some space on the disk of {log.parent} and try again"
        )
    return ToolchainError(part, what, why=lines, remedy=f"read the full log, {log}; `wirelab doctor` checks the tools")


def last_lines(log: Path) -> str:
    """The last `SHOWN_LINES` lines of `log`."""
    with log.open("rb") as reader:
        reader.seek(max(0, log.stat().st_size - _READ_BACK))
        text = reader.read().decode("utf-8", "replace").expandtabs(4)
    return "\n".join(text.splitlines()[-SHOWN_LINES:])

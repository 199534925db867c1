"""Every child leads a process group of its own, known here until it is reaped, so that none outlives the lab.

Three safeguards follow each other. The code that starts a child kills its group when anything goes wrong. `stop` ends
the remaining children when the lab must stop, and nothing is started after it. When the lab itself dies, the
kernel kills the child on Linux (`setpriv --pdeathsig`), and a shell that waits for the lab's end of a pipe to close
kills a build's whole group, since builds have children of their own. Runners end with their stdin.
The kernel follows the *thread* that started the child, so only the main thread asks for that.
"""

import contextlib
import functools
import os
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

# The leader becomes the command itself; the shell beside it, of the same group, never reads anything.
_WATCHED = 'exec 3<&0; (read -r gone <&3; kill -KILL 0) & exec "$0" "$@" 3<&- </dev/null'

_living: dict[int, subprocess.Popen[Any]] = {}
_stopped = False  # a signal's handler sets it, so it is no Event: those have locks
_thread = threading.local()


def start(
    command: Sequence[str], environment: Mapping[str, str], folder: Path | None = None, log: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start `command` as the leader of a new session and process group.

    Its output goes to `log`, with nothing to read; without one, it has pipes for stdin, stdout and stderr.

    Raises:
        OSError: it cannot be started; FileNotFoundError where there is no such program.
        KeyboardInterrupt: the lab has been stopped.
    """
    interrupt_if_stopped()
    program = shutil.which(command[0], path=environment.get("PATH"))
    if program is None:
        raise FileNotFoundError(2, "there is no such program", command[0])
    watched = () if log is None else ("/bin/sh", "-c", _WATCHED)
    in_main_thread = threading.current_thread() is threading.main_thread()
    child = subprocess.Popen(
        [*(_working_setpriv() if in_main_thread else ()), *watched, program, *command[1:]],
        stdin=subprocess.PIPE,
        stdout=log or subprocess.PIPE,
        stderr=log or subprocess.PIPE,
        cwd=folder,
        env=dict(environment),
        bufsize=0,
        start_new_session=True,
    )
    _living[child.pid] = child
    return child


@functools.cache
def _working_setpriv() -> tuple[str, ...]:
    path = shutil.which("setpriv")
    if path is None:
        return ()
    prefix = (path, "--pdeathsig", "KILL")
    try:
        tried = subprocess.run([*prefix, "true"], capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return prefix if tried.returncode == 0 else ()


def wait(child: subprocess.Popen[bytes], timeout_s: float) -> int | None:
    """Wait until `child` has ended, sleep in the kernel meanwhile, kill the rest of its group, and reap it.

    Its exit status is negative for a signal; None: it still runs after `timeout_s`.
    """
    if child.returncode is None and not _ended(child, timeout_s):
        return None
    if child.returncode is None:
        # Not reaped yet, so that the number of its group cannot be anybody else's.
        _signal_group(child)
        child.wait()
        if child.stdin is not None:
            child.stdin.close()
    _living.pop(child.pid, None)
    return child.returncode


def _ended(child: subprocess.Popen[bytes], timeout_s: float) -> bool:
    try:
        descriptor = os.pidfd_open(child.pid)
    except (AttributeError, OSError):
        return _ended_by_asking(child, timeout_s)
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        return bool(poller.poll(max(0.0, timeout_s) * 1000))
    finally:
        os.close(descriptor)


def _ended_by_asking(child: subprocess.Popen[bytes], timeout_s: float) -> bool:
    """Where the system has no descriptors of processes: look every 10 ms, without reaping."""
    deadline = time.monotonic() + timeout_s
    with contextlib.suppress(ChildProcessError):  # another thread has just reaped it
        while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
    return True


def kill(child: subprocess.Popen[bytes]) -> None:
    """Kill `child` with its whole group, and reap it."""
    if child.returncode is None:
        _signal_group(child)
        wait(child, timeout_s=10.0)


def interrupt(child: subprocess.Popen[bytes]) -> None:
    """Ask `child` to end as Ctrl-C does; from the thread that waits for it, so that its number is still its own."""
    if child.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGINT)


def answer_of(
    command: Sequence[str], timeout_s: float, environment: Mapping[str, str] | None = None, **how: Any
) -> subprocess.CompletedProcess[str]:
    """The output of `command`, with nothing to read, as `subprocess.run` gives it; `how` is as there.

    At its bound, and when the lab is interrupted, its whole group ends, with the processes that it started.

    Raises:
        OSError: it cannot be started.
        subprocess.TimeoutExpired: it did not end.
        KeyboardInterrupt: the lab has been stopped.
    """
    interrupt_if_stopped()
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=None if environment is None else dict(environment),
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        **how,
    ) as child:
        _living[child.pid] = child
        try:
            written, errors = child.communicate(timeout=timeout_s)
        except BaseException:
            _signal_group(child)  # not reaped yet
            raise
        finally:
            _living.pop(child.pid, None)
    return subprocess.CompletedProcess(command, child.returncode, written, errors)


def stop() -> None:
    """Kill every group that still lives, and let nothing be started from now on; as safe as `kill_all`."""
    global _stopped  # noqa: PLW0603 - a process has one state of being stopped
    _stopped = True
    kill_all()


def stop_thread_with(over: threading.Event) -> None:
    """Let this thread start nothing more once `over` is set, although the lab continues."""
    _thread.over = over


def interrupt_if_stopped() -> None:
    """Stop a thread whose work is over, or a lab that continues: Python may drop the exception of a signal handler."""
    over: threading.Event | None = getattr(_thread, "over", None)
    if _stopped or (over is not None and over.is_set()):
        raise KeyboardInterrupt


def kill_all() -> None:
    """Kill every group that still lives; safe in a signal handler and at any moment, does not wait."""
    for child in tuple(_living.values()):
        _signal_group(child)


def _signal_group(child: subprocess.Popen[Any]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        child.send_signal(signal.SIGKILL)

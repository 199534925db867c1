"""How lines reach a runner and come back."""

import contextlib
import os
import select
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence

from wirelab.files.scratch import scratch
from wirelab.process import children

LONGEST_LINE = 8 << 20
HEAD_BYTES = 1 << 10
TAIL_BYTES = 8 << 10
_CHUNK = 1 << 16
_CUT = b"\n[...]\n"


class EndedError(Exception):
    """The runner closed its stdout, with `unfinished` after its last whole line."""

    def __init__(self, unfinished: bytes = b"") -> None:
        self.unfinished = unfinished
        super().__init__("the runner closed its stdout")


class OverlongError(Exception):
    """A line longer than any answer of the protocol; `seen` is how it begins."""

    def __init__(self, seen: bytes) -> None:
        self.seen = seen
        super().__init__(f"a line of more than {LONGEST_LINE} bytes")


class Transport:
    """A conversation with one runner, a process of this machine. Tests have scripted ones with the same methods."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it; an OSError if it cannot be started.

        It has a folder of its own for temporary files: killed processes leave some.
        """
        with contextlib.ExitStack() as undone:
            folder = undone.enter_context(scratch())
            self._child = children.start(command, {**environment, "TMPDIR": str(folder)})
            self._temporary = undone.pop_all()
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._input, self._output = self._child.stdin, self._child.stdout
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._tail = bytearray()
        self._drain = threading.Thread(target=self._keep_tail, daemon=True)
        self._drain.start()

    @property
    def pid(self) -> int | None:
        """The process's id; None where a scripted one is no process."""
        return self._child.pid

    def send(self, line: bytes) -> None:
        """Write one line. A runner that is gone is noticed by `receive`, not here."""
        with contextlib.suppress(BrokenPipeError, ValueError):
            self._input.write(line)

    def receive(self, timeout_s: float) -> bytes:
        """The next line, without its end.

        Raises:
            TimeoutError: none came within `timeout_s`.
            EndedError: there will be none.
            OverlongError: it is longer than `LONGEST_LINE`.
        """
        deadline = time.monotonic() + timeout_s
        while not self._lines:
            self._read(deadline - time.monotonic())
        line = self._lines.popleft()
        if len(line) > LONGEST_LINE:
            raise OverlongError(line[:_CHUNK])
        return line

    def _read(self, timeout_s: float) -> None:
        poller = select.poll()
        poller.register(self._output, select.POLLIN)
        if not poller.poll(max(0.0, timeout_s) * 1000):
            raise TimeoutError
        chunk = os.read(self._output.fileno(), _CHUNK)
        if not chunk:
            children.interrupt_if_stopped()  # else a runner that was killed with the lab would have ended by itself
            raise EndedError(self._rest)
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines.extend(lines)
        if len(self._rest) > LONGEST_LINE:
            raise OverlongError(self._rest[:_CHUNK])

    def close_input(self) -> None:
        """Let the runner see the end of its stdin."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()

    def stderr_tail(self) -> str:
        """The end of the runner's stderr, behind its first lines if they are not part of it.

        Most runtimes write an exception's name last; of an abort, some write the reason first, before many stacks.
        """
        if self._child.returncode is not None:
            self._drain.join(timeout=1.0)
        return bytes(self._tail).decode("utf-8", "replace")

    def _keep_tail(self) -> None:
        assert self._child.stderr is not None
        with self._child.stderr as stderr:
            while chunk := stderr.read(_CHUNK):
                self._tail += chunk
                if len(self._tail) > HEAD_BYTES + TAIL_BYTES:
                    self._tail[HEAD_BYTES:-TAIL_BYTES] = _CUT

    def wait(self, timeout_s: float) -> int | None:
        """The exit status once the runner has ended, negative for a signal; None if it has not within `timeout_s`."""
        status = children.wait(self._child, timeout_s)
        if status is not None:
            self._close()
        return status

    def kill(self) -> None:
        """End the runner and its child processes at once; does nothing if it has ended."""
        children.kill(self._child)
        self._close()

    def _close(self) -> None:
        self.close_input()
        self._output.close()
        self._temporary.close()

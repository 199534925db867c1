"""A runner in this process, where thousands of real ones would take hours."""

import signal
from collections import deque
from collections.abc import Callable, Iterable

from wirelab.process.transport import EndedError


class InProcessTransport:
    """A runner in this process: a function from a line to the lines it answers.

    Where a program would end, the function raises SystemExit with the status.
    """

    def __init__(self, answer: Callable[[bytes], Iterable[bytes]]) -> None:
        self._answer = answer
        self._lines: deque[bytes] = deque()
        self._status: int | None = None

    pid = None

    def send(self, line: bytes) -> None:
        """See `Transport`."""
        if self._status is not None:
            return
        try:
            self._lines.extend(self._answer(line))
        except SystemExit as end:
            self._status = end.code if isinstance(end.code, int) else 0

    def receive(self, timeout_s: float) -> bytes:
        """See `Transport`. A silence is a hang: nobody is there who could still answer."""
        del timeout_s
        if self._lines:
            line = self._lines.popleft()
            if line.endswith(b"\n"):
                return line[:-1]
            raise EndedError(line)
        if self._status is not None:
            raise EndedError
        raise TimeoutError

    def close_input(self) -> None:
        """See `Transport`."""
        if self._status is None:
            self._status = 0

    def stderr_tail(self) -> str:
        """See `Transport`."""
        return ""

    def wait(self, timeout_s: float) -> int | None:
        """See `Transport`."""
        del timeout_s
        return self._status

    def kill(self) -> None:
        """See `Transport`."""
        if self._status is None:
            self._status = -signal.SIGKILL

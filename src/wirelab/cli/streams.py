"""Makes standard input, output and error safe to use, whatever state a command finds them in.

A closed one is opened on the null device; else the next file that is opened would take its place and be written to.
If a reader goes away (`| head -1`), the output ends and the work continues. Output that cannot be written is reported
once, after all other work. A character that the terminal's encoding lacks is shown as a question mark.
"""

import io
import os
import sys
from typing import Any


class Stream(io.FileIO):
    """A file descriptor that goes to the null device once it cannot be written any more."""

    fault: OSError | None = None  # why it could not be written; None: it could, or nobody reads any more

    def write(self, data: Any) -> int:
        """Write as a file does; bytes that cannot be written are lost."""
        try:
            return super().write(data) or 0
        except BlockingIOError:
            raise
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                self.fault = error
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return memoryview(data).nbytes


def safe_streams() -> Stream:
    """Replace the three standard streams with safe ones; returns the stream under standard output."""
    for number in range(3):
        _open_if_closed(number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open
    under = Stream(1, "w", closefd=False)
    sys.stdout = _text(under, sys.stdout)
    sys.stderr = _text(Stream(2, "w", closefd=False), sys.stderr, always=True)
    return under


def _open_if_closed(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def _text(under: Stream, was: Any, *, always: bool = False) -> io.TextIOWrapper:
    """Text over `under`, in the encoding of `was`, the stream that Python made; None if that was closed."""
    encoding = was.encoding if was is not None else "utf-8"
    lines = always or under.isatty()
    return io.TextIOWrapper(io.BufferedWriter(under), encoding=encoding, errors="replace", line_buffering=lines)

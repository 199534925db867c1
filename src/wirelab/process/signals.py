"""How a run stops: every signal that asks for an end is one interrupt, and every child dies with it."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

from wirelab.process import children

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_AGAIN_S, _LONGEST_S = 0.02, 2.0
"""While a module is imported, a signal comes again after so long, for so long at the most. It also comes again where
Python, or compiled code, drops the handler's exception."""


def that_end() -> tuple[signal.Signals, ...]:
    """The signals that ask for an end, without SIGHUP (of a closed terminal) if it is ignored, as under `nohup`."""
    return tuple(each for each in _ENDING if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN)


@contextlib.contextmanager
def stop_on_signals() -> Iterator[None]:
    """Within the block, each of these signals ends all children at once and raises KeyboardInterrupt."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        children.stop()
        raise KeyboardInterrupt

    with _handled(stop):
        try:
            yield
        finally:
            children.kill_all()


def wait_until_stopped() -> None:
    """Sleep until one of these signals comes. Whoever started children ends them."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with contextlib.suppress(KeyboardInterrupt), _handled(stop):
        threading.Event().wait()


@contextlib.contextmanager
def _handled(stop: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    came_s: float | None = None

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal came_s
        came_s = came_s or time.monotonic()
        if _imports(frame) and time.monotonic() < came_s + _LONGEST_S:
            _come_again(number)
        else:
            stop(number, frame)

    def drop(dropped: "sys.UnraisableHookArgs") -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            _come_again(signal.SIGINT)
        else:
            unraisable(dropped)

    unraisable, sys.unraisablehook = sys.unraisablehook, drop
    before = {number: signal.signal(number, handle) for number in that_end()}
    try:
        yield
    except Exception:
        # Compiled code that runs a handler may replace the handler's exception by one of its own, as DuckDB does.
        if came_s is not None:
            raise KeyboardInterrupt from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook = unraisable


def _come_again(number: int) -> None:
    again = threading.Timer(_AGAIN_S, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def _imports(frame: FrameType | None) -> bool:
    """Whether a module is being imported: an exception within an extension module's first steps can end the process."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False

"""How a run stops: every signal that asks for an end is one interrupt, and every child dies with it."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from wirelab.process.children import kill_all

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@contextlib.contextmanager
def stop_on_signals() -> Iterator[None]:
    """Within the block, SIGINT, SIGTERM, SIGHUP and SIGQUIT end all children at once and raise KeyboardInterrupt."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        kill_all()
        raise KeyboardInterrupt

    with _handled(stop):
        try:
            yield
        finally:
            kill_all()


def wait_until_stopped() -> None:
    """Sleep until one of these signals comes. Whoever started children ends them."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with contextlib.suppress(KeyboardInterrupt), _handled(stop):
        threading.Event().wait()


@contextlib.contextmanager
def _handled(stop: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, stop) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

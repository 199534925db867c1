"""How a run stops: every signal that asks for an end is one interrupt, and every child dies with it."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from wirelab.process import children

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def that_end() -> tuple[signal.Signals, ...]:
    """The signals that ask for an end, without a SIGHUP that is ignored: by `nohup`, for when a terminal closes."""
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
    came = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True
        stop(number, frame)

    before = {number: signal.signal(number, handle) for number in that_end()}
    try:
        yield
    except Exception:
        # Compiled code that runs a handler may replace the handler's exception by one of its own: an extension module
        # that is being imported raises an ImportError.
        if came:
            raise KeyboardInterrupt from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

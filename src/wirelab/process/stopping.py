"""How a run stops: every signal that asks for an end is one interrupt, and every child dies with it."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from wirelab.process.children import kill_all

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@contextlib.contextmanager
def stop_on_signals() -> Iterator[None]:
    """Within the block, SIGINT, SIGTERM, SIGHUP and SIGQUIT end all children at once and raise KeyboardInterrupt."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        kill_all()
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in _ENDING}
    try:
        yield
    finally:
        kill_all()
        for number, handler in before.items():
            signal.signal(number, handler)

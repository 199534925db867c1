"""A process that another one started for a while: it ends when that one is killed, and takes no more than it may."""

import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def left_to_parent() -> Iterator[None]:
    """A process that is started within never sees Ctrl-C, which a terminal sends to every process: its parent does."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Have a thread end this process when its parent has ended, even one that was killed."""
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


def allowed(what: int, most: int) -> int:
    """`most` of a resource, or the limit that only an administrator may raise, if that is lower."""
    _, hard = resource.getrlimit(what)
    return most if hard == resource.RLIM_INFINITY else min(most, hard)

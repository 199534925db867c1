"""A process that another one started for a while: it ends when that one is killed, and takes no more than it may."""

import multiprocessing
import os
import resource
import threading
from typing import Any


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

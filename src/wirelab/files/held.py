"""A file that one process at a time holds, for work that only one may do."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def held(path: Path, waits: Callable[[], None] | None = None) -> Iterator[bool]:
    """Hold a file, made if missing, within the block; yields whether nobody else does. Links are not followed.

    If somebody does and there is `waits`, that is called until nobody does any more; then the block begins.
    """
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        while not (ours := _locked(opened)) and waits is not None:
            waits()
        yield ours
    finally:
        os.close(opened)


def _locked(opened: int) -> bool:
    """Lock a file that is open, unless somebody else has."""
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

"""Temporary folders that go with the process that made them; the next process removes what a killed one left."""

import fcntl
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

_PREFIX, _ALIVE = "wirelab-", ".alive"
_YOUNG_S = 60.0
"""A folder as young as this may not be locked yet."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is locked while its process lives, and removed afterwards."""
    _remove_orphans(tempfile.gettempdir())
    with (
        tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as name,
        Path(name, _ALIVE).open("w") as alive,
    ):
        fcntl.flock(alive, fcntl.LOCK_EX)
        yield Path(name)


@cache
def _remove_orphans(base: str) -> None:
    """Remove the folders that nobody holds, once in a process."""
    for alive in Path(base).glob(f"{_PREFIX}*/{_ALIVE}"):
        with suppress(OSError), alive.open("r+") as held:
            if time.time() - alive.stat().st_mtime > _YOUNG_S:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(alive.parent, ignore_errors=True)

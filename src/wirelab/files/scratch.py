"""Temporary folders that go with the process that made them; the next process removes those that a killed one left."""

import fcntl
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

_PREFIX, _BESIDE = "wirelab-", ".wirelab-"
_ALIVE, _DRAWN = ".alive", re.compile("[a-z0-9_]{8}")
_YOUNG_S = 60.0
"""A folder as young as this may not be locked yet."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is locked while its process lives, and removed afterwards."""
    with _held(Path(tempfile.gettempdir()), _PREFIX) as folder:
        yield folder


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A folder as `scratch` gives, beside `path`: a file that is whole in it can be moved there at once."""
    with _held(path.parent, _BESIDE) as folder:
        yield folder


def remove_orphans(folder: Path | None = None) -> None:
    """Remove folders that nobody holds, once per process: of `scratch`, or those `beside` the files of a folder."""
    with suppress(OSError):  # there may be no folder for temporary files
        _remove_orphans(folder or Path(tempfile.gettempdir()), _BESIDE if folder else _PREFIX)


@contextmanager
def _held(base: Path, prefix: str) -> Iterator[Path]:
    _remove_orphans(base, prefix)
    folder = Path(tempfile.mkdtemp(dir=base, prefix=prefix))
    try:
        with (folder / _ALIVE).open("w") as alive:
            fcntl.flock(alive, fcntl.LOCK_EX)
            yield folder
    finally:
        _remove(folder)


@cache
def _remove_orphans(base: Path, prefix: str) -> None:
    with suppress(OSError), os.scandir(base) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and _DRAWN.fullmatch(entry.name, len(prefix)):
                with suppress(OSError):
                    _remove_if_orphan(Path(entry.path))


def _remove_if_orphan(folder: Path) -> None:
    """Remove it unless somebody holds it; another user's, or a link, is not ours."""
    state, alive = folder.lstat(), folder / _ALIVE
    if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.geteuid():
        return
    if time.time() - (alive.lstat() if alive.exists() else state).st_mtime <= _YOUNG_S:
        return
    if not alive.exists():
        folder.rmdir()  # its process was killed before it could lock it: it is empty
        return
    with os.fdopen(os.open(alive, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK), "rb", buffering=0) as held:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _remove(folder)


def _remove(folder: Path) -> None:
    """Remove it as far as possible, the lock last: without it nobody would know it again."""
    with suppress(OSError):
        for each in folder.iterdir():
            if each.is_dir() and not each.is_symlink():
                shutil.rmtree(each, ignore_errors=True)
            elif each.name != _ALIVE:
                each.unlink()
    shutil.rmtree(folder, ignore_errors=True)

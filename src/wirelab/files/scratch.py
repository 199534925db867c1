"""Folders of temporary files. What `kill -9` leaves of them, the next command clears."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_NAME = "wirelab-{place}-"
"""With the process behind it: a number that belongs to nobody else in the same place."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A new folder in the folder of temporary files, removed afterwards."""
    clear_leftovers()
    prefix = f"{_NAME.format(place=_place())}{os.getpid()}-"
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@cache
def clear_leftovers() -> None:
    """Remove this user's folders whose process has ended since this machine was started; once a process."""
    prefix = _NAME.format(place=_place())
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        number = folder.name.removeprefix(prefix).partition("-")[0]
        if number.isdecimal() and _is_ours(folder) and not _runs(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _place() -> str:
    """Where process numbers are one process's alone: a start of the machine, and a namespace of it (a container)."""
    return "-".join((_read("/proc/sys/kernel/random/boot_id")[:8], _namespace()))


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii")
    except OSError:  # not Linux
        return ""


def _namespace() -> str:
    try:
        return str(Path("/proc/self/ns/pid").stat().st_ino)
    except OSError:
        return ""


def _is_ours(folder: Path) -> bool:
    try:
        return not folder.is_symlink() and folder.stat().st_uid == os.getuid()
    except OSError:  # it was just removed
        return False


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True

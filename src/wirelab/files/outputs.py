"""Files that a command writes: where they go is checked before its work begins, and nothing else is destroyed.

An earlier file of the same kind, recognized by its mark, may be replaced; `--force` allows any file except those that
the command reads, and lab files, which nothing replaces. Links are followed, devices and pipes are written to, and `-`
is standard output.
"""

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wirelab.files.marks import is_lab
from wirelab.files.scratch import beside
from wirelab.model.errors import HostError, UsageError

STANDARD_OUTPUT = "-"
_EITHER_END_BYTES = 4096
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EXDEV, errno.EMLINK}
"""The errors of a file system that has no hard links (FAT), or none there."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file that Wirelab writes."""

    says: str
    mark: bytes  # is near the start or the end of each
    safe: str  # things that are not lost when it cannot be written, as a clause


@dataclass(frozen=True, slots=True)
class Destination:
    """The place of a file, which `destination_at` makes; without a path, standard output."""

    kind: Kind
    path: Path | None

    def write(self, data: bytes) -> None:
        """Write the file whole or not at all; to a device or a pipe, as it comes. A HostError if it cannot."""
        if self.path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
            return
        try:
            if _is_stream(self.path):
                self.path.write_bytes(data)
            else:
                write_whole(self.path.resolve(), data)
        except OSError as error:
            raise _unwritable(self.kind, self.path, error, self.kind.safe) from error


def destination_at(named: str | Path, kind: Kind, *, reads: Sequence[Path] = (), force: bool = False) -> Destination:
    """The place of a file that a user named, after a check that it may and can be written.

    `-` is standard output. With `force` it may replace files that Wirelab did not write, but none that the command
    `reads`.

    Raises:
        UsageError: it is a folder, a file that the command reads, a lab file, or a file of another kind.
        HostError: it cannot be written.
    """
    if named == STANDARD_OUTPUT:
        return Destination(kind, None)
    path = Path(named)
    try:
        if _is_standard_output(path):
            return Destination(kind, None)
        if not _is_stream(path):
            require_replaceable(path, kind, reads=reads, force=force)
            with tempfile.TemporaryFile(dir=path.resolve().parent):
                pass
    except OSError as error:
        raise _unwritable(kind, path, error, "nothing was begun yet") from None
    return Destination(kind, path)


def write_whole(path: Path, data: bytes | Callable[[BinaryIO], object]) -> None:
    """Write beside, then rename: a reader sees the old file or the new one, never a part."""
    with beside(path) as folder:
        part = folder / "part"
        with part.open("wb") as file:
            if isinstance(data, bytes):
                file.write(data)
            else:
                data(file)
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        part.replace(path)


def keep_new(part: Path, path: Path) -> None:
    """Give a file that is whole its name, in the same file system; a FileExistsError where that name is taken.

    Where there are no hard links, an empty file has the name for a moment.
    """
    try:
        os.link(part, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        path.touch(exist_ok=False)
        part.replace(path)


def same_content(file: Path, path: Path) -> None:
    """Put a file at `path`, too: as a link where the file system has them, else as a copy."""
    try:
        os.link(file, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        shutil.copyfile(file, path)


def require_replaceable(path: Path, kind: Kind, *, reads: Sequence[Path] = (), force: bool = False) -> None:
    """Make sure that nothing is lost where `path` is written; errors as `destination_at`."""
    part = f"{kind.says} {path}"
    if any(_same(path, each) for each in reads):
        raise UsageError(part, "the command reads this file, so it is not overwritten", remedy="name another file")
    if not path.exists():
        return
    if path.is_dir():
        raise UsageError(part, "it is a folder", remedy="name a file in it")
    start, end = _ends(path)
    if is_lab(start):
        raise UsageError(part, "this is a lab file, which is never overwritten", remedy="name another file")
    if start and not force and kind.mark not in start and kind.mark not in end:
        article = "an" if kind.says[0] in "aeiou" else "a"
        what = f"the file exists and is not {article} {kind.says} that Wirelab wrote"
        raise UsageError(part, what, remedy="name another file, or replace this one with --force")


def _is_stream(path: Path) -> bool:
    """Whether it is a device or a pipe, which is written to and never replaced."""
    if not path.exists():
        return False
    mode = path.stat().st_mode
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def _is_standard_output(path: Path) -> bool:
    """Whether it is the file that standard output goes to, as `/dev/stdout` may be."""
    return path.is_file() and os.path.samestat(path.stat(), os.fstat(1))


def _same(path: Path, other: Path) -> bool:
    if path.resolve() == other.resolve():
        return True
    return path.exists() and other.exists() and path.samefile(other)


def _ends(path: Path) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        start = file.read(_EITHER_END_BYTES)
        file.seek(max(0, os.fstat(file.fileno()).st_size - _EITHER_END_BYTES))
        return start, file.read()


def _unwritable(kind: Kind, path: Path, error: OSError, safe: str) -> HostError:
    why = error.strerror or str(error)
    remedy = f"make room or name another place; {safe}"
    return HostError(f"{kind.says} {path}", "it cannot be written", why=why, remedy=remedy)

"""Files that lie in a folder, or packed in archives there: all of them in memory, by name, and no more than a bound."""

import lzma
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from wirelab.files.inputs import read_file, unreadable
from wirelab.model.errors import DefinitionError, UsageError, host_faults

_ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
MOST_BYTES = 256 << 20


def read_tree(named: Path, part: str, most_bytes: int = MOST_BYTES) -> dict[str, bytes]:
    """The files of a folder and of the archives in it, or of one archive, by their names with `/` between.

    Links are left out. Nothing is unpacked to a disk.

    Raises:
        UsageError: there is no such folder or archive.
        HostError: a file cannot be read.
        DefinitionError: an archive is damaged, or all files together have more than `most_bytes`.
    """
    found: dict[str, bytes] = {}
    come = 0
    with host_faults(part, "it cannot be read", "check its permissions"):  # also of a name that is too long for one
        if not named.exists():
            raise UsageError(part, "there is no such folder", remedy="check the path")
        if not named.is_dir() and not named.name.endswith(_ARCHIVES):
            raise UsageError(part, "it is neither a folder nor an archive", remedy="name a folder, or a .tar.xz")
        for name, content in _files(named, part, most_bytes):
            come += len(content)
            _check(come, part, most_bytes)
            found[name] = content
    return found


def _files(named: Path, part: str, most_bytes: int) -> Iterator[tuple[str, bytes]]:
    paths = sorted(named.rglob("*")) if named.is_dir() else [named]
    for path in paths:
        if path.is_symlink() or not path.is_file():
            continue
        if path.name.endswith(_ARCHIVES):
            yield from _members(path, f"{part}, {path.name}", most_bytes)
        else:
            _check(path.stat().st_size, part, most_bytes)
            yield path.relative_to(named).as_posix(), read_file(path, part)


def _members(path: Path, part: str, most_bytes: int) -> Iterator[tuple[str, bytes]]:
    left = most_bytes
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                left -= member.size
                _check(most_bytes - left, part, most_bytes)
                stream = archive.extractfile(member) if member.isfile() else None
                if stream is not None:
                    yield member.name, stream.read()
            assert archive.fileobj is not None
            while rest := archive.fileobj.read(1 << 16):  # gzip has a checksum at its very end
                left -= len(rest)
                _check(most_bytes - left, part, most_bytes)
    except (tarfile.TarError, EOFError, lzma.LZMAError, zlib.error, OSError, ValueError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # without one, it is about the content
            raise unreadable(error, part) from None
        why, remedy = str(error), "pack it again; its end may be missing"
        raise DefinitionError(part, "it is not an archive, or it is damaged", why=why, remedy=remedy) from None


def _check(come: int, part: str, most_bytes: int) -> None:
    if come > most_bytes:
        what = f"its files have more than {most_bytes >> 20} MiB together"
        raise DefinitionError(part, what, remedy="name the folder of one suite")

"""Files of a folder, or packed in archives there: all of them in memory, by name, and no more than a bound."""

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Self

from wirelab.files.inputs import read_file, unreadable
from wirelab.model.errors import DefinitionError, UsageError, host_faults

_OPENS: dict[str, Callable[[Path], Any]] = {  # gives the unpacked bytes, to read
    ".tar": lambda path: path.open("rb"),
    ".tar.gz": gzip.open,
    ".tgz": gzip.open,
    ".tar.bz2": bz2.open,
    ".tar.xz": lzma.open,
}
_ARCHIVES = tuple(_OPENS)
MOST_BYTES = 256 << 20
_MOST_HEADER = 64 << 10  # bytes of a long name, or of keys with values: the library reads and searches them at once
_HEADERS = {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE}


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
    with host_faults(part, "it cannot be read", "check its permissions"):  # also for a name that is too long for a file
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
    opens = next(opens for ending, opens in _OPENS.items() if path.name.endswith(ending))
    try:
        with opens(path) as stream:
            bounded = _Bounded(stream, part, most_bytes)
            with tarfile.open(fileobj=bounded, mode="r:", tarinfo=_Header) as archive:  # type: ignore[call-overload]
                for member in archive:
                    left -= member.size  # also of files that are left out: they are unpacked on the way to the next
                    _check(most_bytes - left, part, most_bytes)
                    content = archive.extractfile(member) if member.isfile() else None
                    if content is not None:
                        yield member.name, content.read()
                while bounded.read(1 << 16):  # gzip has a checksum at its very end
                    pass
    except (tarfile.TarError, EOFError, lzma.LZMAError, zlib.error, OSError, ValueError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # without one, it is about the content
            raise unreadable(error, part) from None
        why, remedy = str(error), "pack it again; its end may be missing"
        raise DefinitionError(part, "it is not an archive, or it is damaged", why=why, remedy=remedy) from None
    except RecursionError:  # each header is read within the one before
        what, remedy = "a file in it has hundreds of headers", "pack it again"
        raise DefinitionError(part, what, remedy=remedy) from None


class _Bounded:
    """The unpacked bytes of an archive, of which no more than a bound is read, also for headers and maps of holes."""

    def __init__(self, stream: IO[bytes], part: str, most_bytes: int) -> None:
        self._stream, self._part, self._most_bytes, self._read = stream, part, most_bytes, 0
        self.seek, self.tell = stream.seek, stream.tell

    def read(self, size: int) -> bytes:
        """So many bytes; a DefinitionError if that is too much."""
        content = self._stream.read(min(size, self._most_bytes - self._read + 1))
        self._read += len(content)
        _check(self._read, self._part, self._most_bytes)
        return content


class _Header(tarfile.TarInfo):
    """A header that is refused before a name that is too long is read."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """As in the library; a TarError if it announces a name of more than a bound."""
        header = super().frombuf(buf, encoding, errors)
        if header.type in _HEADERS and header.size > _MOST_HEADER:
            raise tarfile.TarError(f"a name or header in it has {header.size:,} bytes")
        return header


def _check(come: int, part: str, most_bytes: int) -> None:
    if come > most_bytes:
        what = f"its files have more than {most_bytes >> 20} MiB together"
        raise DefinitionError(part, what, remedy="name the folder of one suite")

"""Bytes that a user names, read as often as they are needed: unpacked on the way, and no more of them than a bound.

Data packed by gzip or Zstandard are recognized by their first bytes, not by their name. They are unpacked each time, so
that neither memory nor a disk must hold all unpacked bytes: ten megabytes may become very many.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from zstandard import ZstdDecompressor, ZstdError

from wirelab.files.inputs import unreadable
from wirelab.model.errors import DefinitionError

_GZIP, _ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_BUFFER_BYTES = 1 << 17
_PACKED_BYTES = 1 << 10  # at once: they may unpack to 32 MiB
_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes, and how many of them there may be."""

    held: Path | bytes  # the file that holds them, or themselves
    part: str  # names them in errors
    most_bytes: int  # of them, unpacked

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The bytes from their start, unpacked.

        Raises:
            UsageError: there is no such file, or it is a folder.
            HostError: it cannot be read.
            DefinitionError: while reading: they are damaged, their end is missing, or they are too many.
        """
        try:
            raw = self.held.open("rb") if isinstance(self.held, Path) else io.BytesIO(self.held)
        except OSError as error:
            raise unreadable(error, self.part) from None
        with raw:
            try:
                inner = _unpacking(raw)
            except OSError as error:  # of a pipe, which can be read once
                raise unreadable(error, self.part) from None
            yield io.BufferedReader(_Bounded(inner, self), _BUFFER_BYTES)

    def read(self) -> bytes:
        """All of them; errors as `opened`."""
        with self.opened() as stream:
            return stream.read()

    def head(self, size: int) -> bytes:
        """The first ones, as many as there are; errors as `opened`."""
        with self.opened() as stream:
            return stream.read(size)

    def lines(self) -> Iterator[bytes]:
        """Each line, with its end; errors as `opened`."""
        with self.opened() as stream:
            yield from stream

    def bounded(self, size_bytes: int) -> int:
        """A number of bytes, if there may be so many; a DefinitionError if there may not."""
        if size_bytes > self.most_bytes:
            what = f"it has more than {_shown(self.most_bytes)}, unpacked"
            remedy = "allow more with --max-size, such as --max-size 16GiB, or give a part of it"
            raise DefinitionError(self.part, what, remedy=remedy)
        return size_bytes


def _shown(size_bytes: int) -> str:
    """A bound as it was typed: most are whole numbers of a unit."""
    whole = (f"{size_bytes // unit:,} {name}" for unit, name in _UNITS if size_bytes % unit == 0)
    return next(whole, f"{size_bytes:,} bytes")


def _unpacking(raw: BinaryIO) -> BinaryIO:
    """A stream of another's content, unpacked if it is packed."""
    head = raw.read(len(_ZSTANDARD))
    raw.seek(0)
    if head.startswith(_GZIP):
        return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
    if head == _ZSTANDARD:
        return cast("BinaryIO", _Frames(raw))
    return raw


class _Frames:
    """The content of Zstandard's frames, one after the other. The library's own stream overlooks a frame cut off."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed, self._next, self._ready = packed, ZstdDecompressor().decompressobj, io.BytesIO()
        self._frame = self._next()

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end."""
        while not (data := self._ready.read(size)):
            packed = self._frame.unused_data or self._packed.read(_PACKED_BYTES)
            if not packed and not self._frame.eof:
                raise ZstdError("its last frame has no end")
            if not packed:
                break
            if self._frame.eof:
                self._frame = self._next()
            self._ready = io.BytesIO(self._frame.decompress(packed))
        return data


class _Bounded(io.RawIOBase):
    """A stream that counts its bytes, and names their faults."""

    def __init__(self, inner: BinaryIO, source: Source) -> None:
        self._inner, self._source, self._come = inner, source, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]  # of any buffer, its stub says
        try:
            data = self._inner.read(len(buffer))
        except (EOFError, zlib.error, gzip.BadGzipFile, ZstdError) as error:
            what, remedy = "it is packed, but cannot be unpacked", "pack it again; its end may be missing"
            raise DefinitionError(self._source.part, what, why=str(error), remedy=remedy) from None
        except OSError as error:
            raise unreadable(error, self._source.part) from None
        self._come = self._source.bounded(self._come + len(data))
        buffer[: len(data)] = data
        return len(data)

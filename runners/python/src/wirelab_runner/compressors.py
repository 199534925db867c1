"""Compressors; each composes with every codec. One compresses nothing, but finds out what was damaged."""

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from wirelab_runner.codec import Library

# What compresses and what decompresses, at a level.
Squeeze = tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compressor(Library):
    """A compressor as it is registered; `open` imports the library and sets it up at a level."""

    open: Callable[[int], Squeeze]


def _gzip(level: int) -> Squeeze:
    import gzip

    # Without a time stamp, so that equal input gives equal bytes. Python's zlib lets no state be used again.
    return lambda data: gzip.compress(data, level, mtime=0), gzip.decompress


def _zstd(level: int) -> Squeeze:
    import zstandard

    # One context each for all calls, as zstd's manual advises.
    return zstandard.ZstdCompressor(level=level).compress, zstandard.ZstdDecompressor().decompress


_FRAME = struct.Struct("<II")  # the length of what follows, and its CRC-32


def _crc32(_: int) -> Squeeze:
    def framed(data: bytes) -> bytes:
        return _FRAME.pack(len(data), zlib.crc32(data)) + data

    def opened(data: bytes) -> bytes:
        length, crc = _FRAME.unpack_from(data)
        content = data[_FRAME.size :]
        if len(content) != length or zlib.crc32(content) != crc:
            raise ValueError("the bytes do not have the length and the CRC-32 that they had")
        return content

    return framed, opened


COMPRESSORS = {
    "crc32": Compressor(name="crc32", version=zlib.ZLIB_RUNTIME_VERSION, open=_crc32),
    "gzip": Compressor(name="gzip", version=zlib.ZLIB_RUNTIME_VERSION, open=_gzip),
    "zstd": Compressor(name="zstd", package="zstandard", open=_zstd),
}

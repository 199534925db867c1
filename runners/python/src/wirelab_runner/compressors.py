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
    """A compressor as it is registered; `open` imports the library and sets it up at a level, with a dictionary."""

    open: Callable[[int, bytes], Squeeze]


def _gzip(level: int, _: bytes) -> Squeeze:
    import gzip

    # Without a time stamp, so that equal input gives equal bytes. Python's zlib lets no state be used again.
    return lambda data: gzip.compress(data, level, mtime=0), gzip.decompress


def _zstd(level: int, _: bytes) -> Squeeze:
    import zstandard

    # One context each for all calls, as zstd's manual advises.
    return zstandard.ZstdCompressor(level=level).compress, zstandard.ZstdDecompressor().decompress


def _zstd_dictionary(level: int, dictionary: bytes) -> Squeeze:
    import zstandard

    loaded = zstandard.ZstdCompressionDict(dictionary)
    loaded.precompute_compress(level=level)  # as its documentation says where a dictionary is used often
    compressor = zstandard.ZstdCompressor(level=level, dict_data=loaded)
    return compressor.compress, zstandard.ZstdDecompressor(dict_data=loaded).decompress


_FRAME = struct.Struct("<II")  # the length of what follows, and its CRC-32


def _crc32(_: int, __: bytes) -> Squeeze:
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
    "zstd-dictionary": Compressor(name="zstd-dictionary", package="zstandard", open=_zstd_dictionary),
}

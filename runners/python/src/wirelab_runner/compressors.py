"""Compressors; each composes with every codec."""

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


COMPRESSORS = {
    "gzip": Compressor(name="gzip", version=zlib.ZLIB_RUNTIME_VERSION, open=_gzip),
    "zstd": Compressor(name="zstd", package="zstandard", open=_zstd),
}

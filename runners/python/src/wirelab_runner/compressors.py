"""Compressors; each composes with every codec."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Squeeze:
    """A compressor at a level, ready."""

    compress: Callable[[bytes], bytes]
    decompress: Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Compressor:
    """A compressor as it is registered.

    Attributes:
        name: as subjects name it.
        library: for people.
        package: the installed package that has its version; None when `version` does.
        version: of a library that is part of Python.
        levels: lowest and highest.
        default_level: the level when none is given.
        open: imports the library and makes it ready at a level.
    """

    name: str
    library: str
    package: str | None
    version: str | None
    levels: tuple[int, int]
    default_level: int
    open: Callable[[int], Squeeze]


def _gzip(level: int) -> Squeeze:
    import gzip

    # Without a time stamp, so that equal input gives equal bytes. Python's zlib lets no state be used again.
    return Squeeze(lambda data: gzip.compress(data, level, mtime=0), gzip.decompress)


def _zstd(level: int) -> Squeeze:
    import zstandard

    # One context each for all calls, as zstd's manual advises.
    return Squeeze(zstandard.ZstdCompressor(level=level).compress, zstandard.ZstdDecompressor().decompress)


COMPRESSORS = {
    compressor.name: compressor
    for compressor in (
        Compressor(
            "gzip",
            "zlib by Python's gzip, a state a call",
            None,
            zlib.ZLIB_RUNTIME_VERSION,
            (1, 9),
            6,
            _gzip,
        ),
        Compressor("zstd", "zstandard, a context kept", "zstandard", None, (1, 22), 3, _zstd),
    )
}

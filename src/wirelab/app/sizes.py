"""Sizes of a subject's bytes, raw and after compressors that are not part of it.

The compressors are the same for all runtimes, because the lab compresses. Levels are the libraries' defaults. gzip (RFC
1952) is deflate (RFC 1951, here without any framing) with 18 bytes around it; frames of Zstandard (RFC 8878) contain
the size of their content and have no checksum.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence

from zstandard import ZstdCompressor

from wirelab.files.dictionary import trained
from wirelab.model.cell import Cell
from wirelab.model.run import DEFLATE, GZIP, NO_COMPRESSOR, TOGETHER, ZSTANDARD, EncodedSize
from wirelab.model.units import ByteCount

_BARE_WINDOW = -15  # zlib's way to ask for no framing
_AROUND_GZIP = 18  # bytes: a header of ten, and eight of checksum and length
_ZSTANDARD_LEVEL = 3


def encoded_sizes(cell: Cell, payloads: Sequence[bytes]) -> tuple[EncodedSize, ...]:
    """Sizes of the bytes that `encode` wrote for `cell`; for several objects, also compressed as one."""
    return tuple(
        EncodedSize(cell.corpus, cell.platform, cell.subject, compressor, ByteCount(size))
        for compressor, size in sizes_by_compressor(payloads)
    )


def size_with_dictionary(payloads: Sequence[bytes]) -> int | None:
    """Bytes of `payloads` in frames of Zstandard, each with a dictionary trained on others.

    Every second one is compressed with a dictionary that was trained on those between, and the other way round. A
    dictionary has at most a tenth of the bytes that it was trained on, and at most 110 KiB; it is not counted, because
    its users send it once. The dictionary's number, which each frame has, is counted. None: too few bytes to train
    on.
    """
    halves = payloads[::2], payloads[1::2]
    size = 0
    for half, dictionary in zip(halves, map(trained, reversed(halves)), strict=True):
        if dictionary is None:
            return None
        packer = ZstdCompressor(level=_ZSTANDARD_LEVEL, dict_data=dictionary)
        size += sum(len(packer.compress(each)) for each in half)
    return size


def sizes_by_compressor(objects: Sequence[bytes]) -> Iterator[tuple[str, int]]:
    """Bytes of all objects together, raw and behind each compressor."""
    yield NO_COMPRESSOR, sum(map(len, objects))
    zstandard = ZstdCompressor(level=_ZSTANDARD_LEVEL)
    packers: dict[str, Callable[[bytes], int]]
    packers = {DEFLATE: _deflated, ZSTANDARD: lambda data: len(zstandard.compress(data))}
    apart = {name: sum(map(size_of, objects)) for name, size_of in packers.items()}
    together = {name: size_of(b"".join(objects)) for name, size_of in packers.items()} if len(objects) > 1 else {}
    for name in (GZIP, DEFLATE, ZSTANDARD):
        stream, around = (DEFLATE, _AROUND_GZIP) if name == GZIP else (name, 0)
        yield name, apart[stream] + around * len(objects)
        if together:
            yield name + TOGETHER, together[stream] + around


def _deflated(data: bytes) -> int:
    packer = zlib.compressobj(6, zlib.DEFLATED, _BARE_WINDOW)
    return len(packer.compress(data)) + len(packer.flush())

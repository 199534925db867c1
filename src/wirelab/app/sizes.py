"""How large a subject's bytes are, raw and behind compressors that are not part of it.

Deterministic and the same for all runtimes, because the lab compresses, not they.
"""

import zlib
from collections.abc import Iterator

from wirelab.model.cell import Cell
from wirelab.model.run import GZIP, NO_COMPRESSOR, EncodedSize
from wirelab.model.units import ByteCount
from wirelab.schema.messages import read_delimited

_GZIP_LEVEL = 6
_GZIP_WINDOW = 31  # zlib's way to ask for gzip's framing: 18 bytes of header and trailer


def encoded_sizes(cell: Cell, file: bytes) -> tuple[EncodedSize, ...]:
    """Sizes of what `encode` wrote for `cell`, summed over objects, each compressed on its own.

    Args:
        cell: whose corpus, platform and subject.
        file: encoded objects, length-delimited.
    """
    totals = {NO_COMPRESSOR: 0, GZIP: 0}
    for encoded in read_delimited(file):
        totals[NO_COMPRESSOR] += len(encoded)
        totals[GZIP] += _gzipped(encoded)
    return tuple(_sizes(cell, totals))


def _gzipped(data: bytes) -> int:
    packer = zlib.compressobj(_GZIP_LEVEL, zlib.DEFLATED, _GZIP_WINDOW)
    return len(packer.compress(data)) + len(packer.flush())


def _sizes(cell: Cell, totals: dict[str, int]) -> Iterator[EncodedSize]:
    for compressor, total in totals.items():
        yield EncodedSize(cell.corpus, cell.platform, cell.subject, compressor, ByteCount(total))

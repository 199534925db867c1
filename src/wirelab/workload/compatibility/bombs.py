"""Few bytes that unpack to many zeros, as compressors pack them: written by hand, since they take long for so many.

Pure.
"""

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Literal

Packing = Literal["gzip", "zlib", "zstd", "brotli", "lz4"]
_CHUNK = 1 << 20
_POLYNOMIAL, _ONE = 0xEDB88320, 1 << 31
_ADLER = 65521


def packed(packing: Packing, unpacked: int) -> bytes:
    """Bytes that unpack to so many zeros, a multiple of 1 MiB."""
    if unpacked <= 0 or unpacked % _CHUNK:
        raise ValueError(f"{unpacked} is no multiple of {_CHUNK}")
    return _PACKED[packing](unpacked)


def _gzip(unpacked: int) -> bytes:
    header = bytes.fromhex("1f8b0800000000000003")
    return header + _deflated(unpacked) + struct.pack("<II", crc_of_zeros(unpacked), unpacked & 0xFFFFFFFF)


def _zlib(unpacked: int) -> bytes:
    return b"\x78\x9c" + _deflated(unpacked) + struct.pack(">I", (unpacked % _ADLER) << 16 | 1)


def _deflated(unpacked: int) -> bytes:
    """After a full flush a compressor has forgotten everything, so that the same bytes go behind each other."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    chunk = compressor.compress(bytes(_CHUNK)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return unpacked // _CHUNK * chunk + b"\x03\x00"


def crc_of_zeros(count: int) -> int:
    """The CRC-32 of so many zero bytes: the register, multiplied by x^8 for each of them, modulo the polynomial."""
    power, factor = _ONE, _ONE >> 8
    while count:
        if count & 1:
            power = _times(power, factor)
        factor, count = _times(factor, factor), count >> 1
    return _times(power, 0xFFFFFFFF) ^ 0xFFFFFFFF


def _times(one: int, other: int) -> int:
    """The product of two polynomials, whose lowest power is the highest bit."""
    product = 0
    for at in range(31, -1, -1):
        if one >> at & 1:
            product ^= other
        other = other >> 1 ^ (_POLYNOMIAL if other & 1 else 0)
    return product


def _zstd(unpacked: int) -> bytes:
    """A frame with its content's size, of blocks that contain a byte and how often it is there (RFC 8878, 3.1.1)."""
    block, size = 1 << 17, struct.Struct("<I")
    count = unpacked // block
    of_run = [size.pack(block << 3 | 1 << 1 | (at == count - 1))[:3] + b"\0" for at in (0, count - 1)]
    header = bytes.fromhex("28b52ffd") + b"\xc0" + b"\x50" + struct.pack("<Q", unpacked)
    return header + (count - 1) * of_run[0] + of_run[1]


def _brotli(unpacked: int) -> bytes:
    """Meta-blocks of 16 MiB or less: a zero, and a copy of the byte before (RFC 7932, 9.2 and 5)."""
    bits = Bits()
    bits.put(0, 1)  # a window of 64 KiB
    for length in _blocks(unpacked, 1 << 24):
        bits.put(0, 1)  # not the last
        nibbles = 6 if length > 1 << 20 else 5  # of its length, without zeros before it
        bits.put(nibbles - 4, 2)
        bits.put(length - 1, 4 * nibbles)
        bits.put(0, 1)  # compressed
        bits.put(0, 3)  # one type of blocks of literals, of commands and of distances
        bits.put(0, 6)  # distances have no postfix and none of their own
        bits.put(0, 2)  # the context of literals
        bits.put(0, 2)  # one prefix code for all literals, and one for all distances
        for symbol, width in ((0, 8), (_COMMAND, 10), (_DISTANCE, 6)):
            bits.put(1, 2)  # a simple prefix code
            bits.put(0, 2)  # of one symbol, which then takes no bits
            bits.put(symbol, width)
        bits.put(length - 1 - _SHORTEST, 24)  # how much longer the copy is
        bits.put(0, 1)  # at a distance of 1
    bits.put(3, 2)  # the last, and empty
    return bits.bytes


_COMMAND, _SHORTEST, _DISTANCE = 399, 2118, 16
"""In Brotli: one literal and a copy of at least 2,118 bytes; a distance of 1 or 2."""


class Bits:
    """Bits behind each other, the lowest first."""

    def __init__(self) -> None:
        self._number, self._count, self._whole = 0, 0, bytearray()

    def put(self, number: int, count: int) -> None:
        """Put so many bits behind those before."""
        self._number |= number << self._count
        self._count += count
        while self._count >= 8:
            self._whole.append(self._number & 0xFF)
            self._number, self._count = self._number >> 8, self._count - 8

    @property
    def bytes(self) -> bytes:
        """All of them, filled up with zeros."""
        return bytes(self._whole) + (bytes([self._number]) if self._count else b"")


def _lz4(unpacked: int) -> bytes:
    """A frame of independent blocks of 4 MiB or less: a zero, a copy of the byte before, five zeros."""
    header, end = bytes.fromhex("04224d18607073"), bytes(4)
    return header + b"".join(_lz4_block(length) for length in _blocks(unpacked, 4 << 20)) + end


def _lz4_block(length: int) -> bytes:
    last = 5
    more = length - 1 - last - 4 - 15  # of the copy, beyond the four and fifteen that need no byte
    whole, rest = divmod(more, 255)
    block = b"\x1f\x00\x01\x00" + whole * b"\xff" + bytes([rest]) + bytes([last << 4]) + bytes(last)
    return struct.pack("<I", len(block)) + block


def _blocks(total: int, most: int) -> Iterator[int]:
    while total:
        yield min(total, most)
        total -= min(total, most)


_PACKED: dict[Packing, Callable[[int], bytes]] = {
    "gzip": _gzip, "zlib": _zlib, "zstd": _zstd, "brotli": _brotli, "lz4": _lz4,
}  # fmt: skip

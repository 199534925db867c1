"""Files of many byte strings, each preceded by its length as a varint: protobuf's "delimited" framing."""

import hashlib
from collections.abc import Iterable


def framed(parts: Iterable[bytes]) -> bytes:
    """The bytes of such a file."""
    out = bytearray()
    for part in parts:
        length = len(part)
        while length > 0x7F:
            out.append(length & 0x7F | 0x80)
            length >>= 7
        out.append(length)
        out += part
    return bytes(out)


def frames(data: bytes) -> list[bytes]:
    """The byte strings of such a file.

    Raises:
        ValueError: the file ends within a length or a string, or a length has more than 10 bytes.
    """
    parts, at = [], 0
    while at < len(data):
        length, at = _varint(data, at)
        if length > len(data) - at:
            raise ValueError(f"object {len(parts)} says {length} bytes, and {len(data) - at} are left")
        parts.append(data[at : at + length])
        at += length
    return parts


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            raise ValueError("it ends within a length")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError(f"the length before byte {at} has more than 10 bytes")


def sha256(data: bytes) -> str:
    """The digest as the protocol writes it."""
    return hashlib.sha256(data).hexdigest()

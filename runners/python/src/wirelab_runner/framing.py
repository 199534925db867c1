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
        ValueError: the file ends within a length or a string, or a length is none.
    """
    parts, at = list[bytes](), 0
    while at < len(data):
        length, at = varint(data, at)
        if length > len(data) - at:
            raise ValueError(f"object {len(parts)} says {length} bytes, and {len(data) - at} are left")
        parts.append(data[at : at + length])
        at += length
    return parts


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The varint at `at`, and where it ends.

    Raises:
        ValueError: the data ends within it, or it has more than 10 bytes.
    """
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            raise ValueError("it ends within a number")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError(f"the number before byte {at} has more than 10 bytes")


def sha256(data: bytes) -> str:
    """The digest as the protocol writes it."""
    return hashlib.sha256(data).hexdigest()

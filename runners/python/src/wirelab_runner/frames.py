"""Files of objects and of encoded objects: a frame per object, its type and length as varints before its bytes."""

from collections.abc import Iterable
from pathlib import Path

Frame = tuple[int, bytes]


def read_frames(file: str) -> list[Frame]:
    """The type and the bytes of each object in a file.

    Raises:
        ValueError: the file ends within a frame.
    """
    data, at, found = Path(file).read_bytes(), 0, list[Frame]()
    while at < len(data):
        kind, at = _read_varint(data, at)
        length, at = _read_varint(data, at)
        found.append((kind, data[at : at + length]))
        at += length
    if at > len(data):
        raise ValueError(f"{file} ends within an object")
    return found


def write_frames(file: str, frames: Iterable[Frame]) -> None:
    """Write such a file."""
    data = bytearray()
    for kind, part in frames:
        data += _varint(kind) + _varint(len(part)) + part
    Path(file).write_bytes(data)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that begins at an index, and the index behind it."""
    value = shift = 0
    while data[at] > 0x7F:
        value |= (data[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
    return value | data[at] << shift, at + 1

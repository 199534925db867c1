"""Files of many byte strings, each preceded by its length as a varint: protobuf's "delimited" framing."""

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
    parts, at = list[bytes](), 0
    while at < len(data):
        length = 0
        for shift in range(0, 71, 7):
            if at == len(data) or shift == 70:
                raise ValueError(f"the length of object {len(parts)} does not end")
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        if length > len(data) - at:
            raise ValueError(f"object {len(parts)} says {length} bytes, and {len(data) - at} are left")
        parts.append(data[at : at + length])
        at += length
    return parts

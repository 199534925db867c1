"""Protobuf's varints: a number that is not negative, seven bits per byte, lowest first."""

_CONTINUES = 0x80
_LONGEST = 10


def varint(number: int) -> bytes:
    """The bytes of a number."""
    out = bytearray()
    while number >= _CONTINUES:
        out.append(number & 0x7F | _CONTINUES)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The varint at `at`, and where it ends; a ValueError if there is none."""
    value = 0
    for place, byte in enumerate(data[at : at + _LONGEST]):
        value |= (byte & 0x7F) << 7 * place
        if byte < _CONTINUES:
            return value, at + place + 1
    raise ValueError(f"there is no varint at byte {at}")

"""Protobuf bytes with map entries in the order that the protocol says.

protobuf's Python library (upb) does have a deterministic order for maps, but it is its own: descending, by unsigned
bits. This module puts the entries of every map, at any depth, in ascending order of key: numbers by value, strings by
their UTF-8 bytes, false before true. It works on the wire, so messages without maps below them cost nothing.
"""

import struct
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor, FieldDescriptor

Key = int | bytes
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_CONTINUES = 0x80
_LONGEST_VARINT = 10


def varint(number: int) -> bytes:
    """A number that is not negative, seven bits a byte, lowest first."""
    out = bytearray()
    while number >= _CONTINUES:
        out.append(number & 0x7F | _CONTINUES)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The varint at `at`, and where it ends.

    Raises:
        ValueError: there is none.
    """
    value = 0
    for place, byte in enumerate(data[at : at + _LONGEST_VARINT]):
        value |= (byte & 0x7F) << 7 * place
        if byte < _CONTINUES:
            return value, at + place + 1
    raise ValueError(f"there is no varint at byte {at}")


def sorted_maps(descriptor: "Descriptor", data: bytes) -> bytes:
    """The bytes of a message with the entries of its maps in order.

    Args:
        descriptor: the message's type.
        data: its bytes as the library serializes them: each map's entries together.
    """
    if not has_maps(descriptor):
        return data
    out: list[bytes] = []
    entries: list[tuple[Key, bytes]] = []
    open_map = 0
    for number, wire_type, start, payload, end in _fields(data):
        field = descriptor.fields_by_number[number]
        if number != open_map and entries:
            out += [entry for _, entry in sorted(entries)]
            entries = []
        inner = field.message_type if wire_type == _LENGTH else None
        if inner is None or not (inner.GetOptions().map_entry or has_maps(inner)):
            out.append(data[start:end])
            continue
        mended = sorted_maps(inner, data[payload:end])
        framed = varint(number << 3 | _LENGTH) + varint(len(mended)) + mended
        if inner.GetOptions().map_entry:
            open_map = number
            entries.append((_key(inner.fields_by_number[1], mended), framed))
        else:
            out.append(framed)
    return b"".join([*out, *(entry for _, entry in sorted(entries))])


@cache
def has_maps(descriptor: "Descriptor") -> bool:
    """Whether a value of this type can hold a map at any depth."""
    seen: set[str] = set()
    waiting = [descriptor]
    while waiting:
        one = waiting.pop()
        if one.full_name not in seen:
            seen.add(one.full_name)
            held = [field.message_type for field in one.fields if field.message_type is not None]
            if any(inner.GetOptions().map_entry for inner in held):
                return True
            waiting += held
    return False


def _fields(data: bytes) -> Iterator[tuple[int, int, int, int, int]]:
    """Number, wire type, and where the tag, the payload and the end of each field are."""
    at = 0
    while at < len(data):
        start = at
        tag, at = read_varint(data, at)
        payload, wire_type = at, tag & 7
        if wire_type == _VARINT:
            _, end = read_varint(data, at)
        elif wire_type == _LENGTH:
            length, payload = read_varint(data, at)
            end = payload + length
        else:
            end = at + {_FIXED64: 8, _FIXED32: 4}[wire_type]
        yield tag >> 3, wire_type, start, payload, end
        at = end


def _key(field: "FieldDescriptor", entry: bytes) -> Key:
    for number, wire_type, _, payload, end in _fields(entry):
        if number == 1:
            if wire_type == _VARINT:
                return _NUMBERS.get(field.type, int)(read_varint(entry, payload)[0])
            raw = entry[payload:end]
            return raw if wire_type == _LENGTH else struct.unpack(_LAYOUTS[field.type], raw)[0]
    return b"" if field.type == field.TYPE_STRING else 0


def _two_s_complement(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _zigzag(number: int) -> int:
    return number >> 1 ^ -(number & 1)


# By the numbers of FieldDescriptorProto.Type: int64 3, int32 5, sint32 17, sint64 18; fixed64 6, fixed32 7, sfixed32
# 15, sfixed64 16. An int32 travels as the 64 bits of its sign extension.
_NUMBERS: dict[int, Callable[[int], int]] = {3: _two_s_complement, 5: _two_s_complement, 17: _zigzag, 18: _zigzag}
_LAYOUTS: dict[int, str] = {6: "<Q", 7: "<I", 15: "<i", 16: "<q"}

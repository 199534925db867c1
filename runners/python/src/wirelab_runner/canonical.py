"""Protobuf bytes as the protocol's digests want them.

The library's own deterministic order of map entries descends by the unsigned bits of the key; the protocol's ascends
by value. What has no maps below it is left as it is.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from wirelab_runner.framing import framed, varint

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_FIXED_SIZES = {_FIXED64: 8, _FIXED32: 4}


def canonical_bytes(message: Any) -> bytes:
    """A message: fields in ascending order of number, map entries in ascending order of key."""
    return _in_order(message.DESCRIPTOR, message.SerializeToString(deterministic=True))


def _in_order(descriptor: Any, data: bytes) -> bytes:
    """The same message; `data` has each map's entries together."""
    if not _has_maps(descriptor):
        return data
    out, entries = bytearray(), list[tuple[Any, bytes]]()
    last = 0
    for number, start, payload, end in _fields(data):
        if number != last:
            out += _sorted(entries)
            entries, last = [], number
        inner = descriptor.fields_by_number[number].message_type
        if inner is None:
            out += data[start:end]
            continue
        written = data[start : varint(data, start)[1]] + framed([_in_order(inner, data[payload:end])])
        if inner.GetOptions().map_entry:
            entries.append((_key(inner, data[payload:end]), written))
        else:
            out += written
    return bytes(out + _sorted(entries))


def _sorted(entries: list[tuple[Any, bytes]]) -> bytes:
    return b"".join(written for _, written in sorted(entries))


def _key(entry: Any, data: bytes) -> int | bytes:
    key: int | str = entry._concrete_class.FromString(data).key
    return key.encode() if isinstance(key, str) else key


@cache
def _has_maps(descriptor: Any) -> bool:
    """Whether a value of this type can hold a map at any depth."""
    seen, left = {descriptor.full_name}, [descriptor]
    while left:
        for field in left.pop().fields:
            inner = field.message_type
            if inner is None or inner.full_name in seen:
                continue
            if inner.GetOptions().map_entry:
                return True
            seen.add(inner.full_name)
            left.append(inner)
    return False


def _fields(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """For each field: its number, where it starts, where its content starts, and where it ends."""
    at = 0
    while at < len(data):
        start = at
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == _LENGTH:
            length, at = varint(data, at)
            end = at + length
        elif wire == _VARINT:
            end = varint(data, at)[1]
        else:
            end = at + _FIXED_SIZES[wire]
        yield tag >> 3, start, at, end
        at = end

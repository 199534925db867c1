"""CBOR as RFC 8949 has it, read strictly: by ourselves, so that no library that is asked is also the judge. Pure."""

import struct
from dataclasses import dataclass, field
from typing import Any

from wirelab.workload.vectors.case import Unheld

_BREAK = object()
_REALS = {25: ">e", 26: ">f", 27: ">d"}
_SIMPLE = {20: False, 21: True, 22: None}
_NATURAL, _NEGATIVE, _BYTES, _TEXT, _LIST, _MAP, _TAG, _OTHER = range(8)
_BIGNUMS = (2, 3)
_LONG, _ENDLESS = 24, 31


class CborError(ValueError):
    """Bytes that are not well-formed CBOR."""


@dataclass(slots=True)
class _Open:
    """An item whose end has not come."""

    kind: int  # its major type
    left: int | None  # how many items it still takes; None: all before a break
    tag: int = 0
    items: list[Any] = field(default_factory=list)

    def closed(self) -> Any:
        """The value that it is."""
        match self.kind:
            case 2:  # bytes
                return b"".join(self.items)
            case 3:
                return "".join(self.items)
            case 4:
                return self.items
            case 5:
                return _map(self.items)
            case _:
                return _tagged(self.tag, self.items[0])


def read_cbor(data: bytes) -> Any:
    """The one item that bytes are, however deep it is nested.

    Integers, doubles, texts, bytes, lists, dictionaries, true, false and None are themselves, and bignums are integers;
    other tags, and simple values, are `Unheld`. So are dictionaries with keys that are neither texts nor integers.

    Raises:
        CborError: they are no item, or more than one; a text is not UTF-8, or a map has a key twice.
    """
    bytes_left, opened = _Bytes(data), list[_Open]()
    while True:
        value = _next(bytes_left, opened[-1] if opened else None)
        if isinstance(value, _Open) and value.left != 0:
            opened.append(value)
            continue
        if value is _BREAK:
            value = opened.pop()
        while True:
            if isinstance(value, _Open):
                value = value.closed()
            if not opened:
                bytes_left.require_end()
                return value
            above = opened[-1]
            above.items.append(value)
            if above.left is None:
                break
            above.left -= 1
            if above.left:
                break
            value = opened.pop()


class _Bytes:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, size: int) -> bytes:
        """The next ones."""
        missing = self._at + size - len(self._data)
        if missing > 0:
            raise CborError(f"{missing:,} bytes are missing at its end")
        self._at += size
        return self._data[self._at - size : self._at]

    def require_end(self) -> None:
        """Nothing may follow."""
        if self._at < len(self._data):
            raise CborError(f"{len(self._data) - self._at:,} bytes follow the item")


def _next(data: _Bytes, within: _Open | None) -> Any:
    """An item that is whole, one that has only begun, or a break."""
    first = data.take(1)[0]
    major, info = first >> 5, first & 31
    if major == _OTHER and info == _ENDLESS:
        if within is None or within.left is not None:
            raise CborError("a break is where a value should be")
        return _BREAK
    if within is not None and within.kind in (_BYTES, _TEXT) and (major != within.kind or info == _ENDLESS):
        raise CborError("a string has a part of another type")
    return _other(data, info) if major == _OTHER else _item(data, major, info)


def _item(data: _Bytes, major: int, info: int) -> Any:
    count = _count(data, major, info)
    if count is None:
        return _Open(major, None)
    if major in (_NATURAL, _NEGATIVE):
        return count if major == _NATURAL else -1 - count
    if major in (_BYTES, _TEXT):
        found = data.take(count)
        return found if major == _BYTES else _text(found)
    return _Open(major, {_LIST: count, _MAP: 2 * count, _TAG: 1}[major], tag=count)


def _count(data: _Bytes, major: int, info: int) -> int | None:
    """The number behind an item's first byte; None: its length is indefinite."""
    if info < _LONG:
        return info
    if info <= max(_REALS):
        return int.from_bytes(data.take(2 ** (info - _LONG)), "big")
    if info == _ENDLESS and major in (_BYTES, _TEXT, _LIST, _MAP):
        return None
    raise CborError(f"additional information {info} of major type {major} is not assigned")


def _other(data: _Bytes, info: int) -> Any:
    if info in _REALS:
        return struct.unpack(_REALS[info], data.take(2 ** (info - _LONG)))[0]
    if info > _LONG:
        raise CborError(f"additional information {info} of major type {_OTHER} is not assigned")
    if info == _LONG and (info := data.take(1)[0]) <= _ENDLESS:
        raise CborError(f"the simple value {info} is written in 2 bytes")
    return _SIMPLE.get(info, Unheld("no schema has simple values besides true, false and null"))


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CborError(f"a text is not UTF-8: {error}") from None


def _map(items: list[Any]) -> Any:
    keys = items[::2]
    if len(items) % 2:
        raise CborError("a map has a key without a value")
    if not all(isinstance(key, str | int) and not isinstance(key, bool) for key in keys):
        return Unheld("no schema has maps with such keys")
    if len({*keys}) < len(keys):
        raise CborError("a map has a key twice")
    return dict(zip(keys, items[1::2], strict=True))


def _tagged(tag: int, value: Any) -> Any:
    if tag in _BIGNUMS and isinstance(value, bytes):
        number = int.from_bytes(value, "big")
        return number if tag == _BIGNUMS[0] else -1 - number
    return Unheld("no schema has tags, and codecs write times in ways of their own")

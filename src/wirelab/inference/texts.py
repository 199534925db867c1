"""Texts that mean more: UUIDs, instants and dates, if they are written as every codec writes them again. Pure."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from wirelab.schema.kinds import Logical

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
# A fraction that is zero is left out when it is written again, and 24:00 is the next day, so such a text stays a text.
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?!24)[0-9]{2}:[0-9]{2}:[0-9]{2}(?!\.000)(?:\.[0-9]{3})?Z", re.ASCII)
_WRITTEN: Mapping[Logical, tuple[re.Pattern[str], Callable[[str], object]]] = {
    Logical.UUID: (_UUID, UUID),
    Logical.INSTANT_MILLIS: (_INSTANT, datetime.fromisoformat),
    Logical.DATE: (_DATE, date.fromisoformat),
}
_LENGTHS = frozenset({10, 20, 24, 36})


def meanings(text: str) -> frozenset[Logical]:
    """The further meanings that a text can have so that the same text comes back."""
    if len(text) not in _LENGTHS:
        return frozenset()
    return frozenset(logical for logical, how in _WRITTEN.items() if _is_so(text, *how))


def wire_of(text: str, logical: Logical) -> bytes | int | str:
    """A text of that meaning as the schema's field holds it."""
    if logical is Logical.UUID:
        return UUID(text).bytes
    if logical is Logical.INSTANT_MILLIS:
        return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
    return text


def text_of(wire: bytes | int | str) -> str:
    """The reverse of `wire_of`."""
    if isinstance(wire, bytes):
        return str(UUID(bytes=wire))
    if isinstance(wire, int):
        instant = _EPOCH + timedelta(milliseconds=wire)
        return instant.isoformat(timespec="milliseconds" if instant.microsecond else "seconds")[:-6] + "Z"
    return wire


def _is_so(text: str, form: re.Pattern[str], read: Callable[[str], object]) -> bool:
    try:
        return form.fullmatch(text) is not None and read(text) is not None
    except ValueError:
        return False

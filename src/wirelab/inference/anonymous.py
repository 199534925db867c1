"""Documents with other values of the same shape, so that they can be shown to others. Pure but for its draws.

These stay: names of fields; which values are there, and their kinds; null, true, false, 0 and 1; lengths and classes of
characters; signs, digits and bits of numbers; years of dates. Two values at one place are the same afterwards if they
were before, and only then.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import Any

from wirelab.inference.maps import is_map
from wirelab.inference.seen import Seen, merged, merged_objects
from wirelab.inference.texts import meanings

Draw = Callable[[int], int]
"""A number from 0 to below the given one, each as likely."""
_PARTS = re.compile(
    r"(?P<hex>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|(?<![0-9a-zA-Z])[0-9a-f]{16,}(?![0-9a-zA-Z]))"
    r"|(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"|(?P<time>(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])"
    r"|(?P<kept>(?<=[0-9])[TZ](?![a-zA-Z]))"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_CLASSES = (_DIGITS, _LETTERS, _LETTERS.upper())
_HEX_CLASSES = (_DIGITS, _LETTERS[:6], _LETTERS[:6].upper())
_BLOCK = 64
"""So many code points in a row take the same number of bytes in UTF-8, and mostly belong to one script."""
_TRIES = 100_000
"""After so many, two values may become the same one: hardly any class of values is ever so full."""


@dataclass(slots=True)
class _Place:
    """A place of documents, and the new values there."""

    fields: "dict[str, _Place]" = field(default_factory=dict)  # by key, where objects have names for keys
    entries: "_Place | None" = None  # the values, where their keys are data
    elements: "_Place | None" = None  # of arrays
    known: dict[tuple[type, str], Any] = field(default_factory=dict)
    """The new value for each value, by the latter's type and how it is written; keys of maps too."""
    taken: set[tuple[type, str]] = field(default_factory=set)  # the new values' types and how they are written


def anonymized(documents: Iterable[Any], seen: Seen, draw: Draw) -> tuple[Any, ...]:
    """Replace every value of documents, in which `seen` was seen, by another of its shape that is drawn by `draw`."""
    place = _place(seen)
    return tuple(_replaced(document, place, draw) for document in documents)


def _place(seen: Seen) -> _Place:
    objects = merged_objects(seen.objects.values())
    made = _Place(elements=None if seen.elements is None else _place(seen.elements))
    if any(map(is_map, (objects, *seen.objects.values()))):
        made.entries = _place(merged(objects.fields.values()))
    else:
        made.fields = {key: _place(own) for key, own in objects.fields.items()}
    return made


def _replaced(value: Any, place: _Place, draw: Draw) -> Any:
    match value:
        case None | bool():
            return value
        case dict():
            return _replaced_object(value, place, draw)
        case list():
            assert place.elements is not None
            return [_replaced(each, place.elements, draw) for each in value]
        case _:
            return _once(place, value, draw)


def _replaced_object(value: dict[str, Any], place: _Place, draw: Draw) -> dict[str, Any]:
    entries = place.entries
    if entries is None:
        return {key: _replaced(each, place.fields[key], draw) for key, each in value.items()}
    return {_once(place, key, draw): _replaced(each, entries, draw) for key, each in value.items()}


def _once(place: _Place, value: Any, draw: Draw) -> Any:
    """The new value for a value, the same each time and no other's.

    It is drawn from the value's own class, which has room for a new value for each of its values: so one is left.
    """
    key = _key(value)
    if key not in place.known:
        for _ in range(_TRIES):
            other = _other(value, draw)
            if _key(other) not in place.taken:
                break
        place.known[key] = other
        place.taken.add(_key(other))
    return place.known[key]


def _key(value: Any) -> tuple[type, str]:
    """A key that distinguishes 1, 1.0 and "1", and 0.0 and -0.0."""
    return type(value), repr(value)


def _other(value: Any, draw: Draw) -> Any:
    match value:
        case str():
            return _text(value, draw)
        case int():
            return _integer(value, draw)
        case _:
            return _number(value, draw)


def _integer(value: int, draw: Draw) -> int:
    """Another integer of the same sign, digits and bits; 0 and 1 are alone in their class."""
    size = abs(value)
    if size < 2:
        return value
    low: int = max(1 << (size.bit_length() - 1), 10 ** (len(str(size)) - 1))
    high: int = min((1 << size.bit_length()) - 1, 10 ** len(str(size)) - 1)
    other = low + draw(high - low + 1)
    return other if value > 0 else -other


def _number(value: float, draw: Draw) -> float:
    """Written with as many digits; zeros and the exponent stay."""
    digits, mark, exponent = repr(value).partition("e")
    while True:
        drawn = "".join(str(1 + draw(9)) if sign in "123456789" else sign for sign in digits)
        other = float(drawn + mark + exponent)
        if isfinite(other) and repr(other) == drawn + mark + exponent:
            return other


def _text(value: str, draw: Draw) -> str:
    """Another text of the same classes of characters, and the same meaning."""
    while True:
        other = _PARTS.sub(lambda part: _part(part, draw), value)
        if meanings(other) == meanings(value):
            return other


def _part(part: re.Match[str], draw: Draw) -> str:
    text = part[0]
    match part.lastgroup:
        case "kept":
            return text
        case "time":
            return f"{draw(24):02}:{draw(60):02}:{draw(60):02}"
        case "date" if (days := _days_of_year(text)) is not None:
            return days[draw(len(days))]
        case _:
            classes = _HEX_CLASSES if part.lastgroup == "hex" else _CLASSES
            return "".join(_sign(sign, classes, draw) for sign in text)


@lru_cache(maxsize=512)
def _days_of_year(text: str) -> tuple[str, ...] | None:
    """All dates of a date's year; None where it is no date."""
    try:
        first = date.fromisoformat(text).replace(month=1, day=1)
    except ValueError:
        return None
    last = first.replace(month=12, day=31).toordinal()
    return tuple(date.fromordinal(day).isoformat() for day in range(first.toordinal(), last + 1))


def _sign(sign: str, classes: tuple[str, ...], draw: Draw) -> str:
    if sign.isascii():
        own = next((signs for signs in classes if sign in signs), sign)
    else:
        own = _alike(ord(sign) // _BLOCK, unicodedata.category(sign))
    return own[draw(len(own))]


@lru_cache(maxsize=4096)
def _alike(block: int, category: str) -> str:
    """The characters of a block that are of a category."""
    signs = (chr(point) for point in range(block * _BLOCK, (block + 1) * _BLOCK))
    return "".join(sign for sign in signs if unicodedata.category(sign) == category)

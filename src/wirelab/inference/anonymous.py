"""Documents with other values of the same shape, so that they can be shown to others. Pure but for its draws.

These stay: names of fields; which values are there, and their kinds; null, true, false, 0 and 1; lengths and classes of
characters; signs, digits and bits of numbers; years of dates. Two values at one place are the same afterwards if they
were before, and only then.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import Any

from wirelab.inference.object_groups import groups_of, settle
from wirelab.inference.seen import Seen
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


class _Place:
    """A place of documents, and the new values there; objects may lead to places that they are below."""

    def __init__(self, seen: tuple[Seen, ...], places: "dict[tuple[int, ...], _Place]") -> None:
        self._seen, self._places = seen, places  # settled; all places, by the identities of these
        self._groups = [objects for each in seen for _, objects in groups_of(each)]
        self._under: dict[str, _Place] = {}
        self.has_names = all(objects.entries is None for objects in self._groups)  # else keys of objects are data
        self.known: dict[tuple[type, str], Any] = {}
        """The new value for each value, by the latter's type and how it is written; keys of maps too."""
        self.taken: set[tuple[type, str]] = set()  # the new values' types and how they are written

    def under(self, key: str) -> "_Place":
        """The place of values under a key: one for all, where keys are data."""
        if key not in self._under:
            own = [objects.entries for objects in self._groups if objects.entries is not None]
            for objects in self._groups:
                own += [seen for name, seen in objects.fields.items() if name == key or not self.has_names]
            self._under[key] = self._place(own)
        return self._under[key]

    @property
    def elements(self) -> "_Place":
        """The place of elements of arrays."""
        return self._place(each.elements for each in self._seen if each.elements is not None)

    def _place(self, seen: Iterable[Seen]) -> "_Place":
        own = tuple(seen)
        key = tuple(map(id, own))
        if key not in self._places:
            self._places[key] = _Place(own, self._places)
        return self._places[key]


def anonymized(documents: Iterable[Any], seen: Seen, draw: Draw) -> tuple[Any, ...]:
    """Replace every value of documents by another of its shape that is drawn by `draw`.

    `seen` was seen in them, and is settled in place: so keys are data where they will be in a schema.
    """
    settle(seen)
    place = _Place((seen,), {})
    return tuple(_replaced(document, place, draw) for document in documents)


def _replaced(value: Any, place: _Place, draw: Draw) -> Any:
    match value:
        case None | bool():
            return value
        case dict() if place.has_names:
            return {key: _replaced(each, place.under(key), draw) for key, each in value.items()}
        case dict():
            return {_once(place, key, draw): _replaced(each, place.under(""), draw) for key, each in value.items()}
        case list():
            elements = place.elements
            return [_replaced(each, elements, draw) for each in value]
        case _:
            return _once(place, value, draw)


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

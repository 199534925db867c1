"""The values seen at each place of documents, gathered in one pass over them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wirelab.inference.texts import meanings
from wirelab.model.errors import DefinitionError
from wirelab.schema.kinds import JsonKind, Logical

MOST_LEVELS = 100
"""The most levels of nested objects and arrays: libraries of Protocol Buffers read no deeper."""
MOST_TEXTS = 256
"""The most texts that are kept of a place, for an enum."""
_MOST_STATED = 16
_STATE_KIND = ("type", "kind")
_ALL_MEANINGS = frozenset({Logical.UUID, Logical.INSTANT_MILLIS, Logical.DATE})
_EXACT = 2**53
_MEMBERS = (JsonKind.BOOLEAN, JsonKind.INTEGER, JsonKind.NUMBER, JsonKind.TEXT, JsonKind.OBJECT, JsonKind.LIST)
"""The kinds in the order of a union's members."""


@dataclass(slots=True, eq=False)
class SeenObjects:
    """Objects at one place; each is equal only to itself."""

    count: int = 0
    fields: "dict[str, Seen]" = field(default_factory=dict)  # under each key, in order of appearance
    entries: "Seen | None" = None  # under all keys, where these are data; None: they have fields
    joined: "SeenObjects | None" = None  # those that they were joined with (`object_groups`), to which `one` leads

    @property
    def one(self) -> "SeenObjects":
        """These, or those that they were joined with."""
        one = self
        while one.joined is not None:
            one = one.joined
        return one

    def merge(self, other: "SeenObjects") -> None:
        """Take in objects seen elsewhere, before either is settled; the other stays as it is."""
        self.count += other.count
        for key, seen in other.fields.items():
            self.fields.setdefault(key, Seen()).merge(seen)


@dataclass(slots=True)
class Seen:
    """Values at one place."""

    count: int = 0  # nulls included
    nulls: int = 0
    first: dict[JsonKind, int] = field(default_factory=dict)  # the row, from 1, where each kind was first seen
    low: int = 0  # the least integer, or 0
    high: int = 0  # the greatest, or 0
    exact: bool = True  # every integer is also a double
    whole_fractions: bool = False  # a number with a point or an exponent is whole: 2.0, 2e3
    meanings: frozenset[Logical] = _ALL_MEANINGS  # of all texts
    texts: dict[str, None] = field(default_factory=dict)  # in order of appearance; at most `MOST_TEXTS` and one
    objects: dict[str, SeenObjects] = field(default_factory=dict)
    """Keyed by the kind that they state if an array has them, else by the empty text."""
    crowded: bool = False  # they state more kinds than are kept apart: all of them are of one kind then
    elements: "Seen | None" = None  # those of all arrays
    empties: int = 0  # arrays without any, and objects without keys

    def see(self, value: Any, row: int, level: int = 0, *, in_list: bool = False) -> None:
        """Take in a value as JSON gives it, of a document (`row`, from 1), within `level` objects and arrays.

        Raises:
            DefinitionError: it is nested too deeply, or a text in it is not Unicode.
        """
        self.count += 1
        match value:
            case str():
                self.first.setdefault(JsonKind.TEXT, row)
                _require_text(value, row)
                if self.meanings:
                    self.meanings &= meanings(value)
                if len(self.texts) <= MOST_TEXTS:
                    self.texts[value] = None
            case None:
                self.nulls += 1
            case bool():
                self.first.setdefault(JsonKind.BOOLEAN, row)
            case int():
                self.first.setdefault(JsonKind.INTEGER, row)
                self.low, self.high = min(self.low, value), max(self.high, value)
                self.exact = self.exact and (-_EXACT <= value <= _EXACT or int(_as_double(value)) == value)
            case float():
                self.first.setdefault(JsonKind.NUMBER, row)
                self.whole_fractions = self.whole_fractions or value.is_integer()
            case Mapping():
                self.first.setdefault(JsonKind.OBJECT, row)
                self._see_object(value, row, _deeper(level, row), stated_kind(value) if in_list else "")
            case _:
                self.first.setdefault(JsonKind.LIST, row)
                self._see_list(value, row, _deeper(level, row))

    def merge(self, other: "Seen") -> None:
        """Take in values seen elsewhere, which stay as they are."""
        self._merge_values(other)
        for stated, objects in other.objects.items():
            self.objects.setdefault(self._place_of(stated), SeenObjects()).merge(objects)
        if other.elements is not None:
            if self.elements is None:
                self.elements = Seen()
            self.elements.merge(other.elements)

    def absorb(self, other: "Seen") -> Iterator[tuple[SeenObjects, SeenObjects]]:
        """Take in values seen elsewhere, which nobody uses any more; yields pairs of objects to join."""
        self._merge_values(other)
        for stated, objects in other.objects.items():
            here = self.objects.setdefault(self._place_of(stated), objects)
            if here.one is not objects.one:
                yield here, objects
        if self.elements is None:
            self.elements = other.elements
        elif other.elements is not None:
            yield from self.elements.absorb(other.elements)

    def _merge_values(self, other: "Seen") -> None:
        self.count += other.count
        self.nulls += other.nulls
        self.empties += other.empties
        for kind, row in other.first.items():
            self.first[kind] = min(row, self.first.get(kind, row))
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        self.exact = self.exact and other.exact
        self.whole_fractions = self.whole_fractions or other.whole_fractions
        self.crowded = self.crowded or other.crowded
        self.meanings &= other.meanings
        new = [text for text in other.texts if text not in self.texts]
        self.texts |= dict.fromkeys(new[: MOST_TEXTS + 1 - len(self.texts)])

    def _see_object(self, value: Mapping[str, Any], row: int, level: int, stated: str) -> None:
        seen = self.objects.setdefault(self._place_of(stated), SeenObjects())
        seen.count += 1
        self.empties += not value
        for key, each in value.items():
            at = seen.fields.get(key)
            if at is None:
                _require_text(key, row)
                at = seen.fields[key] = Seen()
            at.see(each, row, level)

    def _place_of(self, stated: str) -> str:
        """The key under which objects of a kind are kept: beyond some number of kinds, the first one's."""
        is_beyond = stated not in self.objects and len(self.objects) >= _MOST_STATED
        self.crowded = self.crowded or is_beyond
        return next(iter(self.objects)) if is_beyond else stated

    def _see_list(self, value: Sequence[Any], row: int, level: int) -> None:
        if self.elements is None:
            self.elements = Seen()
        self.empties += not value
        for each in value:
            self.elements.see(each, row, level, in_list=True)


def seen_in(documents: Iterable[Any], *, as_one: bool, first_row: int = 1) -> Seen:
    """The values seen in documents, one per row; or, `as_one`, in elements of one array.

    Raises:
        DefinitionError: one is nested too deeply, or a text in it is not Unicode.
    """
    seen = Seen()
    for row, document in enumerate(documents, start=first_row):
        seen.see(document, row, in_list=as_one)
    return seen


def kinds_of(seen: Seen) -> Iterator[JsonKind]:
    """The kinds that stay apart: integers are numbers too, if doubles carry them all."""
    for kind in _MEMBERS:
        if kind in seen.first and not (kind is JsonKind.INTEGER and JsonKind.NUMBER in seen.first and seen.exact):
            yield kind


def stated_kind(value: Mapping[str, Any]) -> str:
    """The kind that an object states, as a text under one of the keys that people use for it; or nothing."""
    stated = (value.get(key) for key in _STATE_KIND)
    return next((one for one in stated if isinstance(one, str)), "")


def _as_double(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return 0.0


def _deeper(level: int, row: int) -> int:
    if level == MOST_LEVELS:
        what = f"document {row:,} has more than {MOST_LEVELS} nested objects and arrays"
        why = "Protocol Buffers libraries, through which every runner gets its data, read no deeper"
        raise DefinitionError("data", what, why=why, remedy="make it flatter, or leave this document out")
    return level + 1


def _require_text(text: str, row: int) -> None:
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        what = f"document {row:,} has a text that is not Unicode: half of a surrogate pair"
        why = f"{text[max(0, error.start - 10) : error.end + 10]!r}"
        raise DefinitionError("data", what, why=why, remedy="write the character whole, or leave it out") from None

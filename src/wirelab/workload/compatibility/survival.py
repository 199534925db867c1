"""The outcome for the values of a message that was written with one schema and read with another."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, cast

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from wirelab.model.visible import shortened


class Became(StrEnum):
    """The outcome for one value."""

    DROPPED = "dropped"  # its reader has no such field
    LOST = "lost"  # its reader has the field, and nothing in it
    CHANGED = "changed"  # its reader has another value, or one that nobody wrote


@dataclass(frozen=True, slots=True)
class Fate:
    """A value that did not come back: its place, and its form as it was written and as it was read."""

    became: Became
    path: str
    written: str
    read: str = ""

    def __str__(self) -> str:
        """A clause for people."""
        match self.became:
            case Became.DROPPED:
                return f"{self.path} has no place"
            case Became.LOST:
                return f"{self.path} was {self.written} and is gone"
            case _:
                return f"{self.path} was {self.written or 'absent'} and is {self.read}"


@dataclass(frozen=True, slots=True)
class Identity:
    """Which fields of a writer and a reader are one.

    Attributes:
        same: names of the writer's fields that have another name at the reader.
        apart: names whose fields are not the same, although name or number is.
        by_number: fields of another name are the same where their number is, and nobody else has their name.
        named: values of enums are the same if their names are; otherwise, if their numbers are.
    """

    same: Mapping[str, str] = field(default_factory=dict)
    apart: Collection[str] = ()
    by_number: bool = False
    named: bool = False

    def at_reader(self, own: FieldDescriptor, written: Message, read: Message) -> FieldDescriptor | None:
        """The field of `read` that is the field `own` of `written`; None: it has none."""
        if own.name in self.apart:
            return None
        there = {each.name: each for each in _fields(read)}
        found = there.get(self.same.get(own.name, own.name))
        if found is None and self.by_number:
            names = {each.name for each in _fields(written)}
            found = next((f for f in there.values() if f.number == own.number and f.name not in names), None)
        return found


def fates(written: Message, read: Message, identity: Identity, path: str = "") -> Iterator[Fate]:
    """The outcome for each value of `written` that is not in `read`, and of values there that nobody wrote.

    A field that nobody set and one that holds its type's default are the same where a side does not distinguish them.
    Numbers are the same whatever their types are. These pairs are the same, too: a number and its digits, a value and a
    list of only it, a text and its bytes in UTF-8, a map and a message with its keys as fields.
    """
    seen = set()
    for own in _fields(written):
        where = f"{path}{own.name}"
        there = identity.at_reader(own, written, read)
        if there is None:
            if _is_set(written, own):
                yield Fate(Became.DROPPED, where, _shown(_value(written, own)))
            continue
        seen.add(there.name)
        if identity.named and (names := _enum_names(written, own, read, there)) is not None:
            if names[0] != names[1]:
                yield Fate(Became.CHANGED, where, *names)
            continue
        yield from _between(written, own, read, there, Identity(by_number=identity.by_number), where)
    for other in _fields(read):
        if other.name not in seen and _is_set(read, other):
            yield Fate(Became.CHANGED, f"{path}{other.name}", "", _shown(_value(read, other)))


def _enum_names(
    written: Message, own: FieldDescriptor, read: Message, there: FieldDescriptor
) -> tuple[str, str] | None:
    """The names of an enum's value at its writer and its reader, even if nobody wrote it; None: it is none."""
    if own.enum_type is None or there.enum_type is None or own.is_repeated or there.is_repeated:
        return None
    return _enum_name(written, own), _enum_name(read, there)


def _enum_name(message: Message, own: FieldDescriptor) -> str:
    number = getattr(message, own.name)
    named = cast("EnumDescriptor", own.enum_type).values_by_number.get(number)
    return str(number) if named is None else str(named.name)


def _between(
    written: Message, own: FieldDescriptor, read: Message, there: FieldDescriptor, within: Identity, path: str
) -> Iterator[Fate]:
    is_there = _is_set(read, there)
    before, after = _value(written, own), _value(read, there)
    if not _is_set(written, own):
        if is_there and not _alike(before, after):
            yield Fate(Became.CHANGED, path, "", _shown(after))
    elif not is_there and not _alike(before, after):
        yield Fate(Became.LOST, path, _shown(before))
    elif (pairs := _messages(written, own, read, there)) is not None:
        for place, one, other in pairs:
            yield from fates(one, other, within, f"{path}{place}.")
    elif not _alike(before, after):
        yield Fate(Became.CHANGED, path, _shown(before), _shown(after))


def _messages(
    written: Message, own: FieldDescriptor, read: Message, there: FieldDescriptor
) -> list[tuple[str, Message, Message]] | None:
    """The messages of two fields, in pairs with their places; None: they are not messages, or not as many."""
    kinds = (own.message_type, there.message_type)
    if any(kind is None or kind.GetOptions().map_entry for kind in kinds) or own.is_repeated != there.is_repeated:
        return None
    one, other = getattr(written, own.name), getattr(read, there.name)
    if not own.is_repeated:
        return [("", one, other)]
    return (
        [(f"[{at}]", *pair) for at, pair in enumerate(zip(one, other, strict=True))] if len(one) == len(other) else None
    )


def _fields(message: Message) -> Sequence[FieldDescriptor]:
    return cast("Sequence[FieldDescriptor]", message.DESCRIPTOR.fields)


def _is_set(message: Message, own: FieldDescriptor) -> bool:
    if own.is_repeated:
        return len(getattr(message, own.name)) > 0
    if own.has_presence:
        return bool(message.HasField(own.name))
    return bool(getattr(message, own.name) != own.default_value)


def _value(message: Message, own: FieldDescriptor) -> Any:
    """A field as texts, numbers, lists and dictionaries."""
    held: Any = getattr(message, own.name)
    if own.message_type is None:
        return list(held) if own.is_repeated else held
    if own.message_type.GetOptions().map_entry:
        value = own.message_type.fields_by_name["value"]
        return {key: _plain(held[key]) if value.message_type else held[key] for key in held}
    return [_plain(each) for each in held] if own.is_repeated else _plain(held)


def _plain(message: Message) -> dict[str, Any]:
    return {own.name: _value(message, own) for own in _fields(message) if _is_set(message, own)}


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, list) or isinstance(other, list):
        many, single = (one, other) if isinstance(one, list) else (other, one)
        return _alike(many[0], single) if len(many) == 1 else not many and not single
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, bytes) != isinstance(other, bytes):
        return _bytes_of(one) == _bytes_of(other)
    if isinstance(one, str) != isinstance(other, str):
        return str(one) == str(other)
    return bool(one == other)


def _bytes_of(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def _shown(value: Any) -> str:
    return shortened(f'"{value}"' if isinstance(value, str) else str(value))

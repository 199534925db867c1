"""The first difference between the objects that a runner was given and those that it gave back."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Any, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.messages import message_class
from wirelab.schema.objects import Frame, frames_of

_SHOWN = 60
_AROUND = 20  # how much of a long text is shown before the place where it differs
_ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that did not come back; values are as people read them, shortened."""

    path: str  # where it is, `[0].professors[3].name`; empty: the whole file
    expected: str
    actual: str

    def __str__(self) -> str:
        """A clause for people."""
        where = f"{self.path} was " if self.path else ""
        return f"{where}{self.expected} and came back as {self.actual}"


def first_difference(
    expected: bytes, actual: bytes, types: CompiledSchema | None, *, replayed: bool = False
) -> Difference | None:
    """The first difference between two files of objects; None: they hold the same values.

    NaN equals NaN, −0.0 does not equal 0.0, and maps have no order. A field that no schema names is a difference.
    Without `types`, objects are their bytes. If `replayed`, other objects add up to them, and they are not payloads.

    Raises:
        DefinitionError: `expected` is no file of objects of these types.
    """
    if expected == actual:
        return None
    given = frames_of(expected)
    try:
        back = frames_of(actual)
    except DefinitionError as error:
        return Difference("", f"a file of {len(given):,} objects", f"a file of which {error.what}")
    if len(given) != len(back):
        return Difference("", f"{len(given):,} objects", f"{len(back):,}")
    classes = None if types is None else classes_of(types, replayed=replayed)
    differing = compress(range(len(given)), map(operator.ne, given, back))
    found = (_between(f"[{place}]", given[place], back[place], classes) for place in differing)
    return next((each for each in found if each is not None), None)


def classes_of(types: CompiledSchema, *, replayed: bool = False) -> tuple[type[Message], ...]:
    """Protobuf's dynamic class of each type of frame in a file of objects, or of the object that they add up to."""
    if replayed:
        return _classes(types.descriptor_set, (types.replayed or types.root,))
    full_names = {message.name: message.full_name for message in types.schema.messages}
    return _classes(types.descriptor_set, tuple(full_names[each.name] for each in types.schema.payload_types))


@lru_cache(maxsize=8)
def _classes(descriptor_set: bytes, full_names: tuple[str, ...]) -> tuple[type[Message], ...]:
    return tuple(message_class(descriptor_set, name) for name in full_names)


def _between(path: str, given: Frame, back: Frame, classes: Sequence[type[Message]] | None) -> Difference | None:
    if given[0] != back[0]:
        return Difference(path, _type_name(given[0], classes), _type_name(back[0], classes))
    if classes is None:
        return Difference(path, *_texts(given[1], back[1]))
    one = classes[given[0]].FromString(given[1])
    try:
        other = classes[back[0]].FromString(back[1])
    except DecodeError:
        return Difference(path, f"a message {one.DESCRIPTOR.name}", f"no such message: {_text(back[1])}")
    if one.SerializePartialToString(deterministic=True) == other.SerializePartialToString(deterministic=True):
        return None  # fields or map entries came in another order
    return next(_message(path, one, other), None)


def _type_name(kind: int, classes: Sequence[type[Message]] | None) -> str:
    return classes[kind].DESCRIPTOR.name if classes and kind < len(classes) else f"an object of type {kind}"


def _message(path: str, given: Message, back: Message) -> Iterator[Difference]:
    for field in cast("Sequence[FieldDescriptor]", given.DESCRIPTOR.fields):
        where, one, other = f"{path}.{field.name}", getattr(given, field.name), getattr(back, field.name)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            value = field.message_type.fields_by_name["value"]
            yield from _map(where, value, one, other)
        elif field.is_repeated:
            yield from _list(where, field, one, other)
        elif not field.has_presence or (given.HasField(field.name) and back.HasField(field.name)):
            yield from _value(where, field, one, other)
        elif given.HasField(field.name):
            yield Difference(where, _shown(field, one), _ABSENT)
        elif back.HasField(field.name):
            yield Difference(where, _ABSENT, _shown(field, other))
    unknown = UnknownFieldSet(back)
    if len(unknown):
        yield Difference(f"{path}.{unknown[0].field_number}", _ABSENT, "a field that no schema has")


def _list(path: str, field: FieldDescriptor, given: Sequence[Any], back: Sequence[Any]) -> Iterator[Difference]:
    for place, (one, other) in enumerate(zip(given, back, strict=False)):
        yield from _value(f"{path}[{place}]", field, one, other)
    if len(given) != len(back):
        yield Difference(path, f"{len(given):,} values", f"{len(back):,}")


def _map(path: str, field: FieldDescriptor, given: Any, back: Any) -> Iterator[Difference]:
    for key in sorted({*given, *back}):
        where = f"{path}[{_text(key)}]"
        if key not in back:
            yield Difference(where, _shown(field, given[key]), _ABSENT)
        elif key not in given:
            yield Difference(where, _ABSENT, _shown(field, back[key]))
        else:
            yield from _value(where, field, given[key], back[key])


def _value(path: str, field: FieldDescriptor, one: Any, other: Any) -> Iterator[Difference]:
    if field.message_type is not None:
        yield from _message(path, one, other)
    elif isinstance(one, float):
        if repr(one) != repr(other):  # NaN equals NaN, and −0.0 does not equal 0.0
            yield Difference(path, repr(one), repr(other))
    elif one != other:
        if isinstance(one, str | bytes):
            yield Difference(path, *_texts(one, other))
        else:
            yield Difference(path, _shown(field, one), _shown(field, other))


def _shown(field: FieldDescriptor, value: Any) -> str:
    if field.message_type is not None:
        return f"{field.message_type.name} {{{'…' if value.ByteSize() else ''}}}"
    if field.enum_type is not None:
        named = field.enum_type.values_by_number.get(value)
        return str(value) if named is None else named.name
    return _text(value)


def _texts(one: str | bytes, other: str | bytes) -> tuple[str, str]:
    """Both, from a little before the place where they differ."""
    pairs = enumerate(zip(one, other, strict=False))
    place = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = place - _AROUND if place > _SHOWN - _AROUND else 0
    return _text(one, start), _text(other, start)


def _text(value: Any, start: int = 0) -> str:
    """A value as people read it; of a long text some letters from `start` on, and its length."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | bytes):
        return repr(value)
    part = value[start : start + _SHOWN]
    shown = ("…" if start else "") + (f"0x{part.hex()}" if isinstance(part, bytes) else repr(part)[1:-1])
    shown = f'"{shown}"' if isinstance(value, str) else shown
    unit = "letters" if isinstance(value, str) else "bytes"
    return shown if len(part) == len(value) else f"{shown} ({len(value):,} {unit})"

"""Values that a schema allows, without any data: a message for each field of the root, everything within it set."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import count
from typing import Any, cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from wirelab.schema.kinds import Logical
from wirelab.schema.types import Schema

_DEEPEST, _MOST = 6, 1_000
_FIRST_DAY = date(2000, 1, 1).toordinal()
_MEANT: dict[Logical | None, Callable[[int], str | bytes]] = {
    Logical.UUID: lambda number: number.to_bytes(16, "big"),
    Logical.DATE: lambda number: date.fromordinal(_FIRST_DAY + number).isoformat(),
    Logical.BIG_INTEGER: lambda number: number.to_bytes(number.bit_length() // 8 + 1, "big"),
}


def samples(made: type[Message], schema: Schema) -> Iterator[tuple[str, Message]]:
    """Each field of a message with a message in which it and its own fields are set, down to a depth of six.

    Numbers are small and differ, texts and bytes are four letters, lists have two values, maps and unions one; an enum
    has its last value, a UUID, a date or a large integer is one. A message within itself is empty, as are those
    after a thousand values and messages.
    """
    setter = _Setter(schema)
    for field in _fields(made()):
        message = made()
        setter.begin()
        setter.set(message, field, (made.DESCRIPTOR.full_name,))
        yield field.name, message


def _fields(message: Message) -> Sequence[FieldDescriptor]:
    return cast("Sequence[FieldDescriptor]", message.DESCRIPTOR.fields)


class _Setter:
    """Sets fields to values that differ, by a schema that gives their meaning."""

    def __init__(self, schema: Schema) -> None:
        self._logicals = {
            f"{message.full_name}.{field.name}": field.type.logical
            for message in schema.messages
            for field in message.fields
        }
        self._numbers = count(1)
        self._left = _MOST

    def begin(self) -> None:
        """Another message begins."""
        self._left = _MOST

    def set(self, message: Message, field: FieldDescriptor, within: tuple[str, ...]) -> None:
        """Set a field of a message, which is `within` others of these names."""
        held = getattr(message, field.name)
        kind = field.message_type
        logical = self._logicals.get(field.full_name)
        if kind is None:
            if field.is_repeated:
                held.extend([self._scalar(field, logical), self._scalar(field, logical)])
            else:
                setattr(message, field.name, self._scalar(field, logical))
        elif kind.GetOptions().map_entry:
            key, value = kind.fields_by_name["key"], kind.fields_by_name["value"]
            name = self._scalar(key, None)
            if value.message_type is None:
                held[name] = self._scalar(value, logical)
            else:
                self._fill(held[name], value, within)
        else:
            for each in [held.add(), held.add()] if field.is_repeated else [held]:
                each.SetInParent()
                self._fill(each, field, within)

    def _fill(self, message: Message, field: FieldDescriptor, within: tuple[str, ...]) -> None:
        name = cast("Descriptor", field.message_type).full_name
        if self._left <= 0 or len(within) >= _DEEPEST or name in within:
            return
        self._left -= 1
        unions = set()
        for each in _fields(message):
            union = each.containing_oneof
            if union is not None and union.name in unions:
                continue
            self.set(message, each, (*within, name))
            if union is not None and message.WhichOneof(union.name) is not None:
                unions.add(union.name)

    def _scalar(self, field: FieldDescriptor, logical: Logical | None) -> Any:
        number = next(self._numbers)
        self._left -= 1
        if logical in _MEANT:
            return _MEANT[logical](number)
        match field.cpp_type:
            case FieldDescriptor.CPPTYPE_STRING:
                text = f"{number:04x}"
                return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text
            case FieldDescriptor.CPPTYPE_BOOL:
                return True
            case FieldDescriptor.CPPTYPE_ENUM:
                return cast("EnumDescriptor", field.enum_type).values[-1].number
            case FieldDescriptor.CPPTYPE_FLOAT | FieldDescriptor.CPPTYPE_DOUBLE:
                return number + 0.5
            case _:
                return number

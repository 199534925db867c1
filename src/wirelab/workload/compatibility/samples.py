"""Values that a schema allows, without any data: a message for each field of the root, everything within it set."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

_DEEPEST = 6


def samples(made: type[Message]) -> Iterator[tuple[str, Message]]:
    """Each field of a message with a message in which it is set, its own fields likewise, down to a depth of six.

    Numbers are small and differ, texts and bytes are four letters, lists have two values, maps and unions one; an enum
    has its last value. A message within itself is empty.
    """
    numbers = count(1)
    for field in _fields(made()):
        message = made()
        _set(message, field, numbers, (made.DESCRIPTOR.full_name,))
        yield field.name, message


def _fields(message: Message) -> Sequence[FieldDescriptor]:
    return cast("Sequence[FieldDescriptor]", message.DESCRIPTOR.fields)


def _set(message: Message, field: FieldDescriptor, numbers: Iterator[int], within: tuple[str, ...]) -> None:
    held = getattr(message, field.name)
    kind = field.message_type
    if kind is None:
        if field.is_repeated:
            held.extend([_scalar(field, numbers), _scalar(field, numbers)])
        else:
            setattr(message, field.name, _scalar(field, numbers))
    elif kind.GetOptions().map_entry:
        key, value = kind.fields_by_name["key"], kind.fields_by_name["value"]
        name = _scalar(key, numbers)
        if value.message_type is None:
            held[name] = _scalar(value, numbers)
        elif not _too_deep(value, within):
            _fill(held[name], numbers, (*within, value.message_type.full_name))
    else:
        for each in [held.add(), held.add()] if field.is_repeated else [held]:
            each.SetInParent()
            if not _too_deep(field, within):
                _fill(each, numbers, (*within, kind.full_name))


def _too_deep(field: FieldDescriptor, within: tuple[str, ...]) -> bool:
    return len(within) >= _DEEPEST or cast("Descriptor", field.message_type).full_name in within


def _fill(message: Message, numbers: Iterator[int], within: tuple[str, ...]) -> None:
    unions = set()
    for field in _fields(message):
        union = field.containing_oneof
        if union is not None and union.name in unions:
            continue
        _set(message, field, numbers, within)
        if union is not None and message.WhichOneof(union.name) is not None:
            unions.add(union.name)


def _scalar(field: FieldDescriptor, numbers: Iterator[int]) -> Any:
    number = next(numbers)
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

"""The parts of a document that a schema of the user's own does not describe: fields, enums' names, digits of floats."""

import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

_WELL_KNOWN = "google.protobuf."
"""Messages with a form of their own in JSON."""
_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)


def undescribed(document: Any, message: Descriptor, path: str = "") -> Iterator[str]:
    """Each such place, as a path and the fault there."""
    if not isinstance(document, Mapping) or message.full_name.startswith(_WELL_KNOWN):
        return
    fields = {name: field for field in message.fields for name in (field.name, field.json_name)}
    for key, value in document.items():
        below = f"{path}.{key}" if path else str(key)
        field = fields.get(key) or _extension(key, message)
        if field is None:
            yield f"{below}: message {message.name} has no such field"
        else:
            yield from _of_field(value, field, below)


def _extension(key: str, message: Descriptor) -> FieldDescriptor | None:
    """The field that another file adds to a message, whose name is in brackets."""
    if not key.startswith("[") or not key.endswith("]"):
        return None
    with suppress(KeyError):
        return message.file.pool.FindExtensionByName(key[1:-1])
    return None


def _of_field(value: Any, field: FieldDescriptor, path: str) -> Iterator[str]:
    held = field.message_type
    if held is not None and held.GetOptions().map_entry:
        values = value.values() if isinstance(value, Mapping) else ()
        for each in values:
            yield from _of_value(each, held.fields_by_name["value"], f"{path}{{}}")
    elif isinstance(value, list):
        for each in value:
            yield from _of_value(each, field, f"{path}[]")
    else:
        yield from _of_value(value, field, path)


def _of_value(value: Any, field: FieldDescriptor, path: str) -> Iterator[str]:
    if field.message_type is not None:
        yield from undescribed(value, field.message_type, path)
    elif field.enum_type is not None and isinstance(value, str) and not _names_one_of(field.enum_type, value):
        yield f"{path}: enum {field.enum_type.name} has no value {value!r:.40}"
    elif field.type == FieldDescriptor.TYPE_FLOAT and isinstance(value, int | float) and not _fits(value):
        yield f"{path}: a number has more digits than a float"


def _names_one_of(enum: EnumDescriptor, value: str) -> bool:
    """Whether a text is the name of one of its values, or a number, as protobuf's JSON may have it."""
    return value in enum.values_by_name or _NUMBER.fullmatch(value) is not None


def _fits(value: float) -> bool:
    """Whether the nearest float is written like the number."""
    try:
        (nearest,) = struct.unpack("<f", struct.pack("<f", value))
    except OverflowError:
        return False
    return any(float(f"{nearest:.{digits}g}") == value for digits in range(1, 10))

"""Objects whose maps have their entries in the other order: the same values, inserted otherwise."""

from collections.abc import Sequence
from functools import lru_cache

from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorSet
from google.protobuf.message import Message

from wirelab.schema.compile import CompiledSchema
from wirelab.schema.messages import message_class, serialize
from wirelab.schema.objects import frames_of, write_frames


def with_maps_reversed(objects: bytes, types: CompiledSchema) -> bytes:
    """A file of objects in which each map begins with what was its last entry; the same bytes where there is none.

    Raises:
        DefinitionError: it is no file of objects.
    """
    full_names = {message.name: message.full_name for message in types.schema.messages}
    classes, entries = _plain_classes(
        types.descriptor_set, tuple(full_names[each.name] for each in types.schema.payload_types)
    )
    turned = []
    for kind, data in frames_of(objects):
        message = classes[kind].FromString(data)
        turned.append((kind, serialize(message) if _reverse(message, entries) else data))
    return write_frames(turned)


@lru_cache(maxsize=8)
def _plain_classes(
    descriptor_set: bytes, full_names: tuple[str, ...]
) -> tuple[tuple[type[Message], ...], frozenset[str]]:
    """Classes to which maps are lists of messages, as they are on the wire, and the names of these messages."""
    files = FileDescriptorSet.FromString(descriptor_set)
    entries = frozenset(
        name
        for file in files.file
        for name in _without_maps(file.message_type, f"{file.package}." * bool(file.package))
    )
    plain = files.SerializeToString()
    return tuple(message_class(plain, name) for name in full_names), entries


def _within(name: str) -> str:
    return f"{name}." if name else ""


def _without_maps(messages: Sequence[DescriptorProto], within: str) -> list[str]:
    found = []
    for each in messages:
        name = f"{within}{each.name}"
        if each.options.map_entry:
            each.options.ClearField("map_entry")
            found.append(name)
        found += _without_maps(each.nested_type, f"{name}.")
    return found


def _reverse(message: Message, entries: frozenset[str]) -> bool:
    """Reverse all maps within a message; whether one has several entries."""
    turned = False
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for each in value if field.is_repeated else [value]:
            turned |= _reverse(each, entries)
        if field.message_type.full_name in entries and len(value) > 1:
            value.reverse()
            turned = True
    return turned

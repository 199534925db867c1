"""Objects whose maps have their entries in the other order: the same values, inserted otherwise."""

from dataclasses import replace
from functools import lru_cache

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import Message

from wirelab.schema.compile import CompiledSchema
from wirelab.schema.descriptors import messages_of
from wirelab.schema.difference import classes_of
from wirelab.schema.messages import serialize
from wirelab.schema.objects import frames_of, write_frames


def with_maps_reversed(objects: bytes, types: CompiledSchema) -> bytes:
    """A file of objects in which each map begins with its former last entry; the same bytes where there is none.

    Raises:
        DefinitionError: it is no file of objects.
    """
    plain, entries = _without_maps(types.descriptor_set)
    classes = classes_of(replace(types, descriptor_set=plain))
    turned = []
    for kind, data in frames_of(objects):
        message = classes[kind].FromString(data)
        turned.append((kind, serialize(message) if _reverse(message, entries) else data))
    return write_frames(turned)


@lru_cache(maxsize=8)
def _without_maps(descriptor_set: bytes) -> tuple[bytes, frozenset[str]]:
    """The same with maps as lists of messages, as they are on the wire, and the names of these messages."""
    files, entries = FileDescriptorSet.FromString(descriptor_set), set[str]()
    for file in files.file:
        for name, message in messages_of(file):
            if message.options.map_entry:
                message.options.ClearField("map_entry")
                entries.add(name)
    return files.SerializeToString(), frozenset(entries)


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

"""The promises of a schema of messages, tried on data: order of fields, readers of other versions, nesting. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet
from google.protobuf.message import Message

from wirelab.schema.descriptors import messages_of
from wirelab.schema.messages import message_class, serialize
from wirelab.schema.varint import read_varint

_FIXED_BYTES = {1: 8, 5: 4}  # of wire types; 0 is a varint, 2 has its length before it
_VARINT, _WITH_LENGTH = 0, 2


@dataclass(frozen=True, slots=True)
class WireFacts:
    """Shares, from 0 to 1."""

    in_order: float  # of messages, including nested ones, whose fields are written in the order of their tags
    read_by_older: float  # of fields that a reader may lack: it reads all others as they were
    read_by_newer: float  # of fields that a writer may lack: a reader that has them reads all others as they were
    nested_once: float | None
    """The share of fields that repeat a message at most once in the data and need not be repeated for it; None: there
    are none."""
    optional: float  # of fields that are declared optional
    different_in_proto2: float  # of messages, including nested ones: declared in proto2, they have other bytes


def wire_facts(descriptor_set: bytes, root: str, objects: Sequence[bytes]) -> WireFacts:
    """Try a schema's messages with fields taken away, and with nesting that is not repeated.

    `root` is protobuf's full name of the message of `objects`, at least one.
    """
    files = _proto2(descriptor_set)
    whole = _class(files, root)
    given = [whole.FromString(each) for each in objects]
    tree = [message for each in given for message in _tree(each)]
    types = {message.DESCRIPTOR.full_name for message in tree}
    declared = message_class(descriptor_set, root)
    as_they_are = [message for each in objects for message in _tree(declared.FromString(each))]
    in_proto2 = {name: _class(files, name) for name in types}
    fields = [(name, field.name) for name, of in _messages(files) if name in types for field in of.field]
    tried = [_tried_without(files, root, given, name, field) for name, field in fields]
    once = [(name, field) for name, field in fields if _at_most_one(tree, name, field)]
    return WireFacts(
        in_order=_share(_ascending(message.SerializePartialToString()) for message in tree),
        read_by_older=_share(older for older, _ in tried),
        read_by_newer=_share(newer for _, newer in tried),
        nested_once=_share(_kept_unrepeated(files, root, given, *each) for each in once) if once else None,
        optional=_share(
            field.proto3_optional
            for name, of in _messages(FileDescriptorSet.FromString(descriptor_set))
            if name in types
            for field in of.field
        ),
        different_in_proto2=_share(_differs(each, in_proto2[each.DESCRIPTOR.full_name]) for each in as_they_are),
    )


def _differs(message: Message, other: type[Message]) -> bool:
    data = serialize(message)
    return serialize(other.FromString(data)) != data


def _share(held: Iterable[bool]) -> float:
    every = list(held)
    return sum(every) / len(every)


def _proto2(descriptor_set: bytes) -> FileDescriptorSet:
    """The same messages with explicit presence everywhere, so that a field can be taken away directly."""
    files = FileDescriptorSet.FromString(descriptor_set)
    for file in files.file:
        file.syntax = "proto2"
    for _, message in _messages(files):
        in_a_choice = (each for each in message.field if each.HasField("oneof_index") and not each.proto3_optional)
        kept = len({field.oneof_index for field in in_a_choice})
        for field in message.field:
            if field.proto3_optional:
                field.ClearField("proto3_optional")
                field.ClearField("oneof_index")
        del message.oneof_decl[kept:]  # those that only marked presence come last
    return files


def _messages(files: FileDescriptorSet) -> Iterator[tuple[str, DescriptorProto]]:
    return (each for file in files.file for each in messages_of(file))


def _changed(files: FileDescriptorSet, message: str, change: Callable[[DescriptorProto], None]) -> FileDescriptorSet:
    copy = FileDescriptorSet()
    copy.CopyFrom(files)
    change(next(own for name, own in _messages(copy) if name == message))
    return copy


def _class(files: FileDescriptorSet, root: str) -> type[Message]:
    return message_class(files.SerializeToString(), root)


def _tried_without(
    files: FileDescriptorSet, root: str, given: Sequence[Message], message: str, field: str
) -> tuple[bool, bool]:
    """Whether a reader, and then a writer, may lack a field."""

    def take_away(own: DescriptorProto) -> None:
        at = next(at for at, each in enumerate(own.field) if each.name == field)
        del own.field[at]

    other = _class(_changed(files, message, take_away), root)
    older = newer = True
    for each in given:
        expected = type(each)()
        expected.CopyFrom(each)
        for own in list(_tree(expected)):
            if own.DESCRIPTOR.full_name == message:
                own.ClearField(field)
        read = other.FromString(serialize(each))
        read.DiscardUnknownFields()
        older = older and serialize(read) == serialize(expected)
        newer = newer and type(each).FromString(serialize(read)) == expected
    return older, newer


def _at_most_one(tree: Sequence[Message], message: str, field: str) -> bool:
    own = [each for each in tree if each.DESCRIPTOR.full_name == message]
    described = own[0].DESCRIPTOR.fields_by_name[field]
    held = described.message_type
    of_messages = described.is_repeated and held is not None and not held.GetOptions().map_entry
    return of_messages and all(len(getattr(each, field)) <= 1 for each in own)


def _kept_unrepeated(files: FileDescriptorSet, root: str, given: Sequence[Message], message: str, field: str) -> bool:
    """Whether the data come back where a field holds one message instead of a list of them."""

    def unrepeat(own: DescriptorProto) -> None:
        next(each for each in own.field if each.name == field).label = FieldDescriptorProto.LABEL_OPTIONAL

    other = _class(_changed(files, message, unrepeat), root)
    return all(serialize(other.FromString(serialize(each))) == serialize(each) for each in given)


def _tree(message: Message) -> Iterator[Message]:
    """A message and all within it."""
    yield message
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for each in value if field.is_repeated else (value,):
                if isinstance(each, Message):
                    yield from _tree(each)


def _ascending(data: bytes) -> bool:
    """Whether the tags of a message's own fields never fall."""
    numbers = list(_numbers(data))
    return numbers == sorted(numbers)


def _numbers(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        tag, at = read_varint(data, at)
        yield tag >> 3
        kind = tag & 7
        if kind == _VARINT:
            _, at = read_varint(data, at)
        elif kind == _WITH_LENGTH:
            length, at = read_varint(data, at)
            at += length
        else:
            at += _FIXED_BYTES[kind]

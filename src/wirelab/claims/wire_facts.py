"""The promises of a schema of messages, tried on data: order of fields, readers of other versions, nesting. Pure."""

from collections.abc import Callable, Iterator, Sequence

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from wirelab.model.figure import Quantity
from wirelab.schema.descriptors import messages_of
from wirelab.schema.messages import message_class, serialize


def wire_facts(descriptor_set: bytes, root: str, objects: Sequence[bytes]) -> dict[Quantity, float]:
    """Try a schema's messages with fields taken away, and with nesting that is not repeated.

    Each share is of all messages, nested ones included, or of all their fields; that of nesting is of the fields that
    repeat a message at most once in the data, and is left out if there are none. `root` is protobuf's full name of the
    message of `objects`, at least one.
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
    declared_optional = (
        field.proto3_optional
        for name, of in _messages(FileDescriptorSet.FromString(descriptor_set))
        if name in types
        for field in of.field
    )
    held = {
        Quantity.IN_ORDER: (_ascending(message.SerializePartialToString()) for message in tree),
        # A reader that lacks a field, or has one that its writer lacks, reads all others as they were.
        Quantity.READ_BY_OLDER: (older for older, _ in tried),
        Quantity.READ_BY_NEWER: (newer for _, newer in tried),
        Quantity.NESTED_ONCE: (_kept_unrepeated(files, root, given, *each) for each in once),
        Quantity.OPTIONAL: declared_optional,
        Quantity.DIFFERENT_IN_PROTO2: (_differs(each, in_proto2[each.DESCRIPTOR.full_name]) for each in as_they_are),
    }
    shares = {quantity: list(each) for quantity, each in held.items()}
    return {quantity: sum(each) / len(each) for quantity, each in shares.items() if each}


def _differs(message: Message, other: type[Message]) -> bool:
    data = serialize(message)
    return serialize(other.FromString(data)) != data


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
    """Whether the tags of a message's own fields never fall; a message that knows none of them has them in order."""
    unknown = UnknownFieldSet(Empty.FromString(data))
    numbers = [unknown[at].field_number for at in range(len(unknown))]
    return numbers == sorted(numbers)

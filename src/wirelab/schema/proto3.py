"""Files in proto2 and in editions as files in proto3 that hold the same values, and conversion of their messages.

Features that proto3 lacks become features that it has: required fields and those with presence are `optional`, groups
are messages, extensions are fields of the message that they extend, and closed enums without a zero in front get one.
Defaults are removed, since presence says the same, and extensions of options, since they are no data.
"""

from collections.abc import Mapping
from typing import TypeVar

from google.protobuf.descriptor import Descriptor, EnumDescriptor
from google.protobuf.descriptor import FieldDescriptor as Described
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message

from wirelab.schema.descriptors import is_compiled, messages_of
from wirelab.schema.messages import pool_of
from wirelab.schema.names import upper_snake

PROTO3 = "proto3"
_Value = TypeVar("_Value", bound=Message)


def as_proto3(part: str, files: FileDescriptorSet) -> FileDescriptorSet:
    """The same files in proto3; protobuf's own and ours, and plain ones in proto3, stay as they are.

    `files` are with imports, in dependency order; `part` names the schema in messages.

    Raises:
        DefinitionError: protobuf's library does not take them.
    """
    made = FileDescriptorSet()
    made.CopyFrom(files)
    own = [file for file in made.file if is_compiled(file.name)]
    if all(file.syntax == PROTO3 and not any(scope.extension for scope in _scopes(file)) for file in own):
        return made
    pool = pool_of(part, files)
    extended = {f".{name}": (each, message) for each in own for name, message in messages_of(each)}
    moves = {id(file): (file, home) for file in own for home in _take_in_extensions(file, extended, pool)}
    for file, home in moves.values():
        _move(file, home)
    for file in own:
        if file.syntax != PROTO3:
            _make_proto3(file, pool)
    return made


def as_message_of(message: Message, made: type[Message]) -> Message:
    """A message, unknown fields aside, as one of the type that `as_proto3` made of its own."""
    other = made()
    _copy(message, other)
    return other


def _scopes(file: FileDescriptorProto) -> tuple[FileDescriptorProto | DescriptorProto, ...]:
    """Where a file can have extensions."""
    return (file, *(message for _, message in messages_of(file)))


def _take_in_extensions(
    file: FileDescriptorProto,
    extended: Mapping[str, tuple[FileDescriptorProto, DescriptorProto]],
    pool: DescriptorPool,
) -> list[FileDescriptorProto]:
    """Make fields of a file's extensions; returns the files of its package whose messages cannot see their types."""
    blind: list[FileDescriptorProto] = []
    for scope in _scopes(file):
        found = [
            (extension, *extended[extension.extendee])
            for extension in scope.extension
            if extension.extendee in extended
        ]
        del scope.extension[:]
        for extension, home, message in found:
            _add_field(message, extension)
            if extension.type_name and home is not file and home.package == file.package and file.message_type:
                blind.append(home)
    for name, message in messages_of(file):
        if pool.FindMessageTypeByName(name).is_extendable:
            del message.extension_range[:]
    return blind


def _move(file: FileDescriptorProto, home: FileDescriptorProto) -> None:
    """Let a file be only a way to another one, which gets all that it declares."""
    home.message_type.extend(file.message_type)
    home.enum_type.extend(file.enum_type)
    known = {home.name, *home.dependency}
    home.dependency.extend(name for name in file.dependency if name not in known)
    del file.message_type[:], file.enum_type[:]
    file.public_dependency.append(list(file.dependency).index(home.name))


def _add_field(message: DescriptorProto, extension: FieldDescriptorProto) -> None:
    """Make an extension a field with its number; if there is a field of its name, the name gets the number, too."""
    names = {name for field in message.field for name in (field.name, field.json_name)}
    field = message.field.add()
    field.CopyFrom(extension)
    field.ClearField("extendee")
    if names & {field.name, field.json_name}:
        field.name, field.json_name = f"{field.name}_{field.number}", f"{field.json_name}{field.number}"


def _make_proto3(file: FileDescriptorProto, pool: DescriptorPool) -> None:
    file.syntax = PROTO3
    file.ClearField("edition")
    file.options.ClearField("features")
    for name, message in messages_of(file):
        _mend_message(message, pool.FindMessageTypeByName(name), pool)
        for enum in message.enum_type:
            _mend_enum(enum, pool.FindEnumTypeByName(f"{name}.{enum.name}"))
    for enum in file.enum_type:
        _mend_enum(enum, pool.FindEnumTypeByName(f"{file.package}.{enum.name}".removeprefix(".")))


def _mend_message(message: DescriptorProto, described: Descriptor, pool: DescriptorPool) -> None:
    message.options.ClearField("features")
    message.options.ClearField("message_set_wire_format")
    for oneof in message.oneof_decl:
        oneof.options.ClearField("features")
    extensions = {each.number: each for each in pool.FindAllExtensions(described)}
    for field in message.field:
        known = described.fields_by_number.get(field.number) or extensions[field.number]
        _mend_field(message, field, known)


def _mend_field(message: DescriptorProto, field: FieldDescriptorProto, known: Described) -> None:
    field.options.ClearField("features")
    field.ClearField("default_value")
    if field.label == field.LABEL_REQUIRED:
        field.label = field.LABEL_OPTIONAL
    if field.type == field.TYPE_GROUP:
        field.type = field.TYPE_MESSAGE
    is_message = field.type == field.TYPE_MESSAGE
    if known.has_presence and not is_message and not field.HasField("oneof_index"):
        field.proto3_optional = True
        field.oneof_index = len(message.oneof_decl)
        message.oneof_decl.add(name=f"_{field.name}")


def _mend_enum(enum: EnumDescriptorProto, described: EnumDescriptor) -> None:
    enum.options.ClearField("features")
    for value in enum.value:
        value.options.ClearField("features")
    if enum.value[0].number == 0:
        return
    zero = next((value for value in enum.value if value.number == 0), None)
    others = [value for value in enum.value if value is not zero]
    first = type(enum.value[0])()
    if zero is None:
        first.name, first.number = _free_name(enum, described), 0
    else:
        first.CopyFrom(zero)
    values = [first, *map(_copied, others)]
    del enum.value[:]
    enum.value.extend(values)


def _free_name(enum: EnumDescriptorProto, described: EnumDescriptor) -> str:
    name = f"{upper_snake(enum.name)}_UNSPECIFIED"
    around = described.containing_type.enum_values_by_name if described.containing_type else described.values_by_name
    while name in around or name in described.values_by_name:
        name += "_"
    return name


def _copied(value: _Value) -> _Value:
    other = type(value)()
    other.CopyFrom(value)
    return other


def _copy(message: Message, other: Message) -> None:
    fields = other.DESCRIPTOR.fields_by_number
    for known, value in message.ListFields():
        name = fields[known.number].name
        entry = known.message_type if known.message_type and known.message_type.GetOptions().map_entry else None
        if entry is not None:
            of_messages = entry.fields_by_name["value"].message_type is not None
            held = getattr(other, name)
            for key in value:
                if of_messages:
                    _copy(value[key], held[key])
                else:
                    held[key] = value[key]
        elif known.message_type is None:
            if known.is_repeated:
                getattr(other, name).extend(value)
            else:
                setattr(other, name, value)
        elif known.is_repeated:
            for each in value:
                _copy(each, getattr(other, name).add())
        else:
            getattr(other, name).SetInParent()
            _copy(value, getattr(other, name))

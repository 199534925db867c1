"""Descriptor sets as bytes in, bytes out: the part of a workload's .proto files that runners see."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import PurePosixPath

from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto, FileDescriptorSet

from wirelab.model.errors import DefinitionError
from wirelab.schema.declarations import reached
from wirelab.schema.names import accessor_names, protobuf_camel
from wirelab.schema.protoc import OPTIONS_FILE, WELL_KNOWN


def package_of(package: str, file: str) -> str:
    """The proto package of a file, or, where it declares none, the file's own name.

    Languages want a name to put types under; `school.proto` without a package gives `school`.
    """
    return package or PurePosixPath(file).stem.replace("-", "_").replace(".", "_")


def is_compiled(file: str) -> bool:
    """Whether runners generate code for `file`: runtimes bring the well-known types, nobody needs our options."""
    return not file.startswith(WELL_KNOWN) and file != OPTIONS_FILE


def files_to_compile(descriptor_set: bytes) -> tuple[str, ...]:
    """Names of the files that runners generate code for, in dependency order."""
    return tuple(file.name for file in FileDescriptorSet.FromString(descriptor_set).file if is_compiled(file.name))


def messages_of(file: FileDescriptorProto) -> Iterator[tuple[str, DescriptorProto]]:
    """Each message of a file, nested ones too, with its full name."""

    def inside(messages: Iterable[DescriptorProto], prefix: str) -> Iterator[tuple[str, DescriptorProto]]:
        for message in messages:
            yield f"{prefix}{message.name}", message
            yield from inside(message.nested_type, f"{prefix}{message.name}.")

    yield from inside(file.message_type, f"{file.package}." if file.package else "")


def without_lab_options(files: FileDescriptorSet, main: str) -> bytes:
    """The descriptor set of `main` for runners: only types.

    Custom options (ours among them), source positions and the import of our options are removed, so that generated code
    needs no class for them. `[packed = false]` is removed, too, since a corpus's repeated scalars are always packed.
    """
    plain = FileDescriptorSet()
    plain.CopyFrom(files)
    plain.DiscardUnknownFields()
    for file in plain.file:
        file.ClearField("source_code_info")
        _forget_import(file, OPTIONS_FILE)
        for _, message in messages_of(file) if is_compiled(file.name) else ():
            for field in message.field:
                if field.options.HasField("packed"):
                    field.options.ClearField("packed")
    imports = {file.name: file.dependency for file in plain.file}
    needed = reached([main], lambda name: imports[name])
    kept = FileDescriptorSet(file=[file for file in plain.file if file.name in needed])
    return kept.SerializeToString(deterministic=True)


def with_file_options(descriptor_set: bytes, options: Mapping[str, str | bool]) -> bytes:
    """Set file options on every file that runners compile.

    `options` are by the names that a .proto would use (`java_package`); `{package}` in a value is the file's proto
    package, or its own name where it declares none.

    Raises:
        DefinitionError: there is no such option, or the value has the wrong type.
    """
    files = FileDescriptorSet.FromString(descriptor_set)
    for file in files.file:
        if is_compiled(file.name):
            for name, value in options.items():
                _set_option(file, name, value)
    return files.SerializeToString(deterministic=True)


def with_distinct_fields(descriptor_set: bytes) -> bytes:
    """Put its number behind the name of every field for which protobuf's generators would use another field's name.

    Some generators do that themselves (Java's); the code of others for `foo_bar` beside `FooBar` does not compile.
    Nothing that is encoded has names in it.
    """
    files = FileDescriptorSet.FromString(descriptor_set)
    for file in files.file:
        for _, message in messages_of(file) if is_compiled(file.name) else ():
            names = accessor_names([(field.name, field.number, False) for field in message.field], ())
            for field in message.field:
                if names[field.name] != protobuf_camel(field.name):
                    field.name = names[field.name]
    return files.SerializeToString(deterministic=True)


def _set_option(file: FileDescriptorProto, name: str, value: str | bool) -> None:
    fields = file.options.DESCRIPTOR.fields_by_name
    part = f"file option '{name}'"
    if name not in fields or fields[name].message_type is not None or fields[name].is_repeated:
        near = get_close_matches(name, fields, n=1)
        raise DefinitionError(
            part, "protobuf has no such file option", remedy=f"did you mean '{near[0]}'?" if near else ""
        )
    enum = fields[name].enum_type
    given: object = value
    if isinstance(value, str):
        given = value.replace("{package}", package_of(file.package, file.name))
        if enum is not None and given in enum.values_by_name:
            given = enum.values_by_name[given].number
    try:
        setattr(file.options, name, given)
    except (TypeError, ValueError) as error:
        raise DefinitionError(part, f"{value!r} has the wrong type", why=str(error)) from error


def _forget_import(file: FileDescriptorProto, name: str) -> None:
    """Remove one import and renumber those that are public or weak."""
    if name not in file.dependency:
        return
    at = list(file.dependency).index(name)
    del file.dependency[at]
    for indexes in (file.public_dependency, file.weak_dependency):
        indexes[:] = [index - (index > at) for index in indexes if index != at]

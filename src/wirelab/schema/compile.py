"""From a .proto file to the model of its types."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from wirelab.model.errors import DefinitionError
from wirelab.schema.declarations import Declared, Reader, declarations, domain_names, in_order, is_document, uses
from wirelab.schema.descriptors import files_to_compile, without_lab_options
from wirelab.schema.payload import find_payload
from wirelab.schema.proto3 import as_proto3
from wirelab.schema.protoc import describe
from wirelab.schema.types import Enum, Message, Schema


@dataclass(frozen=True, slots=True)
class CompiledSchema:
    """A workload's types, and the same as protobuf's descriptors."""

    schema: Schema  # its `files` are those that runners generate code for
    descriptor_set: bytes
    """A FileDescriptorSet with imports, in dependency order, all of it proto3, without custom options (runners never
    see `wirelab/options.proto`) and without source positions."""
    written: bytes  # the same in the files' own proto2, proto3 or edition, by which messages of theirs are read
    root: str  # protobuf's full name of the root message
    replaying: Schema
    """The model for runners that fold the objects: it also has, behind its own types, those that only the replayed
    message reaches; `schema` itself where objects add up to nothing."""
    replayed: str | None = None  # protobuf's full name of the message that objects add up to
    sources: Path | None = None
    """A folder with sources that the workload brings to be compiled with rendered ones; one folder per runner, by its
    name."""


def compile_schema(
    name: str,
    proto: Path,
    root: str | None = None,
    payload: str | None = None,
    replayed: str | None = None,
    *,
    beside: Sequence[str] = (),
    roots: Sequence[Path] = (),
) -> CompiledSchema:
    """Compile a .proto file.

    Services are ignored, because they carry no data. Proto2 and editions are read as the proto3 that has the same
    values (`wirelab.schema.proto3`).

    Args:
        name: the workload's name.
        proto: the file; imports are found below `roots`, beside it, among ours and among protobuf's own.
        root: the root message, as declared (`Outer.Inner`) or with its package; None: the only message of the file that
            no other message uses.
        payload: the root's field whose content codecs encode; None: they encode the root.
        replayed: the message that the objects add up to, with its package, of this file or an import.
        beside: names of folders beside the first root, or else the file's own, where imports are found, too.
        roots: folders that imports are relative to, as protoc's `--proto_path`; the first that has a file counts.

    Raises:
        DefinitionError: the file or a root is not there, protoc finds mistakes (`why` has its messages), it uses
            features that cannot be carried, a logical type is on a field that cannot carry it, or there is no such
            root, payload or replayed message.
        HostError: protoc could not be run.
        ToolchainError: protoc is not there.
    """
    part = f"schema {proto.name}"
    if not proto.is_file():
        raise DefinitionError(part, "there is no such file", why=f"looked for {proto}", remedy="name a .proto file")
    written = FileDescriptorSet.FromString(describe(part, proto, (*roots, proto.parent), beside))
    described = as_proto3(part, written)
    main = described.file[-1]
    all_types = declarations(list(described.file))
    all_messages = {one.full_name: one for one in all_types.values() if one.is_message}
    if root:
        own = {".".join(one.path): one for one in all_messages.values() if one.file.name == main.name}
        root_type = _named(part, root, "to be the root", own, all_messages)
    else:
        root_type = _only_root(part, main.name, all_types)
    types = in_order(root_type.full_name, all_types)
    added: list[Declared] = []
    if replayed:
        folded = _named(part, replayed, "for its objects to add up to", all_messages, {})
        added = [one for one in in_order(folded.full_name, all_types) if one not in types]
    reader = Reader(all_types, domain_names([*types, *added], main.name))
    messages, enums = _read(reader, types)
    added_messages, added_enums = _read(reader, added)
    if reader.mistakes:
        what = "it uses features that cannot be carried"
        raise DefinitionError(part, what, why="\n".join(reader.mistakes), remedy="change the lines above")
    plain = without_lab_options(described, main.name)
    root_name = reader.names[root_type.full_name]
    schema = Schema(
        name=name,
        root=root_name,
        messages=messages,
        enums=enums,
        files=files_to_compile(plain),
        digest=_digest(described, root_type.full_name, payload),
        payload=find_payload(part, root_name, messages, payload) if payload else None,
        document=is_document(main),
    )
    replaying = schema
    if replayed is not None:
        replaying = replace(
            schema,
            messages=(*messages, *added_messages),
            enums=(*enums, *added_enums),
            digest=_digest(described, root_type.full_name, payload, replayed),
            replayed=reader.names[replayed],
        )
    written_plain = written.SerializeToString(deterministic=True)
    return CompiledSchema(schema, plain, written_plain, root_type.full_name, replaying, replayed)


def _read(reader: Reader, types: Sequence[Declared]) -> tuple[tuple[Message, ...], tuple[Enum, ...]]:
    messages = tuple(reader.message(one) for one in types if one.is_message)
    return messages, tuple(reader.enum(one) for one in types if not one.is_message)


def _named(part: str, name: str, what: str, known: Mapping[str, Declared], also: Mapping[str, Declared]) -> Declared:
    """The message of that name: one of those `known`, or one of `also`, which a mistake does not list."""
    if found := known.get(name) or also.get(name):
        return found
    near = get_close_matches(name, [*known, *also], n=3)
    raise DefinitionError(
        part,
        f"it has no message '{name}' {what}",
        why="it has " + (", ".join(known) or "no messages"),
        remedy="did you mean " + " or ".join(f"'{each}'?" for each in near) if near else "name one of these",
    )


def _only_root(part: str, file: str, all_types: Mapping[str, Declared]) -> Declared:
    messages = [one for one in all_types.values() if one.is_message and one.file.name == file]
    used = {name for one in messages for name in uses(one, all_types) if name != one.full_name}
    free = [one for one in messages if one.full_name not in used]
    if len(free) == 1:
        return free[0]
    candidates = ", ".join(".".join(one.path) for one in free or messages)
    raise DefinitionError(
        part,
        "the root message is ambiguous",
        why=f"no other message uses {candidates}"
        if free
        else "every message is used by another"
        if messages
        else "it has no messages",
        remedy=f"say root = one of {candidates}" if messages else "declare a message",
    )


def _digest(described: FileDescriptorSet, root: str, payload: str | None, replayed: str | None = None) -> str:
    """A digest of all that decides the types: descriptors with our options, and names; not of comments and layout."""
    plain = FileDescriptorSet()
    plain.CopyFrom(described)
    for file in plain.file:
        file.ClearField("source_code_info")
    named = f"{root} {payload} {replayed}"
    return hashlib.sha256(plain.SerializeToString(deterministic=True) + named.encode()).hexdigest()

"""Dynamic protobuf classes of a schema, and corpora as bytes."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from wirelab.model.errors import DefinitionError
from wirelab.schema.varint import read_varint, varint

_AGAIN = "write it again; its end may be missing"


@dataclass(frozen=True, slots=True)
class CorpusBytes:
    """The digest and sizes of a corpus as it was written."""

    digest: str  # SHA-256 of all bytes, lower-case hexadecimal
    objects: int
    bytes: int  # framing included


def pool_of(part: str, files: FileDescriptorSet) -> DescriptorPool:
    """A pool of its own for files with their imports (nothing global is touched); `part` names them in errors.

    Raises:
        DefinitionError: protobuf's library does not take them.
    """
    pool = DescriptorPool()
    try:
        for file in files.file:
            pool.Add(file)
    except TypeError as error:
        what = "protobuf's library for Python does not accept it"
        raise DefinitionError(part, what, why=str(error), remedy="change what it names") from None
    return pool


def message_class(descriptor_set: bytes, full_name: str) -> type[Message]:
    """The dynamic class of a message.

    Raises:
        DefinitionError: the set has no such message, or protobuf's library does not take it.
    """
    part = f"schema type '{full_name}'"
    pool = pool_of(part, FileDescriptorSet.FromString(descriptor_set))
    try:
        descriptor = pool.FindMessageTypeByName(full_name)
    except KeyError as error:
        raise DefinitionError(part, "there is no such message") from error
    return GetMessageClass(descriptor)


def is_map(field: FieldDescriptor) -> bool:
    """Whether a field is a map: protobuf has a message for its entries."""
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def serialize(message: Message) -> bytes:
    """The deterministic bytes of a message: fields ascending, map entries in the order of protobuf's own library."""
    return message.SerializePartialToString(deterministic=True)


def delimited(message: bytes) -> bytes:
    """A message's bytes with their length before them as a varint."""
    return varint(len(message)) + message


def read_delimited(data: bytes, part: str = "corpus") -> Iterator[bytes]:
    """The messages of a delimited file; `part` names it in errors.

    Raises:
        DefinitionError: the file ends in the middle of a message, or a length is no varint.
    """
    view, at = memoryview(data), 0
    while at < len(data):
        try:
            length, at = read_varint(data, at)
        except ValueError as error:
            raise DefinitionError(part, f"its framing is broken: {error}", remedy=_AGAIN) from error
        if at + length > len(data):
            what = f"it ends {at + length - len(data)} bytes before its last message does"
            raise DefinitionError(part, what, remedy=_AGAIN)
        yield bytes(view[at : at + length])
        at += length


def write_corpus(stream: BinaryIO, messages: Iterable[Message]) -> CorpusBytes:
    """Write messages as a corpus, deterministically."""
    digest, objects, size = hashlib.sha256(), 0, 0
    for message in messages:
        framed = delimited(serialize(message))
        digest.update(framed)
        stream.write(framed)
        size += len(framed)
        objects += 1
    return CorpusBytes(digest.hexdigest(), objects, size)


def corpus_digest(messages: Iterable[Message]) -> str:
    """The digest of objects: SHA-256 of the corpus file they make, lower-case hexadecimal."""
    return write_corpus(BytesIO(), messages).digest

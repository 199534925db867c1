"""Messages of data that comes with a schema of the user's own."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import methodcaller
from typing import cast

from google.protobuf import json_format, text_format
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Error, Message

from wirelab.app.own_data.files import read_data, read_files, says
from wirelab.app.own_data.undescribed import undescribed
from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import decoded
from wirelab.model.data_encoding import DataEncoding
from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.descriptors import is_compiled
from wirelab.schema.messages import message_class, read_delimited, serialize
from wirelab.schema.proto3 import as_message_of
from wirelab.schema.types import Schema

Parse = Callable[[Message], object]
_FAULTS = (json_format.ParseError, text_format.ParseError, Error, ValueError, TypeError, AttributeError, RecursionError)
_MOST_SHOWN = 10


def read_messages(
    named: str, encoding: DataEncoding, compiled: CompiledSchema, most_bytes: int, *, drops: bool = False
) -> tuple[str, tuple[bytes, ...], tuple[str, ...]]:
    """Read messages of a schema's root from a file, a folder, or `-`.

    Returns one line about the messages, for people; the bytes of each; and the data that they lack, in sentences.
    In text format and in binary each file is a message.
    With `drops`, fields of JSON that the schema lacks are left out, and named; else such documents do not fit.

    Raises:
        UsageError: there is no such file.
        HostError: it cannot be read.
        DefinitionError: there are no messages, or some are not of the schema; the first ten are named.
    """
    lost = NotCarried()
    unheld: list[str] = []
    written = message_class(compiled.written, compiled.root)
    if encoding is DataEncoding.JSON:
        data = read_data(named, most_bytes)
        line = data.says
        parse = partial(json_format.ParseDict, ignore_unknown_fields=drops)
        documents = list(data.documents.read(lost))
        parses: list[Parse] = [partial(parse, document) for document in documents]
        for row, document in enumerate(documents, start=1):
            for what in undescribed(document, cast("Descriptor", written.DESCRIPTOR)):
                lost.note(what, row)
    else:
        parses = list(_from_files(read_files(named, most_bytes), encoding))
        line = says(named, len(parses), "message")
        if not parses:
            raise DefinitionError(f"data {named}", "it is empty", remedy="give it at least one message")
    made = message_class(compiled.descriptor_set, compiled.root)
    objects = []
    parsed = _parsed(parses, written, made, f"data {named}", compiled.root)
    for row, (message, other) in enumerate(parsed, start=1):
        if unknown := _without_unknown(message):
            unheld.append(f"fields that the schema does not have: {unknown:,} bytes in message {row:,}")
        objects.append(serialize(other))
    return line, tuple(objects), (*lost.sentences(), *unheld)


def _parsed(
    parses: Sequence[Parse], written: type[Message], made: type[Message], part: str, root: str
) -> Iterator[tuple[Message, Message]]:
    """Each message as it is written, and as one that runners get."""
    mismatches = []
    for row, parse in enumerate(parses, start=1):
        message = written()
        try:
            parse(message)
            other = as_message_of(message, made)  # a text of proto2 may be no UTF-8, which only its reader finds
        except DefinitionError as error:
            mismatches.append(f"document {row:,}: {error.what}")
        except _FAULTS as error:
            mismatches.append(f"document {row:,}: {error}")
        else:
            if message.IsInitialized():
                yield message, other
            else:
                missing = ", ".join(message.FindInitializationErrors())  # type: ignore[attr-defined]  # no stub has it
                mismatches.append(f"document {row:,}: required fields are missing: {missing}")
        if len(mismatches) == _MOST_SHOWN:
            break
    if mismatches:
        remedy = "fix the schema or the data, or name the data's encoding with --data-as"
        raise DefinitionError(part, f"it does not fit message {root}", why="\n".join(mismatches), remedy=remedy)


def _from_files(files: Sequence[tuple[str, bytes]], encoding: DataEncoding) -> Iterator[Parse]:
    for part, data in files:
        match encoding:
            case DataEncoding.TEXT:
                yield partial(_from_text, data, part)
            case DataEncoding.DELIMITED:
                yield from (methodcaller("MergeFromString", each) for each in read_delimited(data, part))
            case _:
                yield methodcaller("MergeFromString", data)


def _from_text(data: bytes, part: str, message: Message) -> None:
    text_format.Parse(decoded(data, part), message)


def _without_unknown(message: Message) -> int:
    """Drop the fields that the schema does not have; returns their size in bytes."""
    before = message.ByteSize()
    message.DiscardUnknownFields()
    return before - message.ByteSize()


def as_messages(schema: Schema) -> tuple[str, ...]:
    """Fields of protobuf's own types, for which its JSON has special forms, in sentences."""
    own = {each.name: each.full_name for each in schema.messages if not is_compiled(each.file)}
    return tuple(
        f"{message.full_name}.{field.name}: {own[field.type.message]} is written as an ordinary message, not in the"
        " form of Protocol Buffers' JSON"
        for message in schema.messages
        if message.name not in own
        for field in message.fields
        if field.type.message in own
    )

"""The interface definition languages there are: one line each, and one module."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from wirelab.schema.definitions import avro, flatbuffers, thrift
from wirelab.schema.definitions.naming import Wording
from wirelab.schema.types import Message, Schema


class Language(StrEnum):
    """An interface definition language, as manifests and templates name it."""

    THRIFT = "thrift"
    AVRO = "avro"
    FLATBUFFERS = "flatbuffers"


class _Writer(Protocol):
    """What each module has."""

    EXTENSION: str

    def write(self, schema: Schema, namespace: str, wording: Wording) -> str: ...

    def member_names(self, message: Message, wording: Wording) -> dict[str, str]: ...


_WRITERS: Mapping[Language, _Writer] = MappingProxyType(
    {Language.THRIFT: thrift, Language.AVRO: avro, Language.FLATBUFFERS: flatbuffers}
)


def file_name(language: Language) -> str:
    """Name of the file that a definition is written to, the same for every schema."""
    return f"types.{_WRITERS[language].EXTENSION}"


def define(schema: Schema, language: Language, namespace: str, wording: Wording) -> str:
    """All the types of `schema` in a language.

    Args:
        schema: the types.
        language: which.
        namespace: of what its compiler generates.
        wording: how the language that it is compiled to writes names.
    """
    return _WRITERS[language].write(schema, namespace, wording)


def defined_names(message: Message, language: str, wording: Wording) -> dict[str, str]:
    """The name of each field of `message` in its definition, by its name in the .proto.

    Raises:
        ValueError: there is no such language.
    """
    return _WRITERS[Language(language)].member_names(message, wording)

"""Objects of a workload as JSON documents: by the model of its types, without any codec."""

import base64
from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message

from wirelab.inference.texts import text_of
from wirelab.schema.kinds import Cardinality, Logical, Scalar, Shape
from wirelab.schema.types import Enum, Field, FieldType, Schema
from wirelab.schema.types import Message as MessageType

_NOTHING = object()


class Documents:
    """Makes documents of messages of one schema."""

    def __init__(self, schema: Schema) -> None:
        self._messages = {each.name: each for each in schema.messages}
        self._numbers: Mapping[str, Enum] = {each.name: each for each in schema.enums}
        self._root = self._messages[schema.root]

    def of(self, message: Message) -> Any:
        """The document of a message of the root type."""
        return self._message(message, self._root)

    def _message(self, message: Message, kind: MessageType) -> Any:
        if kind.wraps is not None:
            return self._many(message, kind.wraps)
        if kind.shape is Shape.UNION:
            held = (field for field in kind.fields if message.HasField(field.name))
            return next((self._value(getattr(message, one.name), one.type) for one in held), None)
        given = ((field.text_name, self._field(message, field)) for field in kind.fields)
        return {name: value for name, value in given if value is not _NOTHING}

    def _field(self, message: Message, field: Field) -> Any:
        missing = None if field.null_when_missing else _NOTHING
        if field.many:
            many = self._many(message, field)
            return many if many or not field.nullable else missing
        value = getattr(message, field.name)
        if field.cardinality is not Cardinality.IMPLICIT:
            return self._value(value, field.type) if message.HasField(field.name) else missing
        return missing if field.nullable and not value else self._value(value, field.type)

    def _many(self, message: Message, field: Field) -> Any:
        held = getattr(message, field.name)
        if field.key is None:
            return [self._value(each, field.type) for each in held]
        return {_key(key): self._value(held[key], field.type) for key in held}

    def _value(self, value: Any, kind: FieldType) -> Any:
        if kind.message is not None:
            return self._message(value, self._messages[kind.message])
        if kind.enum is not None:
            names = {each.number: each.name for each in self._numbers[kind.enum].values}
            return value if kind.open else names.get(value, value)
        if kind.logical is Logical.BIG_INTEGER:
            return str(int.from_bytes(value, "big", signed=True))
        if kind.logical is not None:
            return text_of(value)
        if kind.scalar is Scalar.BYTES:
            return base64.b64encode(value).decode()
        return int(value) if kind.whole and value.is_integer() else value


def _key(key: Any) -> str:
    """JSON's keys are texts."""
    return str(key).lower() if isinstance(key, bool) else str(key)

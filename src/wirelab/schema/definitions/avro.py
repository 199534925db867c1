"""Apache Avro's schemas in JSON (avro.apache.org/docs/1.12.0/specification).

| Schema | Avro |
| --- | --- |
| message | `record` under the domain name, fields in the order of protobuf's numbers; defined where it is first used |
| union of distinct messages | one field under the union's name, a union of `null` and their records |
| other unions | their members, each a union with `null`: an Avro union has no two members of one type |
| scalar without presence | the plain type |
| optional, message | a union of `null` and the type, `null` by default |
| repeated | `array` |
| map of string keys | `map`; of other keys: an `array` of records of `key` and `value` |
| closed enum | `enum` by its symbols, without aliases; open: `int` |
| int32, sint32, sfixed32 | `int` |
| uint32, fixed32 | `long`: Avro has no unsigned numbers |
| int64, sint64, sfixed64, uint64, fixed64 | `long`; unsigned ones by their bits |
| float, double, bool, string, bytes | `float`, `double`, `boolean`, `string`, `bytes` |
| UUID | `fixed` of 16 bytes, logical type `uuid` |
| INSTANT_MILLIS | `long`, logical type `timestamp-millis` |
| DATE | `int`, logical type `date` |
| BIG_INTEGER | `bytes`, two's complement, big-endian: `decimal` wants a precision |
| UUID, DATE, BIG_INTEGER without presence | a union with `null`, since empty means absent |
"""

import json
from collections.abc import Mapping
from types import MappingProxyType

from wirelab.schema.definitions import naming
from wirelab.schema.definitions.naming import Wording
from wirelab.schema.types import Cardinality, Enum, Field, FieldType, Logical, Message, Oneof, Scalar, Schema

EXTENSION = "avsc"

_SCALARS: Mapping[Scalar, str] = MappingProxyType(
    {
        Scalar.DOUBLE: "double",
        Scalar.FLOAT: "float",
        Scalar.INT32: "int",
        Scalar.UINT32: "long",
        Scalar.INT64: "long",
        Scalar.UINT64: "long",
        Scalar.BOOL: "boolean",
        Scalar.STRING: "string",
        Scalar.BYTES: "bytes",
    }
)
_Avro = object  # what JSON can say


def write(schema: Schema, namespace: str, wording: Wording) -> str:
    """The schema of the root's record, with every other type where it is first used.

    Args:
        schema: the types.
        namespace: of all its names.
        wording: how it writes names.
    """
    root = _Definition(schema, wording).message(schema.root)
    assert isinstance(root, dict)
    return json.dumps({"namespace": namespace, **root}, indent=1) + "\n"


def member_names(message: Message, wording: Wording) -> dict[str, str]:
    """The name of each field and union of `message`, by its name in the .proto."""
    return naming.member_names(message.numbers, wording)


class _Definition:
    """Remembers what is defined: Avro defines a name once, and refers to it by name from then on."""

    def __init__(self, schema: Schema, wording: Wording) -> None:
        self._messages = {message.name: message for message in schema.messages}
        self._enums = {enum.name: enum for enum in schema.enums}
        self._wording = wording
        self._defined: set[str] = set()

    def message(self, name: str) -> _Avro:
        if name in self._defined:
            return name
        self._defined.add(name)
        message, fields = self._messages[name], list[_Avro]()
        names = member_names(message, self._wording)
        for member in message.members_with(message.message_unions):
            said = self._field(message, member) if isinstance(member, Field) else self._union(member)
            fields.append({"name": names[member.name], **said})
        return {"type": "record", "name": name, "fields": fields}

    def _union(self, union: Oneof) -> dict[str, _Avro]:
        return {"type": ["null", *(self._type(field.type) for field in union.fields)], "default": None}

    def _field(self, message: Message, field: Field) -> dict[str, _Avro]:
        if field.cardinality is Cardinality.REPEATED:
            return {"type": {"type": "array", "items": self._type(field.type)}}
        if field.key is Scalar.STRING:
            return {"type": {"type": "map", "values": self._type(field.type)}}
        if field.key is not None:
            entries = [
                {"name": "key", "type": self._type(field.key_type)},
                {"name": "value", "type": self._type(field.type)},
            ]
            entry = {"type": "record", "name": naming.entry_name(message, field), "fields": entries}
            return {"type": {"type": "array", "items": entry}}
        if field.nullable:
            return {"type": ["null", self._type(field.type)], "default": None}
        return {"type": self._type(field.type)}

    def _type(self, one: FieldType) -> _Avro:
        if one.logical is Logical.UUID:
            return self._uuid()
        if one.logical is Logical.INSTANT_MILLIS:
            return {"type": "long", "logicalType": "timestamp-millis"}
        if one.logical is Logical.DATE:
            return {"type": "int", "logicalType": "date"}
        if one.scalar is not None:
            return _SCALARS[one.scalar.plain]
        if one.message is not None:
            return self.message(one.message)
        return "int" if one.open else self._enum(self._enums[one.name])

    def _enum(self, enum: Enum) -> _Avro:
        if enum.name in self._defined:
            return enum.name
        self._defined.add(enum.name)
        return {"type": "enum", "name": enum.name, "symbols": [value.name for value in enum.values]}

    def _uuid(self) -> _Avro:
        name = "Uuid"
        while name in self._messages or name in self._enums:
            name += "_"
        if name in self._defined:
            return name
        self._defined.add(name)
        return {"type": "fixed", "name": name, "size": 16, "logicalType": "uuid"}

"""FlatBuffers' schema language (flatbuffers.dev/schema).

| Schema | FlatBuffers |
| --- | --- |
| message | `table` under the domain name, fields in snake case in the order of protobuf's numbers |
| union of distinct messages | `union` under message and union's name, and one field of it |
| other unions | their members, each optional: a union has tables only |
| scalar without presence | the plain type; zero is not written, and no sign of a zero |
| optional scalar | with default `null` |
| string, bytes, message | by offset, so that absent is null |
| repeated | a vector; of bytes: of tables that hold them (`BytesItem`), since no vector holds vectors |
| map | a vector of tables of `key` and `value` |
| closed enum | `enum` of `int`, values in ascending order, without aliases; open: `int` |
| int32, sint32, sfixed32; uint32, fixed32 | `int`; `uint` |
| int64, sint64, sfixed64; uint64, fixed64 | `long`; `ulong` |
| float, double, bool, string, bytes | `float`, `double`, `bool`, `string`, `[ubyte]` |
| UUID | `struct` of two `long`, in place |
| INSTANT_MILLIS | `long`, milliseconds since 1970 |
| DATE | `string`, `YYYY-MM-DD` |
| BIG_INTEGER | `[ubyte]`, two's complement, big-endian |
"""

from collections.abc import Mapping
from types import MappingProxyType

from wirelab.schema.definitions import naming
from wirelab.schema.definitions.naming import Wording
from wirelab.schema.names import escaped, pascal
from wirelab.schema.types import Cardinality, Enum, Field, FieldType, Logical, Message, Oneof, Scalar, Schema

EXTENSION = "fbs"

# Names of types, and the language's own words.
_WORDS = """
bool byte double float float32 float64 int int16 int32 int64 int8 long short string ubyte uint uint16 uint32 uint64
uint8 ulong ushort attribute enum file_extension file_identifier include inf infinity namespace nan native_include
root_type rpc_service struct table union
"""
_KEPT = frozenset(_WORDS.split())
_SCALARS: Mapping[Scalar, str] = MappingProxyType(
    {
        Scalar.DOUBLE: "double",
        Scalar.FLOAT: "float",
        Scalar.INT32: "int",
        Scalar.UINT32: "uint",
        Scalar.INT64: "long",
        Scalar.UINT64: "ulong",
        Scalar.BOOL: "bool",
        Scalar.STRING: "string",
        Scalar.BYTES: "[ubyte]",
    }
)
_BYTES = "[ubyte]"
_OWN = "struct Uuid {\n  most: long;\n  least: long;\n}\n", "table BytesItem {\n  value: [ubyte];\n}\n"


def write(schema: Schema, namespace: str, wording: Wording) -> str:
    """The definition of all the types of `schema`.

    Args:
        schema: the types; none named `Uuid` or `BytesItem`, which are the definition's own.
        namespace: of the generated classes.
        wording: how it writes names.
    """
    blocks = [f"namespace {namespace};\n", *_OWN]
    blocks += [_enum(enum, wording) for enum in schema.closed_enums]
    for message in schema.messages:
        blocks += [_union(message, union) for union in message.message_unions]
        blocks += [_entry(message, field) for field in message.fields if field.key is not None]
        blocks.append(_table(message, wording))
    return "\n".join(blocks)


def member_names(message: Message, wording: Wording) -> dict[str, str]:
    """The name of each field and union of `message`, by its name in the .proto."""
    return naming.member_names(message.numbers, wording, _KEPT)


def _enum(enum: Enum, wording: Wording) -> str:
    values = sorted(enum.values, key=lambda value: value.number)
    lines = ",\n".join(f"  {escaped(value.name, _KEPT | wording.reserved)} = {value.number}" for value in values)
    return f"enum {enum.name}: int {{\n{lines}\n}}\n"


def _union(message: Message, union: Oneof) -> str:
    members = ", ".join(field.type.name for field in union.fields)
    return f"union {message.name}{pascal(union.name)} {{ {members} }}\n"


def _entry(message: Message, field: Field) -> str:
    name, key, value = naming.entry_name(message, field), _type(field.key_type), _type(field.type)
    return f"table {name} {{\n  key: {key};\n  value: {value};\n}}\n"


def _table(message: Message, wording: Wording) -> str:
    names, fields = member_names(message, wording), ""
    for member in message.members_with(message.message_unions):
        said = _field_type(message, member) if isinstance(member, Field) else f"{message.name}{pascal(member.name)}"
        fields += f"  {names[member.name]}: {said};\n"
    return f"table {message.name} {{\n{fields}}}\n"


def _field_type(message: Message, field: Field) -> str:
    value = _type(field.type)
    if field.cardinality is Cardinality.REPEATED:
        return f"[{'BytesItem' if value == _BYTES else value}]"
    if field.key is not None:
        return f"[{naming.entry_name(message, field)}]"
    by_offset = field.type.message is not None or value in ("string", _BYTES, "Uuid")
    return value if by_offset or field.cardinality is Cardinality.IMPLICIT else f"{value} = null"


def _type(one: FieldType) -> str:
    if one.logical is Logical.UUID:
        return "Uuid"
    if one.logical is Logical.INSTANT_MILLIS:
        return "long"
    if one.scalar is not None:
        return _SCALARS[one.scalar.plain]
    return "int" if one.open else one.name

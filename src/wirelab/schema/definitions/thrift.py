"""Apache Thrift's interface definition language (thrift.apache.org/docs/idl).

| Schema | Thrift |
| --- | --- |
| message | `struct` under the domain name; field ids are protobuf's numbers |
| message that is one union and nothing else | `union`: one that has no member set cannot be written |
| other unions | their members, `optional` |
| scalar without presence | default requiredness: always written |
| optional, message | `optional` |
| repeated, map | `list`, `map`, of default requiredness |
| closed enum | `enum`, without aliases; open: `i32` |
| int32, sint32, sfixed32 | `i32` |
| uint32, fixed32 | `i64`: Thrift has no unsigned numbers |
| int64, sint64, sfixed64, uint64, fixed64 | `i64`; unsigned ones by their bits |
| float, double | `double`: Thrift has no float |
| UUID | `binary` of 16 bytes: Thrift's own `uuid` came with 0.19, Scrooge has none |
| INSTANT_MILLIS | `i64`, milliseconds since 1970 |
| DATE | `string`, `YYYY-MM-DD` |
| BIG_INTEGER | `binary`, two's complement, big-endian |
| UUID, DATE, BIG_INTEGER without presence | `optional`, since empty means absent |
"""

from collections.abc import Mapping
from types import MappingProxyType

from wirelab.schema.definitions import naming
from wirelab.schema.definitions.naming import Wording
from wirelab.schema.names import escaped
from wirelab.schema.types import Cardinality, Enum, Field, FieldType, Message, Scalar, Schema

EXTENSION = "thrift"

# What the compiler itself refuses: thriftl.ll keeps words of all its targets.
_WORDS = """
abstract alias and args as assert async begin binary bool break byte case catch class clone const continue cpp_include
cpp_type declare def default del delete do double dynamic elif else elseif elsif end enddeclare endfor endforeach
endif endswitch endwhile ensure enum except exception exec extends false finally float for foreach from function
global goto i16 i32 i64 i8 if implements import in include inline instanceof interface is lambda list map module
namespace native new next nil not oneway optional or package pass print private protected public raise redo reference
register required rescue retry return self senum service set sizeof slist static string struct super switch
synchronized then this throw throws transient true try typedef undef uuid union unless unsigned until use var virtual
void volatile when while with xor yield BEGIN END
"""
_KEPT = frozenset(_WORDS.split())
_SCALARS: Mapping[Scalar, str] = MappingProxyType(
    {
        Scalar.DOUBLE: "double",
        Scalar.FLOAT: "double",
        Scalar.INT32: "i32",
        Scalar.UINT32: "i64",
        Scalar.INT64: "i64",
        Scalar.UINT64: "i64",
        Scalar.BOOL: "bool",
        Scalar.STRING: "string",
        Scalar.BYTES: "binary",
    }
)


def write(schema: Schema, namespace: str, wording: Wording) -> str:
    """The definition of all the types of `schema`.

    Args:
        schema: the types.
        namespace: of the generated classes, in every target language.
        wording: how it writes names.
    """
    blocks = [f"namespace * {namespace}\n"]
    blocks += [_enum(enum, wording) for enum in schema.closed_enums]
    blocks += [_struct(message, wording) for message in schema.messages]
    return "\n".join(blocks)


def member_names(message: Message, wording: Wording) -> dict[str, str]:
    """The name of each field of `message`, by its name in the .proto."""
    return naming.member_names([(field.name, field.number) for field in message.fields], wording, _KEPT)


def _enum(enum: Enum, wording: Wording) -> str:
    values = "".join(f"  {escaped(each.name, _KEPT | wording.reserved)} = {each.number}\n" for each in enum.values)
    return f"enum {enum.name} {{\n{values}}}\n"


def _struct(message: Message, wording: Wording) -> str:
    names = member_names(message, wording)
    kind = "union" if message.is_union else "struct"
    fields = ""
    for field in message.fields:
        requiredness = "optional " if field.nullable and not message.is_union else ""
        fields += f"  {field.number}: {requiredness}{_field_type(field)} {names[field.name]}\n"
    return f"{kind} {message.name} {{\n{fields}}}\n"


def _field_type(field: Field) -> str:
    value = _type(field.type)
    if field.cardinality is Cardinality.REPEATED:
        return f"list<{value}>"
    return f"map<{_type(field.key_type)}, {value}>" if field.key is not None else value


def _type(one: FieldType) -> str:
    if one.scalar is not None:
        return _SCALARS[one.scalar.plain]
    return "i32" if one.open else one.name

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

Field names are in camel case, as Thrift's users on the JVM write them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from wirelab.schema.definitions import naming
from wirelab.schema.types import Cardinality, Enum, Field, FieldType, Logical, Message, Scalar, Schema

EXTENSION = "thrift"

# What the compiler itself refuses (thriftl.ll keeps words of all its targets), what Java and Scala do, and what
# their generated classes have already.
_WORDS = """
abstract alias and args as assert async begin binary bool break byte case catch class clone const continue cpp_include
cpp_type declare def default del delete do double dynamic elif else elseif elsif end enddeclare endfor endforeach
endif endswitch endwhile ensure enum except exception exec extends false finally float for foreach from function
global goto i16 i32 i64 i8 if implements import in include inline instanceof interface is lambda list map module
namespace native new next nil not oneway optional or package pass print private protected public raise redo reference
register required rescue retry return self senum service set sizeof slist static string struct super switch
synchronized then this throw throws transient true try typedef undef uuid union unless unsigned until use var virtual
void volatile when while with xor yield BEGIN END

boolean char final int long null short strictfp forSome given implicit lazy match object override sealed trait type
val macro

canEqual clear compareTo copy deepCopy eq equals fieldForId finalize getClass getSetField hashCode isSet metaDataMap
ne notify notifyAll productArity productElement productIterator productPrefix read toString validate wait write
"""
RESERVED = frozenset(_WORDS.split())
_SCALARS: Mapping[Scalar, str] = MappingProxyType(
    {
        Scalar.DOUBLE: "double",
        Scalar.FLOAT: "double",
        Scalar.INT32: "i32",
        Scalar.SINT32: "i32",
        Scalar.SFIXED32: "i32",
        Scalar.UINT32: "i64",
        Scalar.FIXED32: "i64",
        Scalar.INT64: "i64",
        Scalar.SINT64: "i64",
        Scalar.SFIXED64: "i64",
        Scalar.UINT64: "i64",
        Scalar.FIXED64: "i64",
        Scalar.BOOL: "bool",
        Scalar.STRING: "string",
        Scalar.BYTES: "binary",
    }
)
_EMPTY_IS_ABSENT = (Logical.UUID, Logical.DATE, Logical.BIG_INTEGER)


def write(schema: Schema, namespace: str) -> str:
    """The definition of all the types of `schema`.

    Args:
        schema: the types.
        namespace: of the generated classes, in every target language.
    """
    enums = {enum.name: enum for enum in schema.enums}
    blocks = [f"namespace * {namespace}\n"]
    blocks += [_enum(enum) for enum in schema.enums if not enum.open]
    blocks += [_struct(message, enums) for message in schema.messages]
    return "\n".join(blocks)


def member_names(message: Message) -> dict[str, str]:
    """The name of each field of `message`, by its name in the .proto."""
    return naming.member_names([(field.name, field.number) for field in message.fields], RESERVED)


def _enum(enum: Enum) -> str:
    values = "".join(
        f"  {value.name}{'_' if value.name in RESERVED else ''} = {value.number}\n" for value in enum.values
    )
    return f"enum {enum.name} {{\n{values}}}\n"


def _struct(message: Message, enums: Mapping[str, Enum]) -> str:
    names = member_names(message)
    kind = "union" if message.is_union else "struct"
    fields = ""
    for field in message.fields:
        requiredness = "optional " if _is_optional(field) and not message.is_union else ""
        fields += f"  {field.number}: {requiredness}{_field_type(field, enums)} {names[field.name]}\n"
    return f"{kind} {message.name} {{\n{fields}}}\n"


def _is_optional(field: Field) -> bool:
    if field.cardinality is Cardinality.IMPLICIT:
        return field.type.logical in _EMPTY_IS_ABSENT
    return field.cardinality in (Cardinality.OPTIONAL, Cardinality.ONEOF)


def _field_type(field: Field, enums: Mapping[str, Enum]) -> str:
    value = _type(field.type, enums)
    if field.cardinality is Cardinality.REPEATED:
        return f"list<{value}>"
    if field.key is not None:
        return f"map<{_SCALARS[field.key]}, {value}>"
    return value


def _type(kind: FieldType, enums: Mapping[str, Enum]) -> str:
    if kind.enum is not None:
        return "i32" if enums[kind.enum].open else kind.enum
    if kind.scalar is not None:
        return _SCALARS[kind.scalar]
    return str(kind.message)

"""A workload's types as a small model: what templates render from, free of protobuf's own classes."""

from dataclasses import dataclass
from enum import StrEnum


class Scalar(StrEnum):
    """Proto3's scalar types, by their names."""

    DOUBLE = "double"
    FLOAT = "float"
    INT32 = "int32"
    INT64 = "int64"
    UINT32 = "uint32"
    UINT64 = "uint64"
    SINT32 = "sint32"
    SINT64 = "sint64"
    FIXED32 = "fixed32"
    FIXED64 = "fixed64"
    SFIXED32 = "sfixed32"
    SFIXED64 = "sfixed64"
    BOOL = "bool"
    STRING = "string"
    BYTES = "bytes"


class Logical(StrEnum):
    """What a field means beyond its wire type, given by `(wirelab.logical)`.

    For UUID and BIG_INTEGER (on bytes) and DATE (on string) the empty value of a field without presence means: absent.
    BIG_INTEGER is minimal two's complement, big-endian: zero is one zero byte.
    """

    UUID = "UUID"
    INSTANT_MILLIS = "INSTANT_MILLIS"
    DATE = "DATE"
    BIG_INTEGER = "BIG_INTEGER"


class Cardinality(StrEnum):
    """How often a field stands in its message."""

    IMPLICIT = "implicit"  # proto3 scalar without presence: absent is the default value
    OPTIONAL = "optional"  # presence is kept: proto3 `optional`, and every singular message field
    ONEOF = "oneof"  # a member of a union; presence is kept
    REPEATED = "repeated"
    MAP = "map"


@dataclass(frozen=True, slots=True)
class FieldType:
    """Type of a field, an element, or a map's value. Exactly one of the first three is set.

    Attributes:
        scalar: a scalar type.
        message: `name` of a `Message` of the same schema.
        enum: `name` of an `Enum` of the same schema.
        logical: the logical type of a scalar, or None.
    """

    scalar: Scalar | None = None
    message: str | None = None
    enum: str | None = None
    logical: Logical | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message.

    Attributes:
        name: as written in the .proto.
        number: on the wire.
        json_name: protobuf's JSON name.
        cardinality: how often it stands.
        type: its type; of the element if repeated, of the value if a map.
        key: the key's type if a map.
        oneof: name of the union it is a member of, or None.
    """

    name: str
    number: int
    json_name: str
    cardinality: Cardinality
    type: FieldType
    key: Scalar | None = None
    oneof: str | None = None


@dataclass(frozen=True, slots=True)
class Oneof:
    """A union: at most one of its fields is set."""

    name: str
    fields: tuple[Field, ...]

    @property
    def of_messages(self) -> bool:
        """Whether its members are messages, no two of one type: a value's type tells which member is set."""
        types = [field.type.message for field in self.fields]
        return None not in types and len(set(types)) == len(types)


@dataclass(frozen=True, slots=True)
class Message:
    """A message type.

    Attributes:
        name: unique in the schema, for the domain type: nested names joined (`OuterInner`).
        full_name: protobuf's full name (`package.Outer.Inner`).
        path: names from the outermost message on (`("Outer", "Inner")`), for the generated class.
        file: the .proto file that declares it.
        fields: in ascending order of number; members of unions included.
        oneofs: its unions (protobuf's synthetic ones for `optional` left out).
        recursive: whether a value can hold, at any depth, another of the same type.
    """

    name: str
    full_name: str
    path: tuple[str, ...]
    file: str
    fields: tuple[Field, ...]
    oneofs: tuple[Oneof, ...]
    recursive: bool

    @property
    def is_union(self) -> bool:
        """Whether it is one union and nothing else: a sum type, where a language has them."""
        return len(self.oneofs) == 1 and self.oneofs[0].fields == self.fields


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A named number of an enum.

    Attributes:
        name: as declared, less the enum's own name in front where all values have it (`SITE_TYPE_FLASH` of `SiteType`
            is `FLASH`): protobuf's style guide asks for that prefix because constants of a package share one scope.
        number: on the wire.
    """

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum type.

    Attributes:
        name: unique in the schema, for the domain type.
        full_name: protobuf's full name.
        path: names from the outermost message on.
        file: the .proto file that declares it.
        values: one a number, the first name that has it, in order of declaration.
        aliases: further names of the same numbers.
        open: `(wirelab.open)`: the data may hold numbers without a name, so domain types hold the number itself.
    """

    name: str
    full_name: str
    path: tuple[str, ...]
    file: str
    values: tuple[EnumValue, ...]
    aliases: tuple[EnumValue, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Payload:
    """What codecs encode of each object, where that is not the whole root.

    Attributes:
        field: the root's field that holds it, of a message type that is one union of messages and nothing else; the
            root's other fields, and which member is set, are columns.
        union: that union.
        messages: `name` of each member's `Message`, in ascending order of number; distinct.
    """

    field: Field
    union: Oneof
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """All types that a workload's root type reaches, then those that only the replayed one does, if there is one.

    Attributes:
        name: the workload's name.
        root: `name` of the root message.
        messages: in an order where types come before their users, as far as recursion allows.
        enums: likewise.
        files: .proto files in dependency order, as protoc names them.
        digest: SHA-256 of the descriptor set, root, payload and replayed message: same types, same digest.
        payload: what codecs encode of each object, or None: the whole root.
        replayed: `name` of the message that objects add up to, or None.
    """

    name: str
    root: str
    messages: tuple[Message, ...]
    enums: tuple[Enum, ...]
    files: tuple[str, ...]
    digest: str
    payload: Payload | None = None
    replayed: str | None = None

"""The distinctions of the model: scalars, logical types, how often fields occur, and shapes of messages."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


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

    @property
    def plain(self) -> "Scalar":
        """The scalar with the same values, however protobuf writes them: `int32` of `sint32` and `sfixed32`."""
        return _PLAIN.get(self, self)


_PLAIN: Mapping[Scalar, Scalar] = MappingProxyType(
    {
        Scalar.SINT32: Scalar.INT32,
        Scalar.SFIXED32: Scalar.INT32,
        Scalar.SINT64: Scalar.INT64,
        Scalar.SFIXED64: Scalar.INT64,
        Scalar.FIXED32: Scalar.UINT32,
        Scalar.FIXED64: Scalar.UINT64,
    }
)


class Logical(StrEnum):
    """The meaning of a field beyond its wire type, given by `(wirelab.logical)`.

    For UUID and BIG_INTEGER (on bytes) and DATE (on string) the empty value of a field without presence means: absent.
    BIG_INTEGER is minimal two's complement, big-endian: zero is one zero byte.
    """

    UUID = "UUID"
    INSTANT_MILLIS = "INSTANT_MILLIS"
    DATE = "DATE"
    BIG_INTEGER = "BIG_INTEGER"


class Kind(StrEnum):
    """The kind of a type: each is written, and converted, in its own way."""

    MESSAGE = "message"
    CLOSED = "closed"  # an enum whose numbers all have names
    OPEN = "open"  # an enum whose values are plain numbers
    LOGICAL = "logical"
    SCALAR = "scalar"


class JsonKind(StrEnum):
    """The kind of a value in a document, whatever its type: readers distinguish members of a union by it."""

    TEXT = "text"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    NUMBER = "number"  # it may have a fraction
    LIST = "list"
    OBJECT = "object"  # or a map


class Cardinality(StrEnum):
    """How often a field occurs in its message."""

    IMPLICIT = "implicit"  # proto3 scalar without presence: absent is the default value
    OPTIONAL = "optional"  # presence is kept: proto3 `optional`, and every singular message field
    ONEOF = "oneof"  # a member of a union; presence is kept
    REPEATED = "repeated"
    MAP = "map"


class Shape(StrEnum):
    """The form of a message in a document, given by `(wirelab.shape)`."""

    RECORD = "record"  # an object, a key for each field
    WRAPPER = "wrapper"  # its only field's list or map, which protobuf has no place for otherwise
    UNION = "union"  # the value of the member that is set, known by its kind; of none: null


class Missing(StrEnum):
    """The form of a field that holds nothing in a document, given by `(wirelab.missing)`."""

    ABSENT = "absent"  # no key: of a list or a map rather than an empty one, of a union rather than null
    NULL = "null"  # a null under its key

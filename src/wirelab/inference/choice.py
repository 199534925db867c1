"""The messages and fields that are chosen to carry documents, frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from wirelab.schema.kinds import JsonKind, Logical, Missing, Scalar, Shape
from wirelab.schema.names import without_prefix


@dataclass(frozen=True, slots=True)
class Leaf:
    """A type that is no message; `whole`: a double whose numbers without a fraction are integers."""

    scalar: Scalar
    logical: Logical | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum that stands for texts."""

    name: str  # in the .proto
    names: tuple[str, ...]  # of its values in the .proto, in order of their numbers, from 0
    numbers: Mapping[str, int] = field(hash=False)  # by text, in the same order

    @property
    def json_names(self) -> dict[str, str]:
        """The names that JSON codecs write, by text."""
        return dict(zip(self.numbers, without_prefix(self.name, self.names), strict=True))


Type = Leaf | Enum | str
"""A leaf, an enum, or a message by its name."""


class Form(StrEnum):
    """How many values a field holds."""

    ONE = "one"
    LIST = "list"
    MAP = "map"


@dataclass(frozen=True, slots=True)
class Field:
    """A field."""

    key: str  # of the document's object; for a member of a union, a name for its kind (`Member`)
    name: str  # in the .proto
    form: Form
    type: Type  # of each value
    optional: bool = False  # its presence is kept; no matter for messages, lists, maps and members of unions
    missing: Missing | None = None
    """The meaning of its absence, as the schema states it; None: a single value is absent, a list or a map empty."""

    @property
    def is_always_there(self) -> bool:
        """Whether no object lacks its key."""
        if self.missing is not None:
            return self.missing is Missing.NULL
        return self.form is not Form.ONE or not self.optional


@dataclass(frozen=True, slots=True)
class Member:
    """The values that a member of a union holds."""

    kind: JsonKind  # of its values
    stated: frozenset[str] = frozenset()  # by objects of their kind, if that distinguishes them from others


@dataclass(frozen=True, slots=True)
class Message:
    """A message."""

    name: str  # in the .proto
    shape: Shape
    fields: tuple[Field, ...]  # in order of their numbers, from 1
    members: tuple[Member, ...] = ()  # of a union, the values of each field
    beside: bool = False
    """Whether a union has null beside absent: not shared with others, since fewer types can express that."""

    def never_like(self, other: "Message") -> bool:
        """Whether they are objects, and no set of keys is one that both may have."""
        if self.shape is not Shape.RECORD or other.shape is not Shape.RECORD:
            return False
        keys, others = ({field.key for field in each.fields} for each in (self, other))
        always, always_other = ({field.key for field in each.fields if field.is_always_there} for each in (self, other))
        return not (always <= others and always_other <= keys)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place where values are of several kinds."""

    path: str  # `items[].price`
    rows: Mapping[JsonKind, int]  # the first row of each kind
    chosen: str  # to hold them, as a clause


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen types, with the conflicts and guesses behind them."""

    messages: Mapping[str, Message]  # by name; types before their users
    enums: tuple[Enum, ...]  # in order of their names' first use
    root: str  # name of the message that holds a document
    conflicts: tuple[Conflict, ...]
    guesses: Mapping[str, str]  # paths at which nothing shows the type, and the type taken there

    def distinguishes(self, union: Message) -> bool:
        """Whether a reader of a bare value knows which member of a union it is in: by its kind, then by its keys.

        Integers beyond 64 bits are text in many formats, and libraries have types of their own for them.
        """
        kinds = [member.kind for member in union.members]
        if {JsonKind.INTEGER, JsonKind.NUMBER} <= set(kinds):
            return False
        types = [field.type for field in union.fields]
        if len(kinds) > 1 and any(isinstance(one, Leaf) and one.logical is Logical.BIG_INTEGER for one in types):
            return False
        objects = [
            self.messages[str(field.type)]
            for field, member in zip(union.fields, union.members, strict=True)
            if member.kind is JsonKind.OBJECT
        ]
        return all(one.never_like(other) for one, other in combinations(objects, 2))

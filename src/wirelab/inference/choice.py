"""What is chosen to carry documents: messages and their fields, frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from wirelab.inference.seen import Kind
from wirelab.schema.kinds import Logical, Missing, Scalar, Shape
from wirelab.schema.names import without_prefix


@dataclass(frozen=True, slots=True)
class Leaf:
    """A type that is no message; `whole`: a double whose numbers without a fraction are integers."""

    scalar: Scalar
    logical: Logical | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum that stands for texts.

    Attributes:
        name: in the .proto.
        names: of its values in the .proto, in order of their numbers, from 0.
        numbers: by text, in the same order.
    """

    name: str
    names: tuple[str, ...]
    numbers: Mapping[str, int] = field(hash=False)

    @property
    def json_names(self) -> dict[str, str]:
        """What JSON codecs write, by text."""
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
    """A field.

    Attributes:
        key: of the document's object; of a union's member, what it tells apart (`Member`).
        name: in the .proto.
        form: how many values it holds.
        type: of each.
        optional: whether its presence is kept; no matter for messages, lists, maps and members of unions.
        missing: what it stands for where it is not there, as the schema says it; None: a single value is absent, a list
            or a map empty.
    """

    key: str
    name: str
    form: Form
    type: Type
    optional: bool = False
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """What a member of a union holds.

    Attributes:
        kind: of its values.
        told: what objects tell of their kind, if that is what tells them apart from others.
    """

    kind: Kind
    told: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Message:
    """A message.

    Attributes:
        name: in the .proto.
        shape: what it stands for.
        fields: in order of their numbers, from 1.
        members: of a union, what each field holds.
        beside: of a union, whether a null stands beside absent: not shared with others, since fewer types can say that.
    """

    name: str
    shape: Shape
    fields: tuple[Field, ...]
    members: tuple[Member, ...] = ()
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place where values are of several kinds.

    Attributes:
        path: `items[].price`.
        rows: the first row of each kind.
        chosen: what was chosen to hold them, as a clause.
    """

    path: str
    rows: Mapping[Kind, int]
    chosen: str


@dataclass(frozen=True, slots=True)
class Choice:
    """All that is chosen.

    Attributes:
        messages: by name; types before their users.
        enums: in order of their names' first use.
        root: name of the message that holds a document.
        conflicts: where values are of several kinds.
        guesses: paths at which nothing tells the type, and what was taken.
    """

    messages: Mapping[str, Message]
    enums: tuple[Enum, ...]
    root: str
    conflicts: tuple[Conflict, ...]
    guesses: Mapping[str, str]

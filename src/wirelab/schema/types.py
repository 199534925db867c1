"""A workload's types as a small model, from which templates render, free of protobuf's own classes."""

from dataclasses import dataclass

from wirelab.schema.kinds import Cardinality, JsonKind, Kind, Logical, Missing, Scalar, Shape

_EMPTY_IS_ABSENT = (Logical.UUID, Logical.DATE, Logical.BIG_INTEGER)
_JSON_KINDS = {
    Scalar.DOUBLE: JsonKind.NUMBER,
    Scalar.FLOAT: JsonKind.NUMBER,
    Scalar.INT32: JsonKind.INTEGER,
    Scalar.INT64: JsonKind.INTEGER,
    Scalar.UINT32: JsonKind.INTEGER,
    Scalar.UINT64: JsonKind.INTEGER,
    Scalar.BOOL: JsonKind.BOOLEAN,
}


@dataclass(frozen=True, slots=True)
class FieldType:
    """Type of a field, an element, or a map's value. Exactly one of the first three is set."""

    scalar: Scalar | None = None
    message: str | None = None  # `name` of a `Message` of the same schema
    enum: str | None = None  # `name` of an `Enum` of the same schema
    logical: Logical | None = None  # of a scalar
    open: bool = False  # it is an enum whose values are plain numbers (`Enum.open`)
    whole: bool = False  # it is a double whose numbers without a fraction are integers, and written so
    stands: "Message | None" = None
    """The message, if documents have its content in its place; None: it is a record, or no message."""

    @property
    def kind(self) -> Kind:
        """Its kind."""
        if self.message is not None:
            return Kind.MESSAGE
        if self.enum is not None:
            return Kind.OPEN if self.open else Kind.CLOSED
        return Kind.SCALAR if self.logical is None else Kind.LOGICAL

    @property
    def name(self) -> str:
        """The name of its message or enum, its logical type, or its plain scalar."""
        return self.message or self.enum or self.logical or (self.scalar or Scalar.BYTES).plain

    @property
    def json_kind(self) -> JsonKind:
        """The kind of its values in a document."""
        if self.message is not None:
            wraps = self.stands.wraps if self.stands else None
            return JsonKind.OBJECT if wraps is None or wraps.key is not None else JsonKind.LIST
        if self.enum is not None:
            return JsonKind.INTEGER if self.open else JsonKind.TEXT
        return JsonKind.TEXT if self.logical or not self.scalar else _JSON_KINDS.get(self.scalar.plain, JsonKind.TEXT)

    @property
    def empty_is_absent(self) -> bool:
        """Whether the wire's empty value, where presence is not kept, stands for no value at all."""
        return self.logical in _EMPTY_IS_ABSENT


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message."""

    name: str  # as written in the .proto
    number: int
    text_name: str
    """Its name in JSON and other formats with names: its `json_name` if the .proto gives one, else camel case, with its
    number behind it where two of its message would be one."""
    cardinality: Cardinality
    type: FieldType  # of the element if repeated, of the value if a map
    key: Scalar | None = None  # the key's type if a map
    oneof: str | None = None  # name of the union it is a member of
    missing: Missing | None = None  # its form in a document where it holds nothing, if the schema has one

    @property
    def nullable(self) -> bool:
        """Whether a null says that it is absent: presence is kept, or its empty value means so."""
        if self.many:
            return self.missing is not None
        if self.cardinality is Cardinality.IMPLICIT:
            return self.type.empty_is_absent
        return self.cardinality in (Cardinality.OPTIONAL, Cardinality.ONEOF)

    @property
    def null_when_missing(self) -> bool:
        """Whether a null is under its key where it holds nothing."""
        return self.missing is Missing.NULL

    @property
    def null_beside_absent(self) -> bool:
        """Whether it may be absent, and may be null, and these differ."""
        return not self.many and self.missing is Missing.ABSENT

    @property
    def many(self) -> bool:
        """Whether it holds any number of values: a list or a map."""
        return self.cardinality in (Cardinality.REPEATED, Cardinality.MAP)

    @property
    def key_type(self) -> FieldType:
        """The type of a map's keys; a ValueError if it is no map."""
        if self.key is None:
            raise ValueError(f"{self.name} is no map")
        return FieldType(scalar=self.key)


@dataclass(frozen=True, slots=True)
class Oneof:
    """A union: at most one of its fields is set."""

    name: str
    fields: tuple[Field, ...]

    @property
    def of_messages(self) -> bool:
        """Whether its members are messages, no two of one type: a value's type shows which member is set."""
        types = [field.type.message for field in self.fields]
        return None not in types and len(set(types)) == len(types)


@dataclass(frozen=True, slots=True)
class Message:
    """A message type."""

    name: str  # unique in the schema, for the domain type: nested names joined (`OuterInner`)
    full_name: str  # protobuf's (`package.Outer.Inner`)
    path: tuple[str, ...]  # names from the outermost message on (`("Outer", "Inner")`), for the generated class
    file: str  # the .proto file that declares it
    fields: tuple[Field, ...]  # in ascending order of number; members of unions included
    oneofs: tuple[Oneof, ...]  # its unions (protobuf's synthetic ones for `optional` left out)
    recursive: bool  # a value can hold, at any depth, another of the same type
    shape: Shape = Shape.RECORD
    bare: bool = False
    """It is a union with a type of its own, with a field for each member; documents have the value of the one that is
    set, or null."""

    @property
    def wraps(self) -> Field | None:
        """The field that a wrapper stands for; None: it is none."""
        return self.fields[0] if self.shape is Shape.WRAPPER else None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its fields in a document."""
        return tuple(field.text_name for field in self.fields)

    @property
    def keys_always_there(self) -> tuple[str, ...]:
        """The `keys` that no object of a document lacks."""
        return tuple(field.text_name for field in self.fields if field.null_when_missing or not field.nullable)

    @property
    def is_union(self) -> bool:
        """Whether it is one union and nothing else: a sum type, where a language has them."""
        return len(self.oneofs) == 1 and self.oneofs[0].fields == self.fields

    @property
    def numbers(self) -> tuple[tuple[str, int], ...]:
        """The name and number of each field, then of each union: a union has that of the first of its own."""
        unions = ((union.name, union.fields[0].number) for union in self.oneofs)
        return (*((field.name, field.number) for field in self.fields), *unions)

    @property
    def members(self) -> "tuple[Field | Oneof, ...]":
        """Its fields in order, with each union, once, in the place of the first of its own."""
        return self.members_with(self.oneofs)

    def members_with(self, unions: tuple[Oneof, ...]) -> "tuple[Field | Oneof, ...]":
        """As `members`, for some of its unions; members of others are separate."""
        owners = {field.number: union for union in unions for field in union.fields}
        return tuple(dict.fromkeys(owners.get(field.number, field) for field in self.fields))

    @property
    def message_unions(self) -> tuple[Oneof, ...]:
        """Its unions of distinct messages: languages with unions of types have one field for each."""
        return tuple(union for union in self.oneofs if union.of_messages)

    @property
    def other_fields(self) -> tuple[Field, ...]:
        """Its fields but those of `message_unions`."""
        inside = {field.number for union in self.message_unions for field in union.fields}
        return tuple(field for field in self.fields if field.number not in inside)


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A named number of an enum."""

    name: str
    """As declared, less the enum's own name in front where all values have it (`SITE_TYPE_FLASH` of `SiteType` is
    `FLASH`): protobuf's style guide asks for that prefix because constants of a package share one scope."""
    number: int


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum type; names, path and file as those of a `Message`."""

    name: str
    full_name: str
    path: tuple[str, ...]
    file: str
    values: tuple[EnumValue, ...]  # one per number, the first name that has it, in order of declaration
    aliases: tuple[EnumValue, ...]  # further names of the same numbers
    open: bool
    """`(wirelab.open)`: the data may hold numbers without a name, so domain types hold the number itself."""


@dataclass(frozen=True, slots=True)
class PayloadType:
    """One of the messages that codecs encode."""

    name: str  # of its `Message`
    member: str = ""  # name of the field in the payload's union that holds it; empty: the root is encoded


@dataclass(frozen=True, slots=True)
class Payload:
    """The part of each object that codecs encode, where that is not the whole root."""

    field: Field
    """The root's field that holds it, of a message type that is one union of messages and nothing else; the root's
    other fields, and which member is set, are columns."""
    union: Oneof  # that union


@dataclass(frozen=True, slots=True)
class Schema:
    """All types that a workload's root type reaches, then those that only the replayed one does, if there is one."""

    name: str  # the workload's
    root: str  # `name` of the root message
    messages: tuple[Message, ...]  # types before their users, as far as recursion allows
    enums: tuple[Enum, ...]
    files: tuple[str, ...]  # .proto files in dependency order, as protoc names them
    digest: str  # SHA-256 of the descriptor set, root, payload and replayed message: same types, same digest
    payload: Payload | None = None  # the part of each object that codecs encode; None: the whole root
    replayed: str | None = None  # `name` of the message that objects add up to
    document: bool = False  # keys of objects are in the order of fields, whatever is absent

    @property
    def payload_types(self) -> tuple[PayloadType, ...]:
        """The encoded messages: only the root, or the members of the payload's union in ascending order of number."""
        if self.payload is None:
            return (PayloadType(self.root),)
        members = sorted(self.payload.union.fields, key=lambda field: field.number)
        return tuple(PayloadType(field.type.name, field.name) for field in members)

    @property
    def top_types(self) -> tuple[str, ...]:
        """`name` of each message of its own right: the root, others that codecs encode, and the replayed one."""
        names = (self.root, *(one.name for one in self.payload_types), self.replayed)
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def closed_enums(self) -> tuple[Enum, ...]:
        """The enums that are types of their own."""
        return tuple(enum for enum in self.enums if not enum.open)

    @property
    def records(self) -> tuple[Message, ...]:
        """The messages that are types of their own."""
        return tuple(message for message in self.messages if message.shape is Shape.RECORD)

    @property
    def fields(self) -> tuple[Field, ...]:
        """Those of all messages."""
        return tuple(field for message in self.messages for field in message.fields)

    @property
    def logicals(self) -> frozenset[Logical]:
        """The logical types that occur."""
        return frozenset(field.type.logical for field in self.fields if field.type.logical)

    @property
    def scalars(self) -> frozenset[Scalar]:
        """The plain scalars that occur as values, logical types apart."""
        return frozenset(
            field.type.scalar.plain for field in self.fields if field.type.scalar and not field.type.logical
        )

    @property
    def sums(self) -> tuple[Message, ...]:
        """The messages that are sum types whose cases are their members' own types, for languages that have these.

        Each is one union of distinct messages and nothing else. A member that is one itself does not count, nor does a
        union that calls a message by another `text_name` than a union before it: a case has one name.
        """
        wanted = [one for one in self.messages if one.is_union and one.message_unions]
        names, found = {one.name for one in wanted}, list[Message]()
        called: dict[str, str] = {}
        for one in wanted:
            cases = {field.type.name: field.text_name for field in one.fields}
            if not cases.keys() & names and all(called.get(case, name) == name for case, name in cases.items()):
                called |= cases
                found.append(one)
        return tuple(found)

    def cases(self, message: Message) -> tuple[tuple[Message, Field], ...]:
        """Each of `sums` that `message` is a case of, and the field that says so."""
        return tuple((one, field) for one in self.sums for field in one.fields if field.type.message == message.name)

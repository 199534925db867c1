"""From protobuf's descriptors to the model's types: pure, all mistakes at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeVar, cast

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)
from google.protobuf.message import Message as ProtobufMessage
from google.protobuf.unknown_fields import UnknownFieldSet

from wirelab.schema.kinds import Cardinality, Logical, Missing, Scalar, Shape
from wirelab.schema.names import distinct, folded, json_name, pascal, without_prefix
from wirelab.schema.types import Enum, EnumValue, Field, FieldType, Message, Oneof

# Of wirelab/options.proto.
_LOGICAL_OPTION, _OPEN_OPTION, _SHAPE_OPTION, _MISSING_OPTION, _DOCUMENT_OPTION = 50501, 50502, 50503, 50504, 50505
_WHOLE_OPTION = 50506
_SHAPES = (Shape.RECORD, Shape.WRAPPER, Shape.UNION)  # by its numbers
_MISSINGS = (None, Missing.ABSENT, Missing.NULL)
_LOGICALS = (None, Logical.UUID, Logical.INSTANT_MILLIS, Logical.DATE, Logical.BIG_INTEGER)  # by its numbers
_CARRIERS = {
    Logical.UUID: (Scalar.BYTES,),
    Logical.INSTANT_MILLIS: (Scalar.INT64, Scalar.UINT64),
    Logical.DATE: (Scalar.STRING,),
    Logical.BIG_INTEGER: (Scalar.BYTES,),
}
# The path of a nested message, of an enum and of a field in protobuf's source positions: numbers in descriptor.proto.
_FILE_MESSAGE, _FILE_ENUM, _MESSAGE_FIELD, _MESSAGE_MESSAGE, _MESSAGE_ENUM = 4, 5, 2, 3, 4


class _Unknown(Protocol):
    """A field that protobuf kept without knowing it."""

    field_number: int
    data: int


_Descriptor = TypeVar("_Descriptor")
_Known = TypeVar("_Known")
Position = tuple[int, ...]


_OF_GENERATED = ("Constants", "Struct", "Table")
"""Names that generated classes refer to without a package: no type beside these classes may have one of them."""


@dataclass(frozen=True)
class Declared:
    """A message or enum as a file declares it."""

    full_name: str  # without the leading dot
    path: tuple[str, ...]  # names from the outermost message on
    position: Position  # its path in the file's source positions
    file: FileDescriptorProto
    message: DescriptorProto | None = None  # if it is a message
    enum: EnumDescriptorProto | None = None  # if it is an enum

    @property
    def is_map_entry(self) -> bool:
        """Whether it is the message of a map's entries."""
        return self.message is not None and self.message.options.map_entry

    @property
    def is_message(self) -> bool:
        """Whether it is a message of its own."""
        return self.message is not None and not self.message.options.map_entry

    def place(self, *further: int) -> str:
        """`file:line:column` of the declaration, or of something in it."""
        wanted = [*self.position, *further]
        for location in self.file.source_code_info.location:
            if list(location.path) == wanted:
                return f"{self.file.name}:{location.span[0] + 1}:{location.span[1] + 1}"
        return self.file.name


def declarations(files: list[FileDescriptorProto]) -> dict[str, Declared]:
    """Every message and enum of `files` by full name, in order of declaration; map entries included."""
    found: dict[str, Declared] = {}
    for file in files:
        prefix = f"{file.package}." if file.package else ""
        for declared in _declared(file, prefix):
            found[declared.full_name] = declared
    return found


def _declared(file: FileDescriptorProto, prefix: str) -> Iterator[Declared]:
    def inside(message: DescriptorProto, path: tuple[str, ...], position: Position) -> Iterator[Declared]:
        yield Declared(prefix + ".".join(path), path, position, file, message)
        for at, nested in enumerate(message.nested_type):
            yield from inside(nested, (*path, nested.name), (*position, _MESSAGE_MESSAGE, at))
        for at, enum in enumerate(message.enum_type):
            inner = (*path, enum.name)
            yield Declared(prefix + ".".join(inner), inner, (*position, _MESSAGE_ENUM, at), file, enum=enum)

    for at, message in enumerate(file.message_type):
        yield from inside(message, (message.name,), (_FILE_MESSAGE, at))
    for at, enum in enumerate(file.enum_type):
        yield Declared(prefix + enum.name, (enum.name,), (_FILE_ENUM, at), file, enum=enum)


def uses(declared: Declared, all_types: Mapping[str, Declared]) -> tuple[str, ...]:
    """Full names of the messages and enums that a message's fields hold, in order of field number."""
    if declared.message is None:
        return ()
    names: list[str] = []
    for each in sorted(declared.message.field, key=lambda one: one.number):
        if each.type_name:
            target = all_types[each.type_name[1:]]
            names += uses(target, all_types) if target.is_map_entry else [target.full_name]
    return tuple(names)


def reached(names: Iterable[str], beyond: Callable[[str], Iterable[str]]) -> set[str]:
    """These names, and all `beyond` them, at any depth."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += beyond(name)
    return found


def in_order(root: str, all_types: Mapping[str, Declared]) -> list[Declared]:
    """The types that `root` reaches, each before its users as far as recursion allows."""
    done: dict[str, Declared] = {}
    opened: set[str] = set()
    stack = [(root, False)]
    while stack:
        name, closing = stack.pop()
        if closing:
            done[name] = all_types[name]
        elif name not in opened:
            opened.add(name)
            stack.append((name, True))
            stack += [(used, False) for used in reversed(uses(all_types[name], all_types))]
    return list(done.values())


def domain_names(types: list[Declared], main: str) -> dict[str, str]:
    """A domain name for each full name: nested names joined; a package in front, then a number, where two would be one.

    Names that differ only in case and underscores count as one, because some file systems do not distinguish them, and
    in other styles they would be equal. Types of the file `main` come first: imports give way.
    """
    names: dict[str, str] = {}
    taken = {folded(each) for each in _OF_GENERATED}
    # Shallow types first: `OuterInner` itself keeps its name before `Outer.Inner` gets it.
    for one in sorted(types, key=lambda one: (one.file.name != main, len(one.path))):
        plain = "".join(pascal(part) for part in one.path)
        package = "".join(pascal(part) for part in one.file.package.split(".") if part)
        wishes = [plain, package + plain, *(f"{plain}{number}" for number in range(2, len(types) + 2))]
        name = next(wish for wish in wishes if folded(wish) not in taken)
        taken.add(folded(name))
        names[one.full_name] = name
    return names


@dataclass
class Reader:
    """Turns declarations into the model's types and collects features that cannot be carried."""

    all_types: Mapping[str, Declared]
    names: Mapping[str, str]  # domain names by full name
    mistakes: list[str] = field(default_factory=list)  # one line each, `file:line:column: what`

    def enum(self, declared: Declared) -> Enum:
        """The enum that `declared` is."""
        first: dict[int, EnumValue] = {}
        aliases: list[EnumValue] = []
        descriptor = _present(declared.enum)
        names = without_prefix(declared.path[-1], [each.name for each in descriptor.value])
        for name, each in zip(names, descriptor.value, strict=True):
            value = EnumValue(name, each.number)
            if first.setdefault(value.number, value) is not value:
                aliases.append(value)
        return Enum(
            name=self.names[declared.full_name],
            full_name=declared.full_name,
            path=declared.path,
            file=declared.file.name,
            values=tuple(first.values()),
            aliases=tuple(aliases),
            open=_is_open(declared),
        )

    def message(self, declared: Declared) -> Message:
        """The message that `declared` is."""
        descriptor = _present(declared.message)
        fields = sorted(
            (self._field(declared, at, each) for at, each in enumerate(descriptor.field)), key=lambda one: one.number
        )
        unions = [one.name for one in descriptor.oneof_decl]
        fields = _with_text_names(fields, unions)
        members = {name: tuple(one for one in fields if one.oneof == name) for name in unions}
        made = Message(
            name=self.names[declared.full_name],
            full_name=declared.full_name,
            path=declared.path,
            file=declared.file.name,
            fields=tuple(fields),
            oneofs=tuple(Oneof(name, of) for name, of in members.items() if of),
            recursive=declared.full_name in reached(self._uses(declared.full_name), self._uses),
            shape=self._of(_SHAPES, _SHAPE_OPTION, descriptor.options, declared.place, "shape"),
        )
        if not _fits(made):
            self.mistakes.append(f"{declared.place()}: {made.name} does not match (wirelab.shape) = {made.shape.name}")
        return made

    def _of(
        self, known: Sequence[_Known], number: int, options: ProtobufMessage, place: Callable[[], str], name: str
    ) -> _Known:
        """The value of an option of ours."""
        said = _option(options, number) or 0
        if said < len(known):
            return known[said]
        self.mistakes.append(f"{place()}: (wirelab.{name}) = {said} is not known")
        return known[0]

    def _uses(self, full_name: str) -> tuple[str, ...]:
        return uses(self.all_types[full_name], self.all_types)

    def _field(self, owner: Declared, at: int, descriptor: FieldDescriptorProto) -> Field:
        place = partial(owner.place, _MESSAGE_FIELD, at)  # positions are searched for: only when needed
        entry = self.all_types.get(descriptor.type_name[1:])
        key: Scalar | None = None
        element = descriptor
        if entry is not None and entry.is_map_entry and entry.message is not None:
            key_field, element = entry.message.field
            key = _scalar(key_field)
        union = None
        if descriptor.HasField("oneof_index") and not descriptor.proto3_optional:
            union = _present(owner.message).oneof_decl[descriptor.oneof_index].name
        cardinality = _cardinality(descriptor, element, key is not None, union is not None)
        missing = self._of(_MISSINGS, _MISSING_OPTION, descriptor.options, place, "missing")
        if missing is not None and cardinality in (Cardinality.IMPLICIT, Cardinality.ONEOF):
            self.mistakes.append(f"{place()}: (wirelab.missing) is for fields whose presence is kept, lists and maps")
        return Field(
            name=descriptor.name,
            number=descriptor.number,
            text_name="" if descriptor.json_name == json_name(descriptor.name) else descriptor.json_name,
            cardinality=cardinality,
            type=self._type(place, descriptor, element),
            key=key,
            oneof=union,
            missing=missing,
        )

    def _type(
        self, place: Callable[[], str], descriptor: FieldDescriptorProto, element: FieldDescriptorProto
    ) -> FieldType:
        logical = self._logical(place, descriptor, element)
        target = self.all_types.get(element.type_name[1:])
        if target is None:
            whole = bool(_option(descriptor.options, _WHOLE_OPTION))
            if whole and _scalar(element) is not Scalar.DOUBLE:
                self.mistakes.append(f"{place()}: (wirelab.whole) is for doubles")
            return FieldType(scalar=_scalar(element), logical=logical, whole=whole)
        name = self.names[target.full_name]
        if target.full_name.startswith("wirelab.") and target.file.name == "wirelab/options.proto":
            self.mistakes.append(f"{place()}: {target.full_name} is meant for options, not for fields")
        if target.is_message:
            return FieldType(message=name)
        return FieldType(enum=name, open=_is_open(target))

    def _logical(
        self, place: Callable[[], str], descriptor: FieldDescriptorProto, element: FieldDescriptorProto
    ) -> Logical | None:
        logical = self._of(_LOGICALS, _LOGICAL_OPTION, descriptor.options, place, "logical")
        if logical is not None and (element.type_name or _scalar(element) not in _CARRIERS[logical]):
            wanted = " or ".join(_CARRIERS[logical])
            kind = element.type_name[1:] or _scalar(element)
            self.mistakes.append(f"{place()}: (wirelab.logical) = {logical} is carried by {wanted}, not by {kind}")
        return logical


def _present(descriptor: _Descriptor | None) -> _Descriptor:
    if descriptor is None:
        raise TypeError("a message was used as an enum, or the reverse")
    return descriptor


def is_document(file: FileDescriptorProto) -> bool:
    """Whether a file's messages stand for the objects of documents, `(wirelab.document)`."""
    return bool(_option(file.options, _DOCUMENT_OPTION))


def _fits(message: Message) -> bool:
    """Whether a message is made as its shape wants it."""
    match message.shape:
        case Shape.WRAPPER:
            return len(message.fields) == 1 and message.fields[0].many and message.fields[0].missing is None
        case Shape.UNION:
            return message.is_union
        case _:
            return True


def _is_open(declared: Declared) -> bool:
    return bool(_option(_present(declared.enum).options, _OPEN_OPTION))


def _with_text_names(fields: Sequence[Field], unions: Sequence[str]) -> list[Field]:
    """The names by `json_name`, and the others' own. Unions have their numbers from their first fields."""
    numbers = {one.oneof: one.number for one in reversed(fields)}
    members = [(one.name, one.number) for one in fields] + [(name, numbers.get(name, 0)) for name in unions]
    names = distinct(members, "camel", {one.text_name for one in fields})
    return [replace(one, text_name=one.text_name or names[one.name]) for one in fields]


def _scalar(descriptor: FieldDescriptorProto) -> Scalar:
    return Scalar(descriptor.Type.Name(descriptor.type).removeprefix("TYPE_").lower())


def _cardinality(
    descriptor: FieldDescriptorProto, element: FieldDescriptorProto, is_map: bool, in_union: bool
) -> Cardinality:
    if is_map:
        return Cardinality.MAP
    if descriptor.label == descriptor.LABEL_REPEATED:
        return Cardinality.REPEATED
    if in_union:
        return Cardinality.ONEOF
    if descriptor.proto3_optional or element.type == element.TYPE_MESSAGE:
        return Cardinality.OPTIONAL
    return Cardinality.IMPLICIT


def _option(options: ProtobufMessage, number: int) -> int | None:
    """The value of a custom option, which protobuf keeps without knowing it; the last one counts."""
    unknown = cast("Sequence[_Unknown]", UnknownFieldSet(options))  # its stubs do not say that it is one
    values = [one.data for one in unknown if one.field_number == number]
    return values[-1] if values else None

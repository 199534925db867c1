"""`kinds.toml`: the documents in which cases of suites reach codecs. Pure but for reading."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from pydantic import ConfigDict, Field, model_validator

from wirelab.files.inputs import read_text
from wirelab.files.toml import Table, parse_document
from wirelab.model.visible import is_unicode
from wirelab.schema.fill import fill
from wirelab.workload.vectors.case import Unheld

FILE, _FIELD = "kinds.toml", "value"
_INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}


class Format(Table):
    """The place of a value in a document of a format.

    Attributes:
        hex: bytes are written in hexadecimal.
        within: the text before and behind it, in each way that codecs have.
    """

    hex: bool = False
    within: Annotated[tuple[tuple[str, str], ...], Field(min_length=1)]

    def encoded(self, text: str) -> bytes:
        """Bytes as they are written in the file."""
        return bytes.fromhex(text) if self.hex else text.encode()

    def documents(self, value: bytes, kind: "Kind") -> Iterator[bytes]:
        """A value in each way."""
        for before, behind in (("", ""),) if kind.whole else self.within:
            yield self.encoded(before) + value + self.encoded(behind)


class Kind(Table):
    """A schema for cases.

    Attributes:
        member: of the workload's payload.
        says: the kind of its values, as a noun; `is` in the file.
        whole: a case is a document itself.
        holds: the example, which is the workload's to make.
        written: the example as formats write it; kinds that a format has not are not tried.
    """

    model_config = ConfigDict(populate_by_name=True)

    member: Annotated[str, Field(min_length=1)]
    says: Annotated[str, Field(min_length=1, alias="is")]
    whole: bool = False
    holds: dict[str, Any]
    written: dict[str, str]


class Kinds(Table):
    """All formats of a folder, and all kinds in the order of the payload's members."""

    formats: dict[str, Format]
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if unknown := {name for kind in self.kinds for name in kind.written} - {*self.formats}:
            raise ValueError(f"it has no place for values in documents of {', '.join(sorted(unknown))}")
        return self


def load_kinds(folder: Path) -> Kinds:
    """Read a folder's `kinds.toml`.

    Raises:
        HostError: it cannot be read.
        DefinitionError: it has mistakes.
    """
    part = f"kinds of vectors {folder / FILE}"
    return parse_document(read_text(folder / FILE, part), Kinds, part)


def holding(made: type[Message], value: Any, *, whole: bool = False) -> Message | None:
    """A message whose field `value` is a suite's value, or which is that itself, `whole`; None: it cannot be."""
    message = made()
    try:
        fill(message, _of_record(_fields(made.DESCRIPTOR), value if whole else {_FIELD: value}))
    except _UnfitError:
        return None
    return message


def why_unheld(value: Any) -> str:
    """Why no schema holds a value, as a clause."""
    unheld = next(_unheld(value), None)
    if unheld is not None:
        return unheld.why
    if isinstance(value, int):
        return "it has more than 64 bits"
    return "the lab has no schema for such a list or map"


def _unheld(value: Any) -> Iterator[Unheld]:
    """The parts of a value that are known not to be held."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case Unheld() as found:
                yield found
            case str() as text if not is_unicode(text):
                yield Unheld("a text has half of a surrogate pair")
            case list() as items:
                waiting += items
            case dict() as items:
                waiting += items.values()


class _UnfitError(Exception):
    """A value is not of a field's type."""


def _of_field(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        entry = field.message_type.fields_by_name
        pairs = _required(value, dict).items()
        return {_of_one(entry["key"], key): _of_one(entry["value"], each) for key, each in pairs}
    if field.is_repeated:
        return [_of_one(field, each) for each in _required(value, list)]
    return _of_one(field, value)


def _of_one(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None:
        return _of_message(field.message_type, value)
    if field.cpp_type in _INTEGERS:
        return _integer(value, *_INTEGERS[field.cpp_type])
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            return _required(value, bytes) if field.type == FieldDescriptor.TYPE_BYTES else _text(value)
        case FieldDescriptor.CPPTYPE_BOOL:
            return _required(value, bool)
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            return _real(value)
        case _:
            raise _UnfitError


def _of_message(kind: Descriptor, value: Any) -> Mapping[str, Any]:
    """A union's member, a list or map of its own, or an object."""
    fields = _fields(kind)
    if fields and all(map(_is_member, fields)):
        return _of_union(fields, value)
    if len(fields) == 1 and fields[0].is_repeated:
        return {fields[0].name: _of_field(fields[0], value)}
    return _of_record(fields, value)


def _fields(kind: Any) -> Sequence[FieldDescriptor]:
    return cast("Sequence[FieldDescriptor]", kind.fields)


def _is_member(field: FieldDescriptor) -> bool:
    """Whether a field is a union's; one that only has presence is in a union that protobuf makes up."""
    union = field.containing_oneof
    return union is not None and not union.name.startswith("_")


def _of_record(fields: Sequence[FieldDescriptor], value: Any) -> Mapping[str, Any]:
    by_name = {each.name: each for each in fields}
    object_ = _required(value, dict)
    if not object_.keys() <= by_name.keys():
        raise _UnfitError
    given = {name: each for name, each in object_.items() if each is not None or not by_name[name].has_presence}
    return {name: _of_field(by_name[name], each) for name, each in given.items()}


def _of_union(members: Sequence[FieldDescriptor], value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    for member in members:
        try:
            return {member.name: _of_field(member, value)}
        except _UnfitError:
            continue
    raise _UnfitError


def _required(value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise _UnfitError
    return value


def _text(value: Any) -> Any:
    if not is_unicode(_required(value, str)):
        raise _UnfitError
    return value


def _integer(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _UnfitError
    return value


def _real(value: Any) -> float:
    """Also an integer, where a double is exactly that."""
    if isinstance(value, float):
        return value
    number = _integer(value, -(1 << 63), (1 << 64) - 1)
    if int(float(number)) != number:
        raise _UnfitError
    return float(number)

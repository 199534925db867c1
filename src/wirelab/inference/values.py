"""Documents as values of the messages chosen for them, and back."""

from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message as ProtobufMessage

from wirelab.inference.choice import Choice, Enum, Field, Form, Leaf, Member, Message, Type
from wirelab.inference.seen import stated_kind
from wirelab.inference.texts import text_of, wire_of
from wirelab.schema.kinds import JsonKind, Logical, Missing, Scalar, Shape

_NOTHING = object()


def carried(document: Any, choice: Choice) -> dict[str, Any]:
    """A document as `wirelab.schema.fill.fill` takes it."""
    return _fields_of(document, choice.messages[choice.root], choice)


def restored(message: ProtobufMessage, choice: Choice) -> Any:
    """The document that a message of the root type holds."""
    return _restored_message(message, choice.messages[choice.root], choice)


def _fields_of(value: Any, message: Message, choice: Choice) -> dict[str, Any]:
    if message.shape is Shape.RECORD:
        given = ((field, value.get(field.key, _NOTHING)) for field in message.fields)
        return {field.name: _values(field, one, choice) for field, one in given if _is_said(field, one)}
    if message.shape is Shape.WRAPPER:
        (only,) = message.fields
        return {only.name: _values(only, value, choice)}
    if value is None:
        return {}
    field = message.fields[member_of(value, message.members)]
    return {field.name: _values(field, value, choice)}


def _is_said(field: Field, value: Any) -> bool:
    """Whether there is something to say: a null is a value of its own if absence is another state."""
    if value is None:
        return field.form is Form.ONE and field.missing is Missing.ABSENT
    return value is not _NOTHING


def member_of(value: Any, members: tuple[Member, ...]) -> int:
    """The place of the member that holds a value, which is not null."""
    kinds = [member.kind for member in members]
    kind = _kind(value)
    if kind is JsonKind.OBJECT and kinds.count(kind) > 1:
        stated = stated_kind(value)
        return next(at for at, member in enumerate(members) if stated in member.stated)
    return kinds.index(kind if kind in kinds else JsonKind.NUMBER)


def _kind(value: Any) -> JsonKind:
    for kind, types in _TYPES.items():
        if isinstance(value, types):
            return kind
    raise TypeError(type(value))


_TYPES: Mapping[JsonKind, type] = {
    JsonKind.TEXT: str,
    JsonKind.BOOLEAN: bool,  # before integers, which booleans are in Python
    JsonKind.INTEGER: int,
    JsonKind.NUMBER: float,
    JsonKind.OBJECT: dict,
    JsonKind.LIST: list,
}


def _values(field: Field, value: Any, choice: Choice) -> Any:
    if field.form is Form.LIST:
        return [_value(one, field.type, choice) for one in value]
    if field.form is Form.MAP:
        return {key: _value(one, field.type, choice) for key, one in value.items()}
    return _value(value, field.type, choice)


def _value(value: Any, chosen: Type, choice: Choice) -> Any:
    if isinstance(chosen, str):
        return _fields_of(value, choice.messages[chosen], choice)
    if isinstance(chosen, Enum):
        return chosen.numbers[value]
    if chosen.logical is Logical.BIG_INTEGER:
        return value.to_bytes((value if value >= 0 else ~value).bit_length() // 8 + 1, "big", signed=True)
    if chosen.logical is not None:
        return wire_of(value, chosen.logical)
    return float(value) if chosen.scalar is Scalar.DOUBLE else value


def _restored_message(message: ProtobufMessage, made: Message, choice: Choice) -> Any:
    if made.shape is Shape.WRAPPER:
        return _restored_many(message, made.fields[0], choice)
    if made.shape is Shape.UNION:
        held = (field for field in made.fields if message.HasField(field.name))
        return next((_restored(getattr(message, one.name), one.type, choice) for one in held), None)
    document = {}
    for field in made.fields:
        value = _restored_field(message, field, choice)
        if value is not _NOTHING:
            document[field.key] = value
    return document


def _restored_field(message: ProtobufMessage, field: Field, choice: Choice) -> Any:
    missing = None if field.missing is Missing.NULL else _NOTHING
    if field.form is not Form.ONE:
        many = _restored_many(message, field, choice)
        return many if many or field.missing is None else missing
    kept = field.optional or isinstance(field.type, str)
    if kept and not message.HasField(field.name):
        return missing
    return _restored(getattr(message, field.name), field.type, choice)


def _restored_many(message: ProtobufMessage, field: Field, choice: Choice) -> Any:
    held = getattr(message, field.name)
    if field.form is Form.MAP:
        return {key: _restored(held[key], field.type, choice) for key in held}
    return [_restored(one, field.type, choice) for one in held]


def _restored(value: Any, chosen: Type, choice: Choice) -> Any:
    if isinstance(chosen, Enum):
        return tuple(chosen.numbers)[value]
    if isinstance(chosen, Leaf):
        if chosen.logical is Logical.BIG_INTEGER:
            return int.from_bytes(value, "big", signed=True)
        if chosen.whole and value.is_integer():
            return int(value)
        return value if chosen.logical is None else text_of(value)
    return _restored_message(value, choice.messages[chosen], choice)

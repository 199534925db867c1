"""From plain values, as generators and the user's own data have them, to messages."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from wirelab.model.errors import DefinitionError


def fill(message: Message, values: Mapping[str, Any], path: str = "") -> None:
    """Set the fields of an empty message from plain values, by field name; `path` names the message in errors.

    Messages are mappings, repeated fields are sequences, maps are mappings, enums are names or numbers, logical types
    are as on the wire (a UUID is its 16 bytes). None and a missing key mean absent.

    Raises:
        DefinitionError: a field does not exist, a value is not of its type or range, or two members of a union are set;
            says where.
    """
    fields = message.DESCRIPTOR.fields_by_name
    unions: dict[str, str] = {}
    for name, value in values.items():
        where = f"{path}.{name}" if path else name
        if name not in fields:
            near = get_close_matches(str(name), fields, n=1)
            remedy = f"did you mean '{near[0]}'?" if near else f"it has {', '.join(fields) or 'no fields'}"
            raise DefinitionError(f"value {where}", f"{message.DESCRIPTOR.name} has no such field", remedy=remedy)
        if value is None:
            continue
        field = fields[name]
        union = field.containing_oneof
        if union is not None and (other := unions.setdefault(union.name, name)) != name:
            why = f"'{other}' is set already"
            raise DefinitionError(f"value {where}", f"only one member of '{union.name}' can be set", why=why)
        try:
            _set(message, field, value, where)  # type: ignore[arg-type]  # upb's descriptors are of classes of their own
        except (TypeError, ValueError, AttributeError) as error:
            why = f"{_shown(value)}: {error}"
            raise DefinitionError(f"value {where}", "it does not fit the field's type or range", why=why) from error


def _set(message: Message, field: FieldDescriptor, value: Any, where: str) -> None:
    held = getattr(message, field.name)
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        element = field.message_type.fields_by_name["value"]
        for key, one in _of(Mapping, value).items():
            if element.message_type is not None:
                fill(held[key], one, f"{where}[{key!r}]")
            else:
                held[key] = _number(element, one)
    elif field.is_repeated:
        items: Iterable[Any] = _of(Sequence, value)
        if field.message_type is not None:
            for at, one in enumerate(items):
                fill(held.add(), one, f"{where}[{at}]")
        else:
            held.extend(_number(field, one) for one in items)
    elif field.message_type is not None:
        held.SetInParent()
        fill(held, _of(Mapping, value), where)
    else:
        setattr(message, field.name, _number(field, value))


def _of(kind: type, value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, str | bytes):
        raise TypeError(f"expected a {kind.__name__.lower()}")
    return value


def _number(field: FieldDescriptor, value: Any) -> Any:
    """An enum's number for its name; other values as they are."""
    if field.enum_type is None or not isinstance(value, str):
        return value
    if value not in field.enum_type.values_by_name:
        near = get_close_matches(value, field.enum_type.values_by_name, n=1)
        raise ValueError(f"{field.enum_type.name} has no such name" + (f", did you mean '{near[0]}'?" if near else ""))
    return field.enum_type.values_by_name[value].number


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

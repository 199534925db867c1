"""Whether a reader of a bare value knows which member of a union it is in: by its kind, then by its keys. Pure."""

from collections.abc import Mapping
from itertools import combinations

from wirelab.inference.choice import Field, Form, Leaf, Message
from wirelab.schema.kinds import JsonKind, Logical, Missing, Shape


def distinguishable(union: Message, messages: Mapping[str, Message]) -> bool:
    """Whether no value of one member could be another's, in any format.

    Integers beyond 64 bits are text in many formats, and libraries have types of their own for them.
    """
    kinds = [member.kind for member in union.members]
    if {JsonKind.INTEGER, JsonKind.NUMBER} <= set(kinds):
        return False
    types = [field.type for field in union.fields]
    if len(kinds) > 1 and any(isinstance(one, Leaf) and one.logical is Logical.BIG_INTEGER for one in types):
        return False
    objects = [messages[name] for name in types if isinstance(name, str) and not _is_list(messages[name])]
    return len(objects) < 2 or all(_never_alike(one, other) for one, other in combinations(objects, 2))


def _is_list(message: Message) -> bool:
    return message.shape is Shape.WRAPPER and message.fields[0].form is Form.LIST


def _never_alike(one: Message, other: Message) -> bool:
    """Whether no set of keys is one that both may have."""
    if one.shape is not Shape.RECORD or other.shape is not Shape.RECORD:
        return False
    return not (_always(one) <= _keys(other) and _always(other) <= _keys(one))


def _keys(message: Message) -> set[str]:
    return {field.key for field in message.fields}


def _always(message: Message) -> set[str]:
    return {field.key for field in message.fields if _is_always_there(field)}


def _is_always_there(field: Field) -> bool:
    if field.missing is not None:
        return field.missing is Missing.NULL
    return field.form is not Form.ONE or not field.optional

"""What codecs of JSON write of a document otherwise than it was, where its schema is Protocol Buffers'.

An array in an array has to be in a message, a value of several kinds is in the member that holds it, and presence is
kept of some fields alone. So sizes of JSON are not always those of the user's JSON: here is where, why and by how much.
Pure.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wirelab.inference.carrying import member_of
from wirelab.inference.choice import Choice, Field, Form, Leaf, Message, Shape, Type
from wirelab.inference.naming import is_field_key
from wirelab.schema.names import json_name
from wirelab.schema.types import Logical, Scalar

_WRAPPED = "an array or a map that is not a field of its own is in a message"
_UNION = "a value of several kinds is in the member that holds it"
_NULL = "null is left out"
_EMPTY = "an array or object that is not there is written empty"
_FRACTION = "an integer among fractions is a double: 2.0"
_BIG = "an integer beyond 64 bits is text"
_NAME = "the key is no name in Protocol Buffers"
_ENUM = "a text of an enum is its name"


@dataclass(slots=True)
class Written:
    """How compact JSON of documents differs from what codecs write.

    Attributes:
        given: bytes of the documents' compact JSON.
    """

    given: int = 0
    _more: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def more(self) -> int:
        """Bytes that codecs write more; below 0: fewer."""
        return self._more.total()

    def compare(self, document: Any, choice: Choice) -> None:
        """Take in a document."""
        self.given += _size(document)
        for path, why, more in _message(document, choice.messages[choice.root], choice, ""):
            self._more[path, why] += more

    def sentences(self) -> tuple[str, ...]:
        """One for each path and reason, the largest difference first."""
        found = sorted(self._more.items(), key=lambda item: -abs(item[1]))
        return tuple(
            f"{path or 'the documents'}: {why} ({abs(more):,} bytes {'more' if more > 0 else 'fewer'})"
            for (path, why), more in found
            if more
        )


Differences = Iterator[tuple[str, str, int]]
"""A path, why codecs write it otherwise, and how many bytes more that takes."""


def _message(value: Any, message: Message, choice: Choice, path: str) -> Differences:
    match message.shape:
        case Shape.RECORD:
            yield from _record(value, message, choice, path)
        case Shape.WRAPPER:
            (only,) = message.fields
            yield path, _WRAPPED, len(only.name) + len('{"":}')
            yield from _held(value, only, choice, path)
        case Shape.UNION:
            if value is None:
                yield path, _UNION, len("{}") - len("null")
                return
            chosen = message.fields[member_of(value, message.members)]
            yield path, _UNION, len(chosen.name) + len('{"":}')
            yield from _value(value, chosen.type, choice, path)


def _record(value: dict[str, Any], message: Message, choice: Choice, path: str) -> Differences:
    members, other = len(value), (path, "")
    for each in message.fields:
        below = f"{path}.{each.key}" if path else each.key
        key = _size(each.key) + len(":,")
        if value.get(each.key) is not None:
            if not is_field_key(each.key):
                yield below, _NAME, len(json_name(each.name)) + 2 - _size(each.key)
            yield from _held(value[each.key], each, choice, below)
        elif each.form is not Form.ONE:
            members, other = members + (each.key not in value), (below, _EMPTY)
            yield *other, len("[]") - len("null") if each.key in value else key + len("[]")
        elif each.key in value and _is_union(each.type, choice):
            yield below, _UNION, len("{}") - len("null")
        elif each.key in value:
            members, other = members - 1, (below, _NULL)
            yield *other, -key - len("null")
    if bool(members) is not bool(value):  # a first member has no comma, and neither has none
        yield *other, -1 if members else 1


def _is_union(one: Type, choice: Choice) -> bool:
    return isinstance(one, str) and choice.messages[one].shape is Shape.UNION


def _held(value: Any, field: Field, choice: Choice, path: str) -> Differences:
    match field.form:
        case Form.LIST:
            for one in value:
                yield from _value(one, field.type, choice, f"{path}[]")
        case Form.MAP:
            for one in value.values():
                yield from _value(one, field.type, choice, f"{path}{{}}")
        case _:
            yield from _value(value, field.type, choice, path)


def _value(value: Any, chosen: Type, choice: Choice, path: str) -> Differences:
    match chosen:
        case str():
            yield from _message(value, choice.messages[chosen], choice, path)
        case Leaf(logical=Logical.BIG_INTEGER):
            yield path, _BIG, len('""')
        case Leaf(scalar=Scalar.DOUBLE) if isinstance(value, int):
            yield path, _FRACTION, len(repr(float(value))) - len(str(value))
        case Leaf():
            pass
        case _:
            yield path, _ENUM, len(chosen.json_names[value]) + 2 - _size(value)


def _size(value: Any) -> int:
    """Of its compact JSON, in bytes."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())

"""How the JSON that codecs write differs from the documents, where their schema is Protocol Buffers'. Pure.

There, an array in an array has to be in a message, a value of several kinds is in the member that holds it, and only
some fields keep their presence. Codecs whose types can express documents as they are write them so. With others, sizes
of JSON are not those of the user's JSON: this module finds where, why and by how much.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wirelab.inference.choice import Choice, Enum, Field, Form, Leaf, Message, Type
from wirelab.inference.names import is_field_key
from wirelab.inference.values import member_of
from wirelab.schema.kinds import JsonKind, Logical, Missing, Scalar, Shape
from wirelab.schema.names import json_name
from wirelab.schema.rendering.shapes import Means


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why something is written differently."""

    says: str
    means: str = ""  # of a codec that does not do so; empty: all codecs do


_WRAPPED = _Reason("an array or map that is not a field is wrapped in a message", Means.WRAPPER)
_UNION = _Reason("a value of several kinds is in the member that holds it", Means.UNION)
_OBJECTS = _Reason("an object of several kinds is in the member that holds it", Means.OBJECTS)
_UNTOLD = _Reason("a value whose kind nothing else shows is in the member that holds it")
_NULLABLE = _Reason("a value that may be null is wrapped in a message", Means.NULLABLE)
_BESIDE = _Reason("a value that may be null or absent is wrapped in a message", Means.BESIDE)
_NULL = _Reason("null is left out", Means.MISSING)
_EMPTY = _Reason("an absent array or object is written as empty", Means.MISSING)
_FRACTION = _Reason("an integer among fractions is a double: 2.0", Means.WHOLE)
_FRACTIONS = _Reason("an integer among fractions that are whole is a double: 2.0")
_BIG = _Reason("an integer beyond 64 bits is text")
_NAME = _Reason("the key is not a name in Protocol Buffers")
_ENUM = _Reason("an enum's text is written as its name")


@dataclass(slots=True)
class Written:
    """How compact JSON of documents differs from that of codecs which write values as Protocol Buffers has them."""

    given: int = 0  # bytes of the documents' compact JSON
    _more: Counter[tuple[str, _Reason]] = field(default_factory=Counter)

    def compare(self, document: Any, choice: Choice) -> None:
        """Take in a document."""
        self.given += _size(document)
        for path, why, more in _message(document, choice.messages[choice.root], choice, ""):
            self._more[path, why] += more

    def more_by_means(self) -> dict[str, int]:
        """Bytes that such a codec writes more, or fewer if below 0, by the means that it lacks; keys as `sentences`."""
        found: Counter[str] = Counter()
        for (_, why), more in self._more.items():
            found[str(why.means)] += more
        return dict(found)

    def sentences(self) -> dict[str, tuple[str, ...]]:
        """One for each path and reason, the largest difference first, by the means of codecs that avoid it.

        Those that are true of every codec are under the empty text.
        """
        found = sorted(self._more.items(), key=lambda item: -abs(item[1]))
        made: dict[str, tuple[str, ...]] = {}
        for (path, why), more in found:
            said = f"{path or 'the documents'}: {why.says} ({in_bytes(more)} in JSON)"
            made[str(why.means)] = (*made.get(str(why.means), ()), said)
        return made


def in_bytes(more: int) -> str:
    """How many bytes more something takes, or fewer if below 0, in words."""
    words = f"byte{'' if abs(more) == 1 else 's'} {'more' if more > 0 else 'fewer'}"
    return f"{abs(more):,} {words}" if more else "as many bytes"


Differences = Iterator[tuple[str, _Reason, int]]
"""A path, why codecs write it otherwise, and how many bytes more that takes."""


def _message(value: Any, message: Message, choice: Choice, path: str, why: _Reason | None = None) -> Differences:
    match message.shape:
        case Shape.RECORD:
            yield from _record(value, message, choice, path)
        case Shape.WRAPPER:
            (only,) = message.fields
            yield path, _WRAPPED, len(json_name(only.name)) + len('{"":}')
            yield from _held(value, only, choice, path)
        case Shape.UNION:
            if len(message.fields) > 1 or why is None:
                why = _why(message, choice)
            if value is None:
                yield path, why, len("{}") - len("null")
                return
            chosen = message.fields[member_of(value, message.members)]
            yield path, why, len(json_name(chosen.name)) + len('{"":}')
            yield from _value(value, chosen.type, choice, path)


def _why(union: Message, choice: Choice) -> _Reason:
    if len(union.fields) == 1:
        return _NULLABLE
    if not choice.distinguishes(union):
        return _UNTOLD
    return _OBJECTS if [member.kind for member in union.members].count(JsonKind.OBJECT) > 1 else _UNION


def _record(value: dict[str, Any], message: Message, choice: Choice, path: str) -> Differences:
    members, other = len(value), (path, _NULL)
    for each in message.fields:
        below = f"{path}.{each.key}" if path else each.key
        if each.key in value and not is_field_key(each.key):
            yield below, _NAME, len(json_name(each.name)) + 2 - _size(each.key)
        if each.key in value and each.form is Form.ONE and each.missing is Missing.ABSENT:
            one = choice.messages[str(each.type)]
            yield from _message(value[each.key], one, choice, below, _BESIDE)
        elif value.get(each.key) is not None:
            yield from _held(value[each.key], each, choice, below)
        elif each.form is not Form.ONE:
            members, other = members + (each.key not in value), (below, _EMPTY)
            yield *other, len("[]") - len("null") if each.key in value else _key_size(each) + len("[]")
        elif each.key in value:
            members, other = members - 1, (below, _NULL)
            yield *other, -_key_size(each) - len("null")
    if bool(members) is not bool(value):  # a first member has no comma, and an empty object has none
        yield *other, -1 if members else 1


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
            yield path, _FRACTION if chosen.whole else _FRACTIONS, len(repr(float(value))) - len(str(value))
        case Enum() if (name := chosen.json_names[value]) != value:
            yield path, _ENUM, len(name) + 2 - _size(value)


def _key_size(field: Field) -> int:
    """The size of a field's key as codecs write it, with its colon and a comma."""
    return (_size(field.key) if is_field_key(field.key) else len(json_name(field.name)) + 2) + len(":,")


def _size(value: Any) -> int:
    """The size of its compact JSON, in bytes."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())

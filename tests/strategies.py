"""Values for any schema, as `fill` takes them, drawn by Hypothesis."""

import math
from typing import Any

from hypothesis import strategies as st

from wirelab.schema.kinds import Cardinality, Logical, Scalar
from wirelab.schema.types import Enum, Field, FieldType, Message, Schema


def _whole(low: int, high: int) -> st.SearchStrategy[int]:
    return st.sampled_from([low, high, 0, 1]) | st.integers(max(low, -1000), 1000) | st.integers(low, high)


def _canonical(value: float) -> float:
    return math.nan if math.isnan(value) else value  # one NaN of many: runtimes keep no payloads


SIGNED_32, SIGNED_64 = _whole(-(2**31), 2**31 - 1), _whole(-(2**63), 2**63 - 1)
UNSIGNED_32, UNSIGNED_64 = _whole(0, 2**32 - 1), _whole(0, 2**64 - 1)
SCALARS: dict[Scalar, st.SearchStrategy[Any]] = {
    Scalar.DOUBLE: st.floats().map(_canonical),
    Scalar.FLOAT: st.floats(width=32).map(_canonical),
    Scalar.INT32: SIGNED_32,
    Scalar.INT64: SIGNED_64,
    Scalar.UINT32: UNSIGNED_32,
    Scalar.UINT64: UNSIGNED_64,
    Scalar.SINT32: SIGNED_32,
    Scalar.SINT64: SIGNED_64,
    Scalar.FIXED32: UNSIGNED_32,
    Scalar.FIXED64: UNSIGNED_64,
    Scalar.SFIXED32: SIGNED_32,
    Scalar.SFIXED64: SIGNED_64,
    Scalar.BOOL: st.booleans(),
    Scalar.STRING: st.text(max_size=8),
    Scalar.BYTES: st.binary(max_size=8),
}
LOGICALS: dict[Logical, st.SearchStrategy[Any]] = {
    Logical.UUID: st.binary(min_size=16, max_size=16),
    Logical.INSTANT_MILLIS: st.integers(0, 253_402_300_799_999),
    Logical.DATE: st.dates().map(str),
    Logical.BIG_INTEGER: st.integers().map(
        lambda one: one.to_bytes((one if one >= 0 else ~one).bit_length() // 8 + 1, "big", signed=True)
    ),
}


def values(schema: Schema, name: str | None = None, depth: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    """Values of a message (the root without a name), messages at most `depth` levels deep."""
    message = next(one for one in schema.messages if one.name == (name or schema.root))
    return _message(schema, message, depth)


@st.composite
def _message(draw: st.DrawFn, schema: Schema, message: Message, depth: int) -> dict[str, Any]:
    fields = [one for one in message.fields if depth > 0 or one.type.message is None]
    chosen = (
        draw(st.lists(st.sampled_from(fields), max_size=5, unique_by=lambda one: one.oneof or one.name))
        if fields
        else []
    )
    return {field.name: draw(_field(schema, field, depth)) for field in chosen}


def _field(schema: Schema, field: Field, depth: int) -> st.SearchStrategy[Any]:
    element = _element(schema, field.type, depth)
    if field.key is not None:
        return st.dictionaries(SCALARS[field.key], element, max_size=5)
    return st.lists(element, max_size=4) if field.cardinality is Cardinality.REPEATED else element


def _element(schema: Schema, kind: FieldType, depth: int) -> st.SearchStrategy[Any]:
    if kind.message is not None:
        return values(schema, kind.message, depth - 1)
    if kind.enum is not None:
        return _enum(next(one for one in schema.enums if one.name == kind.enum))
    if kind.logical is not None:
        return LOGICALS[kind.logical]
    assert kind.scalar is not None
    return SCALARS[kind.scalar]


def _enum(enum: Enum) -> st.SearchStrategy[int]:
    named = st.sampled_from([one.number for one in enum.values])
    return named | SIGNED_32 if enum.open else named

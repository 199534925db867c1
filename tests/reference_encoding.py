"""The deterministic encoding of corpora a second time, plainly, only from the model: others are compared with it."""

import struct
from collections.abc import Mapping
from typing import Any

from wirelab.schema.kinds import Cardinality, Scalar
from wirelab.schema.types import Field, FieldType, Schema

_ZIGZAG = (Scalar.SINT32, Scalar.SINT64)
_LAYOUTS = {
    Scalar.DOUBLE: "<d",
    Scalar.FLOAT: "<f",
    Scalar.FIXED32: "<I",
    Scalar.SFIXED32: "<i",
    Scalar.FIXED64: "<Q",
    Scalar.SFIXED64: "<q",
}
_WIRE_TYPES = {"<d": 1, "<Q": 1, "<q": 1, "<f": 5, "<I": 5, "<i": 5}


def encode(schema: Schema, values: Mapping[str, Any], name: str | None = None) -> bytes:
    """The bytes of a message (the root without a name)."""
    message = next(one for one in schema.messages if one.name == (name or schema.root))
    held = ((field, values[field.name]) for field in message.fields if field.name in values)
    return b"".join(_field(schema, field, value) for field, value in held)


def _field(schema: Schema, field: Field, value: Any) -> bytes:
    if field.cardinality is Cardinality.MAP:
        assert field.key is not None
        # As protobuf's library has it: texts ascending, but longer ones first; numbers descending by
        # their unsigned bits. It has to stay so, since digests of corpora are recorded.
        texts = field.key is Scalar.STRING
        order = (lambda key: (*key.encode(), 256)) if texts else (lambda key: -(key & (1 << 64) - 1))
        key_type = FieldType(scalar=field.key)
        return b"".join(
            _framed(field.number, _one(schema, 1, key_type, key) + _one(schema, 2, field.type, value[key]))
            for key in sorted(value, key=order)
        )
    if field.cardinality is Cardinality.REPEATED:
        if field.type.message is not None or field.type.scalar in (Scalar.STRING, Scalar.BYTES):
            return b"".join(_one(schema, field.number, field.type, one) for one in value)
        return _framed(field.number, b"".join(_bare(field.type, one) for one in value)) if value else b""
    encoded = _one(schema, field.number, field.type, value)
    if field.cardinality is Cardinality.IMPLICIT and _is_default(field.type, value):
        return b""
    return encoded


def _is_default(kind: FieldType, value: Any) -> bool:
    return not value and not (kind.scalar in (Scalar.DOUBLE, Scalar.FLOAT) and str(value) == "-0.0")


def _one(schema: Schema, number: int, kind: FieldType, value: Any) -> bytes:
    if kind.message is not None:
        return _framed(number, encode(schema, value, kind.message))
    if kind.scalar in (Scalar.STRING, Scalar.BYTES):
        return _framed(number, _bare(kind, value))
    wire_type = _WIRE_TYPES[_LAYOUTS[kind.scalar]] if kind.scalar in _LAYOUTS else 0
    return _varint(number << 3 | wire_type) + _bare(kind, value)


def _bare(kind: FieldType, value: Any) -> bytes:
    """The value without tag and length."""
    if kind.scalar in _LAYOUTS:
        return struct.pack(_LAYOUTS[kind.scalar], value)
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        return value
    number = (value << 1 ^ value >> 63) if kind.scalar in _ZIGZAG else int(value)
    return _varint(number % 2**64)


def _framed(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    low, high = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _varint(high) if high else bytes([low])

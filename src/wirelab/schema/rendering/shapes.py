"""The shapes of messages in documents, if a runtime's types can express them. Pure."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum

from wirelab.schema.compile import CompiledSchema
from wirelab.schema.declarations import reached
from wirelab.schema.kinds import Shape
from wirelab.schema.types import Field, FieldType, Message, Schema


class Means(StrEnum):
    """Shapes that a runtime's types, and a codec over them, have as documents do; else they have protobuf's."""

    MISSING = "missing"  # a list that is absent rather than empty, a null under its key
    WRAPPER = "wrapper"  # lists and maps in lists and maps, or as the root
    NULLABLE = "nullable"  # a null in a list or a map
    BESIDE = "beside"  # a null beside absent
    UNION = "union"  # values of several kinds, of which objects are one
    WHOLE = "whole"  # an integer among fractions, without one
    OBJECTS = "objects"  # and of several kinds of objects, known by their keys


def in_shapes(schema: Schema, means: Collection[Means], own: Collection[Means] = ()) -> Schema:
    """The schema for a runtime that has these means: other messages are records, as protobuf has them.

    Messages that hold themselves only through such messages are records, too: a list of lists without end has a name in
    most languages only as a type of its own. Those of `own` means are also records, but documents have their content
    in their place (`Message.bare`).
    """
    by_name = {message.name: message for message in schema.messages}
    beside = {field.type.message for field in schema.fields if field.null_beside_absent}
    unsaid = beside if Means.BESIDE not in means else set[str | None]()
    found = {
        name: one
        for name, one in by_name.items()
        if one.shape is not Shape.RECORD and _said_by(one, by_name) in means and name not in unsaid
    }
    bare = {
        name for name, one in found.items() if _said_by(one, by_name) in own or (name in beside and Means.BESIDE in own)
    }
    nameless = found.keys() - bare
    made: dict[str, Message] = {}

    def held(name: str) -> list[str]:
        """Such messages that it holds: one that holds itself through only these is endless."""
        return [each for field in by_name[name].fields if (each := field.type.message) and each in nameless]

    standing = {name for name in nameless if name not in reached(held(name), held)}

    def typed(one: FieldType) -> FieldType:
        stands = shaped(by_name[one.message]) if one.message in standing else None
        return replace(one, stands=stands, whole=one.whole and Means.WHOLE in means)

    def field_of(field: Field) -> Field:
        is_said = field.type.message in standing | bare if field.null_beside_absent else Means.MISSING in means
        missing = field.missing if is_said else None
        return replace(field, type=typed(field.type), missing=missing)

    def shaped(message: Message) -> Message:
        if message.name not in made:
            fields = tuple(map(field_of, message.fields))
            numbered = {field.number: field for field in fields}
            oneofs = tuple(
                replace(union, fields=tuple(numbered[field.number] for field in union.fields))
                for union in message.oneofs
            )
            made[message.name] = replace(
                message,
                fields=fields,
                oneofs=oneofs,
                shape=message.shape if message.name in standing else Shape.RECORD,
                bare=message.name in bare,
            )
        return made[message.name]

    payload = schema.payload
    return replace(
        schema,
        messages=tuple(map(shaped, schema.messages)),
        payload=payload and replace(payload, field=field_of(payload.field)),
    )


def agreed(compiled: CompiledSchema, means: Collection[Means]) -> CompiledSchema:
    """The same types with only these means: for runtimes that read each other, the means that all of them have."""
    schema = compiled.schema
    if set(means) >= set(Means) or not any(_is_described(message) for message in schema.messages):
        return compiled
    digest = hashlib.sha256(f"{schema.digest} {sorted(means)}".encode()).hexdigest()
    return replace(
        compiled,
        schema=replace(in_shapes(schema, means), digest=digest),
        replaying=replace(in_shapes(compiled.replaying, means), digest=digest),
    )


def _is_described(message: Message) -> bool:
    return message.shape is not Shape.RECORD or any(
        field.missing is not None or field.type.whole for field in message.fields
    )


def _said_by(message: Message, by_name: Mapping[str, Message]) -> Means:
    if message.shape is Shape.WRAPPER:
        return Means.WRAPPER
    if len(message.fields) == 1:
        return Means.NULLABLE
    held = [by_name[field.type.message] for field in message.fields if field.type.message]
    return Means.UNION if sum(one.shape is Shape.RECORD for one in held) < 2 else Means.OBJECTS

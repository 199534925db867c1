"""The chosen messages, as a .proto file. Pure."""

import json
from collections.abc import Iterator, Sequence

from wirelab.inference.choice import Choice, Enum, Field, Form, Leaf, Message
from wirelab.inference.names import is_field_key
from wirelab.inference.types import VALUE
from wirelab.schema.kinds import Shape
from wirelab.schema.names import json_name


def proto_text(choice: Choice, package: str, head: Sequence[str]) -> str:
    """The file's text: comments (`head`, one per line), the root, then the types that it uses, enums last."""
    lines = [*(f"// {line}".rstrip() for line in head), 'syntax = "proto3";', "", f"package {package};", ""]
    body = [line for message in reversed(list(choice.messages.values())) for line in (*_message(message, choice), "")]
    body += [line for enum in choice.enums for line in (*_enum(enum), "")]
    lines += ['import "wirelab/options.proto";', "", "option (wirelab.document) = true;", ""]
    return "\n".join([*lines, *body[:-1]]) + "\n"


def _message(message: Message, choice: Choice) -> Iterator[str]:
    if not message.fields:
        yield f"message {message.name} {{}}"
        return
    yield f"message {message.name} {{"
    if message.shape is Shape.WRAPPER or (message.shape is Shape.UNION and choice.distinguishes(message)):
        yield f"  option (wirelab.shape) = {message.shape.name};"
    inside = "    " if message.shape is Shape.UNION else "  "
    if message.shape is Shape.UNION:
        yield f"  oneof {VALUE} {{"
    named = message.shape is Shape.RECORD
    yield from (f"{inside}{_field(field, number, named)}" for number, field in enumerate(message.fields, start=1))
    if message.shape is Shape.UNION:
        yield "  }"
    yield "}"


def _enum(enum: Enum) -> Iterator[str]:
    yield f"enum {enum.name} {{"
    yield from (f"  {name} = {number};" for number, name in enumerate(enum.names))
    yield "}"


def _field(field: Field, number: int, named: bool) -> str:
    leaf = field.type if isinstance(field.type, Leaf) else None
    options = [f"(wirelab.logical) = {leaf.logical}"] if leaf and leaf.logical else []
    if leaf and leaf.whole:
        options.append("(wirelab.whole) = true")
    if field.missing is not None:
        options.append(f"(wirelab.missing) = {field.missing.name}")
    if named and is_field_key(field.key) and json_name(field.name) != field.key:
        # protoc knows JSON's escapes, and takes characters beyond ASCII as they are
        options.append(f"json_name = {json.dumps(field.key, ensure_ascii=False)}")
    said = f" [{', '.join(options)}]" if options else ""
    return f"{_type(field)} {field.name} = {number}{said};"


def _type(field: Field) -> str:
    match field.type:
        case Leaf():
            plain = str(field.type.scalar)
        case Enum():
            plain = field.type.name
        case _:
            plain = field.type
    if field.form is Form.ONE:
        return f"optional {plain}" if field.optional and not isinstance(field.type, str) else plain
    return f"repeated {plain}" if field.form is Form.LIST else f"map<string, {plain}>"

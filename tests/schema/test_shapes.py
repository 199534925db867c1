"""The shapes of messages and missing fields in documents, and those that are left for a runtime that has fewer."""

from pathlib import Path

import pytest

from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import CompiledSchema, compile_schema
from wirelab.schema.kinds import JsonKind, Missing, Shape
from wirelab.schema.rendering.shapes import Means, agreed, in_shapes
from wirelab.schema.rendering.vocabulary import Vocabulary
from wirelab.schema.types import Field, Message, Schema

PROTO = """
syntax = "proto3";
import "wirelab/options.proto";
option (wirelab.document) = true;
message Root {
  repeated Row rows = 1;
  optional string note = 2 [(wirelab.missing) = NULL];
  repeated int32 tags = 3 [(wirelab.missing) = ABSENT];
  Maybe maybe = 4 [(wirelab.missing) = ABSENT];
  repeated Value values = 5;
  repeated double sizes = 6 [(wirelab.whole) = true];
  repeated Gap gaps = 7;
  repeated Figure figures = 8;
  Nest nest = 9;
}
message Row { option (wirelab.shape) = WRAPPER; repeated Cell cells = 1; }
message Cell { option (wirelab.shape) = WRAPPER; repeated int32 items = 1; }
message Maybe { option (wirelab.shape) = UNION; oneof value { string text = 1; } }
message Gap { option (wirelab.shape) = UNION; oneof value { int32 integer = 1; } }
message Value { option (wirelab.shape) = UNION; oneof value { int32 integer = 1; string text = 2; Circle object = 3; } }
message Figure { option (wirelab.shape) = UNION; oneof value { Circle circle = 1; Square square = 2; } }
message Circle { int32 radius = 1; }
message Square { int32 side = 1; optional int32 angle = 2; }
message Nest { option (wirelab.shape) = WRAPPER; repeated Nest items = 1; }
"""
NAMES = {
    "message": "{name}",
    "int32": "int",
    "string": "str",
    "double": "float",
    "whole": "number",
    "list": "[{element}]",
    "nullable": "{element}?",
    "beside": "{element}!",
    "union": "{elements}",
}
WORDS = Vocabulary(names=NAMES, between="|")
SAID = {
    "rows": "[[[int]]]",
    "note": "str?",
    "tags": "[int]?",
    "maybe": "str?!",
    "values": "[int|str|Circle]",
    "sizes": "[number]",
    "gaps": "[int?]",
    "figures": "[Circle|Square]",
    "nest": "Nest?",
}
"""The name of a field where types can say everything; `Nest` would have no end."""
UNSAID = {
    Means.WRAPPER: {"rows": "[Row]"},
    Means.MISSING: {"tags": "[int]"},
    Means.BESIDE: {"maybe": "Maybe?"},
    Means.NULLABLE: {"maybe": "Maybe?", "gaps": "[Gap]"},
    Means.UNION: {"values": "[Value]"},
    Means.OBJECTS: {"figures": "[Figure]"},
    Means.WHOLE: {"sizes": "[float]"},
}
"""Its other name without one of these means."""


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledSchema:
    (tmp_path / "t.proto").write_text(PROTO)
    return compile_schema("t", tmp_path / "t.proto", "Root")


def named(schema: Schema, name: str) -> Message:
    return next(message for message in schema.messages if message.name == name)


def said(schema: Schema) -> dict[str, str]:
    return {field.name: WORDS.name(field) for field in named(schema, "Root").fields}


def test_options_are_read(compiled: CompiledSchema) -> None:
    schema = compiled.schema
    assert schema.document
    shapes = {message.name: message.shape for message in schema.messages if message.shape is not Shape.RECORD}
    wrappers, unions = ("Row", "Cell", "Nest"), ("Maybe", "Gap", "Value", "Figure")
    assert shapes == dict.fromkeys(wrappers, Shape.WRAPPER) | dict.fromkeys(unions, Shape.UNION)
    root: dict[str, Field] = {field.name: field for field in named(schema, "Root").fields}
    assert [root[name].missing for name in ("note", "tags", "maybe", "rows")] == [
        Missing.NULL,
        Missing.ABSENT,
        Missing.ABSENT,
        None,
    ]
    assert (root["note"].null_when_missing, root["tags"].nullable, root["rows"].nullable) == (True, True, False)
    assert root["maybe"].null_beside_absent
    assert not root["tags"].null_beside_absent


def test_a_language_that_can_say_everything(compiled: CompiledSchema) -> None:
    assert said(in_shapes(compiled.schema, Means)) == SAID


@pytest.mark.parametrize("unsaid", Means)
def test_what_a_language_cannot_say_is_as_protobuf_has_it(compiled: CompiledSchema, unsaid: Means) -> None:
    assert said(in_shapes(compiled.schema, set(Means) - {unsaid})) == SAID | UNSAID[unsaid]


def test_a_union_can_be_a_type_of_its_own(compiled: CompiledSchema) -> None:
    """As in languages without unions: with a field for each member, of which documents have the one that is set."""
    schema = in_shapes(compiled.schema, Means, (Means.BESIDE, Means.UNION, Means.OBJECTS))
    assert {message.name for message in schema.messages if message.bare} == {"Maybe", "Value", "Figure"}
    assert {message.name for message in schema.records} >= {"Maybe", "Value", "Figure"}
    assert said(schema) == SAID | {"maybe": "Maybe!", "values": "[Value]", "figures": "[Figure]"}
    assert [field.type.json_kind for field in named(schema, "Value").fields] == [
        JsonKind.INTEGER,
        JsonKind.TEXT,
        JsonKind.OBJECT,
    ]
    assert not any(message.bare for message in in_shapes(compiled.schema, (Means.WRAPPER,), (Means.UNION,)).messages)


def test_a_language_that_can_say_nothing(compiled: CompiledSchema) -> None:
    schema = in_shapes(compiled.schema, ())
    assert all(message.shape is Shape.RECORD for message in schema.messages)
    assert len(schema.records) == len(compiled.schema.messages)
    assert {field.missing for field in schema.fields} == {None}


def test_runtimes_that_agree_on_less_have_other_types(compiled: CompiledSchema) -> None:
    assert agreed(compiled, Means) is compiled
    less = agreed(compiled, (Means.WRAPPER,))
    assert less.schema.digest != compiled.schema.digest
    assert said(in_shapes(less.schema, Means))["rows"] == "[[[int]]]"
    assert said(in_shapes(less.schema, Means))["values"] == "[Value]"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (
            "message T { option (wirelab.shape) = WRAPPER; int32 a = 1; }",
            "T does not match (wirelab.shape) = WRAPPER",
        ),
        ("message T { option (wirelab.shape) = UNION; int32 a = 1; }", "T does not match (wirelab.shape) = UNION"),
        ("message T { int32 a = 1 [(wirelab.missing) = NULL]; }", "(wirelab.missing) is for fields"),
        ("message T { int32 a = 1 [(wirelab.whole) = true]; }", "(wirelab.whole) is for doubles"),
    ],
)
def test_an_option_that_does_not_fit_is_a_mistake(tmp_path: Path, line: str, what: str) -> None:
    (tmp_path / "t.proto").write_text(f'syntax = "proto3";\nimport "wirelab/options.proto";\n{line}\n')
    with pytest.raises(DefinitionError) as caught:
        compile_schema("t", tmp_path / "t.proto", "T")
    assert what in caught.value.why

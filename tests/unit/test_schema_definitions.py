"""A schema said in other languages, construct by construct. Their compilers judge the whole in tests/runners."""

from pathlib import Path

import pytest

from wirelab.schema.compile import compile_schema
from wirelab.schema.definitions.language import Language, define, defined_names, file_name
from wirelab.schema.definitions.naming import member_names
from wirelab.schema.types import Schema

TORTURE = Path(__file__).parents[1] / "workloads" / "torture" / "torture.proto"
PROTO = """
syntax = "proto3";
import "wirelab/options.proto";
message Root { Sum sum = 1; Both both = 2; Tree tree = 3; Closed closed = 4; Open open = 5; Plain plain = 6; }
message Plain { %s }
message Sum { oneof of { Leaf leaf = 3; string text = 7; } }
message Both { int32 before = 1; oneof of { Leaf leaf = 2; double number = 3; } }
message Leaf {}
message Tree { repeated Tree trees = 1; map<string, Tree> named = 2; }
enum Closed { NONE = 0; BELOW = -1; class = 2; }
enum Open { option (wirelab.open) = true; ZERO = 0; }
"""


def small(folder: Path, fields: str = "") -> Schema:
    proto = folder / "small.proto"
    proto.write_text(PROTO % fields)
    return compile_schema("small", proto).schema


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("int32 a = 1;", "1: i32 a"),
        ("sfixed32 a = 1;", "1: i32 a"),
        ("uint32 a = 1;", "1: i64 a"),
        ("fixed64 a = 1;", "1: i64 a"),
        ("float a = 1;", "1: double a"),
        ("bool a = 1;", "1: bool a"),
        ("bytes a = 9;", "9: binary a"),
        ("optional string a = 1;", "1: optional string a"),
        ("Leaf a = 1;", "1: optional Leaf a"),
        ("repeated string foo_bar = 1;", "1: list<string> fooBar"),
        ("map<int32, bytes> a = 1;", "1: map<i32, binary> a"),
        ("map<fixed32, Leaf> a = 1;", "1: map<i64, Leaf> a"),
        ("Closed a = 1;", "1: Closed a"),
        ("optional Open a = 1;", "1: optional i32 a"),
        ("map<string, Open> a = 1;", "1: map<string, i32> a"),
        ("bytes a = 1 [(wirelab.logical) = UUID];", "1: optional binary a"),
        ("repeated bytes a = 1 [(wirelab.logical) = UUID];", "1: list<binary> a"),
        ("int64 a = 1 [(wirelab.logical) = INSTANT_MILLIS];", "1: i64 a"),
        ("string a = 1 [(wirelab.logical) = DATE];", "1: optional string a"),
        ("bytes a = 1 [(wirelab.logical) = BIG_INTEGER];", "1: optional binary a"),
        ("int32 class = 1;", "1: i32 classField"),
        ("int32 hash_code = 1;", "1: i32 hashCodeField"),
    ],
)
def test_fields_in_thrift(tmp_path: Path, field: str, says: str) -> None:
    assert f"struct Plain {{ {says} }}" in flat(define(small(tmp_path, field), Language.THRIFT, "some.where"))


@pytest.mark.parametrize(
    "says",
    [
        "namespace * some.where",
        "union Sum { 3: Leaf leaf 7: string text }",
        "struct Both { 1: i32 before 2: optional Leaf leaf 3: optional double number }",
        "struct Leaf { }",
        "struct Tree { 1: list<Tree> trees 2: map<string, Tree> named }",
        "enum Closed { NONE = 0 BELOW = -1 class_ = 2 }",
        "4: Closed closed 5: i32 open",
    ],
)
def test_types_in_thrift(tmp_path: Path, says: str) -> None:
    assert says in flat(define(small(tmp_path), Language.THRIFT, "some.where"))


@pytest.mark.parametrize("language", Language)
def test_every_field_has_a_name_of_its_own_in_every_language(language: Language) -> None:
    schema = compile_schema("torture", TORTURE).schema
    text = define(schema, language, "some.where")
    assert text == define(schema, language, "some.where")
    for message in schema.messages:
        names = defined_names(message, language)
        assert set(names) == {field.name for field in message.fields}
        assert len({name.lower() for name in names.values()}) == len(names)
    assert file_name(language).startswith("types.")


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (["foo_bar", "FooBar"], ["fooBar", "fooBar2"]),
        (["a_b_c", "a_bc"], ["aBC", "aBc2"]),
        (["x", "x2", "X"], ["x", "x2", "x3"]),
        (["class", "class_field"], ["classField", "classField2"]),
        (["_", "__"], ["_", "_2"]),
    ],
)
def test_names_differ_by_more_than_case(names: list[str], given: list[str]) -> None:
    numbered = [(name, at) for at, name in enumerate(names, start=1)]
    assert list(member_names(numbered, {"class"}).values()) == given

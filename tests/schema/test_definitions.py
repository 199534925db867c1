"""A schema in other languages, construct by construct. Their compilers judge the whole in tests/runners."""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT
from wirelab.building.runners import load_runner
from wirelab.schema.compile import compile_schema
from wirelab.schema.names import distinct, folded
from wirelab.schema.rendering.render import TemplateSource, render
from wirelab.schema.types import Schema

TORTURE = ROOT / "protocol" / "v2" / "workloads" / "torture" / "torture.proto"
PROTO = """
syntax = "proto3";
import "wirelab/options.proto";
message Root { Sum sum = 1; Both both = 2; Tree tree = 3; Closed closed = 4; Open open = 5; Plain plain = 6;
  Choice choice = 7; }
message Choice { oneof of { Leaf leaf = 1; Tree tree = 2; } }
message Plain { %s }
message Sum { oneof of { Leaf leaf = 3; string text = 7; } }
message Both { int32 before = 1; oneof of { Leaf leaf = 2; double number = 3; } }
message Leaf {}
message Tree { repeated Tree trees = 1; map<string, Tree> named = 2; }
enum Closed { NONE = 0; BELOW = -1; class = 2; }
enum Open { option (wirelab.open) = true; ZERO = 0; }
"""


THRIFT, AVRO, FLATBUFFERS = ("jvm-thrift", "thrift"), ("jvm-schemas", "avsc"), ("jvm-schemas", "fbs")


def define(schema: Schema, language: tuple[str, str]) -> str:
    """The definition that a runner's templates make of a schema, by the runner and the extension of its file."""
    runner, extension = language
    folder = ROOT / "runners" / runner
    stage = load_runner(folder).manifest.build.types
    templates = [
        TemplateSource((folder / each.source).read_text(), f"templates/{Path(each.source).name}", each.target)
        for each in stage.templates
        if not each.target or each.target == f"definitions/types.{extension}"
    ]
    return render(schema, templates, stage.vocabulary)[f"definitions/types.{extension}"]


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
    assert f"struct Plain {{ {says} }}" in flat(define(small(tmp_path, field), THRIFT))


def test_what_a_language_or_its_compiler_keeps_is_called_otherwise(tmp_path: Path) -> None:
    schema = small(tmp_path, "int32 foo_bar = 1; int32 class = 2; int32 struct = 3; int32 write = 4;")
    says = "struct Plain { 1: i32 fooBar 2: i32 classField 3: i32 structField 4: i32 writeField }"
    assert says in flat(define(schema, THRIFT))


@pytest.mark.parametrize(
    "says",
    [
        "namespace * wirelab.thrift",
        "union Choice { 1: Leaf leaf 2: Tree tree }",
        "union Sum { 3: Leaf leaf 7: string text }",
        "struct Both { 1: i32 before 2: optional Leaf leaf 3: optional double number }",
        "struct Leaf { }",
        "struct Tree { 1: list<Tree> trees 2: map<string, Tree> named }",
        "enum Closed { NONE = 0 BELOW = -1 class_ = 2 }",
        "4: Closed closed 5: i32 open",
    ],
)
def test_types_in_thrift(tmp_path: Path, says: str) -> None:
    assert says in flat(define(small(tmp_path), THRIFT))


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("uint32 a = 1;", {"type": "long"}),
        ("float a = 1;", {"type": "float"}),
        ("optional bool a = 1;", {"type": ["null", "boolean"], "default": None}),
        ("repeated bytes a = 1;", {"type": {"type": "array", "items": "bytes"}}),
        ("map<string, int32> a = 1;", {"type": {"type": "map", "values": "int"}}),
        ("Open a = 1;", {"type": "int"}),
        (
            "int64 a = 1 [(wirelab.logical) = INSTANT_MILLIS];",
            {"type": {"type": "long", "logicalType": "timestamp-millis"}},
        ),
        (
            "string a = 1 [(wirelab.logical) = DATE];",
            {"type": ["null", {"type": "int", "logicalType": "date"}], "default": None},
        ),
        (
            "bytes a = 1 [(wirelab.logical) = UUID];",
            {"type": ["null", {"type": "fixed", "name": "Uuid", "size": 16, "logicalType": "uuid"}], "default": None},
        ),
        (
            "map<int32, string> a = 1;",
            {
                "type": {
                    "type": "array",
                    "items": {
                        "type": "record",
                        "name": "PlainAEntry",
                        "fields": [{"name": "key", "type": "int"}, {"name": "value", "type": "string"}],
                    },
                }
            },
        ),
    ],
)
def test_fields_in_avro(tmp_path: Path, field: str, says: object) -> None:
    records = in_avro(small(tmp_path, field))
    assert records["Plain"] == [{"name": "a", **says}]


def test_types_in_avro(tmp_path: Path) -> None:
    records = in_avro(small(tmp_path))
    assert [field["name"] for field in records["Sum"]] == ["leaf", "text"], "a string is no record"
    tree = {"type": "array", "items": "Tree"}, {"type": "map", "values": "Tree"}
    assert [field["type"] for field in records["Tree"]] == list(tree)
    assert records["Leaf"] == []
    assert records["Choice"] == [{"name": "of", "type": ["null", "Leaf", "Tree"], "default": None}]
    assert records["Root"][3]["type"] == {"type": "enum", "name": "Closed", "symbols": ["NONE", "BELOW", "class"]}


def in_avro(schema: Schema) -> dict[str, list[dict[str, object]]]:
    """Fields by record; a type defined within a field is left as its name, but for a map's entries."""
    found: dict[str, list[dict[str, object]]] = {}
    names = {message.name for message in schema.messages}

    def named(value: object) -> object:
        if isinstance(value, list):
            return [named(each) for each in value]
        if not isinstance(value, dict):
            return value
        said = {key: named(each) for key, each in value.items()}
        if said.get("name") in names and "fields" in said:
            found[said["name"]] = said["fields"]
            return said["name"]
        return said

    parsed = json.loads(define(schema, AVRO))
    assert parsed.pop("namespace") == "wirelab.avro"
    assert named(parsed) == schema.root
    return found


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("uint32 a = 1;", "a: uint;"),
        ("fixed64 a = 1;", "a: ulong;"),
        ("optional bool a = 1;", "a: bool = null;"),
        ("optional string foo_bar = 1;", "foo_bar: string;"),
        ("Leaf a = 1;", "a: Leaf;"),
        ("repeated double a = 1;", "a: [double];"),
        ("repeated bytes a = 1;", "a: [BytesItem];"),
        ("map<int32, bytes> a = 1;", "a: [PlainAEntry];"),
        ("optional Closed a = 1;", "a: Closed = null;"),
        ("Open a = 1;", "a: int;"),
        ("bytes a = 1 [(wirelab.logical) = UUID];", "a: Uuid;"),
        ("optional int64 a = 1 [(wirelab.logical) = INSTANT_MILLIS];", "a: long = null;"),
        ("bytes a = 1 [(wirelab.logical) = BIG_INTEGER];", "a: [ubyte];"),
        ("int32 class = 1;", "class_field: int;"),
    ],
)
def test_fields_in_flatbuffers(tmp_path: Path, field: str, says: str) -> None:
    assert f"table Plain {{ {says} }}" in flat(define(small(tmp_path, field), FLATBUFFERS))


@pytest.mark.parametrize(
    "says",
    [
        "namespace wirelab.flatbuffers;",
        "table Sum { leaf: Leaf; text: string; }",
        "union ChoiceOf { Leaf, Tree } table Choice { of: ChoiceOf; }",
        "table TreeNamedEntry { key: string; value: Tree; } table Tree { trees: [Tree]; named: [TreeNamedEntry]; }",
        "enum Closed: int { BELOW = -1, NONE = 0, class_ = 2 }",
        "table Leaf { }",
    ],
)
def test_types_in_flatbuffers(tmp_path: Path, says: str) -> None:
    assert says in flat(define(small(tmp_path), FLATBUFFERS))


@pytest.mark.parametrize("language", [THRIFT, AVRO, FLATBUFFERS])
def test_every_schema_has_one_definition_in_every_language(language: tuple[str, str]) -> None:
    schema = compile_schema("torture", TORTURE).schema
    assert define(schema, language) == define(schema, language) != ""


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
    assert list(distinct(numbered, "camel", {"class"}, behind="Field", fold=folded).values()) == given

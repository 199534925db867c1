"""The model's facts about types and fields, so that no template has to find them out."""

from pathlib import Path

import pytest

from wirelab.schema.compile import compile_schema
from wirelab.schema.kinds import Kind, Logical, Scalar
from wirelab.schema.types import FieldType, Message, Schema

PROTO = """
syntax = "proto3";
import "wirelab/options.proto";
message Root { %s }
message Leaf {}
message Twig {}
enum Closed { NONE = 0; }
enum Open { option (wirelab.open) = true; ZERO = 0; }
"""


@pytest.fixture
def compiled(tmp_path: Path):
    def compile_root(fields: str, more: str = "") -> Schema:
        (tmp_path / "t.proto").write_text(PROTO % fields + more)
        return compile_schema("t", tmp_path / "t.proto", "Root").schema

    return compile_root


def root(schema: Schema) -> Message:
    return next(message for message in schema.messages if message.name == "Root")


@pytest.mark.parametrize(
    ("field", "kind", "name", "nullable"),
    [
        ("sint32 a = 1;", Kind.SCALAR, "int32", False),
        ("optional fixed64 a = 1;", Kind.SCALAR, "uint64", True),
        ("repeated bytes a = 1;", Kind.SCALAR, "bytes", False),
        ("Leaf a = 1;", Kind.MESSAGE, "Leaf", True),
        ("map<string, Leaf> a = 1;", Kind.MESSAGE, "Leaf", False),
        ("Closed a = 1;", Kind.CLOSED, "Closed", False),
        ("oneof u { Closed a = 1; }", Kind.CLOSED, "Closed", True),
        ("Open a = 1;", Kind.OPEN, "Open", False),
        ("optional Open a = 1;", Kind.OPEN, "Open", True),
        ("bytes a = 1 [(wirelab.logical) = UUID];", Kind.LOGICAL, "UUID", True),
        ("string a = 1 [(wirelab.logical) = DATE];", Kind.LOGICAL, "DATE", True),
        ("bytes a = 1 [(wirelab.logical) = BIG_INTEGER];", Kind.LOGICAL, "BIG_INTEGER", True),
        ("int64 a = 1 [(wirelab.logical) = INSTANT_MILLIS];", Kind.LOGICAL, "INSTANT_MILLIS", False),
        ("optional int64 a = 1 [(wirelab.logical) = INSTANT_MILLIS];", Kind.LOGICAL, "INSTANT_MILLIS", True),
        ("repeated bytes a = 1 [(wirelab.logical) = UUID];", Kind.LOGICAL, "UUID", False),
    ],
)
def test_what_a_field_is(compiled, field: str, kind: Kind, name: str, nullable: bool) -> None:
    (one,) = root(compiled(field)).fields
    assert (one.type.kind, one.type.name, one.nullable) == (kind, name, nullable)


def test_keys_have_types_too(compiled) -> None:
    mapped, plain = root(compiled("map<sfixed32, Leaf> a = 1; int32 b = 2;")).fields
    assert (mapped.many, plain.many) == (True, False)
    assert mapped.key_type == FieldType(scalar=Scalar.SFIXED32)
    assert mapped.key_type.name == "int32"
    with pytest.raises(ValueError, match="b is no map"):
        _ = plain.key_type


def test_names_in_texts_differ(compiled) -> None:
    fields = "int32 foo_bar = 1; int32 FooBar = 2; bool class = 3; oneof to_be { bool x = 4; } bool toBe = 5;"
    assert [field.text_name for field in root(compiled(fields)).fields] == ["fooBar", "fooBar2", "class", "x", "toBe"]


def test_a_name_in_texts_is_what_json_name_says(compiled) -> None:
    fields = (
        'int32 id = 1 [json_name = "@id"]; int32 foo_bar = 2 [json_name = "foo_bar"]; int32 x = 3 [json_name = "x"];'
    )
    names = "int32 _a = 4; int32 b_ = 5; int32 c__d = 6; int32 E_f1g_2 = 7; int32 HTTPServer = 8;"
    found = [field.text_name for field in root(compiled(fields + names)).fields]
    assert found == ["@id", "foo_bar", "x", "a", "b", "cD", "eF1G2", "httpServer"]


def test_unions_stand_where_their_first_fields_do(compiled) -> None:
    fields = "oneof mixed { bool a = 1; Leaf d = 4; } int32 b = 2; oneof kinds { Leaf c = 3; Twig e = 5; }"
    message = root(compiled(fields))
    assert [member.name for member in message.members] == ["mixed", "b", "kinds"]
    assert [union.name for union in message.message_unions] == ["kinds"]
    assert [member.name for member in message.members_with(message.message_unions)] == ["a", "b", "kinds", "d"]
    assert [field.name for field in message.other_fields] == ["a", "b", "d"]


def test_what_occurs(compiled) -> None:
    schema = compiled(
        "map<uint32, sint64> a = 1; bytes b = 2 [(wirelab.logical) = UUID]; repeated double c = 3; Open d = 4;"
        "Closed e = 5;"
    )
    assert schema.scalars == {Scalar.INT64, Scalar.DOUBLE}
    assert schema.logicals == {Logical.UUID}
    assert [enum.name for enum in schema.closed_enums] == ["Closed"]
    assert [field.name for field in schema.fields] == ["a", "b", "c", "d", "e"]


SUMS = {
    "a sum": ("message S { oneof u { Leaf a = 1; Twig b = 2; } }", ["S"], {"Leaf": "a", "Twig": "b"}),
    "a field besides": ("message S { oneof u { Leaf a = 1; } int32 b = 2; }", [], {}),
    "no messages alone": ("message S { oneof u { Leaf a = 1; int32 b = 2; } }", [], {}),
    "a message twice": ("message S { oneof u { Leaf a = 1; Leaf b = 2; } }", [], {}),
    "of sums": (
        "message S { oneof u { T a = 1; } } message T { oneof u { Leaf a = 1; } }",
        ["T"],
        {"Leaf": "a"},
    ),
    "another name": (
        "message S { oneof u { T a = 1; Leaf b = 2; } } message T { oneof u { Leaf a = 1; } }",
        ["T"],
        {"Leaf": "a"},
    ),
    "two of a kind": (
        "message S { T t = 1; oneof u { Leaf a = 2; } } message T { oneof u { Leaf a = 1; Twig b = 2; } }",
        ["T"],
        {"Leaf": "a", "Twig": "b"},
    ),
}


@pytest.mark.parametrize(("more", "sums", "names"), list(SUMS.values()), ids=list(SUMS))
def test_sum_types(compiled, more: str, sums: list[str], names: dict[str, str]) -> None:
    schema = compiled("S s = 1;", more)
    assert [message.name for message in schema.sums] == sums
    cases = {message.name: schema.cases(message) for message in schema.messages}
    assert {name: found[0][1].text_name for name, found in cases.items() if found} == names


def test_a_case_of_two_sums_has_one_name(compiled) -> None:
    more = (
        "message S { oneof u { Leaf a = 1; } } message T { oneof u { Leaf a = 1; Twig b = 2; } }"
        "message U { oneof u { Leaf c = 1; } }"
    )
    schema = compiled("S s = 1; T t = 2; U u = 3;", more)
    leaf = next(message for message in schema.messages if message.name == "Leaf")
    assert [message.name for message in schema.sums] == ["S", "T"]
    assert [message.name for message, _ in schema.cases(leaf)] == ["S", "T"]

"""The objections of checkers of schemas: their documentation's own examples, and the changes that Wirelab brings."""

from pathlib import Path

import pytest
from google.protobuf.descriptor import Descriptor

from tests.conftest import ROOT
from wirelab.app.compatibility.evolve import OWN
from wirelab.model.findings.evolution import Judged
from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import message_class
from wirelab.workload.compatibility.changes import load_changes
from wirelab.workload.compatibility.policies import objections, verdicts

HEAD = 'syntax = "proto3";\npackage shop;\n'
ENUM = "enum Kind { A = 0; B = 1; }\n"


@pytest.fixture
def message(tmp_path: Path):
    def made(body: str, beside: str = "") -> Descriptor:
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "m.proto").write_text(f"{HEAD}message M {{ {body} }}\n{beside}")
        compiled = compile_schema("m", folder / "m.proto", "M", roots=(folder,))
        return message_class(compiled.descriptor_set, compiled.root).DESCRIPTOR

    return made


@pytest.mark.parametrize(
    ("old", "new", "wire", "wire_json"),
    [
        ("int32 a = 1;", "int64 a = 1;", [], ["FIELD_WIRE_JSON_COMPATIBLE_TYPE"]),
        ("int32 a = 1;", "uint32 a = 1;", [], []),
        ("int32 a = 1;", "sint32 a = 1;", ["FIELD_WIRE_COMPATIBLE_TYPE"], ["FIELD_WIRE_JSON_COMPATIBLE_TYPE"]),
        ("string a = 1;", "bytes a = 1;", [], ["FIELD_WIRE_JSON_COMPATIBLE_TYPE"]),
        ("bytes a = 1;", "string a = 1;", ["FIELD_WIRE_COMPATIBLE_TYPE"], ["FIELD_WIRE_JSON_COMPATIBLE_TYPE"]),
        ("int32 a = 1;", "optional int32 a = 1;", [], []),
        ("int32 a = 1;", "repeated int32 a = 1;", ["FIELD_WIRE_COMPATIBLE_CARDINALITY"],
         ["FIELD_WIRE_JSON_COMPATIBLE_CARDINALITY"]),
        ("int32 a = 1;", "int32 b = 1;", [], ["FIELD_SAME_NAME"]),
        ("int32 a = 1;", "oneof x { int32 a = 1; }", ["FIELD_SAME_ONEOF"], ["FIELD_SAME_ONEOF"]),
        ("int32 a = 1;", "", ["FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED"],
         ["FIELD_NO_DELETE_UNLESS_NUMBER_RESERVED", "FIELD_NO_DELETE_UNLESS_NAME_RESERVED"]),
        ("int32 a = 1;", "reserved 1;", [], ["FIELD_NO_DELETE_UNLESS_NAME_RESERVED"]),
        ('int32 a = 1;', 'reserved 1; reserved "a";', [], []),
        ("", "int32 a = 1;", [], []),
    ],
)  # fmt: skip
def test_the_rules_of_buf(message, old: str, new: str, wire: list[str], wire_json: list[str]) -> None:
    one, other = message(old), message(new)
    assert [rule for rule, _ in objections("buf WIRE", one, other)] == wire
    assert [rule for rule, _ in objections("buf WIRE_JSON", one, other)] == wire_json


@pytest.mark.parametrize(
    ("enum", "wire", "wire_json"),
    [
        ("enum Kind { A = 0; B = 1; C = 2; }", [], []),
        ("enum Kind { A = 0; C = 1; }", [], ["ENUM_VALUE_SAME_NAME"]),
        ("enum Kind { A = 0; }", ["ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED"],
         ["ENUM_VALUE_NO_DELETE_UNLESS_NUMBER_RESERVED", "ENUM_VALUE_NO_DELETE_UNLESS_NAME_RESERVED"]),
        ("enum Kind { A = 0; reserved 1; }", [], ["ENUM_VALUE_NO_DELETE_UNLESS_NAME_RESERVED"]),
    ],
)  # fmt: skip
def test_values_of_enums(message, enum: str, wire: list[str], wire_json: list[str]) -> None:
    one, other = message("Kind kind = 1;", ENUM), message("Kind kind = 1;", enum)
    assert [rule for rule, _ in objections("buf WIRE", one, other)] == wire
    assert [rule for rule, _ in objections("buf WIRE_JSON", one, other)] == wire_json


def test_a_number_with_two_names(message) -> None:
    alike = "enum Kind { option allow_alias = true; A = 0; B = 1; C = 1; }\n"
    one, other = message("Kind kind = 1;", alike), message("Kind kind = 1;", ENUM)
    assert list(objections("buf WIRE_JSON", one, one)) == list(objections("buf WIRE_JSON", other, one)) == []
    assert [rule for rule, _ in objections("buf WIRE_JSON", one, other)] == ["ENUM_VALUE_SAME_NAME"]


def test_one_field_within_and_a_type_within_itself(message) -> None:
    one = message("M within = 1; N n = 2; int32 c = 3;", "message N { int32 a = 1; }")
    other = message("M within = 1; N n = 2; bool c = 4;", "message N { string a = 1; }")
    assert list(objections("buf WIRE", one, other, "n")) == [("FIELD_WIRE_COMPATIBLE_TYPE", "n.a")]
    assert [path for _, path in objections("buf WIRE", one, other)] == ["n.a", "c"]


@pytest.mark.parametrize(
    ("writer", "reader", "expected"),
    [
        ("int32 a = 1;", "int64 a = 1;", []),
        ("int32 a = 1;", "sint32 a = 1;", ["FIELD_SCALAR_KIND_CHANGED"]),
        ("int32 a = 1;", "", []),
        ("", "int32 a = 1;", []),
        ("int32 a = 1;", "repeated int32 a = 1;", ["FIELD_NUMERIC_LABEL_CHANGED"]),
        ("string a = 1;", "repeated string a = 1;", []),
        ("string a = 1;", "M a = 1;", ["FIELD_KIND_CHANGED"]),
        ("oneof x { int32 a = 1; string b = 2; }", "oneof x { int32 a = 1; }", ["ONEOF_FIELD_REMOVED"]),
        ("int32 a = 1;", "oneof x { int32 a = 1; }", []),
        ("int32 a = 1; int32 b = 2;", "oneof x { int32 a = 1; int32 b = 2; }", 2 * ["MULTIPLE_FIELDS_MOVED_TO_ONEOF"]),
        ("int32 a = 1; oneof x { int32 b = 2; }", "oneof x { int32 a = 1; int32 b = 2; }",
         ["FIELD_MOVED_TO_EXISTING_ONEOF"]),
    ],
)  # fmt: skip
def test_the_rules_of_a_registry(message, writer: str, reader: str, expected: list[str]) -> None:
    assert [rule for rule, _ in objections("registry", message(writer), message(reader))] == expected


def test_modes_differ_in_who_reads(message) -> None:
    versions = [(None, message("oneof x { int32 a = 1; string b = 2; }")), (None, message("oneof x { int32 a = 1; }"))]
    policies = load_changes(ROOT / OWN).policies
    said = {(each.policy, each.writer < each.reader): each.objections for each in verdicts(policies, "c", versions)}  # type: dict[tuple[str, bool], tuple[str, ...]]
    assert said["Confluent BACKWARD", True] == ("ONEOF_FIELD_REMOVED (b)",)
    assert said["Confluent FORWARD", False] == ()
    assert said["Confluent FULL", True] == said["Confluent FULL", False] == ("ONEOF_FIELD_REMOVED (b)",)
    assert ("Confluent BACKWARD", False) not in said
    assert ("Confluent FORWARD", True) not in said


def test_only_neighbours_are_judged(message) -> None:
    versions = [("a", message("int32 a = 1;")), ("a", message("int64 a = 1;")), ("a", message("sint64 a = 1;"))]
    found: list[Judged] = list(verdicts(load_changes(ROOT / OWN).policies, "a", versions))
    assert {(each.writer, each.reader) for each in found} == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert {each.objections for each in found if each.policy == "buf WIRE" and each.writer + each.reader == 1} == {()}

"""The outcome for values that were read with another schema, by protobuf's own reading of one's bytes by the other."""

from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message

from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import message_class
from wirelab.workload.compatibility.samples import samples
from wirelab.workload.compatibility.survival import Became, Identity, fates

NONE = Identity()


def message(folder: Path, name: str, fields: str, value: dict[str, object]) -> Message:
    path = folder / f"{name}.proto"
    more = "message Point { int32 x = 1; int32 y = 2; }"
    path.write_text(f'syntax = "proto3";\npackage p;\n{more}\nmessage Thing {{ {fields} }}\n')
    types = compile_schema(name, path, "p.Thing")
    made: Message = json_format.ParseDict(value, message_class(types.descriptor_set, "p.Thing")())
    return made


@pytest.mark.parametrize(
    ("one", "given", "other", "back", "identity", "says"),
    [
        ("int32 a = 1;", {"a": 5}, "int64 a = 1;", {"a": 5}, NONE, []),
        ("int32 a = 1;", {"a": 5}, "int32 a = 1;", {"a": 6}, NONE, ["a was 5 and is 6"]),
        ("int32 a = 1;", {"a": 5}, "string a = 1;", {"a": "5"}, NONE, []),
        ("float a = 1;", {"a": 0.5}, "double a = 1;", {"a": 0.5}, NONE, []),
        ("int32 a = 1;", {"a": 5}, "string a = 1;", {}, NONE, ["a was 5 and is gone"]),
        ("int32 a = 1;", {"a": 5}, "int32 b = 2;", {}, NONE, ["a has no place"]),
        ("int32 a = 1;", {}, "int32 b = 2;", {"b": 1}, NONE, ["b was absent and is 1"]),
        ("int32 a = 1;", {}, "optional int32 a = 1;", {"a": 0}, NONE, []),
        ("optional int32 a = 1;", {"a": 0}, "optional int32 a = 1;", {}, NONE, []),
        ("string a = 1;", {"a": "x"}, "repeated string a = 1;", {"a": ["x"]}, NONE, []),
        ("repeated int32 a = 1;", {"a": [1, 2]}, "int32 a = 1;", {"a": 2}, NONE, ["a was [1, 2] and is 2"]),
        ("string a = 1;", {"a": "x"}, "bytes a = 1;", {"a": "eA=="}, NONE, []),
        ("Point a = 1;", {"a": {"x": 1}}, "Point a = 1;", {"a": {"x": 2}}, NONE, ["a.x was 1 and is 2"]),
        ("repeated Point a = 1;", {"a": [{"x": 1}]}, "repeated Point a = 1;", {"a": [{}]}, NONE, ["a[0].x was 1 and is gone"]),  # noqa: E501
        ("Point a = 1;", {"a": {"x": 1}}, "map<string, int32> a = 1;", {"a": {"x": 1}}, NONE, []),
        ("string a = 1;", {"a": "x"}, "string b = 1;", {"b": "x"}, NONE, ["a has no place", 'b was absent and is "x"']),
        ("string a = 1;", {"a": "x"}, "string b = 1;", {"b": "x"}, Identity({"a": "b"}), []),
        ("string a = 1;", {"a": "x"}, "string b = 1;", {"b": "x"}, Identity(by_number=True), []),
        ("string a = 1;", {"a": "x"}, "string a = 1;", {}, Identity(apart=("a",)), ["a has no place"]),
    ],
)  # fmt: skip
def test_values_that_did_not_come_back(tmp_path: Path, one, given, other, back, identity, says) -> None:  # noqa: PLR0917
    written, read = message(tmp_path, "one", one, given), message(tmp_path, "other", other, back)
    assert [str(fate) for fate in fates(written, read, identity)] == says


ENUM = "enum Grade { NONE = 0; GOOD = 1; BAD = 2; } Grade grade = 1; int32 id = 2;"
SWAPPED = "enum Grade { NONE = 0; BAD = 1; GOOD = 2; } Grade grade = 1; int32 id = 2;"
OTHER_DEFAULT = "enum Grade { GOOD = 0; NONE = 1; } Grade grade = 1; int32 id = 2;"


@pytest.mark.parametrize(
    ("one", "given", "other", "back", "named", "says"),
    [
        (ENUM, {"grade": "GOOD"}, SWAPPED, {"grade": "BAD"}, False, []),
        (ENUM, {"grade": "GOOD"}, SWAPPED, {"grade": "BAD"}, True, ["grade was GOOD and is BAD"]),
        (ENUM, {"grade": "GOOD"}, SWAPPED, {"grade": "GOOD"}, True, []),
        (ENUM, {"grade": "GOOD"}, SWAPPED, {"grade": "GOOD"}, False, ["grade was 1 and is 2"]),
        (ENUM, {"id": 1}, OTHER_DEFAULT, {"id": 1}, True, ["grade was NONE and is GOOD"]),
        (ENUM, {"id": 1}, OTHER_DEFAULT, {"id": 2}, False, ["id was 1 and is 2"]),
    ],
)
def test_values_of_enums_by_name_or_number(tmp_path: Path, one, given, other, back, named, says) -> None:  # noqa: PLR0917
    written, read = message(tmp_path, "one", one, given), message(tmp_path, "other", other, back)
    assert [str(fate) for fate in fates(written, read, Identity(named=named))] == says


def test_a_message_is_the_same_as_itself(tmp_path: Path) -> None:
    fields = "Point a = 1; repeated Point b = 2; map<string, Point> c = 3; bytes d = 4; double e = 5;"
    value = {"a": {"x": 1}, "b": [{"y": 2}, {}], "c": {"k": {"x": 3}}, "d": "AA==", "e": 1.5}
    thing = message(tmp_path, "same", fields, value)
    assert list(fates(thing, thing, NONE)) == []
    empty = type(thing)()
    assert {fate.became for fate in fates(thing, empty, NONE)} == {Became.LOST}
    assert {fate.became for fate in fates(empty, thing, NONE)} == {Became.CHANGED}


def sampled(folder: Path, fields: str, more: str = "") -> dict[str, Any]:
    path = folder / "all.proto"
    point = "message Point { int32 x = 1; int32 y = 2; }"
    begin = 'syntax = "proto3";\npackage p;\nimport "wirelab/options.proto";'
    path.write_text(f"{begin}\n{point}\n{more}\nmessage Thing {{ {fields} }}\n")
    types = compile_schema("all", path, "p.Thing")
    return dict(samples(message_class(types.descriptor_set, "p.Thing"), types.schema))


def test_samples_of_logical_types_are_of_these(tmp_path: Path) -> None:
    """Others are refused by codecs that have a type for them, as if these could not carry the schema."""
    kinds = {"bytes uuid": "UUID", "string day": "DATE", "bytes large": "BIG_INTEGER", "int64 at": "INSTANT_MILLIS"}
    kinds |= {"repeated bytes uuids": "UUID", "map<string, string> days": "DATE"}
    fields = (
        f"{field} = {at} [(wirelab.logical) = {kind}];" for at, (field, kind) in enumerate(kinds.items(), start=1)
    )
    found = sampled(tmp_path, " ".join(fields))
    assert UUID(bytes=found["uuid"].uuid).int == 1
    assert date.fromisoformat(found["day"].day) == date(2000, 1, 3)
    assert (found["large"].large, found["at"].at) == (b"\x03", 4)
    assert [UUID(bytes=each).int for each in found["uuids"].uuids] == [5, 6]
    assert list(found["days"].days.values()) == ["2000-01-09"]


def test_samples_of_a_wide_schema_have_a_bound(tmp_path: Path) -> None:
    """Every field of every message, six levels deep, would be 12 to the power of 6 values."""
    wide = [
        f"message M{level} {{ {' '.join(f'M{level + 1} f{at} = {at};' for at in range(1, 13))} }}" for level in range(6)
    ]
    found = sampled(tmp_path, "M0 first = 1; M0 second = 2;", "\n".join([*wide, "message M6 { int32 x = 1; }"]))
    assert all(10_000 < each.ByteSize() < 50_000 for each in found.values()), "the second is not empty, either"


def test_samples_set_each_field_and_all_within(tmp_path: Path) -> None:
    union = "oneof u { bytes d = 4; Point e = 5; }"
    fields = f"Thing a = 1; repeated Point b = 2; map<string, Point> c = 3; {union} double f = 6;"
    found = sampled(tmp_path, fields)
    assert [*found] == ["a", "b", "c", "d", "e", "f"]
    assert found["a"].HasField("a")
    assert not found["a"].a.ListFields(), "a message within itself is empty"
    assert [(point.x, point.y) for point in found["b"].b] == [(1, 2), (3, 4)]
    assert [(key, each.x, each.y) for key, each in found["c"].c.items()] == [("0005", 6, 7)]
    assert (found["d"].d, found["e"].WhichOneof("u"), found["f"].f) == (b"0008", "e", 11.5)

"""The schemas chosen for documents, as a table: each line of JSON, and lines that the schema then has."""

import json

import pytest

from tests.inference.inferring import Inferred, inferred
from wirelab.model.errors import DefinitionError, UsageError

MAP_OF_A = "map<string, A> a = 1;"


def sparse(values: list[object]) -> str:
    """Objects of 4 keys each out of 40, with values in turn."""
    rows = [{f"k{(7 * row + n) % 40}": values[(row + n) % len(values)] for n in range(4)} for row in range(30)]
    return "\n".join(json.dumps({"a": row}) for row in rows)


FIELDS = [
    ('{"a": 1}', "int32 a = 1;"),
    ('{"a": -2147483649}', "int64 a = 1;"),
    ('{"a": 9223372036854775808}', "uint64 a = 1;"),
    ('{"a": 18446744073709551616}', "bytes a = 1 [(wirelab.logical) = BIG_INTEGER];"),
    ('{"a": -9223372036854775809}', "bytes a = 1 [(wirelab.logical) = BIG_INTEGER];"),
    ('{"a": 1.5}\n{"a": 1}', "double a = 1 [(wirelab.whole) = true];"),
    ('{"a": 1.5}\n{"a": 1}\n{"a": 2.0}', "double a = 1;"),
    ('{"a": -0}', "double a = 1;"),
    ('{"a": true}', "bool a = 1;"),
    ('{"a": "x"}', "string a = 1;"),
    ('{"a": "x"}\n{}', "optional string a = 1;"),
    ('{"a": 1}\n{"a": null}', "optional int32 a = 1 [(wirelab.missing) = NULL];"),
    ('{"a": "123e4567-e89b-12d3-a456-426614174000"}', "bytes a = 1 [(wirelab.logical) = UUID];"),
    ('{"a": "123E4567-E89B-12D3-A456-426614174000"}', "string a = 1;"),
    ('{"a": "2024-05-06T07:08:09.120Z"}', "int64 a = 1 [(wirelab.logical) = INSTANT_MILLIS];"),
    ('{"a": "2024-05-06T07:08:09.000Z"}', "string a = 1;"),
    ('{"a": "2024-05-06T07:08:09+01:00"}', "string a = 1;"),
    ('{"a": "2024-02-30T07:08:09Z"}', "string a = 1;"),
    ('{"a": "2024-05-06T24:00:00Z"}', "string a = 1;"),
    ('{"a": "2024-05-06"}', "string a = 1 [(wirelab.logical) = DATE];"),
    ('{"a": "2024-05-06"}\n{"a": "soon"}', "string a = 1;"),
    ('{"a": [1, 2]}', "repeated int32 a = 1;"),
    ('{"stories": [{"x": 1}]}', "repeated Story stories = 1;"),
    ('{"class": {"x": 1}}', 'ClassRecord class_2 = 1 [json_name = "class"];'),
    ('{"descriptor": 1}', 'int32 descriptor_2 = 1 [json_name = "descriptor"];'),
    ('{"a": [[1], [2.5]]}', "repeated AList a = 1;"),
    ('{"a": {"b": 1}}', "A a = 1;"),
    ('{"a": {}}', "message A {}"),
    ('{"a": {}, "b": {}}', "A b = 2;"),
    ('{"a": {"2024-05-01": 1, "2024-05-02": 2}}', "map<string, int32> a = 1;"),
    ('{"a": {"7": {"x": 1}}}', "map<string, A> a = 1;"),
    (json.dumps({"a": {f"k{n}": {"x": n, "y": n} for n in range(5)}}), "map<string, A> a = 1;"),
    (json.dumps({"a": {f"k{n}": n for n in range(10_000)}}), "map<string, int32> a = 1;"),
    (sparse(["x"]), "map<string, string> a = 1;"),
    (sparse([1, 2.5]), "map<string, double> a = 1 [(wirelab.whole) = true];"),
    (sparse([{"x": 1, "y": 2}, {"x": 3}]), "map<string, A> a = 1;"),
    (sparse([1, "x"]), "A a = 1;"),
    (json.dumps({"a": {f"k{n}": {"x": n, "y": n} | ({"z": 1} if n > 2 else {}) for n in range(9)}}), MAP_OF_A),
    (json.dumps({"a": {f"k{n}": {"x": n, "y": n} if n else {"p": 1, "q": 2} for n in range(20)}}), MAP_OF_A),
    (json.dumps({"a": {f"k{n}": [{"x": n, "y": n}] for n in range(5)}}), "map<string, AList> a = 1;"),
    (json.dumps({"a": {f"k{n}": {"xyz"[n % 3]: n} for n in range(20)}}), MAP_OF_A),
    (json.dumps({"a": {f"k{n}": {"xyz"[n % 3]: n} for n in range(19)}}), "A a = 1;"),
    (json.dumps({"a": {f"k{n}": {"x": n, f"y{n}": n, f"z{n}": n} for n in range(9)}}), "A a = 1;"),
    (json.dumps({"a": {f"k{n}": {"x": n, "y": n} if n else None for n in range(9)}}), "A a = 1;"),
    ('{"@id": 1}', 'int32 id = 1 [json_name = "@id"];'),
    ('{"1st": 1}', 'int32 n1_st = 1 [json_name = "1st"];'),
    ('{"foo-bar": 1}', 'int32 foo_bar = 1 [json_name = "foo-bar"];'),
    ('{"foo_bar": 1}', 'int32 foo_bar = 1 [json_name = "foo_bar"];'),
    ('{"fooBar": 1}', "int32 foo_bar = 1;"),
    ('{"fooBar": 1, "FooBar": 2}', 'int32 foo_bar_2 = 2 [json_name = "FooBar"];'),
    ('{"größe": 1}', 'int32 groe = 1 [json_name = "größe"];'),
    ('{"名": 1}', 'int32 field = 1 [json_name = "名"];'),
    ('{"": 1}', "int32 field = 1;"),
    ('{"class": 1}', 'int32 class_2 = 1 [json_name = "class"];'),
    ('{"error": "x", "hasError": true}\n{"hasError": false}', 'bool has_error_2 = 2 [json_name = "hasError"];'),
    ('{"nameBytes": 1, "name": "x"}', 'string name_2 = 2 [json_name = "name"];'),
    ('{"items": [1], "itemsCount": 1}', "int32 items_count = 2;"),
]
UNIONS = [
    ('{"a": 1}\n{"a": "x"}', ["int32 integer = 1;", "string text = 2;"]),
    ('{"a": [1, null]}', ["int32 integer = 1;"]),
    ('{"a": [null]}', ["string text = 1;"]),
    ('{"a": 9007199254740993}\n{"a": 0.5}', ["int64 integer = 1;", "double number = 2;"]),
    (
        '{"a": [{"type": "circle", "radius": 1}, {"type": "square", "side": 2}]}',
        ["Circle circle = 1;", "Square square = 2;"],
    ),
]


@pytest.mark.parametrize(("text", "line"), FIELDS, ids=[line for _, line in FIELDS])
def test_a_field(text: str, line: str) -> None:
    found = inferred(text)
    assert line in [each.strip() for each in found.proto.splitlines()], found.proto
    assert found.not_carried == ()


@pytest.mark.parametrize(("text", "lines"), UNIONS)
def test_a_union(text: str, lines: list[str]) -> None:
    found = inferred(text)
    union = found.proto.split("oneof value {")[1].split("}")[0]
    assert [each.strip() for each in union.strip().splitlines()] == lines
    assert found.not_carried == ()


def test_objects_that_tell_their_kind_but_have_the_same_keys_are_one_message() -> None:
    assert "oneof" not in inferred('{"a": [{"type": "x", "n": 1}, {"type": "y", "n": 2}]}').proto


def events(kinds: range) -> dict[str, object]:
    return {"events": [{"type": f"k{kind}", f"a{kind}": 1, f"b{kind}": 2} for kind in kinds]}


def test_objects_of_more_kinds_than_are_kept_apart_are_one_message_in_any_order() -> None:
    for text in (
        json.dumps(events(range(17))),
        json.dumps({"of": {"1": events(range(16)), "2": events(range(5, 25))}}),  # each has its own first kinds
        json.dumps({"of": {"2": events(range(5, 25)), "1": events(range(16))}}),
    ):
        found = inferred(text)
        assert "oneof" not in found.proto
        assert found.not_carried == ()
    assert inferred(json.dumps(events(range(16)))).proto.count("message") == 18


def test_a_clash_is_told_with_the_first_row_of_each_kind() -> None:
    (conflict,) = inferred('{"a": {"b": 1}}\n{"a": {"b": 2}}\n{"a": {"b": "x"}}').choice.conflicts
    assert (conflict.path, dict(conflict.rows)) == ("a.b", {"integer": 1, "text": 3})
    assert "union" in conflict.chosen


SHARED = [
    ('{"user": {"id": 1, "name": "x"}, "owner": {"id": 2, "name": "y"}}', ["User user = 1;", "User owner = 2;"]),
    ('{"a": [[1]], "b": [[2]]}', ["repeated AList a = 1;", "repeated AList b = 2;"]),
    ('{"a": [1, "x"], "b": {"c": [2, "y"]}}', ["repeated AValue a = 1;", "B b = 2;", "repeated AValue c = 1;"]),
    ('{"a": {"n": 1}, "b": {"n": 1.5}}', ["A a = 1;", "B b = 2;"]),
    ('{"a": {"n": {"v": 1}}, "b": {"n": {"v": 1}}}', ["A a = 1;", "A b = 2;", "N n = 1;"]),
]


@pytest.mark.parametrize(("text", "lines"), SHARED)
def test_objects_of_equal_shapes_share_one_message(text: str, lines: list[str]) -> None:
    found = inferred(text)
    body = [line.strip() for line in found.proto.splitlines()]
    assert [line for line in body if line in lines] == lines, found.proto
    assert sum(line.startswith("message") for line in body) == len(found.choice.messages)
    assert found.not_carried == ()


def test_a_conflict_names_the_union_that_it_shares() -> None:
    conflicts = inferred('{"a": [1, "x"], "b": {"c": [2, "y"]}}').choice.conflicts
    assert [(one.path, one.chosen) for one in conflicts] == [
        ("a[]", "a union, message AValue"),
        ("b.c[]", "a union, message AValue"),
    ]


TREES = [
    (
        '{"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}, {"name": "d"}]}',
        ["message Thing {", "string name = 1;", "repeated Thing children = 2 [(wirelab.missing) = ABSENT];"],
    ),
    (  # only the last level has other keys
        '{"v": 1, "left": {"v": 2, "left": {"v": 3}, "right": {"v": 4}}, "right": {"v": 5, "right": {"v": 6}}}',
        ["message Thing {", "int32 v = 1;", "Thing left = 2;", "Thing right = 3;"],
    ),
    (  # by way of others
        '{"if": {"not": {"if": {"not": {"if": {"x": 1}, "y": 2}}, "y": 3}}, "y": 4}',
        [
            "message Thing {",
            "If if = 1;",
            "int32 y = 2;",
            "message If {",
            "Thing not = 1;",
            "optional int32 x = 2;",
        ],
    ),
    (  # within a map, and through a list of lists
        json.dumps({"kind": "o", "of": {f"{n}": {"kind": "o", "of": {"7": {"kind": "s"}}} for n in range(3)}}),
        ["message Thing {", "string kind = 1;", "map<string, Thing> of = 2 [(wirelab.missing) = ABSENT];"],
    ),
    (
        '{"v": 1, "cells": [[{"v": 2, "cells": [[{"v": 3}]]}]]}',
        [
            "message Thing {",
            "int32 v = 1;",
            "repeated CellList cells = 2 [(wirelab.missing) = ABSENT];",
            "message CellList {",
            "option (wirelab.shape) = WRAPPER;",
            "repeated Thing items = 1;",
        ],
    ),
    (  # kinds that do not belong to the tree stay apart
        '{"type": "and", "of": [{"type": "or", "of": [{"type": "eq", "x": 1, "y": 2}]},'
        ' {"type": "eq", "x": 3, "y": 4}]}',
        [
            "message Thing {",
            "string type = 1;",
            "repeated OfValue of = 2;",
            "message OfValue {",
            "option (wirelab.shape) = UNION;",
            "oneof value {",
            "Thing or = 1;",
            "Eq eq = 2;",
            "message Eq {",
            "string type = 1;",
            "int32 x = 2;",
            "int32 y = 3;",
        ],
    ),
    (  # an object where one of its own kind is elsewhere cannot be distinguished from it
        '{"data": {"data": {"id": 1, "name": "x"}}}',
        ["message Thing {", "Thing data = 1;", "optional int32 id = 2;", "optional string name = 3;"],
    ),
    (  # the same keys, but once with another beside them
        '{"id": 1, "text": "x", "quoted": {"id": 2, "text": "y"}}',
        [
            "message Thing {",
            "int32 id = 1;",
            "string text = 2;",
            "Quoted quoted = 3;",
            "message Quoted {",
            "int32 id = 1;",
            "string text = 2;",
        ],
    ),
]


@pytest.mark.parametrize(("text", "lines"), TREES)
def test_objects_that_hold_others_of_their_own_kind_are_one_message(text: str, lines: list[str]) -> None:
    found = inferred(text)
    body = [line.strip() for line in found.proto.split("message ", 1)[1].splitlines()]
    assert [line for line in (f"message {body[0]}", *body[1:]) if line not in ("", "}")] == lines
    assert found.not_carried == ()


ENUMS = [
    ('{"a": "in-transit"}\n{"a": "1st"}\n{"a": ""}', "a", "A a = 1;", ["A_IN_TRANSIT", "A_N1_ST", "A_EMPTY"]),
    ('{"a": "x"}\n{}', "a", "optional A a = 1;", ["A_X"]),
    ('{"a": ["no", "NO", "No!"]}', "a[]", "repeated A a = 1;", ["A_NO", "A_NO_2", "A_NO_3"]),
    ('{"a": {"7": "x", "8": "y"}}', "a{}", "map<string, A> a = 1;", ["A_X", "A_Y"]),
    ('{"a": 1}\n{"a": "x"}', "a", "A text = 2;", ["A_X"]),
    ('[{"a": "x"}, {"a": "y"}]', "[].a", "A a = 1;", ["A_X", "A_Y"]),
    ('{"a": "2024-05-06"}', "a", "A a = 1;", ["A_N2024_05_06"]),
]


@pytest.mark.parametrize(("text", "path", "line", "names"), ENUMS)
def test_texts_become_an_enum_on_request(text: str, path: str, line: str, names: list[str]) -> None:
    found = inferred(text, enums={path})
    assert line in [each.strip() for each in found.proto.splitlines()], found.proto
    (enum,) = found.choice.enums
    assert list(enum.names) == names
    assert found.not_carried == ()


def test_values_of_two_enums_have_different_names() -> None:
    found = inferred('{"a": "b_c", "a_b": "c"}', enums={"a", "a_b"})
    assert [enum.names for enum in found.choice.enums] == [("A_B_C",), ("AB_C_2",)], found.proto


def test_texts_of_two_kinds_of_objects_at_one_place_are_two_enums() -> None:
    items = [{"type": "circle", "x": 1, "y": 2, "state": "on"}, {"type": "square", "p": 1, "q": 2, "state": "off"}]
    found = inferred(json.dumps({"items": items}), enums={"items[].state"})
    assert [enum.names for enum in found.choice.enums] == [("STATE_ON",), ("STATE_RECORD_OFF",)], found.proto
    assert found.not_carried == ()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"b": "x", "a": 1}', "there are no texts at 'a'"),
        ("\n".join(json.dumps({"a": f"{n}", "b": "x"}) for n in range(257)), "'a' has more than 256 different texts"),
    ],
)
def test_an_enum_of_no_texts_and_of_too_many_are_refused(text: str, what: str) -> None:
    with pytest.raises(UsageError, match=what) as caught:
        inferred(text, enums={"a"})
    assert caught.value.remedy == "places with at most 256 different texts: b"


def test_a_tree_of_any_depth_has_one_message() -> None:
    deep: dict[str, object] = {"n": 0}
    for level in range(1, 49):
        deep = {"n": level, "next": [deep]}
    assert inferred(json.dumps(deep)).proto.count("message") == 1


LOST = [
    ('{"a": 1}\n{"a": null}\n{}', ()),
    ('{"a": []}\n{}', ()),
    ('{"a": []}\n{"a": null}', ()),
    ('{"a": []}\n{"a": [1]}\n{"a": null}\n{}', ()),
    ('{"a": {}}\n{"a": {"1": 2}}\n{"a": null}\n{}', ()),
    ('{"a": [1]}\n{"a": null}', ()),
    ('{"a": [1]}\n{}', ()),
    ('{"a": 1}\n{"a": null}', ()),
    ('{"a": 1}\n{}', ()),
    ('{"a": ""}\n{}', ()),
    ('{"a": null}\n{"a": 1}\n{"a": "x"}\n{}', ()),
    ('{"a": 1, "a": 2}', ("the key 'a' appears twice in an object; the last one counts (in row 1)",)),
    (
        '{"a": 1, "b": 1, "c": 1, "c": 2, "b": 2, "c": 3}',
        (
            "the key 'b' appears twice in an object; the last one counts (in row 1)",
            "the key 'c' appears 3 times in an object; the last one counts (in row 1)",
        ),
    ),
    ('[{}, {"a": 1, "a": 2}]', ("the key 'a' appears twice in an object; the last one counts (in row 2)",)),
    ('[{}, {"a": 1, "a": 2}, []]', ("the key 'a' appears twice in an object; the last one counts (in row 1)",)),
    (
        '{"a": 0.12345678901234567890}',
        ("a number has more digits than a double: 0.12345678901234567890 becomes 0.12345678901234568 (in row 1)",),
    ),
    (
        '{"a": [0.12345678901234567891, 1]}\n{"a": [0.12345678901234567892]}',
        (
            "a number has more digits than a double: 0.12345678901234567891 becomes 0.12345678901234568 "
            "(2 times, first in row 1)",
        ),
    ),
    ('{"a": 1.50}', ()),
    ('{"a": 1e-400}', ("a number has more digits than a double: 1e-400 becomes 0.0 (in row 1)",)),
    (
        f'{{"a": -1.0e-{"9" * 20}}}',
        (f"a number has more digits than a double: -1.0e-{'9' * 20} becomes -0.0 (in row 1)",),
    ),
    (f'{{"a": 0.00e{"9" * 20}}}', ()),
]


@pytest.mark.parametrize(("text", "not_carried"), LOST, ids=[text for text, _ in LOST])
def test_what_is_not_carried_is_told_by_path(text: str, not_carried: tuple[str, ...]) -> None:
    assert inferred(text).not_carried == not_carried


def test_a_collection_is_one_message_and_documents_are_many() -> None:
    array = inferred('[{"a": 1}, {"a": 2}]')
    assert len(array.objects) == 1
    assert "repeated Thing items = 1;" in array.proto
    assert len(inferred('{"a": 1}\n{"a": 2}').objects) == 2
    assert len(inferred('{"a": 1}\n{"a": 2}', as_one=True).objects) == 1


def test_arrays_of_arrays_are_a_document_too() -> None:
    found = inferred("[[[1, 2], []], [[3]]]")
    assert isinstance(found, Inferred)
    assert found.not_carried == ()


def test_a_depth_that_protobuf_reads_and_one_that_it_does_not() -> None:
    deep = 1
    for _ in range(45):
        deep = {"a": [deep]}
    assert inferred(json.dumps(deep)).not_carried == ()
    for _ in range(15):
        deep = {"a": [deep]}
    with pytest.raises(DefinitionError, match="more than 100 nested objects and arrays"):
        inferred(json.dumps(deep))

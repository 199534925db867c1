"""The first difference between two files of objects, by path; none exactly where the digests agree."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.schema.test_objects import events, filled, torture  # noqa: F401
from tests.strategies import values
from wirelab.model.errors import DefinitionError
from wirelab.schema.difference import first_difference
from wirelab.schema.messages import corpus_digest, serialize
from wirelab.schema.objects import write_frames

SLOW = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def objects(*given_values):
    return write_frames((0, serialize(filled(torture(), each))) for each in given_values)


def difference(one, other):
    found = first_difference(objects(one), objects(other), torture())
    return found and (found.path, found.expected, found.actual)


@pytest.mark.long
@SLOW
@given(values(torture().schema), values(torture().schema))
def test_there_is_one_exactly_where_digests_differ(one, other):
    same = corpus_digest([filled(torture(), one)]) == corpus_digest([filled(torture(), other)])
    assert (difference(one, other) is None) == same


@pytest.mark.long
@SLOW
@given(values(torture().schema), st.data())
def test_one_field_that_changes_is_found_and_named(one, data):
    field = data.draw(st.sampled_from([each.name for each in torture_fields()]))
    other = one | {field: data.draw(values(torture().schema)).get(field)}
    changed = serialize(filled(torture(), one)) != serialize(filled(torture(), other))
    found = difference(one, other)
    assert (found is not None) == changed
    assert found is None or found[0].startswith(f"[0].{field}")


def torture_fields():
    messages = {each.name: each for each in torture().schema.messages}
    unions = {field.name for union in messages[torture().schema.root].oneofs for field in union.fields}
    return [each for each in messages[torture().schema.root].fields if each.name not in unions]


@pytest.mark.long
@SLOW
@given(values(torture().schema))
def test_the_order_of_fields_and_of_map_entries_is_none(one):
    message = filled(torture(), one)
    fields = [(number, value) for number, value in message.ListFields()]
    shuffled = b"".join(part.SerializeToString() for part in (_alone(message, field) for field, _ in reversed(fields)))
    assert first_difference(objects(one), write_frames([(0, shuffled)]), torture()) is None


def _alone(message, field):
    part = type(message)()
    part.CopyFrom(message)
    for other, _ in message.ListFields():
        if other.number != field.number:
            part.ClearField(other.name)
    return part


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"title": "a"}, {"title": "b"}, ("[0].title", '"a"', '"b"')),
        (
            {"implicit": {"double_value": 0.0}},
            {"implicit": {"double_value": -0.0}},
            ("[0].implicit.double_value", "0.0", "-0.0"),
        ),
        ({"implicit": {"bool_value": True}}, {"implicit": {}}, ("[0].implicit.bool_value", "true", "false")),
        ({"optional": {"int32_value": 0}}, {"optional": {}}, ("[0].optional.int32_value", "0", "absent")),
        ({}, {"empty": {}}, ("[0].empty", "absent", "Empty {}")),
        ({"enums": {"grade": "GRADE_GOOD"}}, {}, ("[0].enums", "Enums {…}", "absent")),
        (
            {"enums": {"grade": "GRADE_GOOD"}},
            {"enums": {}},
            ("[0].enums.grade", "GRADE_GOOD", "GRADE_NONE"),
        ),
        (
            {"repeated": {"int32_values": [1, 2, 3]}},
            {"repeated": {"int32_values": [1, 2]}},
            ("[0].repeated.int32_values", "3 values", "2"),
        ),
        (
            {"repeated": {"int32_values": [1, 2, 3]}},
            {"repeated": {"int32_values": [1, 4]}},
            ("[0].repeated.int32_values[1]", "2", "4"),
        ),
        (
            {"maps": {"string_string": {"a": "x", "b": "y"}}},
            {"maps": {"string_string": {"a": "x", "b": "z"}}},
            ('[0].maps.string_string["b"]', '"y"', '"z"'),
        ),
        (
            {"maps": {"string_string": {"a": "x"}}},
            {"maps": {"string_string": {}}},
            ('[0].maps.string_string["a"]', '"x"', "absent"),
        ),
        (
            {"implicit": {"bytes_value": b"\x00\xff"}},
            {"implicit": {"bytes_value": b"\x00\xfe"}},
            ("[0].implicit.bytes_value", "0x00ff", "0x00fe"),
        ),
        (
            {"title": "a" * 100 + "b" + "c" * 100},
            {"title": "a" * 100 + "d" + "c" * 100},
            (
                "[0].title",
                f'"…{"a" * 20}b{"c" * 39}" (201 letters)',
                f'"…{"a" * 20}d{"c" * 39}" (201 letters)',
            ),
        ),
    ],
)
def test_differences_as_people_read_them(one, other, found):
    assert difference(one, other) == found


def test_nan_equals_nan_whatever_its_bits():
    one = serialize(filled(torture(), {"implicit": {"double_value": math.nan}}))
    other = one.replace(b"\xf8\x7f", b"\xf8\xff")
    assert one != other
    assert first_difference(write_frames([(0, one)]), write_frames([(0, other)]), torture()) is None


def test_a_field_that_no_schema_has():
    more = serialize(filled(torture(), {"title": "a"})) + b"\xa0\x7d\x01"
    found = first_difference(objects({"title": "a"}), write_frames([(0, more)]), torture())
    assert str(found) == "[0].2004 was absent and came back as a field that no schema has"


def test_counts_types_and_broken_files(events):  # noqa: F811
    two, one = write_frames([(0, b""), (1, b"")]), write_frames([(0, b"")])
    assert str(first_difference(two, one, events)) == "2 objects and came back as 1"
    found = first_difference(two, write_frames([(0, b""), (0, b"")]), events)
    assert str(found) == "[1] was Added and came back as Gone"
    found = first_difference(two, write_frames([(0, b""), (7, b"")]), events)
    assert str(found) == "[1] was Added and came back as an object of type 7"
    found = first_difference(two, two[:-1], events)
    assert "object 1 is not framed" in str(found)
    found = first_difference(two, write_frames([(0, b""), (1, b"\xff")]), events)
    assert str(found) == "[1] was a message Added and came back as no such message: 0xff"
    with pytest.raises(DefinitionError, match="is not framed"):
        first_difference(b"\x00", two, events)


def test_without_types_objects_are_their_bytes():
    one, other = write_frames([(0, b"a"), (0, b"b")]), write_frames([(0, b"a"), (0, b"c")])
    assert first_difference(one, one, None) is None
    assert str(first_difference(one, other, None)) == "[1] was 0x62 and came back as 0x63"
    assert first_difference(b"\x00\x00", b"\x80\x00\x00", None) is None

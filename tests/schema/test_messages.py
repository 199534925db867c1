"""Corpora as bytes: the same whatever the order they were made in; framing; plain values."""

import io
import math
from functools import cache

import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet
from hypothesis import HealthCheck, given, settings

from tests.conftest import ROOT
from tests.reference_encoding import encode
from tests.strategies import values
from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import CompiledSchema, compile_schema
from wirelab.schema.fill import fill
from wirelab.schema.messages import (
    corpus_digest,
    delimited,
    message_class,
    read_delimited,
    serialize,
    write_corpus,
)
from wirelab.schema.varint import read_varint, varint

TORTURE = ROOT / "protocol" / "v2" / "workloads" / "torture" / "torture.proto"
SLOW = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@cache
def torture() -> CompiledSchema:
    return compile_schema("torture", TORTURE)


@cache
def torture_class():
    return message_class(torture().descriptor_set, torture().root)


def filled(given_values, path=""):
    message = torture_class()()
    fill(message, given_values, path)
    return message


@SLOW
@given(values(torture().schema))
def test_serialization_is_deterministic(one):
    assert serialize(filled(one)) == encode(torture().schema, one)


@SLOW
@given(values(torture().schema, "Maps"))
def test_maps_have_one_order_at_every_depth(one):
    assert serialize(filled({"maps": one})) == encode(torture().schema, {"maps": one})


@SLOW
@given(values(torture().schema))
def test_digest_survives_the_round_trip(one):
    message = filled(one)
    again = torture_class().FromString(serialize(message))
    shuffled = torture_class().FromString(message.SerializeToString())
    assert corpus_digest([message]) == corpus_digest([again]) == corpus_digest([shuffled])


def test_digest_sees_the_sign_of_zero_and_the_order_of_objects():
    zero, minus = filled({"implicit": {"double_value": 0.0}}), filled({"implicit": {"double_value": -0.0}})
    assert corpus_digest([zero]) != corpus_digest([minus])
    assert corpus_digest([zero, minus]) != corpus_digest([minus, zero])


def test_repeated_scalars_are_packed_even_where_the_proto_says_not():
    assert serialize(filled({"repeated": {"int32_values": [1, 2, 3]}})).endswith(bytes([3 << 3 | 2, 3, 1, 2, 3]))


@pytest.mark.parametrize("size", [0, 1, 127, 128, 16_383, 16_384, 100_000])
def test_framing(size):
    messages = [b"x" * size, b"", b"y"]
    assert list(read_delimited(b"".join(map(delimited, messages)))) == messages


@pytest.mark.parametrize("number", [0, 1, 127, 128, 2**32, 2**63, 2**64 - 1])
def test_varint(number):
    assert read_varint(varint(number), 0) == (number, len(varint(number)))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x05abc", "ends 2 bytes before"),
        (b"\x80", "no varint"),
        (b"\xff" * 11, "no varint"),
        (b"\x01a\x02b", "1 bytes"),
    ],
)
def test_broken_framing(data, says):
    with pytest.raises(DefinitionError, match=says):
        list(read_delimited(data))


def test_what_a_corpus_came_to():
    stream = io.BytesIO()
    written = write_corpus(stream, [filled({"title": "a"}), filled({})])
    assert stream.getvalue() == b"\x03\x0a\x01a\x00"
    assert (written.objects, written.bytes) == (2, 5)
    assert written.digest == corpus_digest([filled({"title": "a"}), filled({})])


def test_none_and_missing_are_absent_and_empty_messages_are_not():
    assert serialize(filled({"empty": None, "optional": {"int32_value": None}})) == serialize(filled({"optional": {}}))
    assert serialize(filled({"empty": {}})) != b""


def test_enums_by_name_alias_and_number():
    by_name, by_alias = filled({"enums": {"grade": "GRADE_GOOD"}}), filled({"enums": {"grade": "GRADE_FINE"}})
    assert serialize(by_name) == serialize(by_alias) == serialize(filled({"enums": {"grade": 1}}))
    assert filled({"enums": {"codes": [12345]}}).enums.codes == [12345]


def test_special_floats_stay():
    repeated = filled({"repeated": {"double_values": [math.nan, -math.inf]}}).repeated.double_values
    assert math.isnan(repeated[0])
    assert repeated[1] == -math.inf


@pytest.mark.parametrize(
    ("wrong", "where", "says"),
    [
        ({"implicit": {"int32_value": 2**31}}, "implicit.int32_value", "range"),
        ({"implicit": {"int32_value": "1"}}, "implicit.int32_value", "type"),
        ({"implicit": {"string_value": "\ud800"}}, "implicit.string_value", "surrogates"),
        ({"implicit": {"uint64_value": -1}}, "implicit.uint64_value", "range"),
        ({"implicit": []}, "implicit", "expected a mapping"),
        ({"implicit": {"int32_valeu": 1}}, "implicit.int32_valeu", "no such field"),
        ({"repeated": {"string_values": "abc"}}, "repeated.string_values", "expected a sequence"),
        (
            {"repeated": {"message_values": [{}, {"bool_value": "x"}]}},
            r"repeated.message_values\[1\].bool_value",
            "type",
        ),
        ({"maps": {"string_string": [1]}}, "maps.string_string", "expected a mapping"),
        ({"maps": {"string_part": {"p": {"count": "x"}}}}, r"maps.string_part\['p'\].count", "type"),
        ({"maps": {"int32_int32": {2**40: 1}}}, "maps.int32_int32", "range"),
        ({"enums": {"grade": "GRADE_GOD"}}, "enums.grade", "did you mean 'GRADE_GOOD'"),
        ({"unions": {"int32_member": 1, "bool_member": True}}, "unions.bool_member", "'int32_member' is set already"),
    ],
)
def test_wrong_values_say_where(wrong, where, says):
    with pytest.raises(DefinitionError, match=f"value \\[0\\].{where}: .*{says}"):
        filled(wrong, "[0]")


def test_a_class_that_is_not_there():
    with pytest.raises(DefinitionError, match="no such message"):
        message_class(torture().descriptor_set, "torture.Tortue")


def test_files_that_protobufs_library_does_not_take():
    field = FieldDescriptorProto(name="a", number=1, label=1, type=11, type_name=".Nowhere")
    file = FileDescriptorProto(name="m.proto", syntax="proto3", message_type=[DescriptorProto(name="M", field=[field])])
    with pytest.raises(DefinitionError, match="schema type 'M': protobuf's library for Python does not accept it"):
        message_class(FileDescriptorSet(file=[file]).SerializeToString(), "M")

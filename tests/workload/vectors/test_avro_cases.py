"""Records of Avro's data files as cases, and their schemas as ours."""

import io
from pathlib import Path
from typing import Any

import fastavro
import pytest

from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import compile_schema
from wirelab.schema.difference import classes_of
from wirelab.workload.vectors.avro_cases import FORMAT, HEADER, PAYLOAD, ROOT, Records, avro_cases
from wirelab.workload.vectors.case import Unheld, Vector
from wirelab.workload.vectors.kinds import holding
from wirelab.workload.vectors.suites import suites_in

WEATHER = {
    "type": "record",
    "name": "test.Weather",
    "fields": [{"name": "station", "type": "string"}, {"name": "temp", "type": ["null", "int"]}],
}
VALUES = [{"station": "011990-99999", "temp": 22}, {"station": "", "temp": None}]
TREE = {
    "type": "record",
    "name": "a.Node",
    "fields": [
        {"name": "label", "type": {"type": "string"}},
        {"name": "more", "type": {"type": "map", "values": "bytes"}},
        {"name": "children", "type": {"type": "array", "items": "a.Node"}},
        {"name": "next", "type": ["null", "a.Node"]},
    ],
}


def written(schema: Any, values: list[Any], codec: str = "null") -> bytes:
    out = io.BytesIO()
    fastavro.writer(out, schema, values, codec)
    return out.getvalue()


def read(content: bytes) -> tuple[list[Vector], Records]:
    records = Records()
    return list(avro_cases({"s/x.avro": content, "README": b"no"}, records)), records


@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz"])
def test_each_record_is_a_case(codec: str) -> None:
    cases, records = read(written(WEATHER, VALUES, codec))
    assert [(each.suite, each.name, each.format, each.value, each.kind) for each in cases] == [
        ("s/x", f"record {at}", FORMAT, value, "record_1") for at, value in enumerate(VALUES)
    ]
    assert [each.content for each in cases] == [b"\x18011990-99999\x02\x2c", b"\x00\x00"]
    assert records.examples["record_1"] == ("test.Weather", {"station": "ab", "temp": 7}, b"\x04ab\x02\x0e")


def test_a_schema_of_ours_holds_the_records(tmp_path: Path) -> None:
    values = [{"label": "a", "more": {"x": b"\0"}, "children": [], "next": None}]
    values.append({"label": "b", "more": {}, "children": values[:1], "next": values[0]})
    cases, records = read(written(TREE, values))
    more = list(avro_cases({"y": written(WEATHER, VALUES)}, records))
    (tmp_path / "kinds.proto").write_text(records.proto)
    types = compile_schema("x", tmp_path / "kinds.proto", ROOT, PAYLOAD, roots=(tmp_path,))
    members = [each.member for each in types.schema.payload_types]
    assert members == [*records.examples] == [cases[0].kind, more[0].kind]
    for case in (*cases, *more):
        made = classes_of(types)[members.index(case.kind)]
        assert holding(made, case.value, whole=True) is not None, case.value
    for member, (_, value, _) in records.examples.items():
        assert holding(classes_of(types)[members.index(member)], value, whole=True) is not None


def test_a_record_may_be_named_again() -> None:
    place = {"type": "record", "name": "Place", "fields": [{"name": "x", "type": "int"}]}
    fields = [
        {"name": "over", "type": {"type": "array", "items": place}},
        {"name": "back", "type": {"type": "array", "items": "Place"}},
        {"name": "by_name", "type": {"type": "map", "values": "Place"}},
        {"name": "end", "type": ["null", "Place"]},
    ]
    value = {"over": [{"x": 1}], "back": [{"x": 2}], "by_name": {"a": {"x": 3}}, "end": None}
    (case,), records = read(written({"type": "record", "name": "Way", "fields": fields}, [value]))
    assert (case.value, case.kind) == (value, "record_1")
    assert records.examples["record_1"][1] == {"over": [{"x": 7}], "back": [], "by_name": {}, "end": None}


@pytest.mark.parametrize(
    ("type_", "why"),
    [
        (["string", "int"], 'none of our schemas can express this Avro schema: ["string", "int"]'),
        ({"type": "enum", "name": "E", "symbols": ["A"]}, "none of our schemas can express this Avro schema: "),
        (
            {"type": "record", "name": "R", "fields": [{"name": "y", "type": "int"}]},
            "none of our schemas can express this Avro schema: ",
        ),
        ({"type": "long", "logicalType": "timestamp-millis"}, "none of our schemas can express this Avro schema: "),
    ],
)
def test_what_no_schema_of_ours_says(type_: Any, why: str) -> None:
    value = {"string": "x", "enum": "A", "record": {"y": 1}, "long": 0}
    kind = type_["type"] if isinstance(type_, dict) else "string"
    schema = {"type": "record", "name": "X", "fields": [{"name": "x", "type": type_}]}
    (case,), records = read(written(schema, [{"x": value[kind]}]))
    assert isinstance(case.value, Unheld)
    assert case.value.why.startswith(why)
    assert records.examples == {}


def test_what_the_lab_does_not_unpack_is_one_case() -> None:
    content = written(WEATHER, VALUES).replace(b"avro.codec\x08null", b"avro.codec\x08gzip")
    (case,), _ = read(content)
    assert case.value == Unheld("the lab does not unpack gzip")


@pytest.mark.parametrize("cut", [5, 17, 40])
def test_a_damaged_file_is_refused(cut: int) -> None:
    content = written(WEATHER, VALUES)
    with pytest.raises(DefinitionError, match="a suite in it is damaged"):
        suites_in({"x.avro": content[:-cut]}, "suites x")


def test_bytes_that_no_record_takes_are_refused() -> None:
    content = written({"type": "record", "name": "X", "fields": [{"name": "x", "type": "null"}]}, [])
    block = b"\x02\x02\x00" + content[-16:]  # one record, in one byte, and the mark behind it
    with pytest.raises(DefinitionError, match="a suite in it is damaged"):
        suites_in({"x.avro": content + block}, "suites x")


def test_a_schema_that_is_too_deep_is_refused() -> None:
    out, deep = io.BytesIO(), 100_000 * b'{"type":"array","items":' + b'"int"' + 100_000 * b"}"
    header = {"magic": b"Obj\x01", "meta": {"avro.schema": deep}, "sync": bytes(16)}
    fastavro.schemaless_writer(out, HEADER, header)
    with pytest.raises(DefinitionError, match="a suite in it is damaged"):
        suites_in({"x.avro": out.getvalue()}, "suites x")

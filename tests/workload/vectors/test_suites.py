"""Suites of each layout, as small as they can be."""

import json

import pytest

from wirelab.model.errors import DefinitionError, UsageError
from wirelab.model.findings.vectors import Says
from wirelab.workload.vectors.case import ANY, Unheld, Vector
from wirelab.workload.vectors.cbor_items import read_cbor
from wirelab.workload.vectors.suites import WELL_FORMED, suites_in


def only(name: str, content: bytes) -> Vector:
    (vector,) = suites_in({name: content}, "suites x").vectors
    return vector


@pytest.mark.parametrize(
    ("name", "content", "says", "value"),
    [
        ("y_array.json", b'["a", 1]', Says.VALID, ["a", 1]),
        ("y_number.json", b"[1E2]", Says.VALID, [100.0]),
        ("y_twice.json", b'{"a":1,"a":2}', Says.VALID, ANY),
        ("n_array.json", b"[1,]", Says.MALFORMED, ANY),
        ("i_string.json", b'["\xff"]', Says.EITHER, ANY),
        ("pass1.json", b"[true]", Says.VALID, [True]),
        ("fail12.json", b"[01]", Says.MALFORMED, ANY),
    ],
)
def test_files_of_json(name: str, content: bytes, says: Says, value: object) -> None:
    assert only(f"s/test_parsing/{name}", content) == Vector(
        "s/test_parsing", name.removesuffix(".json"), "JSON", content, says, value
    )


def test_what_a_parser_makes_of_a_value_is_its_own() -> None:
    assert only("s/test_transform/number_1e-999.json", b"[1E-999]").says is Says.EITHER


@pytest.mark.parametrize(
    ("test", "encoded", "value"),
    [
        ({"nil": None}, "c0", None),
        ({"bool": True}, "c3", True),
        ({"binary": "00-ff"}, "c4-02-00-ff", b"\0\xff"),
        ({"number": 1}, "01", 1),
        ({"number": 1}, "ca-3f-80-00-00", 1.0),
        ({"number": 4294967296, "bignum": "4294967296"}, "cf-00-00-00-01-00-00-00-00", 4294967296),
        ({"bignum": "18446744073709551615"}, "cf-ff-ff-ff-ff-ff-ff-ff-ff", 18446744073709551615),
        ({"string": "a"}, "a1-61", "a"),
        ({"array": [1]}, "91-01", [1]),
        ({"map": {"a": {}}}, "81-a1-61-80", {"a": {}}),
    ],
)
def test_values_with_their_encodings(test: dict[str, object], encoded: str, value: object) -> None:
    content = json.dumps({"10.group.yaml": [{**test, "msgpack": [encoded]}]}).encode()
    found = only("s/suite.json", content)
    assert found.value == value
    assert type(found.value) is type(value)
    assert (found.suite, found.name, found.content) == (
        "s/suite",
        f"10.group {encoded}",
        bytes.fromhex(encoded.replace("-", "")),
    )


@pytest.mark.parametrize("test", [{"timestamp": [1, 0]}, {"ext": [1, "10"]}])
def test_values_that_no_schema_holds_say_why(test: dict[str, object]) -> None:
    found = only("x.json", json.dumps({"g": [{**test, "msgpack": ["d4-01-10"]}]}).encode())
    assert isinstance(found.value, Unheld)


def test_cases_in_cbor() -> None:
    # {"tests": [{"description": "d", "encoded": h'1800', "decoded": 0}]}
    good = bytes.fromhex(
        "a1 657465737473 81 a3 6b6465736372697074696f6e 6164 67656e636f646564 421800 676465636f646564 00"
    )
    assert only("s/good.cbor", good) == Vector("s/good", "0 d", "CBOR", b"\x18\0", Says.VALID, 0)
    # {"fail": true, "tests": [{"encoded": h'18'}]}
    bad = bytes.fromhex("a2 646661696c f5 657465737473 81 a1 67656e636f646564 4118")
    assert only("s/bad.cbor", bad) == Vector("s/bad", "0", "CBOR", b"\x18", Says.MALFORMED, ANY)


def test_examples_in_hexadecimal() -> None:
    content = json.dumps([{"cbor": "AA==", "hex": "00", "roundtrip": True, "decoded": 0}]).encode()
    assert only("appendix_a.json", content) == Vector("appendix_a", "0 00", "CBOR", b"\0", Says.VALID, 0)


def test_an_example_that_json_cannot_decode_has_the_value_of_its_bytes() -> None:
    content = json.dumps([{"cbor": "wQA=", "hex": "c100", "roundtrip": True, "diagnostic": "1(0)"}]).encode()
    assert only("appendix_a.json", content).value == read_cbor(bytes.fromhex("c100")) != ANY


@pytest.mark.parametrize("name", ["x.json", "README.md", "x.cbor", "yes.json"])
def test_files_that_are_no_suite(name: str) -> None:
    with pytest.raises(UsageError, match="no suite in a known layout") as caught:
        suites_in({name: b"[1]"}, "suites x")
    assert "JSON_checker" not in caught.value.why
    assert "y_…" in caught.value.why


def test_encodings_of_no_value_are_no_suite() -> None:
    with pytest.raises(UsageError, match="no suite in a known layout"):
        suites_in({"x.json": json.dumps({"g": [{"msgpack": ["c0"]}]}).encode()}, "suites x")


def test_a_damaged_suite_is_refused() -> None:
    with pytest.raises(DefinitionError, match="a suite in it is damaged"):
        suites_in({"x.json": json.dumps({"g": [{"nil": None, "msgpack": ["zz"]}]}).encode()}, "suites x")


@pytest.mark.parametrize(
    ("format_", "document", "well_formed"),
    [
        ("JSON", b'{"value":1}', True),
        ("JSON", b'{"value":NaN}', False),
        ("JSON", b'{"value":\xff}', False),
        ("JSON", b'{"value":' + 200_000 * b"[", False),
        ("CBOR", b"\xa1\x01\x02", True),
        ("CBOR", b"\xa1\x01", False),
    ],
)
def test_what_is_well_formed(format_: str, document: bytes, well_formed: bool) -> None:
    assert WELL_FORMED[format_](document) is well_formed

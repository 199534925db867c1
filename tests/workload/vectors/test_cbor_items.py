"""CBOR read strictly, by the examples of RFC 8949 (appendix A) and those that its appendix F calls not well-formed."""

import math

import pytest

from wirelab.workload.vectors.case import Unheld
from wirelab.workload.vectors.cbor_items import CborError, read_cbor


@pytest.mark.parametrize(
    ("encoded", "value"),
    [
        ("00", 0),
        ("1903e8", 1000),
        ("1bffffffffffffffff", 18446744073709551615),
        ("c249010000000000000000", 18446744073709551616),
        ("3bffffffffffffffff", -18446744073709551616),
        ("c349010000000000000000", -18446744073709551617),
        ("f93c00", 1.0),
        ("fb3ff199999999999a", 1.1),
        ("f90001", 5.960464477539063e-8),
        ("f97c00", math.inf),
        ("f4", False),
        ("f6", None),
        ("40", b""),
        ("4401020304", b"\1\2\3\4"),
        ("62225c", '"\\'),
        ("8301820203820405", [1, [2, 3], [4, 5]]),
        ("a201020304", {1: 2, 3: 4}),
        ("a26161016162820203", {"a": 1, "b": [2, 3]}),
        ("5f42010243030405ff", b"\1\2\3\4\5"),
        ("7f657374726561646d696e67ff", "streaming"),
        ("9fff", []),
        ("9f018202039f0405ffff", [1, [2, 3], [4, 5]]),
        ("bf61610161629f0203ffff", {"a": 1, "b": [2, 3]}),
        ("80", []),
        ("a0", {}),
    ],
)
def test_examples(encoded: str, value: object) -> None:
    found = read_cbor(bytes.fromhex(encoded))
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("encoded", ["f7", "f0", "f8ff", "c11a514b67b0", "d74401020304", "a1f401"])
def test_what_no_schema_holds_says_why(encoded: str) -> None:
    assert isinstance(read_cbor(bytes.fromhex(encoded)), Unheld)


@pytest.mark.parametrize(
    "encoded",
    [
        *("", "18", "19", "1a00", "1c", "3d", "5c", "df", "1f", "f8", "f818", "fc", "ff", "62c0ae", "6261"),
        *("81", "8201", "a1", "a161", "a20102", "9f", "bf", "bf6161", "bf6161ff", "5f01ff", "7f01ff", "5f5fffff"),
        *("91ff", "a1ff", "a100ff", "c0", "c0ff", "0000", "f600", "a201020103"),
    ],
)
def test_what_is_malformed_is_refused(encoded: str) -> None:
    with pytest.raises(CborError):
        read_cbor(bytes.fromhex(encoded))


def test_depth_and_counts_cost_nothing() -> None:
    found = read_cbor(100_000 * b"\x81" + b"\x00")
    for _ in range(10):
        (found,) = found
    with pytest.raises(CborError, match="missing"):
        read_cbor(bytes.fromhex("9bffffffffffffffff"))

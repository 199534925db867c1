"""Suites of MessagePack in one JSON file: values by kind, each with all its encodings in hexadecimal."""

from collections.abc import Iterator, Mapping
from typing import Any

from wirelab.model.findings.vectors import Says
from wirelab.workload.vectors.case import Files, Unheld, Vector, json_documents, stem_of

FORMAT, _ENCODED = "MessagePack", "msgpack"
_REALS = (0xCA, 0xCB)
_UNHELD = {
    "timestamp": Unheld("codecs write times in ways of their own, and none of our schemas has nanoseconds"),
    "ext": Unheld("no schema has extension types"),
}


def msgpack_cases(files: Files) -> Iterator[Vector]:
    """The cases of such files: each encoding of a value is one."""
    for name, document in json_documents(files, _ENCODED):
        for group, tests in _groups(document).items():
            for test in tests:
                for encoded in test[_ENCODED]:
                    data = bytes.fromhex(encoded.replace("-", ""))
                    case = f"{stem_of(group) or group} {encoded}"
                    yield Vector(name, case, FORMAT, data, Says.VALID, _value(test, data))


def _groups(document: Any) -> Mapping[str, Any]:
    """The groups of cases, if it is such a file."""
    groups = document.items() if isinstance(document, dict) else ()
    return {stem: tests for stem, tests in groups if isinstance(tests, list) and all(map(_is_case, tests))}


def _is_case(test: Any) -> bool:
    """Whether it is encodings, and beside them a value."""
    encoded = test.get(_ENCODED) if isinstance(test, dict) else None
    return isinstance(encoded, list) and len(test) > 1 and all(isinstance(each, str) for each in encoded)


def _value(test: Mapping[str, Any], data: bytes) -> Any:
    """The value under the key that names its kind; a number is an integer or a double, as its encoding is."""
    kind, value = next((kind, value) for kind, value in test.items() if kind != _ENCODED)
    if kind in _UNHELD:
        return _UNHELD[kind]
    match kind:
        case "binary":
            return bytes.fromhex(value.replace("-", ""))
        case "number" | "bignum":
            number = int(test["bignum"]) if "bignum" in test else value
            return float(number) if data[0] in _REALS else number
        case _:
            return value

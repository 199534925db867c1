"""Suites of CBOR: files of test vectors in CBOR itself (cbor-wg), or one JSON file with the examples of the RFC."""

from collections.abc import Iterator
from typing import Any

from wirelab.model.findings.vectors import Says
from wirelab.workload.vectors.case import ANY, Files, Vector, json_documents
from wirelab.workload.vectors.cbor_items import read_cbor

FORMAT = "CBOR"


def cbor_cases(files: Files) -> Iterator[Vector]:
    """The cases of such files."""
    for name, content in files.items():
        if name.endswith(".cbor"):
            yield from _of_cbor(name.removesuffix(".cbor"), content)
    for name, document in json_documents(files, "hex", "roundtrip"):
        examples = document if isinstance(document, list) else ()
        for at, example in enumerate(each for each in examples if isinstance(each, dict) and "hex" in each):
            data = bytes.fromhex(example["hex"])
            value = example["decoded"] if "decoded" in example else _read(data)  # JSON has no tags, for example
            case = f"{at} {example['hex'][:24]}"
            yield Vector(name, case, FORMAT, data, Says.VALID, value)


def is_cbor(document: bytes) -> bool:
    """Whether bytes are one well-formed item whose texts are UTF-8, by RFC 8949."""
    try:
        read_cbor(document)
    except ValueError:
        return False
    return True


def _read(data: bytes) -> Any:
    try:
        return read_cbor(data)
    except ValueError:
        return ANY


def _of_cbor(suite: str, content: bytes) -> Iterator[Vector]:
    try:
        found = read_cbor(content)
    except ValueError:
        return
    tests = found.get("tests") if isinstance(found, dict) else None
    says = Says.MALFORMED if isinstance(found, dict) and found.get("fail") else Says.VALID
    for at, test in enumerate(tests if isinstance(tests, list) else ()):
        if isinstance(test, dict) and isinstance(test.get("encoded"), bytes):
            value = test.get("decoded", ANY) if says is Says.VALID else ANY
            yield Vector(suite, f"{at} {test.get('description', '')}".strip(), FORMAT, test["encoded"], says, value)

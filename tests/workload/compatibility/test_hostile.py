"""Bytes that nobody honest would send."""

from pathlib import Path
from random import Random

import pytest

from tests.conftest import ROOT
from wirelab.model.errors import DefinitionError
from wirelab.workload.compatibility.hostile import Nested, load_inputs, spoiled

INPUTS = load_inputs(ROOT / "hostile")


def test_nearly_valid_bytes_are_never_the_valid_ones_but_by_their_end() -> None:
    valid = bytes(range(200))
    made = list(spoiled(valid, Random(1)))
    assert made == list(spoiled(valid, Random(1))), "a seed makes them again"
    assert {each.kind for each in made} == {"cut off", "a bit changed", "four or ten bytes made huge", "a part twice"}
    cuts = [each.content for each in made if each.kind == "cut off"]
    assert len(cuts) == 40
    assert cuts[0] == b""
    assert all(valid.startswith(cut) and cut != valid for cut in cuts)
    flips = [each.content for each in made if each.kind == "a bit changed"]
    assert all(sum(bin(a ^ b).count("1") for a, b in zip(valid, flip, strict=True)) == 1 for flip in flips)


@pytest.mark.parametrize("valid", [b"", b"\x01"])
def test_few_valid_bytes(valid: bytes) -> None:
    assert [*spoiled(b"", Random(1))] == []
    assert all(len(each.content) < 20 for each in spoiled(valid, Random(1)))


@pytest.mark.parametrize(
    ("made", "valid", "expected"),
    [
        ({"open": "[", "close": "]"}, b"{}", b"[[[]]]"),
        ({"open": "[", "middle": "1", "close": "]", "before": '{"a":', "after": "}"}, b"", b'{"a":[[[1]]]}'),
        ({"open": "[", "close": "]", "keep": 1, "before": '"z":', "after": ","}, b'{"a":1}', b'{"z":[[[]]],"a":1}'),
        ({"open": "91", "middle": "c0", "hex": True, "keep": 1, "first_plus": 1, "before": "a17a"}, b"\x81\xa1a\x01",
         b"\x82\xa1z\x91\x91\x91\xc0\xa1a\x01"),
        ({"open": "0b", "close": "0c", "hex": True, "keep": 0}, b"\x08\x01", b"\x0b\x0b\x0b\x0c\x0c\x0c\x08\x01"),
    ],
)  # fmt: skip
def test_three_levels(made: dict[str, object], valid: bytes, expected: bytes) -> None:
    assert Nested(says="x", formats=("X",), **made).of(3, valid) == expected


def test_each_format_has_inputs_of_its_own_and_others_have_none() -> None:
    json = list(INPUTS.of("JSON", b'{"a":1}', {}))
    assert {each.depth for each in json} == {0, *INPUTS.depths}
    assert any(each.content == b'{"zz":' + 100_000 * b"9" + b"}" for each in json)
    assert list(INPUTS.of("a format that nobody has", b"x", {})) == []


XML = b'<?xml version="1.0"?><a:School x="1"><n>Bern</n><m>2</m></a:School>'


def test_a_document_type_is_before_the_root_and_its_entity_in_the_first_text() -> None:
    made = {
        each.kind: each.content
        for each in INPUTS.of("XML", XML, {"file": "file:///tmp/f", "url": "http://127.0.0.1:1/"})
    }
    assert made["an external entity: a file"] == (
        b'<?xml version="1.0"?><!DOCTYPE a:School [<!ENTITY zz SYSTEM "file:///tmp/f">]>'
        b'<a:School x="1"><n>&zz;</n><m>2</m></a:School>'
    )
    assert b'SYSTEM "http://127.0.0.1:1/">' + XML[21:] in made["external declarations: an address"]
    assert not any(b"{file}" in content or b"{url}" in content for content in made.values())
    without = {each.kind for each in INPUTS.of("XML", b"<a/>", {})}
    assert {each for each in made if each not in without} >= {"an external entity: a file"}, "nothing has a text"


def test_one_depth_of_one_kind() -> None:
    of_kind = [each for each in INPUTS.of("JSON", b'{"a":1}', {}) if each.depth == 10]
    assert [INPUTS.within("JSON", b'{"a":1}', each.kind, 10) for each in of_kind] == of_kind


def test_mistakes_have_their_line(tmp_path: Path) -> None:
    (tmp_path / "inputs.toml").write_text('depths = [1]\n[[nested]]\nsays = "x"\nformats = []\nopen = "["\n')
    with pytest.raises(DefinitionError) as caught:
        load_inputs(tmp_path)
    assert "line 4" in caught.value.why

"""Bytes that nobody honest would send."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.conftest import ROOT
from wirelab.app.platforms import runners
from wirelab.model.errors import DefinitionError
from wirelab.workload.compatibility.hostile import load_inputs
from wirelab.workload.compatibility.repeated import Long, Nested
from wirelab.workload.compatibility.spoiled import FIRST_CUTS, cut_off, spoiled

INPUTS = load_inputs(ROOT / "hostile")


def test_nearly_valid_bytes_are_never_the_valid_ones_but_by_their_end() -> None:
    valid = bytes(range(200))
    made = list(spoiled(valid, Random(1)))
    assert made == list(spoiled(valid, Random(1))), "a seed makes them again"
    assert {each.kind for each in made} == {"a bit changed", "four or ten bytes made huge", "a part twice"}
    flips = [each.content for each in made if each.kind == "a bit changed"]
    assert all(sum(bin(a ^ b).count("1") for a, b in zip(valid, flip, strict=True)) == 1 for flip in flips)


@pytest.mark.parametrize(
    ("size", "places"), [(1, 1), (40, 40), (200, 200), (2000, 2000), (5000, 2000), (1 << 20, 2000)]
)
def test_it_is_cut_off_at_every_byte_or_evenly_and_the_first_are_spread(size: int, places: int) -> None:
    valid = bytes(at % 251 for at in range(size))
    cuts = [each.content for each in cut_off(valid)]
    assert len({len(cut) for cut in cuts}) == len(cuts) == places
    assert all(valid.startswith(cut) and cut != valid for cut in cuts)
    lengths = sorted(map(len, cuts))
    assert (lengths[0], lengths[-1] > min(size, 1 << 16) * 0.99 - 1) == (0, True)
    first = sorted(map(len, cuts[:FIRST_CUTS]))
    assert first[-1] >= lengths[-1] * 0.9
    assert lengths[FIRST_CUTS:] == [] or max(b - a for a, b in pairwise(first)) <= size / 20 + 1


@pytest.mark.parametrize("valid", [b"", b"\x01"])
def test_few_valid_bytes(valid: bytes) -> None:
    assert [each.content for each in cut_off(valid)] == [b""][: len(valid)]
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
    assert Nested(says="x", formats=("X",), **made).made(3, valid) == expected


@pytest.mark.parametrize(
    ("made", "valid", "expected"),
    [
        ({"open": "9", "before": '"z":', "after": ",", "keep": 1}, b'{"a":1}', b'{"z":999,"a":1}'),
        ({"open": "a", "instead": r'"[^"]*"\s*:\s*"([^"]*)"'}, b'{"n": 1, "t": "Bern"}', b'{"n": 1, "t": "aaa"}'),
        ({"open": "a", "instead": "<x>([^<]*)<"}, b"<y>z</y>", None),
        ({"open": "61", "before": "db", "hex": True, "length": "u32"}, b"", b"\xdb\x00\x00\x00\x03aaa"),
        ({"open": "61" * 100, "before": "fa7f", "hex": True, "length": "varint", "keep": 0}, b"\x08\x01",
         b"\xfa\x7f\xac\x02" + 300 * b"a" + b"\x08\x01"),
    ],
)  # fmt: skip
def test_three_of_what_is_long(made: dict[str, object], valid: bytes, expected: bytes | None) -> None:
    long = Long(says="x", formats=("X",), of="text", unit="letters", repeats=(3,), grows=2, **made)
    assert long.made(3, valid) == expected
    assert [each.repeats for each in long.growing(valid)] == ([] if expected is None else [2, 4, 8, 16])


@pytest.mark.parametrize(("pattern", "says"), [("(", "no pattern"), ("a", "one group"), ("(a)(b)", "one group")])
def test_a_pattern_has_one_group(pattern: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Long(says="x", formats=("X",), of="text", unit="letters", repeats=(3,), open="a", instead=pattern)


def test_each_format_has_inputs_of_its_own_and_others_have_none() -> None:
    json = list(INPUTS.of("JSON", b'{"a":1}', {}))
    assert {each.repeats for each in json if each.kind.startswith("nested")} == {*INPUTS.depths}
    assert {each.repeats for each in json if each.kind.startswith("long")} >= {10, 1000, 100_000}
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


def test_one_size_of_one_kind() -> None:
    of_kind = [each for each in INPUTS.of("JSON", b'{"a":1}', {}) if each.repeats == 10]
    assert [INPUTS.within("JSON", b'{"a":1}', each.kind, 10) for each in of_kind] == of_kind


def test_every_setting_is_of_what_an_input_repeats_and_every_codec_is_there() -> None:
    limited = {each.of for each in INPUTS.repeated}
    codecs = {name for each in runners(()) for name in each.manifest.codecs}
    assert {each.of for each in INPUTS.setting} <= limited
    assert {name for each in INPUTS.setting for name in each.codec} <= codecs
    pairs = [(name, each.of) for each in INPUTS.setting for name in each.codec]
    assert len({*pairs}) == len(pairs)


def test_mistakes_have_their_line(tmp_path: Path) -> None:
    (tmp_path / "inputs.toml").write_text('depths = [1]\n[[nested]]\nsays = "x"\nformats = []\nopen = "["\n')
    with pytest.raises(DefinitionError) as caught:
        load_inputs(tmp_path)
    assert "line 4" in caught.value.why

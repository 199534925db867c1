"""Anonymized documents: other values, the same shape, and the same schema."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.inference.inferring import of_values
from wirelab.inference.anonymous import anonymized
from wirelab.inference.json_text import documents_of
from wirelab.inference.seen import seen_in
from wirelab.inference.texts import meanings

SHAPES = sorted((Path(__file__).parent / "shapes").glob("*.json*"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
DOCUMENTS = st.lists(st.dictionaries(st.sampled_from(["a", "b", "type"]), VALUES, max_size=3), min_size=1, max_size=6)


def replaced(documents: tuple[Any, ...], *, as_one: bool = False, seed: int = 1) -> tuple[Any, ...]:
    return anonymized(documents, seen_in(documents, as_one=as_one), random.Random(seed).randrange)


def leaves(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Values and their replacements, keys of objects among them; the same structure throughout."""
    assert type(one) is type(other), path
    if isinstance(one, dict):
        assert len(one) == len(other)
        for (key, value), (key_after, after) in zip(one.items(), other.items(), strict=True):
            yield f"{path}{{key}}", key, key_after
            yield from leaves(value, after, f"{path}.{key}" if key == key_after else f"{path}{{}}")
    elif isinstance(one, list):
        assert len(one) == len(other)
        for value, after in zip(one, other, strict=True):
            yield from leaves(value, after, f"{path}[]")
    else:
        yield path, one, other


@pytest.mark.long
@given(documents=DOCUMENTS)
def test_values_keep_their_shape(documents: list[Any]) -> None:
    values = tuple(documents)
    for _, one, other in leaves(list(values), list(replaced(values))):
        match one:
            case str():
                assert [*map(len, (one, one.encode()))] == [*map(len, (other, other.encode()))]
                assert meanings(one) == meanings(other)
                assert [sign.isdecimal() for sign in one] == [sign.isdecimal() for sign in other]
                assert [sign.isupper() for sign in one if sign.isascii()] == [s.isupper() for s in other if s.isascii()]
            case int() if not isinstance(one, bool):
                assert (len(str(one)), one.bit_length(), one < 0) == (len(str(other)), other.bit_length(), other < 0)
            case float():
                assert len(repr(one)) == len(repr(other))
            case _:
                assert one is other


def test_what_is_the_same_stays_the_same_and_nothing_else_becomes_so() -> None:
    documents = tuple({"digit": at % 10, "letter": "abcdefghij"[at % 10], "id": f"{at % 100:02}"} for at in range(300))
    after = replaced(documents)
    for key in ("digit", "letter", "id"):
        pairs = {(one[key], other[key]) for one, other in zip(documents, after, strict=True)}
        assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    assert {other["digit"] for other in after} == set(range(10))


def test_nothing_that_is_known_is_left() -> None:
    documents = (
        {"mail": "jane.doe@example.org", "born": "1980-05-06", "at": "2024-05-06T07:08:09.120Z", "name": "Zoë Müller"},
        {
            "id": "0b0e7e4c-6f1d-4c0e-9a51-1c9d5f7b3a20",
            "visits": {"2024-05-01": 17, "2024-05-02": 181},
            "ssn": 78051120,
        },
    )
    text = json.dumps(replaced(documents, seed=4), ensure_ascii=False)
    for known in ("jane", "doe", "example", "1980-05-06", "07:08:09", "Zo", "ller", "0b0e7e4c", "05-01", "78051120"):
        assert known not in text
    assert '"born": "1980-' in text, "years stay"
    assert "@" in text


@pytest.mark.parametrize("file", SHAPES, ids=[file.name for file in SHAPES])
def test_the_schema_is_the_same_but_for_names_that_were_values(file: Path) -> None:
    documents = documents_of(file.read_bytes(), file.name)
    before = of_values(documents.values, as_one=documents.are_one)
    after = of_values(replaced(documents.values, as_one=documents.are_one), as_one=documents.are_one)
    told = [
        [
            (field.form, field.optional, field.missing)
            for message in one.choice.messages.values()
            for field in message.fields
        ]
        for one in (before, after)
    ]
    assert told[0] == told[1]
    assert sum(map(len, before.objects)) == pytest.approx(sum(map(len, after.objects)), rel=0.02)


def test_keys_that_are_data_only_together_with_others_below_are_replaced() -> None:
    """Five names lead to persons, but at no place more than two."""

    def person(**children: Any) -> dict[str, Any]:
        return {"age": 7, "city": "Rome", "children": children}

    document = person(Alice=person(Bob=person(Carl=person()), Dora=person()), Emma=person(Fred=person()))
    assert "map<string, Thing> children = 3;" in of_values((document,), as_one=False).proto
    (after,) = replaced((document,))
    text = json.dumps(after)
    assert not any(name in text for name in ("Alice", "Bob", "Carl", "Dora", "Emma", "Fred"))
    assert of_values((after,), as_one=False).proto == of_values((document,), as_one=False).proto

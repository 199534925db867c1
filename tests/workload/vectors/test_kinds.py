"""The kinds of values that suites are asked with: their examples, and which value is of which kind."""

from typing import Any

import pytest
from google.protobuf.message import Message

from tests.conftest import ROOT
from wirelab.schema.difference import classes_of
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.source import messages
from wirelab.workload.vectors.case import Unheld
from wirelab.workload.vectors.cbor_items import read_cbor
from wirelab.workload.vectors.json_cases import is_json
from wirelab.workload.vectors.kinds import holding, load_kinds, why_unheld

FOLDER = ROOT / "vectors"
KINDS = load_kinds(FOLDER)
WORKLOAD = load_workload(FOLDER)
TYPES = compile_workload(WORKLOAD)
CLASSES = dict(zip((each.member for each in KINDS.kinds), classes_of(TYPES), strict=True))


def first(value: Any) -> tuple[str, Message] | None:
    """The first kind that holds a value, and the message with it."""
    made = ((member, holding(kind, value)) for member, kind in CLASSES.items())
    return next(((member, message) for member, message in made if message is not None), None)


def test_kinds_are_the_members_of_the_payload() -> None:
    assert [each.member for each in TYPES.schema.payload_types] == list(CLASSES)


def test_examples_are_what_they_say() -> None:
    """Read by ourselves, a JSON or CBOR example is held by its kind, as the workload has it."""
    objects = list(messages(WORKLOAD, "all", "own", 0))
    assert len(objects) == len(KINDS.kinds)
    form = KINDS.formats["CBOR"]
    for kind, message in zip(KINDS.kinds, objects, strict=True):
        held = getattr(message.kind, kind.member)  # type: ignore[attr-defined]
        if "CBOR" in kind.written:
            document, _ = form.documents(form.encoded(kind.written["CBOR"]), kind)
            again = holding(CLASSES[kind.member], read_cbor(document)["value"])
            assert again is not None
            assert again.SerializeToString() == held.SerializeToString(), kind.member
        if "JSON" in kind.written:
            assert all(map(is_json, KINDS.formats["JSON"].documents(kind.written["JSON"].encode(), kind)))


@pytest.mark.parametrize(
    ("value", "member"),
    [
        ("x", "one_text"),
        ("", "one_text"),
        ("\ud800", None),
        (["a", "\udfff"], None),
        (-1, "one_integer"),
        (2**63, "one_natural"),
        (2**64, None),
        (0.5, "one_real"),
        (True, "one_truth"),
        (b"x", "one_blob"),
        (None, "maybe_text"),
        ([], "many_texts"),
        (["x"], "many_texts"),
        ([1, 2], "many_integers"),
        ([1, 0.5], "many_reals"),
        ([2**62 + 1, 0.5], "mixed_values"),
        ([True], "many_truths"),
        ([None], "maybe_texts"),
        ([1, None], "maybe_integers"),
        ([[], [1]], "many_lists"),
        ([{}], "many_records"),
        ({}, "texts_by_text"),
        ({"a": 1}, "integers_by_text"),
        ({"a": 1e28}, "reals_by_text"),
        ({"a": []}, "lists_by_text"),
        ({"a": {}}, "records_by_text"),
        ({1: 2}, "integers_by_integer"),
        ([1, "1"], "mixed_values"),
        ([[[1]]], None),
        ([1, [2]], None),
        (Unheld("it is a tag"), None),
        ([Unheld("it is a tag")], None),
    ],
)
def test_a_value_is_of_the_first_kind_that_holds_it(value: Any, member: str | None) -> None:
    found = first(value)
    assert (found and found[0]) == member


def test_minus_zero_and_integers_among_reals_are_kept() -> None:
    found = holding(CLASSES["many_reals"], [-0.0, 3])
    assert found is not None
    assert [*map(repr, found.value)] == ["-0.0", "3.0"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (Unheld("it is a tag"), "it is a tag"),
        ({"a": [Unheld("it is a tag")]}, "it is a tag"),
        ([[[1]]], "the lab has no schema for such a list or map"),
        (2**64, "it has more than 64 bits"),
        (["\ud800"], "a text has half of a surrogate pair"),
    ],
)
def test_why_a_value_is_not_held(value: Any, says: str) -> None:
    assert why_unheld(value) == says

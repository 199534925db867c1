"""Known facts about codecs are data: contracts, and the changes that parameters make in them."""

import re

import pytest

from wirelab.model.cell import Operation
from wirelab.protocol.codecs import CodecInfo, Contract, ContractChange, WrittenCodec, WrittenParameter

CODEC: dict[str, object] = {
    "name": "codec",
    "format": "f",
    "library": "l",
    "version": "1",
    "contract": {"input": "object", "output": "bytes", "conversion": False, "evolution": "none", "notes": "plain"},
    "operations": ["serialize"],
}
LAYOUT: dict[str, object] = {"name": "layout", "values": ["a", "b", "c"], "default": "a", "says": "how it is laid out"}


def test_a_change_may_be_of_every_field_of_a_contract_and_of_no_other() -> None:
    assert ContractChange.model_fields.keys() == Contract.model_fields.keys()


FAULTS = [
    ({"default": "d"}, "default: there is no value 'd'"),
    ({"tuned": "d"}, "tuned: there is no value 'd'"),
    ({"changes": {"d": {"lazy": True}}}, "changes: there is no value 'd'"),
    ({"changes": {"b": {"evolution": "magic"}}}, "evolution"),
    ({"changes": {"b": {"lazzy": True}}}, "lazzy"),
]


@pytest.mark.parametrize(("what", "says"), FAULTS)
def test_a_parameter_that_contradicts_itself(what: dict[str, object], says: str) -> None:
    written = {"values": ["a", "b", "c"], "default": "a", "says": "how it is laid out"}
    with pytest.raises(ValueError, match=re.escape(says)):
        WrittenParameter.model_validate(written | what)


def test_what_is_written_of_a_codec_is_what_is_offered_with_a_version() -> None:
    contract = {"input": "object", "output": "bytes", "conversion": False, "evolution": "none"}
    layout = {"values": ["a", "b"], "default": "a", "says": "how", "tuned": "b", "changes": {"b": {"lazy": True}}}
    table = {"says": "it", "format": "f", "library": "l", "contract": contract, "parameters": {"layout": layout}}
    codec = WrittenCodec.model_validate(table).info("codec", "1.2", (Operation.REPLAY,))
    assert (codec.name, codec.version, codec.format) == ("codec", "1.2", "f")
    assert codec.operations == [Operation.SERIALIZE, Operation.DESERIALIZE, Operation.REPLAY]
    assert codec.tuned == {"layout": "b"}
    assert codec.contract_with({"layout": "b"}) == codec.contract.model_copy(update={"lazy": True})
    assert codec.all_parameters({}) == {"layout": "a"}
    assert codec.all_parameters({"layout": "b"}) == {"layout": "b"}


CONTRACTS: list[tuple[dict[str, str], dict[str, object]]] = [
    ({}, {}),
    ({"layout": "a"}, {}),
    ({"layout": "b"}, {"evolution": "names"}),
    ({"layout": "c"}, {}),
    ({"layout": "b", "objects": "plain"}, {"evolution": "names", "input": "plain object", "notes": ""}),
    ({"objects": "plain"}, {"input": "plain object", "notes": ""}),
]


@pytest.mark.parametrize(("parameters", "differs"), CONTRACTS)
def test_a_contract_is_that_of_the_codec_with_its_parameters(
    parameters: dict[str, str], differs: dict[str, object]
) -> None:
    objects = {"name": "objects", "values": ["own", "plain"], "default": "own", "says": "what it takes"}
    changing = [
        LAYOUT | {"changes": {"b": {"evolution": "names"}}},
        objects | {"changes": {"plain": {"input": "plain object", "notes": ""}}},
    ]
    codec = CodecInfo.model_validate(CODEC | {"parameters": changing})
    assert codec.contract_with(parameters) == codec.contract.model_copy(update=differs)


@pytest.mark.parametrize(("tuned", "found"), [(None, {}), ("a", {}), ("c", {"layout": "c"})])
def test_a_tuned_value_that_is_the_default_is_none(tuned: str | None, found: dict[str, str]) -> None:
    assert CodecInfo.model_validate(CODEC | {"parameters": [LAYOUT | {"tuned": tuned}]}).tuned == found

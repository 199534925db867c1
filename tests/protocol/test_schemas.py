import json
import re
from pathlib import Path

import jsonschema
import pytest

from wirelab.protocol.messages import ANSWER, REQUEST, CodecInfo, Contract, ContractChange
from wirelab.protocol.schemas import json_schemas, render_schema, write_schemas

FOLDER = Path(__file__).parents[2] / "protocol" / "v1"
VERIFY = {"type": "verify", "subject": {"codec": "a"}, "decoded": "d"}
BATCH = {"type": "batch", "phase": "measured", "start_ns": 1, "calls": 1, "ns": 3, "canary_ns": 2}


def test_the_committed_schemas_are_those_of_the_messages() -> None:
    committed = {path.name.removesuffix(".schema.json"): path.read_text() for path in FOLDER.glob("*.schema.json")}

    made = {name: render_schema(schema) for name, schema in json_schemas().items()}
    assert committed == made, "run: python -m wirelab.protocol.schemas protocol/v1"


def test_writing_removes_what_is_no_more(tmp_path: Path) -> None:
    (tmp_path / "dance.schema.json").write_text("{}")

    written = write_schemas(tmp_path)

    assert set(tmp_path.iterdir()) == set(written)
    assert len(written) == len(json_schemas()) == 16


MESSAGES = [
    ({"type": "bye"}, True),
    ({}, False),
    ({"type": "bye", "when": "now"}, True),
    ({"type": "hello", "protocol": {"major": 1, "minor": 0}}, True),
    ({"type": "hello", "protocol": {"major": -1, "minor": 0}}, False),
    ({"type": "load", "workload": "any", "corpora": ["c", "c"]}, True),
    ({"type": "load", "workload": "any", "corpora": []}, False),
    (VERIFY | {"subject": {"codec": "a", "parameters": {"b": "c"}, "compressor": None, "level": None}}, True),
    (VERIFY | {"subject": {"codec": "a", "parameters": {"b": 1}}}, False),
    (VERIFY | {"copy_index": None}, False),
    (BATCH, True),
    (BATCH | {"calls": 0}, False),
    (BATCH | {"phase": "cool-down"}, False),
    ({"type": "error", "fault": "weather", "message": "rain"}, False),
]


@pytest.mark.parametrize(("message", "valid"), MESSAGES)
def test_schemas_and_classes_agree(message: dict[str, object], valid: bool) -> None:
    schema = json_schemas().get(str(message.get("type")), {"required": ["type"]})
    by_schema = jsonschema.Draft202012Validator(schema).is_valid(message)

    def by_class() -> bool:
        for adapter in (REQUEST, ANSWER):
            try:
                adapter.validate_json(json.dumps(message))
            except ValueError:
                continue
            return True
        return False

    assert (by_schema, by_class()) == (valid, valid)


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


def test_what_a_runner_of_version_1_1_announces_has_neither_tuned_settings_nor_changes() -> None:
    codec = CodecInfo.model_validate(CODEC | {"parameters": [LAYOUT]})
    assert (codec.tuned, codec.documentation) == ({}, "")
    assert codec.contract_with({"layout": "b"}) == codec.contract


FAULTS = [
    ({"tuned": "d"}, "parameter 'layout' has no value 'd' (tuned)"),
    ({"changes": {"d": {"lazy": True}}}, "parameter 'layout' has no value 'd' (changes)"),
    ({"changes": {"b": {"evolution": "magic"}}}, "evolution"),
]


@pytest.mark.parametrize(("what", "says"), FAULTS)
def test_an_announcement_that_contradicts_itself(what: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        CodecInfo.model_validate(CODEC | {"parameters": [LAYOUT | what]})


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

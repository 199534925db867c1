import json
from pathlib import Path

import jsonschema
import pytest

from tests.protocol.schemas import json_schemas, render_schema, write_schemas
from wirelab.protocol.messages import ANSWER, REQUEST

FOLDER = Path(__file__).parents[2] / "protocol" / "v2"
OPEN = {"type": "open", "codec": "a", "parameters": {}}
TIMED = {"type": "timed", "start_ns": [1, 5], "ns": [3, 4], "sink": 2}


def test_the_committed_schemas_are_those_of_the_messages() -> None:
    committed = {path.name.removesuffix(".schema.json"): path.read_text() for path in FOLDER.glob("*.schema.json")}

    made = {name: render_schema(schema) for name, schema in json_schemas().items()}
    assert committed == made, "run: python -m tests.protocol.schemas protocol/v2"


def test_writing_removes_what_is_no_more(tmp_path: Path) -> None:
    (tmp_path / "dance.schema.json").write_text("{}")

    written = write_schemas(tmp_path)

    assert set(tmp_path.iterdir()) == set(written)
    assert len(written) == len(json_schemas()) == 19


MESSAGES = [
    ({"type": "bye"}, True),
    ({}, False),
    ({"type": "bye", "when": "now"}, True),
    ({"type": "hello", "protocol": 2}, True),
    ({"type": "hello", "protocol": {"major": 1, "minor": 0}}, False),
    ({"type": "load", "copies": ["c", "c"]}, True),
    ({"type": "load", "copies": []}, False),
    ({"type": "load", "copies": ["c"], "columns": None}, True),
    (OPEN | {"parameters": {"b": "c"}, "compressor": None, "level": None}, True),
    (OPEN | {"parameters": {"b": 1}}, False),
    (OPEN | {"compressor": "gzip", "level": 6}, True),
    (OPEN | {"compressor": "zstd-dictionary", "level": 3, "dictionary": "d"}, True),
    (OPEN | {"dictionary": 1}, False),
    ({"type": "open", "codec": "a"}, False),
    ({"type": "time", "operation": "serialize", "calls": 1, "batches": 1}, True),
    ({"type": "time", "operation": "serialize", "calls": 0, "batches": 1}, False),
    (TIMED, True),
    (TIMED | {"cpu_ns": None, "gc_count": [0, 1]}, True),
    (TIMED | {"ns": [-1]}, False),
    (TIMED | {"sink": 1.5}, False),
    ({"type": "error", "whose": "weather", "message": "rain"}, False),
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

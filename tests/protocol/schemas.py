"""The JSON Schemas of the messages, made from their classes.

`python -m tests.protocol.schemas protocol/v2` writes them; a test checks that the committed ones are these.
"""

import json
import sys
import typing
from pathlib import Path
from typing import Any

from wirelab.protocol.messages import Answer, Message, Request

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schemas() -> dict[str, dict[str, object]]:
    """The JSON Schema of each message, by the message's `type`."""
    return {_type_of(message): _schema(message) for message in (*typing.get_args(Request), *typing.get_args(Answer))}


def _type_of(message: type[Message]) -> str:
    return str(message.model_fields["type"].default)


def _schema(message: type[Message]) -> dict[str, object]:
    schema = message.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        _require_tags(part)
    return {"$schema": _DIALECT, **schema}


def _require_tags(schema: dict[str, Any]) -> None:
    """Tags (`type`, `kind`) have defaults for our own convenience; on the wire a reader needs them."""
    tags = [name for name, value in schema.get("properties", {}).items() if "const" in value]
    if tags:
        schema["required"] = tags + [name for name in schema.get("required", []) if name not in tags]


def write_schemas(folder: Path) -> tuple[Path, ...]:
    """Write `TYPE.schema.json` for each message into `folder`, and remove those of messages that are no more."""
    wanted = {folder / f"{name}.schema.json": render_schema(schema) for name, schema in json_schemas().items()}
    for stale in set(folder.glob("*.schema.json")) - set(wanted):
        stale.unlink()
    for path, text in wanted.items():
        path.write_text(text, encoding="utf-8")
    return tuple(sorted(wanted))


def render_schema(schema: dict[str, object]) -> str:
    """A schema as it is in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))

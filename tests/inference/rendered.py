"""The code that Python's templates make of an inferred schema, in this process: documents to JSON and back."""

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.conftest import ROOT
from tests.inference.inferring import Inferred
from wirelab.building.runners import list_runners
from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import message_class, serialize
from wirelab.schema.rendering.render import TemplateSource, render
from wirelab.schema.rendering.shapes import in_shapes

PYTHON = next(runner for runner in list_runners(ROOT / "runners") if runner.name == "python")
sys.path.insert(0, str(PYTHON.folder / "src"))  # the modules that rendered ones use
_STAGE = PYTHON.manifest.build.types
_WANTED = ("", "wirelab_types/classes.py", "wirelab_types/plain_json.py")
_TEMPLATES = [
    TemplateSource((PYTHON.folder / each.source).read_text(), each.source, each.target, values=each.values)
    for each in _STAGE.templates
    if each.target in _WANTED
]


@dataclass(frozen=True)
class Rendered:
    """The ways between a message's bytes, a domain object and compact JSON."""

    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]


def rendered(found: Inferred) -> Rendered:
    """The codec `json`, for the inferred schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "things.proto"
        path.write_text(found.proto, encoding="utf-8")
        compiled = compile_schema("things", path, found.choice.root)
    sources = render(in_shapes(compiled.schema, _STAGE.shapes), _TEMPLATES, _STAGE.vocabulary)
    classes, plain = (_module(name, sources[f"wirelab_types/{name}.py"]) for name in ("classes", "plain_json"))
    ((_, _, from_message, fill),) = classes.PAYLOADS
    ((ways, from_plain),) = plain.PAYLOADS
    made = message_class(compiled.descriptor_set, compiled.root)
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

    def write(root: Any) -> bytes:
        message = made()
        fill(message, root)
        return serialize(message)

    return Rendered(
        read=lambda data: from_message(made.FromString(data)),
        write=write,
        encode=lambda root: encode(ways["omitted"](root)).encode(),
        decode=lambda data: from_plain(json.loads(data)),
    )


def _module(name: str, source: str) -> ModuleType:
    module = ModuleType(f"wirelab_types.{name}")
    sys.modules[module.__name__] = module
    exec(compile(source, f"{name}.py", "exec"), vars(module))  # it was rendered here
    return module

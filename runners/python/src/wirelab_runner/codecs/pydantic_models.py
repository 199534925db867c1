"""JSON by pydantic, to and from its models."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Kind, Types

_MODELS = Kind("models")


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from pydantic import TypeAdapter

    family, exclude_unset = types.family(_MODELS), parameters["nulls"] == "omitted"

    def coder(payload: int) -> Calls:
        adapter = TypeAdapter(family[payload].domain)
        dump, validate = adapter.dump_json, adapter.validate_json
        return Calls(lambda root: dump(root, exclude_unset=exclude_unset), validate)

    return coder


CODEC = Codec(name="pydantic-json", package="pydantic==2.14.3", open=_open, kind_of=lambda _: _MODELS)

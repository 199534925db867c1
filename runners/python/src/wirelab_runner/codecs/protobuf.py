"""Protocol Buffers by Google's library for Python, over upb."""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import CLASSES, Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    deterministic = parameters["deterministic"] == "on"
    family = types.family(CLASSES, import_module)

    def coder(payload: int) -> Calls:
        message, fill, unbuild = family[payload].message, family[payload].fill, family[payload].from_message
        write, parse = message.SerializeToString, message.FromString
        write = partial(write, deterministic=True) if deterministic else write

        def build(root: object) -> Any:
            made = message()
            fill(made, root)
            return made

        return Calls(
            serialize=lambda root: write(build(root)),
            deserialize=lambda data: unbuild(parse(data)),
            build=build,
            write=write,
            parse=parse,
            unbuild=unbuild,
        )

    return coder


CODEC = Codec(name="protobuf-python", package="protobuf==7.36.2", module="google.protobuf", open=_open)

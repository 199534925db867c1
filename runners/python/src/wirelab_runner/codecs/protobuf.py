"""Protocol Buffers by Google's library for Python, over upb: its binary format, and its JSON."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import CLASSES, Types

PACKAGE = "protobuf==7.36.2"
Write = Callable[[Any], bytes]
Parse = Callable[[bytes], Any]


def _coders(types: Types, calls: Callable[[Any], tuple[Write, Parse]]) -> Coders:
    """`calls` gives, for a class of messages, how one is written and read."""
    family = types.family(CLASSES, import_module)

    def coder(payload: int) -> Calls:
        message, fill, unbuild = family[payload].message, family[payload].fill, family[payload].from_message
        write, parse = calls(message)

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


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    deterministic = parameters["deterministic"] == "on"

    def calls(message: Any) -> tuple[Write, Parse]:
        write = message.SerializeToString
        return (partial(write, deterministic=True) if deterministic else write), message.FromString

    return _coders(types, calls)


def _open_json(types: Types, parameters: Mapping[str, str]) -> Coders:
    json_format = import_module("google.protobuf.json_format")
    text = partial(json_format.MessageToJson, indent=None, ensure_ascii=parameters["escapes"] == "ascii")
    read = json_format.Parse

    def calls(message: Any) -> tuple[Write, Parse]:
        return lambda made: text(made).encode(), lambda data: read(data, message())

    return _coders(types, calls)


CODEC = Codec(name="protobuf-python", package=PACKAGE, module="google.protobuf", open=_open)
JSON = Codec(name="protobuf-python-json", package=PACKAGE, module="google.protobuf.json_format", open=_open_json)

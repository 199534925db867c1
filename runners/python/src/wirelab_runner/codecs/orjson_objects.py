"""JSON by orjson, which writes dataclasses, UUIDs, dates and enums itself."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from base64 import b64encode

    from orjson import OPT_NON_STR_KEYS, OPT_SORT_KEYS, OPT_UTC_Z, dumps, loads

    plain = types.module("plain_orjson")
    option = OPT_UTC_Z | (OPT_NON_STR_KEYS if plain.HAS_OTHER_KEYS else 0)
    option |= OPT_SORT_KEYS if parameters["order"] == "sorted" else 0
    way = parameters["nulls"]

    def default(value: object) -> str:
        if isinstance(value, bytes):
            return b64encode(value).decode()
        raise TypeError(type(value))

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[way]
        if plain.OVER_DICTIONARIES[way]:
            return Calls(lambda root: dumps(to_plain(root), None, option), lambda data: from_plain(loads(data)))
        return Calls(lambda root: dumps(root, default, option), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(name="orjson", package="orjson==3.13.0", open=_open)

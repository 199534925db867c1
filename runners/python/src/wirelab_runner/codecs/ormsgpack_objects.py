"""MessagePack by ormsgpack, which writes dataclasses, UUIDs, dates and enums itself."""

from collections.abc import Mapping
from functools import partial

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from ormsgpack import OPT_NON_STR_KEYS, OPT_UTC_Z, packb, unpackb

    plain = types.module("plain_ormsgpack")
    other_keys = OPT_NON_STR_KEYS if plain.HAS_OTHER_KEYS else 0
    option = OPT_UTC_Z | other_keys
    way = parameters["nulls"]
    read = partial(unpackb, option=other_keys or None)

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[way]
        if plain.OVER_DICTIONARIES[way]:
            return Calls(lambda root: packb(to_plain(root), None, option), lambda data: from_plain(read(data)))
        return Calls(lambda root: packb(root, None, option), lambda data: from_plain(read(data)))

    return coder


CODEC = Codec(name="ormsgpack", package="ormsgpack==1.13.1", open=_open)

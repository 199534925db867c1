"""MessagePack by msgpack, its reference implementation for Python, over dictionaries."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from msgpack import packb, unpackb

    plain = types.module("plain_msgpack")
    strict_map_key = not plain.HAS_OTHER_KEYS
    as_datetime = 3

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[parameters["nulls"]]
        return Calls(
            lambda root: packb(to_plain(root), datetime=True),
            lambda data: from_plain(unpackb(data, timestamp=as_datetime, strict_map_key=strict_map_key)),
        )

    return coder


CODEC = Codec(name="msgpack-python", package="msgpack==1.2.4", open=_open)

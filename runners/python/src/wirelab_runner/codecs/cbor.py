"""CBOR by cbor2."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from cbor2 import dumps, loads

    plain, canonical = types.module("plain_cbor"), parameters["canonical"] == "on"

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[parameters["nulls"]]
        return Calls(lambda root: dumps(to_plain(root), canonical=canonical), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(name="cbor2", package="cbor2==6.2.1", open=_open)

"""BSON by the bson of pymongo, over dictionaries."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from bson import decode, encode
    from bson.codec_options import CodecOptions

    plain = types.module("plain_bson")
    options: CodecOptions[dict[str, object]] = CodecOptions(tz_aware=True)

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[parameters["nulls"]]
        return Calls(lambda root: encode(to_plain(root)), lambda data: from_plain(decode(data, options)))

    return coder


CODEC = Codec(name="bson-python", package="pymongo==4.20.0", module="bson", open=_open)

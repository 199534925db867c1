"""JSON by Python's own `json`."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    import json

    plain, loads = types.module("plain_json"), json.loads
    compact = parameters["style"] == "compact"
    encode = json.JSONEncoder(
        ensure_ascii=not compact,
        check_circular=parameters["cycles"] == "checked",
        sort_keys=parameters["order"] == "sorted",
        separators=(",", ":") if compact else None,
    ).encode

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[parameters["nulls"]]
        return Calls(lambda root: encode(to_plain(root)).encode(), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(name="json", open=_open)

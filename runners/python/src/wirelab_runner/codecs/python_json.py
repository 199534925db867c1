"""JSON by Python's own `json`."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract, Parameter
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    import json

    plain, loads = types.module("plain_json"), json.loads
    if parameters["style"] == "compact":
        encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode
    else:
        encode = json.JSONEncoder().encode

    def coder(payload: int) -> Calls:
        to_plain, from_plain = plain.PAYLOADS[payload]
        return Calls(lambda root: encode(to_plain(root)).encode(), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(
    name="json",
    format="JSON",
    library="json, Python's own",
    package=None,
    contract=Contract(
        input="dataclass",
        output="text",
        conversion=False,
        evolution="names",
        human_readable=True,
        notes="Dataclasses to dictionaries and back by plain functions is part of both operations, as is UTF-8. Names "
        "are camelCase; integers are numbers, BIG_INTEGER is a string, bytes are base64, NaN is the token NaN.",
    ),
    open=_open,
    parameters=(
        Parameter(
            "style",
            ("compact", "default"),
            "compact",
            "compact: no spaces, text as UTF-8, no check for cycles; default: what json.dumps does unless told",
        ),
    ),
)

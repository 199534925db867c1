"""JSON by Python's own `json`."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract, Parameter, nulls
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    import json

    plain, loads = types.module("plain_json"), json.loads
    compact = parameters["style"] == "compact"
    encode = json.JSONEncoder(
        ensure_ascii=not compact,
        check_circular=parameters["cycles"] == "checked",
        separators=(",", ":") if compact else None,
    ).encode

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[parameters["nulls"]]
        return Calls(lambda root: encode(to_plain(root)).encode(), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(
    name="json",
    format="JSON",
    library="json, Python's own",
    package=None,
    documentation="https://docs.python.org/3/library/json.html",
    contract=Contract(
        input="dataclass",
        output="text",
        conversion=False,
        evolution="names",
        human_readable=True,
        notes="One JSONEncoder for the process. Dataclasses to dictionaries and back by plain functions is part of "
        "both operations, as is UTF-8. Names are camelCase; integers are numbers, BIG_INTEGER is a string, bytes are "
        "base64, NaN is the token NaN.",
    ),
    open=_open,
    parameters=(
        Parameter(
            "style",
            ("compact", "default"),
            "compact",
            "compact: no spaces, and text as UTF-8; default: what json.dumps does unless told",
        ),
        nulls(),
        Parameter(
            "cycles",
            ("checked", "unchecked"),
            "checked",
            "whether it looks for containers that hold themselves (check_circular)",
            tuned="unchecked",
        ),
    ),
)

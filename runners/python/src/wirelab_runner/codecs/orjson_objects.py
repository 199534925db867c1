"""JSON by orjson, which writes dataclasses, UUIDs, dates and enums itself."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract, nulls
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from base64 import b64encode

    from orjson import OPT_NON_STR_KEYS, OPT_UTC_Z, dumps, loads

    plain = types.module("plain_orjson")
    option = OPT_UTC_Z | (OPT_NON_STR_KEYS if plain.HAS_OTHER_KEYS else 0)
    way = parameters["nulls"]
    over_dictionaries = plain.HAS_OTHER_NAMES or plain.HAS_BIG_INTEGERS or (plain.HAS_ABSENT and way == "omitted")

    def default(value: object) -> str:
        if isinstance(value, bytes):
            return b64encode(value).decode()
        raise TypeError(type(value))

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[way]
        if over_dictionaries:
            return Calls(lambda root: dumps(to_plain(root), None, option), lambda data: from_plain(loads(data)))
        return Calls(lambda root: dumps(root, default, option), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(
    name="orjson",
    format="JSON",
    library="orjson",
    package="orjson==3.13.0",
    documentation="https://github.com/ijl/orjson#readme",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=False,
        evolution="names",
        human_readable=True,
        notes="Writes dataclasses itself; reads dictionaries, and plain functions make dataclasses of them inside "
        "deserialize. It has no option to leave out absent fields, and its integers end at 64 bits: where the"
        " types have optional fields, names that are no attributes', or a BIG_INTEGER (a string), plain "
        "functions make dictionaries of dataclasses inside serialize too. With nulls=written, dataclasses "
        "without a BIG_INTEGER go as they are. Instants have six digits behind the second unless they are "
        "whole, as orjson writes them, and a Z (OPT_UTC_Z). bytes are base64; OPT_NON_STR_KEYS where a map's "
        "keys are not strings. NaN and infinity become null.",
    ),
    open=_open,
    parameters=(nulls(tuned="written"),),
)

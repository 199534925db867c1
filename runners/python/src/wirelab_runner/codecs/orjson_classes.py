"""JSON by orjson, which writes dataclasses, UUIDs, dates and enums itself."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from base64 import b64encode

    from orjson import OPT_NON_STR_KEYS, dumps, loads

    plain = types.module("plain_json")
    option = OPT_NON_STR_KEYS if plain.HAS_OTHER_KEYS else None

    def default(value: object) -> str:
        if isinstance(value, bytes):
            return b64encode(value).decode()
        raise TypeError(type(value))

    def coder(payload: int) -> Calls:
        to_plain, from_plain = plain.PAYLOADS[payload]
        if plain.HAS_BIG_INTEGERS:
            return Calls(lambda root: dumps(to_plain(root), default, option), lambda data: from_plain(loads(data)))
        return Calls(lambda root: dumps(root, default, option), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(
    name="orjson",
    format="JSON",
    library="orjson",
    package="orjson",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=False,
        evolution="names",
        human_readable=True,
        notes="Writes dataclasses itself; reads dictionaries, and plain functions make dataclasses of them inside "
        "deserialize. Integers end at 64 bits: types with a BIG_INTEGER go through dictionaries, it as a string. bytes "
        "are base64 (`default`); OPT_NON_STR_KEYS where a map's keys are not strings. NaN and infinity become null.",
    ),
    open=_open,
)

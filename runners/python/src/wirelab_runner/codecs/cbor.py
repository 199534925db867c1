"""CBOR by cbor2."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract, nulls
from wirelab_runner.rendered import Types


def _open(types: Types, parameters: Mapping[str, str]) -> Coders:
    from cbor2 import dumps, loads

    plain = types.module("plain_cbor")

    def coder(payload: int) -> Calls:
        ways, from_plain = plain.PAYLOADS[payload]
        to_plain = ways[parameters["nulls"]]
        return Calls(lambda root: dumps(to_plain(root)), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(
    name="cbor2",
    format="CBOR",
    library="cbor2",
    package="cbor2==6.2.1",
    documentation="https://cbor2.readthedocs.io/en/latest/usage.html",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=False,
        evolution="names",
        notes="Dataclasses to dictionaries and back by plain functions is part of both operations. UUIDs, instants "
        "and big integers have CBOR's own tags, dates are text. Instants are given as tagged text with milliseconds; "
        "cbor2's own have microseconds and take longer. Floats are doubles. A map's keys are the values that they are.",
    ),
    open=_open,
    parameters=(nulls(),),
)

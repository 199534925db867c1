"""CBOR by cbor2."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from cbor2 import dumps, loads

    plain = types.module("plain_cbor")

    def coder(payload: int) -> Calls:
        to_plain, from_plain = plain.PAYLOADS[payload]
        return Calls(lambda root: dumps(to_plain(root)), lambda data: from_plain(loads(data)))

    return coder


CODEC = Codec(
    name="cbor2",
    format="CBOR",
    library="cbor2",
    package="cbor2",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=False,
        evolution="names",
        notes="Dataclasses to dictionaries and back by plain functions is part of both operations. UUIDs, instants, "
        "dates and big integers have CBOR's own tags; floats are doubles.",
    ),
    open=_open,
)

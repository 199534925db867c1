"""Python's own pickle."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from pickle import dumps, loads

    types.module("classes")
    return lambda _: Calls(lambda root: dumps(root, 5), loads)


CODEC = Codec(
    name="pickle",
    format="pickle 5",
    library="pickle, Python's own",
    package=None,
    documentation="https://docs.python.org/3/library/pickle.html",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=False,
        evolution="names",
        notes="Protocol 5, buffers in band. Python alone reads it; reading data of strangers runs code of strangers. "
        "Equal strings that are one object are written once.",
    ),
    open=_open,
)

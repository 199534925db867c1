"""Python's own pickle."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from pickle import dumps, loads

    types.module("classes")
    return lambda _: Calls(lambda root: dumps(root, 5), loads)


CODEC = Codec(name="pickle", open=_open)

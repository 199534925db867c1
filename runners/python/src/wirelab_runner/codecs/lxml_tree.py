"""XML by lxml, over its element tree."""

from collections.abc import Mapping
from functools import partial

from wirelab_runner.codec import Calls, Codec, Coders
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from lxml.etree import fromstring, tostring

    tree, write = types.module("tree"), partial(tostring, encoding="UTF-8", xml_declaration=True)

    def coder(payload: int) -> Calls:
        build, unbuild = tree.PAYLOADS[payload]
        return Calls(
            serialize=lambda root: write(build(root)),
            deserialize=lambda data: unbuild(fromstring(data)),
            build=build,
            write=write,
            parse=fromstring,
            unbuild=unbuild,
        )

    return coder


CODEC = Codec(name="lxml", package="lxml==6.1.3", open=_open)

"""XML by lxml, over its element tree."""

from collections.abc import Mapping
from functools import partial

from wirelab_runner.codec import CONVERTING, Calls, Codec, Coders, Contract
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


CODEC = Codec(
    name="lxml",
    format="XML",
    library="lxml",
    package="lxml==6.1.3",
    documentation="https://lxml.de/tutorial.html",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=True,
        evolution="names",
        human_readable=True,
        notes="What it converts to is lxml's element tree, by plain functions. A field is an element named in "
        "camelCase, a repeated field stands repeatedly, a map has entry elements, and nothing is indented. libxml2's "
        "limits stand: text of 10 MB, depth 256.",
    ),
    open=_open,
    operations=CONVERTING,
)

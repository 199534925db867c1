"""XML by lxml, over its element tree."""

from collections.abc import Mapping

from wirelab_runner.codec import Calls, Codec, Coders, Contract
from wirelab_runner.rendered import Types


def _open(types: Types, _: Mapping[str, str]) -> Coders:
    from lxml.etree import fromstring, tostring

    tree = types.module("tree")

    def coder(payload: int) -> Calls:
        to_tree, from_tree = tree.PAYLOADS[payload]
        return Calls(
            lambda root: tostring(to_tree(root), encoding="UTF-8", xml_declaration=True),
            lambda data: from_tree(fromstring(data)),
        )

    return coder


CODEC = Codec(
    name="lxml",
    format="XML",
    library="lxml",
    package="lxml",
    contract=Contract(
        input="dataclass",
        output="bytes",
        conversion=False,
        evolution="names",
        human_readable=True,
        notes="Building the element tree and reading it, by plain functions, is part of both operations. A field is an "
        "element named in camelCase, a repeated field stands repeatedly, a map has entry elements. libxml2's limits "
        "stand: text of 10 MB, depth 256.",
    ),
    open=_open,
)

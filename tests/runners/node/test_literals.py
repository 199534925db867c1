"""The objects that rendered modules make are made as a user's program makes them."""

import re

import pytest

from tests.runners.places import WORKLOADS, Bench, Place

# A name in brackets that need not be: V8 makes an object with one of them step by step, most of its properties apart.
COMPUTED = re.compile(r'\[("(?:[^"\\]|\\.)*")\]:')


@pytest.mark.builds
@pytest.mark.parametrize("name", ["torture", "microblog"])
def test_no_name_is_computed_that_a_user_would_write_plainly(bench: Bench, in_node: Place, name: str) -> None:
    modules = list(bench.program(in_node, WORKLOADS[name]).types.glob("*.mjs"))
    assert {"types.mjs", "avro.mjs", "protobuf-es.mjs"} <= {module.name for module in modules}
    computed = {name for module in modules for name in COMPUTED.findall(module.read_text(encoding="utf-8"))}
    assert computed <= {'"__proto__"'}, "in a literal, this name alone sets a prototype"

"""Maps whose entries come in the other order: the same values, other bytes."""

from pathlib import Path

import pytest

from wirelab.schema.compile import CompiledSchema, compile_schema
from wirelab.schema.difference import classes_of, first_difference
from wirelab.schema.map_order import with_maps_reversed
from wirelab.schema.objects import frames_of, write_frames

PROTO = """
syntax = "proto3";
package p;
message Thing { map<string, int32> sizes = 1; repeated Thing things = 2; map<int32, Thing> by = 3; string name = 4; }
"""


@pytest.fixture
def types(tmp_path: Path) -> CompiledSchema:
    (tmp_path / "p.proto").write_text(PROTO)
    return compile_schema("p", tmp_path / "p.proto", "p.Thing")


def objects(types: CompiledSchema, **fields: object) -> bytes:
    (made,) = classes_of(types)
    return write_frames([(0, made(**fields).SerializeToString(deterministic=True))])


@pytest.mark.parametrize(
    "fields",
    [
        {"sizes": {"a": 1, "b": 2, "c": 3}},
        {"things": [{"sizes": {"a": 1, "b": 2}}], "name": "x"},
    ],
)
def test_the_same_values_in_other_bytes(types: CompiledSchema, fields: dict[str, object]) -> None:
    given = objects(types, **fields)
    turned = with_maps_reversed(given, types)
    assert turned != given
    assert first_difference(given, turned, types) is None
    assert with_maps_reversed(turned, types) == given


def test_maps_within_the_values_of_maps(types: CompiledSchema) -> None:
    (made,) = classes_of(types)
    thing = made()
    thing.by[1].sizes.update({"a": 1, "b": 2})
    given = write_frames([(0, thing.SerializeToString(deterministic=True))])
    turned = with_maps_reversed(given, types)
    assert len(frames_of(turned)) == 1
    assert turned != given
    assert first_difference(given, turned, types) is None


@pytest.mark.parametrize("fields", [{}, {"sizes": {"a": 1}}, {"things": [{"name": "b"}, {"name": "a"}]}])
def test_what_has_no_order_is_left_as_it_is(types: CompiledSchema, fields: dict[str, object]) -> None:
    given = objects(types, **fields)
    assert with_maps_reversed(given, types) == given

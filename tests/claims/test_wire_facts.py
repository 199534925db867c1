"""The promises of a schema's messages, tried on data whose truth is known."""

from pathlib import Path

import pytest

from wirelab.app.request import find_study
from wirelab.app.study.wire import tried_on_wire
from wirelab.claims.printed import judge_here
from wirelab.claims.verdict import Verdict
from wirelab.claims.wire_facts import wire_facts
from wirelab.model.figure import Quantity
from wirelab.schema.compile import CompiledSchema, compile_schema

PROTO = """\
syntax = "proto3";
package p;
message Order {
  optional string name = 1;
  repeated Line lines = 2;
  repeated Note notes = 3;
  oneof paid { int32 cash = 4; string card = 5; }
}
message Line { int32 number = 1; map<string, int32> prices = 2; }
message Note { string text = 1; }
"""


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> CompiledSchema:
    path = tmp_path_factory.mktemp("schema") / "p.proto"
    path.write_text(PROTO, encoding="utf-8")
    return compile_schema("p", path, "Order")


# name "a"; lines of 7 with a price and of 8; a note; card "x". Fields in order of tags, and the note before the name.
LINES = bytes([0x12, 9, 0x08, 7, 0x12, 5, 0x0A, 1, 0x6B, 0x10, 3, 0x12, 2, 0x08, 8])
NOTE, NAME, CARD = bytes([0x1A, 3, 0x0A, 1, 0x62]), bytes([0x0A, 1, 0x61]), bytes([0x2A, 1, 0x78])


def test_a_reader_and_a_writer_may_lack_any_field_and_one_note_need_not_repeat(types: CompiledSchema) -> None:
    found = wire_facts(types.descriptor_set, types.root, [NAME + LINES + NOTE + CARD])
    kept = (Quantity.IN_ORDER, Quantity.READ_BY_OLDER, Quantity.READ_BY_NEWER, Quantity.NESTED_ONCE)
    assert found == dict.fromkeys(kept, 1.0) | {Quantity.OPTIONAL: 1 / 8, Quantity.DIFFERENT_IN_PROTO2: 0.0}


def test_the_library_writes_by_tags_whatever_order_it_read(types: CompiledSchema) -> None:
    assert wire_facts(types.descriptor_set, types.root, [NOTE + CARD + NAME + LINES])[Quantity.IN_ORDER] == 1.0


def test_without_a_message_that_repeats_at_most_once_nothing_is_said_of_nesting(types: CompiledSchema) -> None:
    assert Quantity.NESTED_ONCE not in wire_facts(types.descriptor_set, types.root, [NOTE + NOTE + LINES])


def test_proto2_packs_no_numbers_and_puts_values_that_an_enum_has_not_behind_all_others(tmp_path: Path) -> None:
    path = tmp_path / "q.proto"
    path.write_text(
        """\
syntax = "proto3";
package q;
message Page {
  optional Colour colour = 1;
  repeated int32 numbers = 2;
  repeated Page parts = 3;
  optional bool last = 4;
}
enum Colour { RED = 0; GREEN = 1; }
""",
        encoding="utf-8",
    )
    types = compile_schema("q", path, "Page")
    known, unknown = bytes([0x08, 1, 0x20, 1]), bytes([0x08, 2, 0x20, 1])
    packed, single, nothing = bytes([0x12, 2, 7, 8]), bytes([0x12, 1, 7]), b""
    parts = b"".join(bytes([0x1A, len(part)]) + part for part in (known, unknown, packed, single, nothing))
    found = wire_facts(types.descriptor_set, types.root, [parts])
    assert found[Quantity.DIFFERENT_IN_PROTO2] == pytest.approx(4 / 6), (
        "the page itself, as three of its five parts differ"
    )


def test_the_study_of_the_microblog_by_its_schema(tmp_path: Path) -> None:
    study = find_study("microblog")
    figures = tried_on_wire(study, tmp_path, lambda _: None)
    every = dict.fromkeys((quantity for quantity in Quantity if quantity.is_share), 1.0)
    but = {Quantity.OPTIONAL: pytest.approx(56 / 58), Quantity.DIFFERENT_IN_PROTO2: 0.0}
    assert {one.quantity: one.value for one in figures} == every | but
    claims = [claim for claim in study.claim if getattr(claim, "quantity", Quantity.TIME).is_share]
    found = {one.claim.id: one.verdict for one in judge_here(claims, figures, ())}
    assert found == {
        "unknown-fields-ignored": Verdict.HOLDS,
        "definition-can-change": Verdict.HOLDS,
        "tags-give-the-order": Verdict.HOLDS,
        "repeated-to-nest": Verdict.CONTRADICTED,
        "all-optional": Verdict.CONTRADICTED,
    }
    assert tried_on_wire(find_study("school-formats"), tmp_path, lambda _: None) == (), "nothing is asked"

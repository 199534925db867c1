"""The same data in two schemas, and in batches, as a user types it."""

import json
from pathlib import Path

import pytest

from tests.conftest import Wirelab
from wirelab.app.own_data.batches import batches_table
from wirelab.app.sizes_table import SizedCell
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.run import NO_COMPRESSOR
from wirelab.model.subject import parse_subject

FAKE = ("--platform", "fake", "--codec", "steady")
USAGE, MALFORMED = 2, 3
OLD = 'syntax = "proto3"; message Order { int32 id = 1; string name = 2; State state = 3; double price = 4; }\n'
OLD += "enum State { NEW = 0; SENT = 1; LOST = 2; }\n"
NEW = 'syntax = "proto3"; message Bill { int64 id = 1; State state = 3; float price = 4; }\n'
NEW += "enum State { NEW = 0; SENT = 1; }\n"
LINES = '{"id": 1, "name": "a", "state": "SENT"}\n{"id": 2, "name": "b", "state": "LOST"}\n'


@pytest.fixture
def data(tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    (tmp_path / "old.proto").write_text(OLD)
    (tmp_path / "new.proto").write_text(NEW)


@pytest.mark.long
def test_sizes_stand_side_by_side_and_what_is_left_out_is_named(wirelab: Wirelab, data: None) -> None:
    words = ("sizes", "orders.jsonl", "--schema", "old.proto", "--message", "Order", *FAKE)
    refused = wirelab(*words, "--compare-schema", "new.proto")
    assert refused.returncode == MALFORMED, "new.proto has no message Order"
    ended = wirelab(*words, "--compare-schema", "new.proto", "--compare-message", "Bill", "--json")
    assert ended.returncode == 0, ended.stderr
    assert "new.proto: not carried: name: message Bill has no such field (2 times, first in row 1)" in ended.stderr
    assert "new.proto: not carried: state: enum State has no value 'LOST' (in row 2)" in ended.stderr
    found = json.loads(ended.stdout)
    assert found["schemas"] == ["old.proto", "new.proto"]
    assert len(found["not_carried"][1]) == 2
    (cell,) = found["cells"]
    # id, name and state of 1, and of 2: 2 + 3 + 2 bytes each; in the other id and state, then id.
    assert [each["none"] for each in cell["size_bytes"]] == [14, 6]
    shown = wirelab(*words, "--compare-schema", "new.proto", "--compare-message", "Bill").stdout
    assert "new.proto against old.proto, bytes" in shown
    assert "0.429×" in shown


@pytest.mark.long
def test_an_inferred_schema_can_be_the_first(wirelab: Wirelab, data: None) -> None:
    ended = wirelab("sizes", "orders.jsonl", "--compare-schema", "old.proto", *FAKE, "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["schemas"] == ["inferred", "old.proto"]
    assert found["not_carried"] == [[], []]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("school", "--compare-schema", "new.proto"), "cannot be combined with --compare-schema"),
        (("--compare-schema", "new.proto"), "it is about data of your own"),
        (("--data", "orders.jsonl", "--compare-message", "Bill"), "it is about --compare-schema"),
        (("--data", "orders.jsonl", "--compare-schema", "new.proto", "--unit", "collection"), "option --unit"),
        (("orders.jsonl", "--compare-schema", "new.proto", "--anonymize"), "cannot be combined with --compare-schema"),
        (("-", "--compare-schema", "new.proto"), "data -: --compare-schema reads it twice"),
        (("school", "--batches"), "option --workload: it cannot be combined with --batches"),
        (("--data", "orders.jsonl", "--batches", "--schema", "old.proto"), "an inferred schema"),
        (("--data", "orders.jsonl", "--batches", "--unit", "document"), "option --unit: with --batches"),
    ],
)
def test_options_that_do_not_go_together(wirelab: Wirelab, data: None, words: tuple[str, ...], says: str) -> None:
    ended = wirelab("sizes", *words)
    assert ended.returncode == USAGE, ended.stderr
    assert says in ended.stderr


@pytest.mark.long
def test_batches_of_the_first_documents_and_of_all(wirelab: Wirelab, tmp_path: Path) -> None:
    lines = [json.dumps({"id": at, "name": f"n{at}"}) for at in range(25)]
    (tmp_path / "orders.jsonl").write_text("\n".join(lines))
    ended = wirelab("sizes", "orders.jsonl", "--batches", *FAKE, "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)["batches"]
    assert [each["documents"] for each in found] == [1, 10, 25]
    sizes = [each["size_bytes"]["none"] for each in found]
    assert sizes == sorted(sizes)
    shown = wirelab("sizes", "orders.jsonl", "--batches", *FAKE).stdout
    assert "orders, bytes per document by documents in one message" in shown


@pytest.mark.long
def test_an_array_is_measured_by_batches_too(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.json").write_text(json.dumps([{"id": at, "name": f"n{at}"} for at in range(25)]))
    added = wirelab("workload", "add", "--data", "orders.json")
    assert added.returncode == 0, added.stderr
    ended = wirelab("sizes", "./orders", "--size", "10", "--size", "25", *FAKE, "--json")
    assert [each["size"] for each in json.loads(ended.stdout)["cells"]] == ["10", "25"]
    one = json.loads(wirelab("sizes", "orders.json", *FAKE, "--json").stdout)["cells"]
    assert [each["size"] for each in one] == ["25"]


def cell(codec: str, documents: int, size_bytes: int | None) -> SizedCell:
    where = Cell(CorpusName("orders", str(documents), "own"), "p", parse_subject(codec), Operation.SERIALIZE)
    return SizedCell(where, {} if size_bytes is None else {NO_COMPRESSOR: size_bytes}, "" if size_bytes else "it fails")


def test_where_others_begin_to_be_smaller() -> None:
    sized = [cell("row", 1, 20), cell("row", 10, 200), cell("row", 100, 2000)]
    sized += [cell("column", 1, 900), cell("column", 10, 1000), cell("column", 100, 1900)]
    sized += [cell("text", 1, 40), cell("text", 10, 400), cell("text", 100, 4000)]
    sized += [cell("broken", 1, None), cell("broken", 10, None), cell("broken", 100, None)]
    table = batches_table("orders", sized)
    assert [(row[0], *row[2:5]) for row in table.rows] == [
        ("column", "900", "100", "19.0"),
        ("row", "20.0", "20.0", "20.0"),
        ("text", "40.0", "40.0", "40.0"),
        ("broken", "–", "–", "–"),
    ]
    assert table.says == (
        "row makes the fewest bytes of a batch of 1. Others make fewer: from 100 documents on, column.",
    )
    assert batches_table("orders", sized[:3] + sized[6:9]).says == ("row makes the fewest bytes of every batch.",)


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ([("a", 21, 19, 21)], "row makes the fewest bytes of a batch of 1. Others make fewer: with 10 documents, a."),
        (
            [("a", 21, 19, 19), ("b", 21, 19, None), ("c", 21, 21, 19)],
            "row makes the fewest bytes of a batch of 1. Others make fewer: "
            "with 10 documents, b; from 10 documents on, a; from 100 documents on, c.",
        ),
        ([("a", 21, None, 21)], "row makes the fewest bytes of every batch."),
    ],
)
def test_every_batch_with_a_smaller_codec_is_named(
    others: list[tuple[str, *tuple[int | None, ...]]], says: str
) -> None:
    sized = [
        cell(name, size, None if each is None else each * size)
        for name, *own in [("row", 20, 20, 20), *others]
        for size, each in zip((1, 10, 100), own, strict=True)
    ]
    assert batches_table("orders", sized).says == (says,)


def test_nothing_is_said_of_the_smallest_codec_if_it_lacks_a_batch() -> None:
    sized = [cell("row", 1, 20), cell("row", 10, None), cell("a", 1, 21), cell("a", 10, 210)]
    assert batches_table("orders", sized).says == ()


@pytest.mark.long
def test_digits_that_a_float_does_not_keep_are_named(wirelab: Wirelab, data: None, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text('{"price": 12.34}\n{"price": 12.345678912}\n{"price": 16777217}\n')
    words = ("sizes", "orders.jsonl", "--compare-schema", "new.proto", "--compare-message", "Bill", *FAKE, "--json")
    found = json.loads(wirelab(*words).stdout)
    assert found["not_carried"][1] == ["price: a number has more digits than a float (2 times, first in row 2)"]

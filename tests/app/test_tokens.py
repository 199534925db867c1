"""Texts for language models: how they are counted, and whether they can be read back."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Wirelab
from wirelab.app.tokens.texts import CSV, INDENTED, JSON, KINDS, LINES, TOON, XML, YAML
from wirelab.app.tokens.tokenizers import Text, texts_of
from wirelab.model.errors import DefinitionError

MALFORMED, USAGE = 3, 2
WORDS = {"words": lambda text: len(text.split())}
"""A vocabulary whose tokens anybody can count."""
TABLE = [{"id": 1, "name": "a b"}, {"id": 2, "name": "c"}]


def texts(value: Any) -> dict[str, Text]:
    return {each.kind: each for each in texts_of(value, WORDS)}


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (JSON, '[{"id":1,"name":"a b"},{"id":2,"name":"c"}]'),
        (LINES, '{"id":1,"name":"a b"}\n{"id":2,"name":"c"}\n'),
        (CSV, "id,name\n1,a b\n2,c\n"),
        (YAML, "- id: 1\n  name: a b\n- id: 2\n  name: c\n"),
        (TOON, "[2]{id,name}:\n  1,a b\n  2,c"),
    ],
)
def test_a_table_as_each_text(kind: str, written: str) -> None:
    assert KINDS[kind].write(TABLE) == written
    found = texts(TABLE)[kind]
    assert found == Text(kind, len(written), {"words": len(written.split())}, {})
    assert found.same


def test_what_changes_is_named_by_its_path() -> None:
    found = texts([{"id": 1, "zip": "01", "tag": None, "empty": ""}, {"id": 2, "zip": "02", "tag": "x", "empty": ""}])
    assert found[CSV].changed == {"[].tag": "null comes back as nothing", "[].empty": "'' comes back as nothing"}
    assert found[XML].changed is not None
    assert found[XML].changed["[].id"] == "1 comes back as '1'"
    for kind in (JSON, INDENTED, LINES, YAML, TOON):
        assert found[kind].same, (kind, found[kind])


@pytest.mark.parametrize(
    ("value", "kind", "why"),
    [
        ([{"a": [1]}], CSV, "it is not a table: a holds more than one value"),
        ([[1], [2]], CSV, "it is not a table: documents are not objects"),
        ({"a": 1}, LINES, "it is one document"),
        ({"a": 1}, CSV, "it is one document"),
        ([{}], CSV, "it is not a table: no document has a value"),
        ([], CSV, "it is not a table: no document has a value"),
    ],
)
def test_what_cannot_be_written_says_why(value: Any, kind: str, why: str) -> None:
    assert texts(value)[kind] == Text(kind, why=why)


def test_no_documents_come_back_as_none() -> None:
    assert texts([])[LINES].same


def test_text_that_is_none_is_refused() -> None:
    with pytest.raises(DefinitionError, match="half of a surrogate pair"):
        texts({"a": "\ud800"})


LEAVES = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    LEAVES | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab :#-\u2028", max_size=4), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.long
@settings(deadline=None)
@given(st.lists(st.dictionaries(st.text("abc", min_size=1, max_size=3), VALUES, max_size=4), min_size=1, max_size=4))
def test_json_always_comes_back_and_nothing_ends_in_a_traceback(value: list[Any]) -> None:
    found = texts(value)
    assert [*found] == [*KINDS]
    for kind in (JSON, INDENTED, LINES):
        assert found[kind].same, (kind, found[kind])


@pytest.mark.long
def test_own_data_on_the_command_line(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text("".join(json.dumps(each) + "\n" for each in TABLE))
    ended = wirelab("sizes", "orders.jsonl", "--tokens")
    assert ended.returncode == 0, ended.stderr
    assert "2 documents of orders.jsonl, tokens" in ended.stdout
    assert "o200k_base" in ended.stdout
    found = json.loads(wirelab("sizes", "--data", "orders.jsonl", "--tokens", "--json").stdout)
    by_kind = {each["kind"]: each for each in found["texts"]}
    assert by_kind[JSON]["size_bytes"] == 43
    assert 10 < by_kind[JSON]["tokens"]["o200k_base"] < 30
    assert by_kind[CSV]["tokens"]["o200k_base"] < by_kind[JSON]["tokens"]["o200k_base"]
    assert by_kind[JSON]["changed"] == {}


@pytest.mark.long
def test_a_workload_on_the_command_line(wirelab: Wirelab) -> None:
    found = json.loads(wirelab("sizes", "school", "--size", "110", "--tokens", "--json").stdout)
    assert found["data"] == "school/110/random"
    assert {each["kind"]: each["changed"] for each in found["texts"]}[JSON] == {}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("school", "--tokens", "--codec", "json"), "option --codec: it has no effect on tokens"),
        (("school", "--tokens", "--csv", "a.csv"), "option --csv: it has no effect on tokens"),
        (("--tokens",), "give a workload, or your own data with --data"),
        (("school", "--tokens", "--size", "110", "--size", "1100"), "option --size: it takes one value here"),
        (("--data", "o.jsonl", "--tokens", "--size", "1"), "option --size: your own data have none"),
        (("school", "--tokens", "--batches"), "option --batches: it has no effect on tokens"),
    ],
)
def test_options_that_do_not_count_are_refused(
    wirelab: Wirelab, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    (tmp_path / "o.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    ended = wirelab("sizes", *words)
    assert ended.returncode == USAGE
    assert says in ended.stderr

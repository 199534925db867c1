"""One pass over documents, whole or in pieces: the findings are the same, and so are the faults."""

import json
import os
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirelab.app.own_data import survey as survey_module
from wirelab.app.own_data.files import read_data, read_files
from wirelab.app.own_data.survey import Survey, survey
from wirelab.inference.json_text import Documents, Lines
from wirelab.inference.proto import proto_text
from wirelab.inference.types import choose_types
from wirelab.model.errors import DefinitionError, HostError

SHAPES = Path(__file__).parents[1] / "inference" / "shapes"


def schema_of(found: Survey) -> str:
    return proto_text(choose_types(found.seen, "things", as_one=False), "things", ())


def lines_of(text: str) -> Lines:
    return Lines(partial(BytesIO, text.encode()), "data")


def in_pieces(text: str, characters: int) -> Survey:
    return survey(Documents(lines_of(text), are_one=False), as_one=False, piece=characters)


@pytest.mark.parametrize("name", ["events.jsonl", "logs.jsonl"])
def test_pieces_give_what_the_whole_gives(name: str) -> None:
    text = (SHAPES / name).read_text()
    whole, pieces = in_pieces(text, len(text)), in_pieces(text, 200)
    assert asdict(pieces) == asdict(whole)
    assert schema_of(pieces) == schema_of(whole)


def test_pieces_may_have_a_hundred_levels() -> None:
    line = '{"a":' * 99 + "{}" + "}" * 99 + "\n"
    assert schema_of(in_pieces(line * 2, len(line))) == schema_of(in_pieces(line * 2, len(line) * 2))


@given(st.lists(st.sampled_from(["", " ", '{"a": 1}', '{"a": 2, "b": "x"}']), min_size=1), st.integers(1, 40))
@settings(max_examples=100)
def test_pieces_have_all_lines_and_their_numbers(lines: list[str], characters: int) -> None:
    whole = lines_of("\n".join(lines))
    pieces = list(whole.parts(characters))
    assert [value for piece in pieces for value in piece] == list(whole)
    assert sum(map(len, pieces)) == len(whole) == sum(line.strip() != "" for line in lines)
    rows = [piece.first_row for piece in pieces]
    assert rows == [1 + sum(map(len, pieces[:at])) for at in range(len(pieces))]


def test_rows_and_lines_are_those_of_the_whole() -> None:
    good = [json.dumps({"a": n}) for n in range(50)]
    lost = in_pieces("\n".join([*good, "", '{"a": 1, "a": 2}']), 100).not_carried.sentences()
    assert lost == ("the key 'a' appears twice in an object; the last one counts (in row 51)",)
    with pytest.raises(DefinitionError, match="line 52, column 8: this is not JSON") as caught:
        in_pieces("\n".join([*good, "", '{"a": 1']), 100)
    assert caught.value.why.startswith("Expecting ',' delimiter; the text ends there")
    assert caught.value.remedy == "fix the text, or write it again"
    with pytest.raises(DefinitionError, match="document 51 is the single value 7"):
        in_pieces("\n".join([*good, "7"]), 100)


def test_lines_are_read_anew_each_time(tmp_path: Path) -> None:
    (tmp_path / "own.jsonl").write_text('{"a": 1}\n\n{"a": 2}\n')
    values = read_data(str(tmp_path / "own.jsonl"), 1 << 20).documents.values
    assert list(values) == list(values) == [{"a": 1}, {"a": 2}]
    assert {"a": 2} in values
    assert {"a": 3} not in values


@pytest.mark.parametrize("read", [read_data, read_files])
def test_what_the_system_refuses_is_named(
    read: Callable[[str, int], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refused)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=refused)))
    for named, why in ((str(tmp_path), "Permission denied"), ("-", "Permission denied"), ("x" * 300, "too long")):
        with pytest.raises(HostError, match="it cannot be read") as caught:
            read(named, 1 << 20)
        assert why in caught.value.why


@pytest.mark.parametrize("read", [read_data, read_files])
def test_a_pipe_is_read_once_whatever_bound_it_has(read: Callable[[str, int], object], tmp_path: Path) -> None:
    """A bound above all memory takes none."""
    os.mkfifo(tmp_path / "pipe")
    for most_bytes in (100, 1 << 60, 1 << 70):
        writer = Thread(target=(tmp_path / "pipe").write_bytes, args=(b'{"a": 1}\n{"a": 2}\n',))
        writer.start()
        read(str(tmp_path / "pipe"), most_bytes)
        writer.join()


def test_a_process_that_the_system_ends_is_a_fault_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(survey_module, "_in_turn", ended)
    with pytest.raises(HostError, match="ended a process"):
        in_pieces('{"a": 1}\n' * 100, 100)

"""Names of files of data: of the workloads made of them, and as they are shown."""

import os
import sys
from pathlib import Path

import pytest

from wirelab.app.own_data.files import read_data, workload_name
from wirelab.app.own_data.workload import Asked, added
from wirelab.cli.options.values import typed
from wirelab.workload.definition import load_workload

LINES = (
    '{"id": 1, "name": "a", "note": null}\n{"id": 2, "name": "b", "note": "x"}\n{"id": 3, "name": "c", "note": null}\n'
)


@pytest.mark.parametrize(
    ("named", "workload"),
    [
        ("Orders_2024.json.gz", "orders-2024"),
        ("orders", "orders-data"),
        ("Orders", "orders"),
        ("captured", "captured-data"),
        (f"{'a' * 79}_{'b' * 170}.json", "a" * 79),
    ],
    ids=["a file", "a file that is called like a folder", "another file", "a folder", "a long name"],
)
def test_a_workload_is_made_beside_data_of_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, workload: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if named == "captured":
        (tmp_path / named).mkdir()
    else:
        (tmp_path / named).write_text("{}")
    assert workload_name(named) == workload


@pytest.mark.parametrize(
    ("name", "shown"), [(b"ord\xff.jsonl", r"ord\udcff.jsonl"), (b"two\nlines.jsonl", r"two\nlines.jsonl")]
)
def test_a_name_that_no_text_can_have_is_shown_by_escapes(tmp_path: Path, name: bytes, shown: str) -> None:
    data = tmp_path / os.fsdecode(name)
    data.write_text(LINES)
    made, folder = added(Asked(data=str(data), name="orders"), tmp_path, str)
    assert load_workload(folder).says == f"3 documents of {shown}"
    assert made.schema.startswith(f"// Inferred by Wirelab from 3 documents of {shown}.\n// The command")


def test_losses_of_a_file_in_a_folder_are_shown_with_its_name_by_escapes(tmp_path: Path) -> None:
    (tmp_path / "orders").mkdir()
    (tmp_path / "orders" / os.fsdecode(b"a\xff.json")).write_text('{"id": 1, "id": 2}')
    _, folder = added(Asked(data=str(tmp_path / "orders"), name="mine"), tmp_path, str)
    (said,) = load_workload(folder).not_carried
    assert said.startswith(r"a\udcff.json: the key 'id' appears twice")


def test_a_table_is_no_lab_whatever_its_columns_are_called(tmp_path: Path) -> None:
    (tmp_path / "birds.csv").write_text("species,DUCKS,geese\nmallard,1,2\n")
    (found,) = read_data(str(tmp_path / "birds.csv"), 1 << 20).documents.values
    assert found == {"species": "mallard", "DUCKS": 1, "geese": 2}


def test_the_command_has_escapes_for_bytes_that_are_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["wirelab", "run", os.fsdecode(b"ord\xff\xc3\xa4.jsonl")])
    assert typed() == r"wirelab run 'ord\xffä.jsonl'"

"""Parquet files of others, whatever they are called."""

import os
from pathlib import Path

import duckdb
import pytest

from wirelab.model.errors import DefinitionError, HostError
from wirelab.store.parquet import read_parquet, read_parquet_rows

NAMES = ["rows[1].parquet", "row*.parquet", "rows?.parquet", "day=1/rows.parquet", os.fsdecode(b"\xff.parquet")]


@pytest.mark.parametrize("name", NAMES)
def test_a_files_rows_are_its_own(tmp_path: Path, name: str) -> None:
    """DuckDB would look for files that match such a name, take `day=1` for a column, and refuse what is no UTF-8."""
    plain, path = tmp_path / "rows1.parquet", tmp_path / name
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS x) TO '{plain}' (FORMAT parquet)")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(plain.read_bytes())
    plain.write_bytes(b"another")
    assert list(read_parquet_rows(path, "data x")) == ['{"x":1}']
    assert read_parquet(path, "table x").columns == {"x": ["1"]}


def test_a_column_of_any_name_is_one_of_the_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT {{'y': 1}} AS file_row, 2 AS x) TO '{path}' (FORMAT parquet)")
    assert list(read_parquet_rows(path, "data x")) == ['{"file_row":{"y":1},"x":2}']


@pytest.mark.parametrize(
    "columns", ["1 AS n_a, 2 AS n_b", "[{'n_a': 1, 'n_b': 2}] AS x", "1 AS n_b, MAP {'n_b': 1} AS n_a"]
)
def test_names_that_differ_only_in_case_are_refused(tmp_path: Path, columns: str) -> None:
    path = tmp_path / "rows.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT {columns}) TO '{path}' (FORMAT parquet)")
    assert len(list(read_parquet_rows(path, "data x"))) == 1
    path.write_bytes(path.read_bytes().replace(b"n_b", b"N_A"))
    with pytest.raises(DefinitionError, match=r"data x: it has '[nN]_[aA]' twice in one place, whatever its case"):
        list(read_parquet_rows(path, "data x"))


def test_a_file_in_memory_for_which_there_is_no_space(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(HostError, match="data x: it cannot be kept for DuckDB"):
        list(read_parquet_rows(b"PAR1", "data x"))

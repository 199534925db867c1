"""Lab files appear whole, and replace nothing, on any file system; and nothing in them reads another file."""

import errno
import os

import duckdb
import pytest

from tests.store.records import CELLS, INFO
from wirelab.app.lab.export import export
from wirelab.model.errors import LabError
from wirelab.store.copied_runs import Source, merge_into
from wirelab.store.lab import Lab


def test_a_lab_is_made_where_there_are_no_hard_links(tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    path = tmp_path / "wirelab.duckdb"
    monkeypatch.setattr(os, "link", refused)
    with Lab.open(path, create=True) as lab:
        lab.begin_run(INFO, CELLS)
    merged = path.with_name("merged.duckdb")
    merge_into(merged, [Source(path, 1, "")])
    with Lab.open(merged, create=False) as lab:
        assert [run.info for run in lab.runs()] == [INFO]


def test_a_lab_of_others_reads_no_file_of_its_readers(tmp_path):
    path, private = tmp_path / "theirs.duckdb", tmp_path / "private"
    private.write_text("secret")
    with Lab.open(path, create=True) as lab:
        lab.begin_run(INFO, CELLS)
    with duckdb.connect(path) as connection:
        connection.execute("ALTER TABLE run RENAME TO own")
        read = f"(SELECT content FROM read_text('{private}'))"
        connection.execute(f"CREATE VIEW run AS SELECT * REPLACE ({read} AS study) FROM own")
    with (
        Lab.open(path, create=False, read_only=True) as lab,
        pytest.raises(LabError, match="it would read other files"),
    ):
        lab.runs()
    for form in ("csv", "parquet"):
        with pytest.raises(LabError, match="it would read other files"):
            export(path, tmp_path / "out", form, force=False)

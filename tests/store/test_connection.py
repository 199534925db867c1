"""Lab files appear whole, and replace nothing, on any file system; and nothing in them reads another file."""

import errno
import os
from pathlib import Path

import duckdb
import pytest

from tests.store.records import CELLS, INFO
from wirelab.app.lab.export import export
from wirelab.model.errors import LabError, UsageError
from wirelab.store.copied_runs import Source, merge_into
from wirelab.store.lab import Lab
from wirelab.store.query import asked


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


@pytest.mark.parametrize("name", [":memory:", "day:1.duckdb", "sqlite:x", "~x.duckdb", "~"])
def test_a_name_is_that_of_a_file_whatever_duckdb_means_by_it(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with Lab.open(Path(name), create=True) as lab:
        lab.begin_run(INFO, CELLS)
    with Lab.open(Path(name), create=False, read_only=True) as lab:
        assert [run.info for run in lab.runs()] == [INFO]
    merge_into(Path("all:1"), [Source(Path(name), 1, "")])
    assert {each.name for each in tmp_path.iterdir()} == {name, "all:1"}


def test_a_link_that_leads_nowhere_and_a_log_of_another_file_are_called_that(tmp_path):
    link, lab, other = (tmp_path / name for name in ("link", "lab", "other"))
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(LabError, match="it is a link that leads nowhere"):
        Lab.open(link, create=True)
    for path in (lab, other):
        with Lab.open(path, create=True) as opened:
            opened.begin_run(INFO, CELLS)
            log = (tmp_path / f"{path.name}.wal").read_bytes()
    Path(f"{lab}.wal").write_bytes(log)
    with pytest.raises(LabError, match="the database's log beside it is of another file"):
        Lab.open(lab, create=False)


def test_a_name_that_is_not_text_is_refused(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.duckdb")
    for read_only in (False, True):
        with pytest.raises(LabError, match="its name is not UTF-8"):
            Lab.open(path, create=True, read_only=read_only)
    with pytest.raises(LabError, match="its name is not UTF-8"):
        merge_into(path, [])
    assert not list(tmp_path.iterdir())
    with Lab.open(tmp_path / "lab", create=True) as lab:
        for write in (lab.export, lab.export_partitions):
            with pytest.raises(UsageError, match="its name is not UTF-8"):
                write(path)
    with pytest.raises(LabError, match="its name is not UTF-8"):
        asked(path, "SELECT 1")


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

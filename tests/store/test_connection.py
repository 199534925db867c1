"""Lab files appear whole, and replace nothing, on any file system."""

import errno
import os

from tests.store.records import CELLS, INFO
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

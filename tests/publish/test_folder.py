"""The folder that is published: its earlier files are removed only where they were written, and its labs are whole."""

import shutil
from pathlib import Path

import duckdb
import pytest

from tests.publish.labs import add
from wirelab.app.publish.folder import Folder
from wirelab.app.publish.publish import About, publish
from wirelab.model.errors import UsageError
from wirelab.store.lab import Lab


def write(path: Path, *names: str) -> None:
    files = {name: str.encode(name).upper for name in names}
    Folder.at(path, force=False).write(files, lambda _: False)


def test_an_earlier_file_behind_a_link_is_not_removed(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    write(out, "index.html", "labs/one.duckdb")
    (out / "labs").rename(elsewhere)
    (out / "labs").symlink_to(elsewhere)
    with pytest.raises(UsageError, match="it is a link, or in one"):
        write(out, "index.html")
    assert [path.name for path in elsewhere.iterdir()] == ["one.duckdb"]


@pytest.mark.parametrize("listed", ['["a\\u0000b"]', '["\\ud800"]', 100_000 * "["])
def test_a_list_that_no_file_system_or_parser_takes_is_refused(tmp_path: Path, listed: str) -> None:
    (tmp_path / "published.json").write_text(f'{{"by": "wirelab publish", "files": {listed}}}')
    with pytest.raises(UsageError, match="it is not as Wirelab writes it"):
        write(tmp_path, "index.html")


def test_a_published_lab_has_what_is_only_in_its_log(tmp_path: Path) -> None:
    made, killed, out = tmp_path / "one.duckdb", tmp_path / "labs", tmp_path / "out"
    killed.mkdir()
    add(made, ended=False)
    with Lab.open(made, create=False) as lab:
        lab.finish_run(1, "all rounds were done")
        for path in (made, tmp_path / "one.duckdb.wal"):  # as `kill -9` leaves them
            shutil.copy(path, killed)
    publish([killed], out, About(), force=False, with_labs=True)
    published = out / "labs" / "one.duckdb"
    with Lab.open(published, create=False, read_only=True) as lab:
        assert [run.ending for run in lab.runs()] == ["all rounds were done"]
    with duckdb.connect(published) as connection:  # as DuckDB writes the same rows another time
        connection.execute("CREATE TABLE further (x INTEGER)")
        connection.execute("CHECKPOINT")
        connection.execute("DROP TABLE further")
    written = published.read_bytes()
    assert publish([killed], out, About(), force=False, with_labs=True).written == 0
    assert published.read_bytes() == written
    with duckdb.connect(published) as connection:
        connection.execute("UPDATE batch SET ns = ns + 1 WHERE process = 1")
    assert publish([killed], out, About(), force=False, with_labs=True).written == 1
    published.write_bytes(b"no lab")
    assert publish([killed], out, About(), force=False, with_labs=True).written == 1

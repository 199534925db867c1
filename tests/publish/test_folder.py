"""The folder that is published: its earlier files are removed only where they were written."""

from pathlib import Path

import pytest

from wirelab.app.publish.folder import Folder
from wirelab.model.errors import UsageError


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

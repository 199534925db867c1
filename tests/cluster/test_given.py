"""The files that a host keeps: pieces in order, whole files with the right digest, and room to spare."""

import errno
import hashlib
import os
import shutil
from pathlib import Path

import pytest

from wirelab import __version__
from wirelab.app.hosts.messages import LATEST, Give, Next
from wirelab.cluster import given as module
from wirelab.cluster.given import WORKLOADS, lacking, lay_out, require_room, take
from wirelab.model.errors import DefinitionError, HostError

SESSION = "1" * 32
ONE, TWO = b"the first file, in pieces", b"the second"


def _file(content: bytes) -> dict[str, object]:
    return {"digest": hashlib.sha256(content).hexdigest(), "size_bytes": len(content)}


def _asked() -> Next:
    files = {"orders/one.txt": _file(ONE), "orders/sub/two.txt": _file(TWO), "orders/again.txt": _file(ONE)}
    empty = {"orders/empty.txt": _file(b"")}
    given = {"wirelab": __version__, "study": "{}", "seed": 1, "command": "", "done": LATEST, "had": 0}
    brought = [{"named": "./orders", "name": "orders", "files": {**files, **empty}}]
    return Next.model_validate({"session": SESSION, **given, "brought": brought})


def _take(folder: Path, asked: Next, content: bytes, at: int, piece: bytes) -> int:
    digest = hashlib.sha256(content).hexdigest()
    return take(folder, Give(session=SESSION, digest=digest, at=at), asked.files[digest], piece)


def _refused(*_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
def test_files_are_taken_and_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:  # a file system such as FAT
        monkeypatch.setattr(os, "link", _refused)
    asked = _asked()
    assert len(lacking(tmp_path, asked)) == 3, "one content is given once"
    assert _take(tmp_path, asked, ONE, 0, ONE[:10]) == 10
    assert len(lacking(tmp_path, asked)) == 3
    assert _take(tmp_path, asked, ONE, 10, ONE[10:]) == len(ONE)
    assert _take(tmp_path, asked, TWO, 0, TWO) == len(TWO)
    assert _take(tmp_path, asked, b"", 0, b"") == 0
    assert lacking(tmp_path, asked) == ()
    for _ in range(2):
        lay_out(tmp_path, asked)
        place = tmp_path / WORKLOADS / "orders"
        assert (place / "one.txt").read_bytes() == (place / "again.txt").read_bytes() == ONE
        assert (place / "sub" / "two.txt").read_bytes() == TWO
        (place / "left-over.txt").touch()
    lay_out(tmp_path, asked)
    assert not (place / "left-over.txt").exists(), "the folder has only the driver's files"


def test_pieces_come_in_their_order_and_no_more_than_was_announced(tmp_path: Path) -> None:
    asked = _asked()
    assert _take(tmp_path, asked, ONE, 10, ONE[10:]) == 0, "the first is missing"
    assert _take(tmp_path, asked, ONE, 0, ONE[:10]) == 10
    assert _take(tmp_path, asked, ONE, 0, ONE[:10]) == 10, "the same piece again, as its answer was lost"
    assert _take(tmp_path, asked, ONE, 10, ONE[10:] + b"!") == 10, "too much"
    assert _take(tmp_path, asked, ONE, 10, ONE[10:]) == len(ONE)
    assert _take(tmp_path, asked, ONE, 0, b"something else") == len(ONE), "it is there"


def test_a_file_that_is_another_one_is_not_kept(tmp_path: Path) -> None:
    asked = _asked()
    with pytest.raises(DefinitionError, match="not the one that was announced"):
        _take(tmp_path, asked, ONE, 0, ONE[::-1])
    assert len(lacking(tmp_path, asked)) == 3
    assert _take(tmp_path, asked, ONE, 0, ONE) == len(ONE), "it may be given again"


def test_a_disk_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_room(tmp_path, _asked())
    free = shutil.disk_usage(tmp_path)._replace(free=module._SPARE_BYTES + len(ONE))
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: free)
    with pytest.raises(HostError, match="no room for the data"):
        require_room(tmp_path, _asked())

"""Things that a codec touches besides the bytes that it reads, as seen from outside."""

from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

import pytest

from wirelab.execution.withstand.witness import FOLDER, witness

FILE = "it opened a file that the bytes name"
CLASS = "it made an object of a class that the bytes name"
ADDRESS = "it opened a connection that the bytes name"


def test_nothing_is_touched(tmp_path: Path) -> None:
    with witness(tmp_path) as watching:
        (tmp_path / "other").write_text("x")
        assert watching.seen() == ""


def test_what_is_touched_is_seen_once(tmp_path: Path) -> None:
    with witness(tmp_path) as watching:
        Path(unquote(urlsplit(watching.file).path)).read_text()
        assert watching.seen() == FILE
        assert watching.seen() == ""
        Path(watching.environment[FOLDER], "class").read_bytes()
        assert watching.seen() == CLASS
        assert urlopen(watching.url + "x", timeout=5).read() == b"1"
        assert watching.seen() == ADDRESS
        Path(unquote(urlsplit(watching.file).path)).read_text()
        urlopen(watching.url, timeout=5).close()
        assert watching.seen() == f"{ADDRESS}, and {FILE}"


def test_where_it_is_has_nothing_to_say(tmp_path: Path) -> None:
    with witness(tmp_path) as watching:
        content = f'a "{watching.file}" b "{watching.url}"'.encode()
        assert watching.hidden(content) == b'a "{file}" b "{url}"'


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"), witness(tmp_path / "missing"):
        pass

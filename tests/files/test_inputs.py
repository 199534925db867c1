"""Files that a user names, and the faults that they can have."""

import os
from pathlib import Path

import pytest

from wirelab.files.inputs import read_text
from wirelab.model.errors import DefinitionError, HostError, UsageError


def test_text_with_or_without_a_mark_of_its_order(tmp_path: Path) -> None:
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfa = 1\n")
    (tmp_path / "plain").write_bytes(b"a = 1\n")
    assert read_text(tmp_path / "marked", "x") == read_text(tmp_path / "plain", "x") == "a = 1\n"


def test_what_is_not_there_is_a_mistake_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for missing in (tmp_path / "none", tmp_path / "file" / "in it"):
        with pytest.raises(UsageError, match="study x: there is no such file"):
            read_text(missing, "study x")
    with pytest.raises(UsageError, match="it is a folder"):
        read_text(tmp_path, "study x")


def test_what_may_not_be_read_is_the_machines(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("x")
    path.chmod(0)
    if os.geteuid() == 0:
        path = Path("/proc/self/mem")  # opens, and cannot be read from its start
    with pytest.raises(HostError, match="it cannot be read"):
        read_text(path, "study x")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_text_in_another_encoding_names_its_line(tmp_path: Path, mark: bytes) -> None:
    (tmp_path / "x.toml").write_bytes(mark + 'name = "x"\nüber = "grün"\n'.encode("latin-1"))
    with pytest.raises(DefinitionError, match="not text in UTF-8") as fault:
        read_text(tmp_path / "x.toml", "study x")
    assert fault.value.why == "line 2 has the byte 0xfc, which is not UTF-8"

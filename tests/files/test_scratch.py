"""Temporary folders go with the command that made them, or with the next one of the same user."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from wirelab.files import scratch

MAKES = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from wirelab.files.scratch import scratch
with scratch() as folder:
    (folder / "file").touch()
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch.clear_leftovers.cache_clear()
    return tmp_path


def test_a_folder_is_there_for_as_long_as_it_is_used(at: Path) -> None:
    with scratch.scratch() as folder:
        (folder / "file").touch()
    assert not any(at.iterdir())


def test_only_what_a_dead_command_left_is_cleared(at: Path) -> None:
    living, killed = (
        subprocess.Popen(
            [sys.executable, "-c", MAKES, str(at)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    )
    with living, killed:
        assert living.stdout is not None
        assert killed.stdout is not None
        used, left = (Path(process.stdout.readline().strip()) for process in (living, killed))
        killed.kill()
        killed.wait()
        prefix = left.name.rpartition("-")[0]
        (at / f"{prefix}-link").symlink_to(used)
        (at / "wirelab-other").mkdir()
        with scratch.scratch() as own:
            assert {path.name for path in at.iterdir()} == {used.name, own.name, f"{prefix}-link", "wirelab-other"}
        assert (used / "file").exists()
        living.communicate()
    assert not used.exists()

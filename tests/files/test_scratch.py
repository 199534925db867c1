"""Temporary folders: one while its process lives, and none that a killed process left."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from wirelab.files import scratch as module
from wirelab.files.scratch import scratch

HOLDER = "from wirelab.files.scratch import scratch\nwith scratch() as folder: print(folder, flush=True); input()"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    module._remove_orphans.cache_clear()
    return tmp_path


def aged(folder: Path) -> None:
    long_ago = time.time() - 3600
    os.utime(folder / ".alive", (long_ago, long_ago))


def test_a_folder_goes_when_it_was_used(temporary: Path) -> None:
    with scratch() as folder:
        (folder / "some").write_text("thing")
        assert folder.parent == temporary
    assert list(temporary.iterdir()) == []


def test_what_a_killed_process_left_is_removed_and_what_a_living_one_uses_stays(temporary: Path) -> None:
    with (
        subprocess.Popen([sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed,
        subprocess.Popen([sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as living,
    ):
        left, used = (Path(each.stdout.readline().decode().strip()) for each in (killed, living) if each.stdout)
        killed.kill()
        killed.wait()
        for folder in (left, used):
            aged(folder)
        (temporary / "wirelab-notes").mkdir()
        with scratch():
            assert not left.exists()
            assert used.exists()
            assert (temporary / "wirelab-notes").exists()
        living.kill()


def test_a_folder_that_is_young_may_be_about_to_be_locked(temporary: Path) -> None:
    young = temporary / "wirelab-young"
    young.mkdir()
    (young / ".alive").touch()
    with scratch():
        assert young.exists()

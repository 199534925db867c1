"""Temporary folders: one while its process lives, and none that a killed process left."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from wirelab.files import scratch as module
from wirelab.files.scratch import beside, scratch

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


def test_what_was_killed_before_it_could_lock_its_folder_is_removed_and_a_folder_of_a_user_stays(
    temporary: Path,
) -> None:
    empty, notes, filled = (temporary / f"wirelab-{name}" for name in ("abcd_123", "notes", "abcd_456"))
    for folder in (empty, notes, filled):
        folder.mkdir()
    (filled / "diary").touch()
    for folder in (empty, notes, filled):
        os.utime(folder, (0, 0))
    with scratch():
        assert [empty.exists(), notes.exists(), filled.exists()] == [False, True, True]


def test_what_somebody_planted_is_not_followed(temporary: Path) -> None:
    """Links to folders and locks, a pipe instead of a lock: nothing behind them is removed, and nobody waits."""
    precious, planted = temporary / "precious", [temporary / f"wirelab-planted{at}" for at in range(3)]
    precious.mkdir()
    (precious / ".alive").touch()
    planted[0].symlink_to(precious)
    for folder in planted[1:]:
        folder.mkdir()
    (planted[1] / ".alive").symlink_to(precious / ".alive")
    os.mkfifo(planted[2] / ".alive")
    for path in (precious / ".alive", planted[2] / ".alive", *planted[1:]):
        os.utime(path, (0, 0))
    with scratch():
        assert (precious / ".alive").exists()
        assert planted[0].is_symlink()


def test_what_a_killed_process_left_beside_a_file_goes_with_the_next(temporary: Path) -> None:
    holder = HOLDER.replace("scratch() as", f"beside(Path({str(temporary / 'report.html')!r})) as")
    holder = holder.replace("import scratch", "import beside\nfrom pathlib import Path")
    with subprocess.Popen([sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as killed:
        left = Path(killed.stdout.readline().decode().strip()) if killed.stdout else Path()
        killed.kill()
    aged(left)
    with beside(temporary / "other.html") as folder:
        assert folder.parent == temporary
        assert not left.exists()


def test_the_lock_goes_last(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed while it removes a folder leaves one that is known by its lock."""
    seen = []
    unlink, rmtree = Path.unlink, shutil.rmtree
    monkeypatch.setattr(Path, "unlink", lambda path: (seen.append(path.name), unlink(path)))
    monkeypatch.setattr(shutil, "rmtree", lambda path, **how: (seen.append(path.name), rmtree(path, **how)))
    with scratch() as folder:
        (folder / "file").touch()
        (folder / "folder").mkdir()
        (folder / "folder" / "another").touch()
    assert sorted(seen[:-1]) == ["file", "folder"]
    assert seen[-1] == folder.name
    assert not folder.exists()


def test_a_folder_that_is_young_may_be_about_to_be_locked(temporary: Path) -> None:
    young = temporary / "wirelab-young"
    young.mkdir()
    (young / ".alive").touch()
    with scratch():
        assert young.exists()

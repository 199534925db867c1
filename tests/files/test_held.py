"""A file that one process at a time holds."""

import multiprocessing
from pathlib import Path

import pytest

from wirelab.files.held import held


def _hold(path: Path, begun: object, done: object) -> None:
    with held(path) as ours:
        assert ours
        begun.set()  # type: ignore[attr-defined]
        done.wait(60)  # type: ignore[attr-defined]


def test_one_holds_it_until_its_block_or_its_process_ends(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with held(path) as ours, held(path) as theirs:
        assert (ours, theirs) == (True, False)
    spawning = multiprocessing.get_context("spawn")
    begun, done = spawning.Event(), spawning.Event()
    other = spawning.Process(target=_hold, args=(path, begun, done))
    other.start()
    assert begun.wait(60)
    with held(path) as ours:
        assert not ours
    other.kill()
    other.join()
    with held(path) as ours:
        assert ours
    assert path.stat().st_size == 0


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"), held(tmp_path / "lock"):
        pass
    assert not (tmp_path / "elsewhere").exists()

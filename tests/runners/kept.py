"""Sources in the lab's cache, where a language's own tools find their earlier builds."""

import fcntl
import filecmp
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wirelab.app.resources import cache_folder

MADE = {"bin", "obj", "target"}


@contextmanager
def kept(folders: Sequence[Path]) -> Iterator[Path]:
    """The folder in which copies of `folders` are beside each other; nobody else has it meanwhile.

    Files that differ are copied again, and are the newest then, whatever their age; the rest stays untouched.
    """
    place = cache_folder() / "tests" / "-".join(folder.name for folder in folders)
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for folder in folders:
            _bring(folder, place / folder.name)
        yield place


def _bring(source: Path, target: Path) -> None:
    wanted, there = _sources(source), _sources(target)
    for name in there - wanted:
        (target / name).unlink()
    for name in wanted:
        if name not in there or not filecmp.cmp(source / name, target / name, shallow=False):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, target / name)


def _sources(folder: Path) -> set[Path]:
    """Relative to `folder`, without the tools' output."""
    names = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {name for name in names if not MADE & {*name.parts}}

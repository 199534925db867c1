"""The inputs of a build stage: its files, and the digest of everything that could change its output."""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

_IGNORED = ("__pycache__", "*.pyc")


def copy_inputs(folder: Path, inputs: tuple[str, ...], source: Path) -> None:
    """Copy files and folders from `folder` to the same places in `source`; `../NAME/…` is beside both."""
    source.mkdir(parents=True, exist_ok=True)
    for name in inputs:
        origin, target = folder / name, Path(os.path.normpath(source / name))
        target.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, target, ignore=_left_out, dirs_exist_ok=True)
        else:
            shutil.copy2(origin, target)


def stage_digest(folder: Path, files: tuple[str, ...], facts: Mapping[str, object]) -> str:
    """SHA-256 over the bytes and names of `files` (folders included) seen from `folder`, and over `facts`."""
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    for name in files:
        for path in _files(folder / name):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            below = path.relative_to(folder / name).as_posix()
            digest.update(f"{name}\0{below}\0{content}\n".encode())
    return digest.hexdigest()


def states(files: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """The size in bytes and the time of change in nanoseconds of each of `files` that is there."""
    found = {name: Path(name).stat() for name in files if Path(name).is_file()}
    return {name: (state.st_size, state.st_mtime_ns) for name, state in found.items()}


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for entry in sorted(path.iterdir()):
        if not _left_out(str(path), [entry.name]):
            yield from _files(entry)


def _left_out(folder: str, names: list[str]) -> list[str]:
    """Bytecode in a folder, pipes and sockets, and links to nothing: by these, editors mark a file that is changed."""
    paths = [Path(folder, name) for name in names]
    there = {each for each in paths if each.is_file() or each.is_dir()}
    return [each.name for each in paths if each not in there or any(each.match(pattern) for pattern in _IGNORED)]

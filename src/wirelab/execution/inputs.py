"""What goes into a build stage: its files, and the digest of all that could change its output."""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_IGNORED = ("__pycache__", "*.pyc")


def copy_inputs(folder: Path, inputs: tuple[str, ...], source: Path) -> None:
    """Copy files and folders below `folder` to the same place below `source`."""
    source.mkdir(parents=True, exist_ok=True)
    for name in inputs:
        origin, target = folder / name, source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, target, ignore=shutil.ignore_patterns(*_IGNORED), dirs_exist_ok=True)
        else:
            shutil.copy2(origin, target)


def stage_digest(folder: Path, files: tuple[str, ...], facts: Mapping[str, object]) -> str:
    """SHA-256 over the bytes and names of `files` (folders included) below `folder`, and over `facts`.

    The lab's interpreter is always a fact, since steps may build on it.
    """
    everything = {**facts, "python": [sys.executable, sys.version]}
    digest = hashlib.sha256(json.dumps(everything, sort_keys=True).encode())
    for name in files:
        for path in _files(folder / name):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for entry in sorted(path.iterdir()):
        if not any(entry.match(pattern) for pattern in _IGNORED):
            yield from _files(entry)

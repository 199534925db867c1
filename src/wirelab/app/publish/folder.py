"""The published folder: which files may be written there, and which were, so that no file of others is lost."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wirelab.files.marks import HEAD_BYTES, is_lab
from wirelab.files.outputs import write_whole
from wirelab.model.errors import UsageError, host_faults

LIST = "published.json"
"""The file that lists the files that Wirelab wrote, so that the next `publish` knows which ones it may replace."""
_MARK = "wirelab publish"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that is, or will be, published."""

    path: Path
    before: frozenset[str]  # files that an earlier `publish` wrote, by path in the folder
    force: bool

    @classmethod
    def at(cls, path: Path, *, force: bool) -> "Folder":
        """The folder of that name, made when it is written.

        Raises:
            UsageError: it is a file, or its list is not one of Wirelab's.
        """
        part = f"folder {path}"
        if path.exists() and not path.is_dir():
            raise UsageError(part, "this is a file", remedy="name another folder")
        return cls(path, _listed(path), force)

    def write(self, files: Mapping[str, Callable[[], bytes]], lasts: Callable[[str], bool]) -> tuple[int, int]:
        """Write every file; one that `lasts` and is there stays. Returns how many changed, and how many it has now.

        Files of an earlier `publish` that are not among them are removed, except those that last.

        Raises:
            UsageError: a file that Wirelab did not write is in the way; nothing was written.
            HostError: something cannot be written.
        """
        remedy = "make room, or name another folder; the labs are as they were"
        with host_faults(f"folder {self.path}", "it cannot be written", remedy):
            kept = {*files, *(name for name in self.before if lasts(name))}
            old = sorted(self.before - kept)
            for name in (*files, *old):
                self._require_free(name)
            self.path.mkdir(parents=True, exist_ok=True)
            self._keep_list({*self.before, *files})
            changed = sum(self._write(name, made, lasting=lasts(name)) for name, made in files.items())
            for name in old:
                (self.path / name).unlink(missing_ok=True)
            self._keep_list(kept)
        return changed, len(kept)

    def _write(self, name: str, made: Callable[[], bytes], *, lasting: bool) -> bool:
        path = self.path / name
        if lasting and name in self.before and path.is_file():
            return False
        content = made()
        if path.is_file() and path.read_bytes() == content:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        return True

    def _require_free(self, name: str) -> None:
        """Make sure that a file is within the folder, and that writing or removing it destroys no file of others."""
        path = self.path / name
        if path.is_symlink() or (path.parent != self.path and path.parent.is_symlink()):
            raise UsageError(f"file {path}", "it is a link, or in one", remedy="remove it, or name another folder")
        if not path.exists() or name in self.before:
            return
        if path.is_dir():
            raise UsageError(f"file {path}", "there is a folder in its place", remedy="name another folder")
        with path.open("rb") as file:
            lab = is_lab(file.read(HEAD_BYTES))
        if lab or not self.force:
            remedy = "name another folder" + ("" if lab else ", or replace it with --force")
            raise UsageError(f"file {path}", "it already exists, and Wirelab did not write it", remedy=remedy)

    def _keep_list(self, names: set[str]) -> None:
        document = {"by": _MARK, "files": sorted(names)}
        write_whole(self.path / LIST, json.dumps(document, indent=0).encode() + b"\n")


def _listed(path: Path) -> frozenset[str]:
    """The files that an earlier `publish` wrote; none if there is no list.

    Raises:
        UsageError: Wirelab did not write the file of that name.
    """
    try:
        document = json.loads((path / LIST).read_bytes())
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError, RecursionError):
        document = None
    names = document.get("files") if isinstance(document, dict) and document.get("by") == _MARK else None
    if not isinstance(names, list) or not all(isinstance(name, str) and _is_inside(name) for name in names):
        what, remedy = "it is not as Wirelab writes it", "remove it, or name another folder"
        raise UsageError(f"file {path / LIST}", what, remedy=remedy)
    return frozenset(names)


def _is_inside(name: str) -> bool:
    """Whether a path leads to a file within the folder, not deeper than Wirelab writes them, by signs that it uses."""
    parts = name.split("/")
    return (
        name.isascii()
        and name.isprintable()
        and len(parts) <= 2
        and all(part not in ("", ".", "..") and os.sep not in part for part in parts)
    )

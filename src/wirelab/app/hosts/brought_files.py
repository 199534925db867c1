"""Workloads that only the driver has and brings to hosts: their files by digest, and pieces of these."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from wirelab.app.hosts.messages import LONGEST_PATH, MOST_BYTES, MOST_FILES, PATH, PIECE_BYTES, Brought, File
from wirelab.model.errors import UsageError, host_faults
from wirelab.study.definition import Study
from wirelab.workload.catalogue import Catalogue, is_folder
from wirelab.workload.definition import Workload


@dataclass(frozen=True, slots=True)
class BroughtFiles:
    """The files that a study needs and hosts do not have."""

    workloads: tuple[Brought, ...]
    paths: Mapping[str, Path]  # of each file, by its digest

    @property
    def announced(self) -> Mapping[str, File]:
        """Its files, by their digests."""
        return {file.digest: file for each in self.workloads for file in each.files.values()}

    def piece(self, digest: str, at: int) -> bytes:
        """The bytes of a file from `at` on, as many as are sent at a time; a HostError if it cannot be read."""
        path = self.paths[digest]
        with _readable(path), path.open("rb") as file:
            file.seek(at)
            return file.read(PIECE_BYTES)


def brought_files(study: Study, catalogue: Catalogue) -> BroughtFiles:
    """The files to bring for a study: those of the workloads that it names by their folders.

    Raises:
        UsageError: a file has a name that hosts do not take or another file has, or they are too many or too large.
        HostError: one cannot be read. Others as `Catalogue.find`.
    """
    workloads, paths, named_so, count, size_bytes = [], dict[str, Path](), dict[str, str](), 0, 0
    for named in filter(is_folder, study.factors.workload):
        workload, files = catalogue.find(named), dict[str, File]()
        for name, path in _files(workload):
            with _readable(path):
                count, size_bytes = count + 1, size_bytes + path.stat().st_size
            if count > MOST_FILES or size_bytes > MOST_BYTES:
                what = f"workloads of your own have more than {MOST_FILES:,} files or {MOST_BYTES >> 30} GiB"
                remedy = "take less data, or measure on each machine and merge the labs: wirelab merge"
                raise UsageError("option --hosts", what, remedy=remedy)
            with _readable(path), path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
                files[name] = File(digest=digest, size_bytes=file.tell())
            paths[digest] = path
            if named_so.setdefault(name, digest) != digest:
                what, remedy = f"another workload has another file {name}", "give one of their folders another name"
                raise UsageError(f"workload {workload.name}", what, remedy=remedy)
        workloads.append(Brought(named=named, name=workload.name, files=files))
    return BroughtFiles(tuple(workloads), paths)


def _files(workload: Workload) -> Iterator[tuple[str, Path]]:
    """The files of a workload and of those beside it that it needs, by name, without hidden and compiled ones."""
    replayed = () if workload.replay is None else (workload.replay.workload,)
    own = workload.folder.resolve()
    for folder in (own, *(own.parent / name for name in (*workload.source.draws_on, *replayed))):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(own.parent).as_posix()
            if not path.is_file() or "/." in name or "/__pycache__/" in name:
                continue
            if not re.fullmatch(PATH, name) or len(name) > LONGEST_PATH:
                what = f"hosts do not take a file that is called {name!r}"
                signs = f"at most {LONGEST_PATH} letters, digits, points, hyphens and underscores"
                remedy = f"use {signs}, or move it out of the folder"
                raise UsageError(f"workload {workload.name}", what, remedy=remedy)
            yield name, path


def _readable(path: Path) -> AbstractContextManager[None]:
    return host_faults(f"file {path}", "it cannot be read", "check its permissions")

"""The labs of a folder as a server finds them: by their names in it, never by a path."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from wirelab.app.compare.labs import compared_sessions
from wirelab.app.lab.export import export
from wirelab.app.lab.results import results_in
from wirelab.app.lab.session import session_in
from wirelab.model.errors import LabError, UsageError, WirelabError, host_faults
from wirelab.model.findings.change import Changes
from wirelab.model.run import Run
from wirelab.model.visible import is_unicode
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab
from wirelab.store.query import Answer, asked, schema_of

SUFFIX = ".duckdb"
_TOLERATED = 0.05
"""The default of `wirelab compare --worse`."""
Stamp = tuple[tuple[int, int, int], ...]
"""Facts that change when a lab does: the moment, size and number of its file and of its database's log beside it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A lab as it was last read."""

    name: str
    size_bytes: int
    runs: tuple[Run, ...] = ()  # the oldest first
    fault: WirelabError | None = None  # why it cannot be read now; its runs are then those that were read last

    @property
    def stopped(self) -> Run | None:
        """The run that `--resume` would finish."""
        return self.runs[-1] if self.runs and self.runs[-1].finished_at is None and self.fault is None else None


class Labs:
    """The labs directly in a folder, without links.

    Several threads ask. While a run of this server measures in a lab, nobody reads it: DuckDB allows a file one process
    that writes, or several that read, so a reader would keep the run from writing.
    """

    def __init__(self, folder: Path) -> None:
        """A UsageError if there is no such folder."""
        if not folder.is_dir():
            raise UsageError(f"folder {folder}", "there is no such folder", remedy="name one that has lab files")
        self.folder = folder.resolve()
        self._lock, self._measured = threading.Lock(), ""
        self._known: dict[str, tuple[Stamp, tuple[Run, ...]]] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the folder's files, in order: those that are text, and no links."""
        faults = host_faults(f"folder {self.folder}", "it cannot be read", "check its permissions")
        with faults, os.scandir(self.folder) as entries:
            files = (each.name for each in entries if each.is_file(follow_symlinks=False))
            return tuple(sorted(name for name in files if is_unicode(name)))  # a page cannot link to others

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the labs."""
        return tuple(name for name in self.files if name.endswith(SUFFIX))

    def stamp(self, name: str) -> Stamp:
        """The facts that change when the lab does."""
        found = []
        for path in (self.folder / name, self.folder / f"{name}.wal"):
            try:
                state = path.stat()
                found.append((state.st_mtime_ns, state.st_size, state.st_ino))
            except (OSError, ValueError):  # it was there a moment ago, has no log, or no file is called so
                found.append((0, 0, 0))
        return tuple(found)

    def seen(self) -> tuple[Seen, ...]:
        """Every lab, read where it has changed since."""
        return tuple(map(self._seen, self.names))

    @contextmanager
    def reading(self, name: str) -> Iterator[Path]:
        """The path of a lab, which is not measured in within the block.

        Raises:
            UsageError: the folder has no such lab.
            LabError: a run of this server measures in it.
        """
        if name not in self.names:
            raise UsageError(f"lab {name}", "there is no such lab in this folder", remedy="choose one from the list")
        with self._lock:
            if name == self._measured:
                what, remedy = "a run that was started here is measuring into it", "wait until it ends, or stop it"
                raise LabError(f"lab {name}", what, remedy=remedy)
            yield self.folder / name

    @contextmanager
    def measuring(self, name: str) -> Iterator[Path]:
        """The path of a lab that is read by nobody else here within the block; it need not be there yet."""
        with self._lock:
            self._measured = name
        try:
            yield self.folder / name
        finally:
            with self._lock:
                self._measured = ""

    def results(self, name: str, run: int) -> Results:
        """The results of a run; errors as `reading` and `results_in`."""
        with self.reading(name) as path:
            return results_in(path, run)

    def compared(self, *runs: tuple[str, int]) -> Changes:
        """The changes between two runs, each a lab and a number; errors as `reading` and `compared_sessions`."""
        sessions = []
        for name, run in runs:
            with self.reading(name) as path:
                sessions.append(replace(session_in(path, run), called=f"{name} run {run}"))
        before, after = sessions
        return compared_sessions(before, after, tolerated=_TOLERATED, allowed=None)

    def asked(self, name: str, sql: str) -> Answer:
        """The answer of a lab to a question in SQL; errors as `reading` and `query.asked`."""
        with self.reading(name) as path:
            return asked(path, sql)

    def schema(self, name: str) -> Answer:
        """The tables of a lab with their columns; errors as `reading`, and a LabError if it cannot be read."""
        with self.reading(name) as path:
            return schema_of(path)

    def packed(self, name: str, form: Literal["parquet", "csv"], folder: Path) -> Path:
        """Export every table of a lab as files, packed as one in `folder`; errors as `reading` and `export`."""
        with self.reading(name) as path:
            export(path, folder / "tables", form, force=False)
        with host_faults(f"lab {name}", "its tables cannot be packed", "make room, or set TMPDIR to another folder"):
            return Path(shutil.make_archive(str(folder / "packed"), "zip", root_dir=folder / "tables"))

    def _seen(self, name: str) -> Seen:
        stamp = self.stamp(name)
        size_bytes = sum(size for _, size, _ in stamp)
        before, runs = self._known.get(name, ((), ()))
        if before != stamp:
            try:
                with self.reading(name) as path, Lab.open(path, create=False, read_only=True) as opened:
                    runs = opened.runs()
            except (LabError, UsageError) as fault:  # or it has just been removed
                return Seen(name, size_bytes, runs, fault)
            self._known[name] = stamp, runs
        return Seen(name, size_bytes, runs)

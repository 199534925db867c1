"""What a cross-check measures is kept in a file as it goes, so that one that was ended goes on from there.

A file of JSON lines: the first says of which cross-check it is, each of the others what became of one process of the
lab's and the harness's turns around it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from wirelab.execution.turns import SideLost, TurnsTaken
from wirelab.files.reading import read_file
from wirelab.model.errors import HostError, UsageError
from wirelab.model.measurement import PlannedProcess

Taken = TurnsTaken | SideLost
_CELLS = "set of cells, builds or data"


class CheckedBy(BaseModel):
    """What turns have in common that belong to one cross-check.

    Attributes:
        platform: where they were taken.
        harness: its name and version.
        seed: of the order.
        cells: each with the builds that measure it and the digests of its data.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    platform: str
    harness: str
    seed: int
    cells: tuple[str, ...]


class _Turns(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    planned: PlannedProcess
    taken: Taken


class KeptTurns:
    """The turns of one cross-check: those that a file has, and those that are added to it."""

    def __init__(self, path: Path | None, of: CheckedBy) -> None:
        """Read what there is.

        A last line that was cut off, as by a `kill`, is measured again.

        Args:
            path: the file, empty if it is a new one; None: nothing is kept.
            of: the cross-check.

        Raises:
            UsageError: the file holds something else, or another cross-check.
            HostError: it cannot be read or written.
        """
        self._path = path
        self._known: dict[PlannedProcess, Taken] = {}
        if path is None:
            return
        whole = read_file(path, f"file {path}")
        end = whole.rfind(b"\n") + 1
        if not whole:
            self._append(of)
            return
        self._known = _read(path, whole[:end].splitlines(), of)
        with _written(path):
            os.truncate(path, end)

    def __len__(self) -> int:
        return len(self._known)

    def taken(self, planned: PlannedProcess, take: Callable[[], Taken]) -> Taken:
        """What became of `planned`: what the file says, or what `take` gives, which is kept.

        Raises:
            HostError: the file cannot be written.
        """
        if planned not in self._known:
            self._known[planned] = taken = take()
            self._append(_Turns(planned=planned, taken=taken))
        return self._known[planned]

    def _append(self, line: BaseModel) -> None:
        if self._path is None:
            return
        with _written(self._path), self._path.open("ab") as file:
            file.write(line.model_dump_json().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def require_place(path: Path) -> None:
    """Make sure that turns can be kept at `path`, before anything is built; an empty file is made if there is none.

    Raises:
        UsageError: the file holds something else.
        HostError: it cannot be read or written.
    """
    with _written(path), path.open("ab"):
        pass
    if whole := read_file(path, f"file {path}"):
        _head(path, whole.splitlines()[0])


def _read(path: Path, lines: list[bytes], of: CheckedBy) -> dict[PlannedProcess, Taken]:
    found = _head(path, lines[0] if lines else b"")
    if found != of:
        unlike = [_CELLS if key == "cells" else key for key, value in of if value != getattr(found, key)]
        why = f"it holds a cross-check with another {' and another '.join(unlike)}"
        remedy = "name another file, or go back to what was built and asked then"
        raise UsageError(f"file {path}", "nothing can be added to it", why=why, remedy=remedy)
    with _understood(path):
        turns = [_Turns.model_validate_json(line) for line in lines[1:]]
    return {each.planned: each.taken for each in turns}


def _head(path: Path, line: bytes) -> CheckedBy:
    with _understood(path):
        return CheckedBy.model_validate_json(line)


@contextmanager
def _understood(path: Path) -> Iterator[None]:
    try:
        yield
    except ValidationError:
        why = "it is not a file that `wirelab crosscheck --keep` wrote"
        raise UsageError(f"file {path}", "nothing can be added to it", why=why, remedy="name another file") from None


@contextmanager
def _written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        remedy = "name a file in a folder that you may write, with space left"
        raise HostError(
            f"file {path}", "it cannot be written", why=error.strerror or str(error), remedy=remedy
        ) from None

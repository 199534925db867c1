"""DuckDB's exceptions as faults on which a user can act."""

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import duckdb

from wirelab.model.errors import LabError, WirelabError

_HOLDER = re.compile(r"lock is held.*?\(PID (\d+)\)", re.DOTALL)
_INTERRUPTED = "Query interrupted"
_QUOTED = re.compile(r"([\"']).*?\1")  # names of files, mostly: `serializers.duckdb` is no symptom
_OTHER = "name another file with --lab"

# The words of DuckDB and the system, their meaning, and the remedy.
_SYMPTOMS = (
    (
        re.compile("file system operations are disabled"),
        "it would read other files, which no lab of Wirelab's does",
        f"restore it from a copy, or {_OTHER}",
    ),
    (
        re.compile("wal does not match", re.IGNORECASE),
        "the database's log beside it is of another file",
        f"move the file with .wal behind its name away, or {_OTHER}",
    ),
    (
        re.compile("no space left|file too large|quota", re.IGNORECASE),
        "there is no space left; everything recorded so far is safe",
        "free some space, then `wirelab run --resume`",
    ),
    (
        re.compile("permission denied|read-only|operation not permitted", re.IGNORECASE),
        "it cannot be written",
        f"make the file and its folder writable, or {_OTHER}",
    ),
    (
        re.compile("duplicate key|constraint error", re.IGNORECASE),
        "this has already been recorded",
        "`wirelab run --resume` continues from there",
    ),
    (
        re.compile("newer version of duckdb|storage version|version number", re.IGNORECASE),
        "another version of DuckDB wrote it",
        f"upgrade Wirelab, or {_OTHER}",
    ),
    (
        re.compile("could not read|corrupt|checksum|serializ|unexpected end|invalidated", re.IGNORECASE),
        "it is damaged: truncated, or changed by something else",
        f"restore it from a copy, or {_OTHER}",
    ),
)


class _OfLab(Protocol):
    path: Path


Own = TypeVar("Own", bound=_OfLab)
Given = ParamSpec("Given")
Read = TypeVar("Read")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn DuckDB's exceptions within the block into a `LabError` about the lab file at `path`."""
    try:
        yield
    except RuntimeError as error:
        # DuckDB runs Python's signal handlers while it works, and replaces their exceptions by its own. The command
        # line must see the interrupt itself: it then shows how to continue.
        if str(error) == _INTERRUPTED:
            raise KeyboardInterrupt from None
        raise
    except (duckdb.Error, OSError, OverflowError) as error:
        raise explain(path, error) from error


def understood(read: Callable[Concatenate[Own, Given], Read]) -> Callable[Concatenate[Own, Given], Read]:
    """A method that raises `LabError` where a lab contains data that no Wirelab writes: anybody may have changed it."""

    @functools.wraps(read)
    def reads(self: Own, /, *given: Given.args, **named: Given.kwargs) -> Read:
        try:
            return read(self, *given, **named)
        except LabError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, WirelabError) as error:
            why = str(error).strip().split("\n", 1)[0]
            what = "it contains something that Wirelab does not write"
            raise LabError(f"lab {self.path}", what, why=why, remedy=f"restore it from a copy, or {_OTHER}") from error

    return reads


def explain(path: Path, error: Exception) -> LabError:
    """Say the meaning of `error` for the lab file at `path`, and the remedy."""
    text, part = str(error), f"lab {path}"
    if held := _HOLDER.search(text):
        return held_by(path, int(held[1]))
    if "exists, but it is not a valid DuckDB" in text:
        return not_a_lab(path, "it is not a DuckDB file")
    cause = text.strip().split("\n", 1)[0]
    for symptom, what, remedy in _SYMPTOMS:
        if symptom.search(_QUOTED.sub("", cause)):
            return LabError(part, what, why=cause, remedy=remedy)
    return LabError(part, "it cannot be used", why=cause, remedy=_OTHER)


def held_by(path: Path, pid: int) -> LabError:
    """Another process has the file open."""
    command = _command_of(pid)
    return LabError(
        f"lab {path}",
        f"process {pid} is using it" + (f": {command}" if command else ""),
        why="only one process at a time can use a lab file",
        remedy="wait until it ends, or name another file with --lab",
    )


def not_a_lab(path: Path, why: str) -> LabError:
    """The file is something else."""
    remedy = "name a lab file with --lab; this file was not changed"
    return LabError(f"lab {path}", "this is not a lab file", why=why, remedy=remedy)


def _command_of(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return b" ".join(words).decode(errors="replace").strip()[:200]

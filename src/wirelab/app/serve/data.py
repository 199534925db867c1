"""Data of a user's own that comes over HTTP, into the folder that is served and no farther."""

import filecmp
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from wirelab.files.outputs import keep_new
from wirelab.files.packed import Source
from wirelab.files.scratch import beside
from wirelab.model.errors import UsageError, host_faults

_KIND = re.compile(r".+\.(json|jsonl|ndjson|csv|tsv|parquet|avro)(\.(gz|zst|zstd))?", re.IGNORECASE)
_OTHER_SIGNS = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 100


def is_data(name: str) -> bool:
    """Whether a file of this name may be data that a form can name."""
    return not name.startswith(".") and name.isprintable() and _KIND.fullmatch(name) is not None


def data_name(given: str) -> str:
    """The name that a file gets in the folder: letters, digits and `._-`, with the endings that it has.

    Raises:
        UsageError: its ending is not one of data.
    """
    name = _OTHER_SIGNS.sub("-", given).lstrip(".-_")[-_LONGEST:].lstrip(".-_")
    if not is_data(name):
        remedy = "end it in .json, .jsonl, .ndjson, .csv, .tsv, .parquet or .avro; .gz, .zst or .zstd may follow"
        raise UsageError(f"data {given[:_LONGEST]}", "its name does not show its format", remedy=remedy)
    return name


@contextmanager
def receiving(folder: Path, name: str, most_bytes: int) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that takes a file's pieces in order; the file is whole when the block ends, or was never there.

    Raises:
        UsageError: another file of the name is there.
        DefinitionError: it has more than `most_bytes`.
        HostError: it cannot be written.
    """
    path, bound, come = folder / name, Source(b"", f"data {name}", most_bytes), 0
    remedy = "make room, or make the folder writable; nothing else was changed"
    with host_faults(f"data {name}", "it cannot be written", remedy), beside(path) as place:
        part = place / name
        with part.open("wb") as file:

            def take(piece: bytes) -> None:
                nonlocal come
                come = bound.bounded(come + len(piece))
                file.write(piece)

            yield take
        _keep(part, path)


def _keep(part: Path, path: Path) -> None:
    try:
        keep_new(part, path)
    except FileExistsError:
        if path.is_symlink() or not path.is_file() or not filecmp.cmp(part, path, shallow=False):
            what, remedy = "another file of this name is there", "rename yours, or choose the one that is there"
            raise UsageError(f"data {path.name}", what, remedy=remedy) from None

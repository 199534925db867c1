"""The data that a driver brings to a host: files by their digests, and the folders of workloads that they make up.

All of it is others' bytes: names and sizes were checked when they were announced, a file counts once its digest is
right, and nothing is executed here. A workload with code of its own is measured where it was trusted.
"""

import hashlib
import shutil
from pathlib import Path

from wirelab.app.hosts.messages import File, Give, Next
from wirelab.files.outputs import same_content
from wirelab.model.errors import DefinitionError, HostError

WORKLOADS = "workloads"
"""The folder of a session that has the folders of workloads."""
_GIVEN, _PART = "given", ".part"
_SPARE_BYTES = 1 << 30


def lacking(folder: Path, asked: Next) -> tuple[str, ...]:
    """The files that are not in a session's folder yet, by their digests."""
    return tuple(digest for digest in asked.files if not (folder / _GIVEN / digest).is_file())


def require_room(folder: Path, asked: Next) -> None:
    """Make sure that the disk has room for the data, and some to spare; else a HostError."""
    wanted = sum(asked.files[digest].size_bytes for digest in lacking(folder, asked))
    free = shutil.disk_usage(folder).free
    if wanted + _SPARE_BYTES > free:
        what, why = "its disk has no room for the data", f"{wanted:,} bytes are brought, and {free:,} are free"
        raise HostError(f"folder {folder.parent}", what, why=why, remedy="make room, or name another with --folder")


def take(folder: Path, given: Give, announced: File, piece: bytes) -> int:
    """Keep a piece of a file, if it continues the part that is there; returns how many bytes of the file are there.

    Raises:
        DefinitionError: the file is whole, and not the one that was announced.
    """
    whole = folder / _GIVEN / given.digest
    part = whole.with_name(whole.name + _PART)
    if whole.is_file():
        return announced.size_bytes
    part.parent.mkdir(exist_ok=True)
    has = part.stat().st_size if part.exists() else 0
    if given.at != has or has + len(piece) > announced.size_bytes:
        return has
    with part.open("ab") as file:
        file.write(piece)
    has += len(piece)
    if has == announced.size_bytes:
        _keep(part, whole)
    return has


def lay_out(folder: Path, asked: Next) -> None:
    """Make the folders of workloads from the files that were given; they replace earlier ones."""
    place = folder / WORKLOADS
    shutil.rmtree(place, ignore_errors=True)
    for each in asked.brought:
        for path, file in each.files.items():
            target = place / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():  # one that two workloads need
                same_content(folder / _GIVEN / file.digest, target)


def _keep(part: Path, whole: Path) -> None:
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != whole.name:
        part.unlink()
        what, remedy = "a file of the data is not the one that was announced", "do not change it while it is measured"
        raise DefinitionError("host", what, why=f"its digest is {digest[:12]}…, not {whole.name[:12]}…", remedy=remedy)
    part.replace(whole)

"""Files of the cache, and a note beside them, written last: the digest of each, and facts about their content."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from wirelab.files.outputs import write_whole


def kept(note: Path) -> Mapping[str, Any] | None:
    """The facts of a note, if each of its files is whole; their digests are under `files`."""
    with suppress(FileNotFoundError, ValueError, LookupError, TypeError, AttributeError):
        facts: dict[str, Any] = json.loads(note.read_text(encoding="utf-8"))
        if all(digest_of(note.with_name(name)) == digest for name, digest in facts["files"].items()):
            return facts
    return None


def keep(note: Path, files: Mapping[str, str], **facts: object) -> None:
    """Write the note of files beside it: their digests by their names, and facts."""
    write_whole(note, json.dumps({"files": files, **facts}).encode())


def digest_of(path: Path) -> str:
    """SHA-256 of a file, lower-case hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

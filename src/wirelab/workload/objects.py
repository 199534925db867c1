"""Corpora taken apart for runners: files of objects in the cache, beside the corpus, checked by digest when used."""

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wirelab.model.errors import HostError
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.objects import take_apart
from wirelab.workload.corpus import Corpus, write_whole

_OBJECTS, _COLUMNS, _NOTE = ".objects", ".columns", ".objects.json"


@dataclass(frozen=True, slots=True)
class Copy:
    """A corpus, taken apart.

    Attributes:
        corpus: the corpus.
        objects: its file of objects: what codecs encode (protocol/v2/README.md, Data).
        columns: its file of columns: what they do not; None where there is none.
    """

    corpus: Corpus
    objects: Path
    columns: Path | None = None


def taken_apart(corpus: Corpus, types: CompiledSchema) -> Copy:
    """The files of a corpus: from the cache, or made.

    Safe to call from several processes at once. Files whose bytes are not what was written are made again.

    Args:
        corpus: in the cache.
        types: its workload's.

    Raises:
        HostError: no space, or no permission.
    """
    try:
        kept = _kept(corpus)
        if kept is None:
            objects, columns = take_apart(corpus.path.read_bytes(), types)
            kept = {_OBJECTS: objects} if columns is None else {_OBJECTS: objects, _COLUMNS: columns}
            for suffix, data in kept.items():
                write_whole(_path(corpus, suffix), lambda file, data=data: file.write(data))  # type: ignore[misc]
            note = json.dumps({"corpus": corpus.digest, **{suffix: _digest(data) for suffix, data in kept.items()}})
            write_whole(_path(corpus, _NOTE), lambda file: file.write(note.encode()))
    except OSError as error:
        remedy = "free some space, or set WIRELAB_CACHE to a writable folder"
        raise HostError(f"corpus {corpus.name}", "it cannot be taken apart", why=str(error), remedy=remedy) from error
    return Copy(corpus, _path(corpus, _OBJECTS), _path(corpus, _COLUMNS) if _COLUMNS in kept else None)


def _kept(corpus: Corpus) -> dict[str, bytes] | None:
    """What the cache holds, if it is whole and of this corpus."""
    with suppress(FileNotFoundError, ValueError, AttributeError):
        note = json.loads(_path(corpus, _NOTE).read_text(encoding="utf-8"))
        if note.pop("corpus", None) != corpus.digest:
            return None
        kept = {suffix: _path(corpus, suffix).read_bytes() for suffix in note if suffix in (_OBJECTS, _COLUMNS)}
        if _OBJECTS in kept and all(_digest(data) == note[suffix] for suffix, data in kept.items()):
            return kept
    return None


def _path(corpus: Corpus, suffix: str) -> Path:
    return corpus.path.with_suffix(suffix)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

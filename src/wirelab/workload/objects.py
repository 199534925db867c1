"""Corpora taken apart for runners: files of objects in the cache, beside the corpus, checked by digest when used."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from wirelab.files.outputs import write_whole
from wirelab.model.errors import HostError
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.objects import take_apart
from wirelab.workload.corpus import Corpus
from wirelab.workload.kept import keep, kept

_OBJECTS, _COLUMNS, _NOTE = ".objects", ".columns", ".objects.json"


@dataclass(frozen=True, slots=True)
class Copy:
    """A corpus, taken apart (protocol/v2/README.md, Data)."""

    corpus: Corpus
    objects: Path  # the file of the objects that codecs encode
    columns: Path | None = None  # the file of the parts that they do not encode


def taken_apart(corpus: Corpus, types: CompiledSchema) -> Copy:
    """The files of a corpus: from the cache, or made.

    Safe to call from several processes at once. Files whose bytes are not those that were written are made again.

    Raises:
        DefinitionError: an object has no payload.
        HostError: no space, or no permission.
    """
    note = corpus.path.with_suffix(_NOTE)
    try:
        facts = kept(note)
        if facts is None or facts.get("corpus") != corpus.digest:
            objects, columns = take_apart(corpus.path.read_bytes(), types)
            files = {corpus.path.with_suffix(_OBJECTS): objects}
            if columns is not None:
                files[corpus.path.with_suffix(_COLUMNS)] = columns
            for path, data in files.items():
                write_whole(path, data)
            digests = {path.name: hashlib.sha256(data).hexdigest() for path, data in files.items()}
            keep(note, digests, corpus=corpus.digest)
    except OSError as error:
        remedy = "free some space, or set WIRELAB_CACHE to a writable folder"
        raise HostError(f"corpus {corpus.name}", "it cannot be split", why=str(error), remedy=remedy) from error
    has_columns = types.schema.payload is not None
    return Copy(corpus, corpus.path.with_suffix(_OBJECTS), corpus.path.with_suffix(_COLUMNS) if has_columns else None)

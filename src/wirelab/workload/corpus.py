"""Corpora: made once, kept in the cache, checked by digest whenever they are used."""

import hashlib
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wirelab.files.outputs import write_whole
from wirelab.model.cell import CorpusName
from wirelab.model.errors import DefinitionError, HostError
from wirelab.model.units import ByteCount
from wirelab.schema.messages import CorpusBytes, write_corpus
from wirelab.workload.definition import DIGESTS, GENERATOR, Files, Workload
from wirelab.workload.kept import keep, kept
from wirelab.workload.patience import Notice, patience
from wirelab.workload.source import inputs, messages

# Raised when the same generator would give other bytes: a change of filling or of the order of map entries.
_MAKING = "2"
_NOTE = ".json"
_RECORD = "record them again: wirelab workload check FOLDER --record"


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus on disk."""

    name: CorpusName
    path: Path  # the file: length-delimited messages of the workload's root type
    digest: str  # SHA-256 of the file, lower-case hexadecimal
    objects: int
    bytes: ByteCount  # of the file


def make_corpus(workload: Workload, size: str, variant: str, seed: int | None, cache: Path, notice: Notice) -> Corpus:
    """The corpus of a workload at one size and variant: from the cache, or made.

    Safe to call from several processes at once. A corpus in the cache whose bytes are not those that were written is
    made again, and `notice` hears that, or that making one takes long. The `seed` is of the generator, or of the order
    of objects in files; None: the workload's own, whose digests are recorded.

    Raises:
        UsageError: no such size or variant.
        DefinitionError: the generator fails, gives nothing, or makes other bytes than `digests.toml` records.
        HostError: no space, or no permission.
    """
    name = workload.corpus_name(size, variant)
    seed = workload.source.seed if seed is None else seed
    try:
        path = cache / "corpora" / workload.name / _key(workload) / f"{size}.{variant}.{seed}.corpus"
        with patience(notice, lambda: f"making corpus {name}"):
            written = _kept(path, name, notice) or _make(workload, name, seed, path)
    except OSError as error:
        raise HostError(
            f"corpus {name}",
            "it cannot be written or read",
            why=str(error),
            remedy="free some space, or set WIRELAB_CACHE to a writable folder",
        ) from error
    nothing = written.bytes == written.objects  # not a byte behind the length of any
    if not written.objects or (nothing and not isinstance(workload.source, Files)):  # data may be only defaults
        what, why = f"corpus {name} is empty", f"objects of 0 bytes ({written.objects}) would be measured"
        raise DefinitionError(f"workload {workload.name}", what, why=why, remedy="give it objects with values")
    if seed == workload.source.seed:
        _check_recorded(workload, name, written.digest)
    return Corpus(name, path, written.digest, written.objects, ByteCount(written.bytes))


def recorded_digests(workload: Workload) -> dict[str, dict[str, str]]:
    """`digests.toml`: digest by size, then by variant, of the corpora of the workload's own seed; empty without one.

    Raises:
        DefinitionError: it is not TOML of tables of texts.
    """
    path = workload.folder / DIGESTS
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, a number of thousands of digits
        what = f"its {DIGESTS} is not TOML"
        raise DefinitionError(f"workload {workload.name}", what, why=str(error), remedy=_RECORD) from error
    if not all(
        isinstance(table, dict) and all(isinstance(one, str) for one in table.values()) for table in tables.values()
    ):
        what = f"its {DIGESTS} is not a table of digests for each size"
        raise DefinitionError(f"workload {workload.name}", what, remedy=_RECORD)
    return tables


def _key(workload: Workload) -> str:
    """Digest of the inputs of a workload's corpora and of the files beside them: types, payload, source, `_MAKING`."""
    digest = hashlib.sha256(f"{_MAKING} {workload.proto} {workload.root} {workload.payload}".encode())
    folders = [workload.folder, *(workload.folder.parent / name for name in workload.source.draws_on)]
    protos = (path for folder in folders for path in folder.rglob("*.proto") if path.is_file())
    for path in sorted([*protos, *inputs(workload)]):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(workload.folder.parent).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def _kept(path: Path, name: CorpusName, notice: Notice) -> CorpusBytes | None:
    """The content of the cache, if it is whole."""
    note = path.with_suffix(_NOTE)
    if not note.exists():  # written last: another process is still at it, or was ended before
        return None
    with suppress(LookupError, TypeError):
        facts = kept(note) or {}
        return CorpusBytes(facts["files"][path.name], facts["objects"], facts["bytes"])
    notice(f"corpus {name}: the cached copy was damaged (its digest differs) and will be made again")
    return None


def _make(workload: Workload, name: CorpusName, seed: int, path: Path) -> CorpusBytes:
    made = messages(workload, name.size, name.variant, seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    written: list[CorpusBytes] = []
    write_whole(path, lambda file: written.append(write_corpus(file, made)))
    (corpus,) = written
    keep(path.with_suffix(_NOTE), {path.name: corpus.digest}, objects=corpus.objects, bytes=corpus.bytes)
    return corpus


def _check_recorded(workload: Workload, name: CorpusName, digest: str) -> None:
    recorded = recorded_digests(workload).get(name.size, {}).get(name.variant)
    if recorded is not None and recorded != digest:
        raise DefinitionError(
            f"workload {workload.name}",
            f"its generator changed: corpus {name} is not the recorded one",
            why=f"{DIGESTS} has {recorded}, but {GENERATOR} makes {digest}",
            remedy=f"undo the change, or record it if intended: wirelab workload check {workload.folder} --record",
        )

"""A session of a driver, beside its lab: its study, and each host's lab as it was handed over last.

When a host has ended, its run is copied into the driver's lab; when all have ended, the folder is removed.
"""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import zstandard
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wirelab.app.destinations import PARTS, SESSION
from wirelab.app.lab.results import results_of_run
from wirelab.design.plan import draw
from wirelab.files.held import held
from wirelab.files.inputs import read_text
from wirelab.files.outputs import write_whole
from wirelab.files.scratch import beside
from wirelab.model.errors import DefinitionError, LabError, host_faults
from wirelab.model.run import CorpusFacts, Run
from wirelab.report.quantities import several
from wirelab.store.copied_runs import Source, add_run
from wirelab.store.lab import Lab
from wirelab.store.reader import Contents
from wirelab.study.definition import Study

_LOCK = "lock"
_SEED_BITS = 32
_MOST_BYTES, _CHUNK_BYTES = 16 << 30, 1 << 20


class Session(BaseModel):
    """The study that hosts measure, with the facts that are needed to continue it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[0-9a-f]{32}$")
    study: str  # as JSON
    name: str  # the study's
    seed: int
    command: str
    hosts: tuple[str, ...]
    finished: Mapping[str, int] = {}  # the number of each host's run in the driver's lab

    def seed_of(self, host: str) -> int:
        """Each host draws its own plan, so that the effects of order differ between them, too."""
        return draw(self.seed, "host", host) % (1 << _SEED_BITS)


class NotTakenError(Exception):
    """A host handed over something other than the session's lab; contains the reason."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A host's lab, as it was handed over."""

    run: Run
    has: Contents
    corpora: tuple[CorpusFacts, ...]


class Kept:
    """A session in its folder, which one driver at a time has."""

    def __init__(self, lab: Path, session: Session) -> None:
        """Use `kept_session`."""
        self._lab, self.session = lab, session
        self._handed: dict[str, Handed] = {}  # opening a lab takes longer than a question to a host

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return folder_of(self._lab)

    def handed(self, host: str) -> Handed | None:
        """The lab that a host has handed over so far."""
        path = self._file(host)
        if host not in self._handed and path.exists():
            self._handed[host] = _looked_at(path)
        return self._handed.get(host)

    def take(self, host: str, packed: bytes) -> Handed:
        """Keep the lab that a host hands over, instead of the one before.

        Raises:
            NotTakenError: it is no lab, not of this session, or has less than before.
            HostError: it cannot be kept.
        """
        path = self._file(host)
        before = self.handed(host)
        with self._keeping(f"the measurements of host {host} cannot be kept"), beside(path) as scratch:
            part = scratch / path.name
            _unpack(packed, part)
            try:
                fresh = _looked_at(part)
            except LabError as error:
                raise NotTakenError(f"the lab that it handed over cannot be read: {error.what}") from None
            self._require_own(host, fresh, before)
            part.replace(path)
        self._handed[host] = fresh
        return fresh

    def add(self, host: str) -> int:
        """Copy a host's run into the driver's lab, once, and give its number there."""
        handed = self.handed(host)
        assert handed is not None
        with Lab.open(self._lab, create=True) as opened:
            there = next((run.id for run in opened.runs() if run.identity == handed.run.identity), None)
        run = there or add_run(self._lab, Source(self._file(host), handed.run.id, f"host {host}"))
        self._keep(self.session.model_copy(update={"finished": {**self.session.finished, host: run}}))
        return run

    def is_complete(self, host: str) -> bool:
        """Whether a host measured the whole study."""
        with Lab.open(self._lab, create=False, read_only=True) as opened:
            return results_of_run(opened, opened.run(self.session.finished[host])).complete

    def partial(self, host: str) -> Path | None:
        """The lab of a host that has not ended."""
        path = self._file(host)
        return path if path.exists() and host not in self.session.finished else None

    def remove_if_whole(self) -> None:
        """Remove the folder, once every host's run is in the driver's lab."""
        if set(self.session.finished) == set(self.session.hosts):
            shutil.rmtree(self.folder, ignore_errors=True)

    def _file(self, host: str) -> Path:
        return self.folder / f"{host}.duckdb"

    def _keep(self, session: Session) -> None:
        with self._keeping("the session cannot be kept"):
            write_whole(self.folder / SESSION, session.model_dump_json(indent=1).encode())
        self.session = session

    def _keeping(self, what: str) -> AbstractContextManager[None]:
        return host_faults(f"folder {self.folder}", what, "make room, then `wirelab run --resume --hosts FILE`")

    def _require_own(self, host: str, fresh: Handed, before: Handed | None) -> None:
        info = fresh.run.info
        if info.seed != self.session.seed_of(host) or info.study != self.session.name:
            raise NotTakenError("the lab that it handed over is of another session")
        if before is not None and (fresh.run.identity != before.run.identity or fresh.has.order < before.has.order):
            raise NotTakenError(
                f"it handed over {several(fresh.has.processes, 'process')}, fewer than the {before.has.processes}"
                " before: somebody changed its lab"
            )


def folder_of(lab: Path) -> Path:
    """Where the session of a lab is kept."""
    return lab.with_name(f"{lab.name}{PARTS}")


@contextmanager
def kept_session(lab: Path, new: Session | None) -> Iterator[Kept]:
    """The session beside a lab: a new one, or the one that was stopped.

    Raises:
        LabError: there is none to resume, or one that the user must resume first; or another driver has it.
        HostError: the folder cannot be written. DefinitionError: its contents were not written by Wirelab.
    """
    folder = folder_of(lab)
    part = f"session {folder}"
    if new is None and not (folder / SESSION).exists():
        remedy = "start one: wirelab run STUDY --hosts FILE"
        raise LabError(f"lab {lab}", "it has no stopped session of hosts to resume", remedy=remedy)
    with host_faults(part, "it cannot be kept", "make the folder writable, or make room"):
        folder.mkdir(mode=0o700, exist_ok=True)
        with held(folder / _LOCK) as ours:
            if not ours:
                remedy = "wait until it ends, or name another lab file with --lab"
                raise LabError(part, "another driver has it", remedy=remedy)
            if new is not None and (folder / SESSION).exists():
                what = "it is unfinished"
                remedy = f"finish it with `wirelab run --resume --hosts FILE`, or remove {folder} and everything in it"
                raise LabError(part, what, remedy=remedy)
            kept = Kept(lab, new or _session_in(folder / SESSION))
            if new is not None:
                kept._keep(new)
            yield kept


def study_in(text: str) -> Study:
    """The study of a session; a DefinitionError if another Wirelab wrote it and this one cannot read it."""
    try:
        return Study.model_validate_json(text)
    except ValueError as error:
        what, remedy = "this version of Wirelab cannot read it", "install the version that it began with on all hosts"
        raise DefinitionError("study of the session", what, why=str(error), remedy=remedy) from None


def _session_in(path: Path) -> Session:
    try:
        return Session.model_validate_json(read_text(path, f"session {path}"))
    except ValidationError as error:
        why, remedy = str(error.errors()[0]["msg"]), "start another session, in another lab file"
        raise DefinitionError(f"session {path}", "it is not as Wirelab writes it", why=why, remedy=remedy) from None


def _looked_at(path: Path) -> Handed:
    """The run of a host's lab; a LabError if it cannot be read, or does not have exactly one run."""
    with Lab.open(path, create=False, read_only=True) as opened:
        runs = opened.runs()
        if len(runs) != 1:
            raise LabError(f"lab {path}", f"it has {len(runs)} runs instead of one", remedy="leave it out")
        return Handed(runs[0], opened.contents(runs[0].id), opened.corpora(runs[0].id))


def _unpack(packed: bytes, path: Path) -> None:
    """Unpack a lab into a file, up to a bound, so that a few bytes cannot fill the disk."""
    left = _MOST_BYTES
    try:
        with path.open("wb") as file, zstandard.ZstdDecompressor().stream_reader(packed) as reader:
            while chunk := reader.read(_CHUNK_BYTES):
                left -= len(chunk)
                if left < 0:
                    raise NotTakenError(f"the lab that it handed over is larger than {_MOST_BYTES >> 30} GiB")
                file.write(chunk)
    except zstandard.ZstdError as error:
        raise NotTakenError(f"the lab that it handed over cannot be unpacked: {error}") from None

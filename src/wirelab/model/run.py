"""A run as a lab file keeps it: its request, place and time, and how it ended."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from wirelab.model.cell import CorpusName, Operation
from wirelab.model.subject import Subject, subject_in
from wirelab.model.units import ByteCount

NO_COMPRESSOR = "none"
GZIP, DEFLATE, ZSTANDARD = "gzip-6", "deflate-6", "zstd-3"
TOGETHER, WITH_DICTIONARY = " together", " with a dictionary"
ROUND_TRIP = "round trip"
ORIGIN = "origin"
"""The fact beside those of a host that names the lab file and the run that a merged run comes from."""


def outputs_kind(operation: Operation) -> str:
    """The kind of the check that all processes of a cell give the same bytes, and those that were verified."""
    return f"outputs of {operation}"


def instructions_kind(operation: Operation) -> str:
    """The kind of the check that counts a call's instructions: its detail is their number."""
    return f"instructions of {operation}"


def reads_kind(writer: Subject) -> str:
    """The kind of the check that a codec reads the output of another version of it."""
    return f"{_READS}{writer}"


def bytes_kind(other: Subject) -> str:
    """The kind of the check that a codec writes the bytes that another version of it does."""
    return f"{_BYTES}{other}"


_READS, _BYTES = "reads what was written by ", "writes the bytes of "


@dataclass(frozen=True, slots=True)
class NotRun:
    """Something asked for that cannot be measured."""

    what: str  # a runner on a platform, or a subject
    why: str  # the reason and the remedy
    fault: bool = False  # whether it failed, or was asked for by name; else it is just not here


@dataclass(frozen=True, slots=True)
class RunInfo:
    """All facts that are known when a run begins, enough to resume it: also the study as it is measured, as JSON."""

    study: str
    study_json: str
    not_run: tuple[NotRun, ...]
    seed: int
    started_at: datetime
    wirelab_version: str
    command: str = ""
    host: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """A run in a lab file."""

    id: int
    info: RunInfo
    finished_at: datetime | None  # UTC, or None while it can be resumed
    ending: str  # why it ended, as a clause, or empty while it can be resumed
    processes: int  # recorded so far, lost ones included
    rounds: int  # that a process is recorded of; one more than the study's where the last round's losses were retried

    @property
    def identity(self) -> tuple[datetime, int, str, str]:
        """Facts that it shares with its copies in other lab files, and with no other run."""
        return self.info.started_at, self.info.seed, self.info.study_json, self.info.command


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """A corpus as it was measured, with the SHA-256 of its file in lower-case hexadecimal."""

    name: CorpusName
    digest: str
    objects: int
    encoded_bytes: ByteCount


@dataclass(frozen=True, slots=True)
class EncodedSize:
    """How large a corpus is in a subject's bytes, behind a compressor that is not part of the subject."""

    corpus: CorpusName
    platform: str
    subject: Subject
    compressor: str
    """`NO_COMPRESSOR` for the bytes themselves, or a name and level such as `GZIP`; with `TOGETHER` behind it for
    all objects compressed as one."""
    size_bytes: ByteCount
    """Sum over objects, each compressed on its own unless together; columns beside payloads not counted."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check that values survive, outside the timed processes."""

    corpus: CorpusName
    platform: str
    subject: Subject
    kind: str  # which check: `ROUND_TRIP`, or `outputs_kind` or `instructions_kind` of an operation
    passed: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The readings of two versions of a codec of each other's bytes."""

    corpus: CorpusName
    platform: str
    one: Subject
    other: Subject
    same_bytes: bool
    why_one: str = ""  # why `one` does not read the output of `other`, as a clause; empty: it does
    why_other: str = ""  # the reverse


def exchanges_of(checks: Iterable[Check]) -> Iterator[Exchange]:
    """The exchanges that checks are of, each pair once."""
    found = {(each.corpus, each.platform, each.subject, each.kind): each for each in checks}
    seen = set()
    for (corpus, platform, one, kind), check in found.items():
        other = subject_in(kind.removeprefix(_READS)) if kind.startswith(_READS) else None
        back = None if other is None else found.get((corpus, platform, other, reads_kind(one)))
        alike = None if other is None else found.get((corpus, platform, one, bytes_kind(other)))
        if other is None or back is None or alike is None or (corpus, platform, frozenset({one, other})) in seen:
            continue
        seen.add((corpus, platform, frozenset({one, other})))
        yield Exchange(corpus, platform, one, other, alike.passed, _why(check), _why(back))


def _why(check: Check) -> str:
    return "" if check.passed else check.detail or "it says nothing"

"""The protocol's requests as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hello:
    """First message of a process."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Load:
    """Load a corpus, whose file has the SHA-256 `digest`, as `copies` object graphs."""

    workload: str
    corpus: str
    digest: str
    copies: int


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec, its parameters, and the compressor behind it; level None is the compressor's default."""

    codec: str
    parameters: Mapping[str, str]
    compressor: str | None
    level: int | None


@dataclass(frozen=True, slots=True)
class Verify:
    """Check that decode(encode(x)) equals x."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class Canary:
    """Time the canary."""

    repetitions: int


@dataclass(frozen=True, slots=True)
class Steady:
    """Warm up until the medians of two windows agree, then measure `batches` of at least `batch_ns`."""

    batch_ns: int
    batches: int
    window: int
    tolerance: float
    min_ns: int
    max_ns: int


@dataclass(frozen=True, slots=True)
class Cold:
    """One single call, the first of the process."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed number of runs of `calls` calls."""

    warm_up_runs: int
    runs: int
    calls: int


Mode = Steady | Cold | Fixed


@dataclass(frozen=True, slots=True)
class Measure:
    """Measure one operation; `folder` is None for the sink in memory, else where files go."""

    subject: Subject
    operation: str
    mode: Mode
    folder: str | None
    encoded: str | None


@dataclass(frozen=True, slots=True)
class Encode:
    """Write the loaded corpus with a subject to a file."""

    subject: Subject
    file: str


@dataclass(frozen=True, slots=True)
class Decode:
    """Read a file that `encode` wrote, and write a corpus."""

    workload: str
    subject: Subject
    file: str
    corpus: str


@dataclass(frozen=True, slots=True)
class Bye:
    """Exit with status 0."""


Request = Hello | Load | Verify | Canary | Measure | Encode | Decode | Bye

"""What is measured: a corpus, and a cell of a study."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.subject import Subject


class Operation(StrEnum):
    """What one call does.

    `build` to `unbuild` exist for codecs that convert; compressors have their own two; `replay` exists for workloads
    whose objects add up to one; `exchange` where the platform has a server to fetch from.
    """

    SERIALIZE = "serialize"
    DESERIALIZE = "deserialize"
    BUILD = "build"
    WRITE = "write"
    PARSE = "parse"
    UNBUILD = "unbuild"
    COMPRESS = "compress"
    DECOMPRESS = "decompress"
    REPLAY = "replay"
    EXCHANGE = "exchange"

    @property
    def reads(self) -> bool:
        """Whether it works on what was encoded before."""
        return self in _READING

    @property
    def converts(self) -> bool:
        """Whether it is a part of a codec's conversion, before or after the bytes."""
        return self in _CONVERTING

    @property
    def compresses(self) -> bool:
        """Whether it is the compressor's own, so that there has to be one."""
        return self in _COMPRESSING

    @property
    def gives_encoded(self) -> bool:
        """Whether it gives bytes as they are stored or sent."""
        return self in _GIVING_ENCODED

    @property
    def takes_encoded(self) -> bool:
        """Whether it takes bytes as they are stored or sent."""
        return self in _TAKING_ENCODED


_READING = frozenset(
    {
        Operation.DESERIALIZE,
        Operation.PARSE,
        Operation.UNBUILD,
        Operation.DECOMPRESS,
        Operation.REPLAY,
        Operation.EXCHANGE,
    }
)
_CONVERTING = frozenset({Operation.BUILD, Operation.WRITE, Operation.PARSE, Operation.UNBUILD})
_COMPRESSING = frozenset({Operation.COMPRESS, Operation.DECOMPRESS})
_GIVING_ENCODED = frozenset({Operation.SERIALIZE, Operation.WRITE, Operation.COMPRESS})
_TAKING_ENCODED = _READING - {Operation.UNBUILD}


class Sink(StrEnum):
    """Where serialized bytes go, and come from; a table has a row an object, so the data has to have columns."""

    MEMORY = "memory"
    FILE = "file"
    TABLE = "table"

    def holds(self, operation: Operation) -> bool:
        """Whether what `operation` gives or takes may be there (protocol/v2, Sinks)."""
        return operation in _HELD[self]


_HELD = {
    Sink.MEMORY: frozenset(Operation),
    Sink.FILE: frozenset({Operation.SERIALIZE, Operation.DESERIALIZE}),
    Sink.TABLE: frozenset({Operation.SERIALIZE, Operation.DESERIALIZE, Operation.REPLAY}),
}


class ModeKind(StrEnum):
    """How a process measures.

    `steady`: warmed up, then in turns with the others of its round. `collected`: the same, but each turn is one call,
    and garbage is collected before it: what a call takes that meets no collection. `cold`: the first call in a fresh
    process. `fixed`: a set number of runs.
    """

    STEADY = "steady"
    COLLECTED = "collected"
    COLD = "cold"
    FIXED = "fixed"

    @property
    def takes_turns(self) -> bool:
        """Whether processes live at the same time and measure in turns."""
        return self in (ModeKind.STEADY, ModeKind.COLLECTED)


@dataclass(frozen=True, slots=True, order=True)
class CorpusName:
    """The objects of one workload at one size and variant, each by its label (`school`, `1100`, `random`)."""

    workload: str
    size: str
    variant: str

    def __str__(self) -> str:
        return f"{self.workload}/{self.size}/{self.variant}"


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One combination of factors, measured by one fresh process a round.

    A twin is the same cell under a second label, for an A/A comparison.
    """

    corpus: CorpusName
    platform: str
    subject: Subject
    operation: Operation
    mode: ModeKind = ModeKind.STEADY
    sink: Sink = Sink.MEMORY
    twin: bool = False

    @property
    def key(self) -> str:
        """A string that names this cell and no other; stable across versions, used in lab files."""
        twin = "/twin" if self.twin else ""
        return f"{self.corpus}/{self.platform}/{self.subject}/{self.operation}/{self.mode}/{self.sink}{twin}"

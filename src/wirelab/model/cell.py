"""Things that are measured: a corpus, and a cell of a study."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Self

from wirelab.model.subject import Subject


class Form(IntEnum):
    """The input or output of an operation, on the way from a program's objects to bytes that are stored or sent."""

    OBJECTS = 0
    MESSAGES = 1  # of the codec's own, for codecs that convert
    PLAIN = 2  # bytes before a compressor
    ENCODED = 3


class Operation(StrEnum):
    """The work of one call: from one form to another.

    Some exist for codecs that convert, others for compressors; `replay` for workloads whose objects add up to one;
    `exchange` where the platform has a server to fetch from.
    """

    takes: Form
    gives: Form

    SERIALIZE = "serialize", Form.OBJECTS, Form.ENCODED
    DESERIALIZE = "deserialize", Form.ENCODED, Form.OBJECTS
    BUILD = "build", Form.OBJECTS, Form.MESSAGES
    WRITE = "write", Form.MESSAGES, Form.PLAIN
    PARSE = "parse", Form.PLAIN, Form.MESSAGES
    UNBUILD = "unbuild", Form.MESSAGES, Form.OBJECTS
    COMPRESS = "compress", Form.PLAIN, Form.ENCODED
    DECOMPRESS = "decompress", Form.ENCODED, Form.PLAIN
    REPLAY = "replay", Form.ENCODED, Form.OBJECTS
    EXCHANGE = "exchange", Form.ENCODED, Form.OBJECTS

    def __new__(cls, name: str, takes: Form = Form.OBJECTS, gives: Form = Form.OBJECTS) -> Self:
        """An entry of the table above; a name finds its own."""
        made = str.__new__(cls, name)
        made._value_, made.takes, made.gives = name, takes, gives
        return made

    @property
    def reads(self) -> bool:
        """Whether it works on bytes that were encoded before."""
        return self.gives < self.takes

    @property
    def converts(self) -> bool:
        """Whether it is a part of a codec's conversion, before or after the bytes."""
        return Form.MESSAGES in (self.takes, self.gives)

    @property
    def compresses(self) -> bool:
        """Whether it is the compressor's own, so that it needs one."""
        return {self.takes, self.gives} == {Form.PLAIN, Form.ENCODED}

    @property
    def gives_encoded(self) -> bool:
        """Whether it gives bytes as they are stored or sent, or as a compressor takes them."""
        return not self.reads and self.gives >= Form.PLAIN

    @property
    def takes_encoded(self) -> bool:
        """Whether it takes such bytes, to read them."""
        return self.reads and self.takes >= Form.PLAIN


class Sink(StrEnum):
    """Where serialized bytes go, and come from; a table has one row per object, so the data must have columns."""

    MEMORY = "memory"
    FILE = "file"
    TABLE = "table"

    def holds(self, operation: Operation) -> bool:
        """Whether the output or input of `operation` may be there (protocol/v2, Sinks)."""
        return operation in _HELD[self]


_HELD = {
    Sink.MEMORY: frozenset(Operation),
    Sink.FILE: frozenset({Operation.SERIALIZE, Operation.DESERIALIZE}),
    Sink.TABLE: frozenset({Operation.SERIALIZE, Operation.DESERIALIZE, Operation.REPLAY}),
}


class ModeKind(StrEnum):
    """How a process measures.

    `steady`: warmed up, then in turns with the others of its round. `collected`: the same, but each turn is one call,
    and garbage is collected before it: the time of a call without a collection. `cold`: the first call in a fresh
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
    """One combination of factors, measured by one fresh process per round.

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
    def conditions(self) -> tuple[CorpusName, Operation, ModeKind, Sink]:
        """The common factors of cells that are compared side by side."""
        return self.corpus, self.operation, self.mode, self.sink

    @property
    def encoder(self) -> tuple[CorpusName, str, Subject]:
        """The factors on which bytes depend: data, platform and subject."""
        return self.corpus, self.platform, self.subject

    @property
    def of_any_size(self) -> "Cell":
        """The same on data of no size in particular."""
        return replace(self, corpus=replace(self.corpus, size=""))

    @property
    def key(self) -> str:
        """A string that names this cell and no other; stable across versions, used in lab files."""
        twin = "/twin" if self.twin else ""
        return f"{self.corpus}/{self.platform}/{self.subject}/{self.operation}/{self.mode}/{self.sink}{twin}"

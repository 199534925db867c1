"""The outcomes when codecs of one format read each other's bytes."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.cell import Cell, CorpusName
from wirelab.model.run import NotRun
from wirelab.model.units import ByteCount


class Outcome(StrEnum):
    """The outcome of a reading."""

    SAME = "same"  # every value came back
    CHANGED = "changed"  # it read other values, without an error
    REFUSED = "refused"  # it said that it cannot read them
    ENDED = "ended"  # its process ended, gave no answer, or had no memory left


@dataclass(frozen=True, slots=True)
class Written:
    """The output of a codec for a corpus."""

    cell: Cell  # the codec, its platform and the corpus
    format: str  # the codec's format, with the compressor behind it: `JSON`, `JSON+zstd`
    digest: str = ""  # SHA-256 of all bytes; empty: it wrote nothing
    size_bytes: ByteCount | None = None  # of all objects together
    repeats: bool = False  # whether another process wrote the same bytes
    why: str = ""
    """Why it cannot carry the corpus, as a clause: it wrote nothing, or does not read its own output."""
    keeps_order: bool | None = None
    """Whether it writes other bytes of maps whose entries were inserted in another order; None: the data has none."""
    promised: bool = False  # its contract says that equal values give equal bytes
    begins: str = ""  # its first bytes, hexadecimal

    @property
    def breaks_promise(self) -> bool:
        """Whether it wrote other bytes of equal values, although its contract says otherwise."""
        return self.promised and not self.why and (not self.repeats or bool(self.keeps_order))


@dataclass(frozen=True, slots=True)
class Reading:
    """A codec's reading of another's bytes; `what`, a clause, is the first value that changed, or its message."""

    format: str
    writer: Cell
    reader: Cell
    outcome: Outcome
    what: str = ""


@dataclass(frozen=True, slots=True)
class Interop:
    """All trials, and those that could not be made."""

    written: tuple[Written, ...]
    readings: tuple[Reading, ...]  # pairs of different codecs of one format, both of which carry the corpus
    not_run: tuple[NotRun, ...]

    @property
    def corpora(self) -> tuple[CorpusName, ...]:
        """The corpora that were written, in the study's order."""
        return tuple(dict.fromkeys(each.cell.corpus for each in self.written))

"""Data that one platform writes and others read: the formats that can carry it, and the time of each."""

from dataclasses import dataclass

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.link import Link
from wirelab.model.units import ByteCount


@dataclass(frozen=True, slots=True)
class Way:
    """A format with the codecs that carry it in a transfer."""

    format: str  # the format that is written, with the compressor behind it: `JSON`, `JSON+zstd`
    writer: Cell
    readers: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All that have to be measured."""
        return self.writer, *self.readers


@dataclass(frozen=True, slots=True)
class WayFinding:
    """The finding for one way, by the rounds after the qualifying ones."""

    way: Way
    time_ns: Interval | None
    """To write, to cross the link and to read, added round by round; geometric mean of the session, or None where
    no round has all of it."""
    write_ns: float | None
    link_ns: float | None  # crossing the link, once for each receiver; None where the size is not known
    read_ns: tuple[float | None, ...]  # geometric means of reading, one per receiver, each perhaps None
    encoded_bytes: ByteCount | None  # the bytes that cross the link to one receiver, or None
    ratio: Interval | None = None
    """The time over the reference's, with the interval that the verdict is based on; None for the reference itself, and
    with fewer than two rounds."""
    verdict: Verdict | None = None  # against the band; None for the reference itself
    decided: bool = False

    @property
    def crossing_bytes(self) -> int:
        """The bytes that cross links to all receivers; 0 where they are not known."""
        return len(self.way.readers) * (self.encoded_bytes or 0)

    @property
    def codecs_ns(self) -> float:
        """The time without the link; 0 where it is not known."""
        return (self.time_ns.estimate if self.time_ns else 0.0) - (self.link_ns or 0.0)

    def time_over_ns(self, link: Link) -> float:
        """An estimate of the time over another link."""
        return self.codecs_ns + len(self.way.readers) * link.time_ns(self.encoded_bytes or 0)


@dataclass(frozen=True, slots=True)
class TransferFinding:
    """The finding for a transfer."""

    link: Link
    ways: tuple[WayFinding, ...]  # one per format, in the study's order
    reference: str  # the format that others are compared with
    may_be_fastest: tuple[str, ...]  # the formats among which the fastest is; none where there are no two to compare
    confidence: float  # how often the truly fastest one is among them
    band: float
    qualifying: int  # rounds that chose the codecs; 0 where there was nothing to choose

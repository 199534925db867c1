"""All measurements of a run, as values that a page's reader chooses among, re-ranks and compares again. Pure."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from wirelab.model.cell import Cell

_LONGEST = 150
_UNREADABLE = re.compile(r"[^A-Za-z0-9._~:+=,/@-]+")

Limits = tuple[float, float, float]
"""An estimate with its interval: estimate, low, high."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A factor that readers choose cells by, with its levels in the order that they are offered in."""

    name: str
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Who:
    """A subject on a platform. Readers select it, wherever it is shown, and compare others with it."""

    name: str  # `orjson@python`, as links have it
    subject: str
    platform: str
    format: str
    facts: tuple[tuple[str, str], ...]  # facts that its runner announces: library, version, contract, documentation
    colour: str
    letter: str
    shape: str
    hollow: bool


@dataclass(frozen=True, slots=True)
class Explored:
    """A cell as a page's reader finds it."""

    anchor: str  # of its row in the tables
    who: int  # its place in `Explorer.whos`
    ranking: int  # its place in `Explorer.rankings`
    levels: tuple[int, ...]  # of each facet
    time_ns: Limits | None
    size_bytes: int | None
    allocated_bytes: float | None
    ratio: Limits | None  # to `against`, as the run's verdict has it
    against: int | None  # the place in `Explorer.whos` of the one that `ratio` is to
    verdict: str
    look: str  # of the verdict
    rounds_ns: tuple[float | None, ...]  # its time in each round of the run, to the last one that has it
    warm_up_ns: tuple[float, ...]  # times of one of its processes in its warm-up, batch by batch, thinned
    unsteady: bool  # most of its processes still changed their speed: its ratios get no verdict


@dataclass(frozen=True, slots=True)
class Carrying:
    """A way to write data once, take it over a link and read it; a reader's mix ranks these."""

    name: str
    write_ns: float
    read_ns: float  # of all receivers, once each
    receivers: int
    size_bytes: int  # that cross the link to one receiver
    rounds: tuple[tuple[float, float] | None, ...]
    """`write_ns` and `read_ns` in each round of the run, to the last one that has both."""
    who: int = 0  # of the writer: in `Explorer.whos`
    place: int = 0  # in `Explorer.places`
    levels: tuple[int, ...] = ()  # of each facet, of the cell that writes
    unsteady: bool = False  # as a cell: one that writes or reads is


@dataclass(frozen=True, slots=True)
class Place:
    """Data between platforms, over which ways are ranked."""

    title: str
    objects: int


@dataclass(frozen=True, slots=True)
class Explorer:
    """All cells of a run, and the facets by which readers choose them."""

    rankings: tuple[str, ...]  # titles of the cells that are compared side by side
    series: tuple[tuple[str, int], ...]  # of each ranking: the title that it shares with other sizes, and its objects
    fastest: tuple[tuple[int, ...], ...]  # of each ranking, the places in `whos` of those that may be the fastest
    facets: tuple[Facet, ...]
    whos: tuple[Who, ...]
    cells: tuple[Explored, ...]
    places: tuple[Place, ...]
    ways: tuple[Carrying, ...]
    verdicts: Mapping[str, tuple[str, str]]  # shape and colour of the points of each
    band: float  # half-width of the equivalence band on ratios
    link: tuple[float, float] | None  # bits per second and seconds of delay that the run asked for
    prices: tuple[float, float] | None = None  # of a processor's hour and of a GB that leaves, to begin with
    currency: str = ""
    priced: str = ""  # a sentence on these prices; empty where there are none

    @property
    def platforms(self) -> int:
        """How many there are."""
        return len({who.platform for who in self.whos})

    @property
    def counts(self) -> Mapping[tuple[int, int], int]:
        """How many cells have a level, by the places of facet and level."""
        return Counter(at for cell in self.cells for at in enumerate(cell.levels))


def anchor(cell: Cell, run: str = "") -> str:
    """A unique name for a cell's place on pages, with which links to it end; `run`: if a page has several runs."""
    own = f"{run}/" if run else ""
    return anchor_of(f"cell/{own}{cell.key.removesuffix('/steady/memory')}")


def anchor_of(text: str) -> str:
    """Make a text the name of a place: readable in a link, of bounded length, and different for every text."""
    plain = _UNREADABLE.sub("-", text)
    if plain == text and len(text) <= _LONGEST:
        return text
    return f"{plain[:_LONGEST]}.{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"

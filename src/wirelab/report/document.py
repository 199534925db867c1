"""The content of a report, for every renderer: sections of texts, tables and figures.

Pure; `terminal`, `markdown` and `page` show it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any

from wirelab import __version__
from wirelab.report.explorer import Explorer
from wirelab.report.table import Entry, Table

Figure = dict[str, Any]
"""A Vega-Lite specification."""
Drawings = Callable[[], Iterable[tuple[str, Figure | None]]]
"""Makes captions with specifications, None where there is nothing to draw; only pages call it."""


class Medium(Flag):
    """Who shows a section."""

    TERMINAL = auto()
    MARKDOWN = auto()
    PAGE = auto()
    FILES = MARKDOWN | PAGE
    ALL = TERMINAL | MARKDOWN | PAGE


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of a legend: the meaning of a shape, a colour or both."""

    says: str
    shape: str
    colour: str
    hollow: bool = False
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of one or more sentences; its look is its class in the style sheet."""

    words: str
    look: str = ""
    on: Medium = Medium.ALL
    day: str = ""  # when its content was measured: if that is long ago when a page is read, the page says so


@dataclass(frozen=True, slots=True)
class Points:
    """A list of sentences."""

    items: tuple[Entry | str, ...]
    most: int | None = None  # how many a terminal shows; None: all
    more: str = "The report has {} more like this."

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The items as entries."""
        return tuple(each if isinstance(each, Entry) else Entry(each) for each in self.items)


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Text that is shown unchanged: a command, the end of a log."""

    words: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one kind."""

    says: str
    keys: tuple[Key, ...]
    drawings: Drawings
    missing: str
    live: str = ""  # which figure of an `Explorer` takes their place on a page with scripts; empty: none


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks under a heading, which terminals leave out. If they are folded, other renderers show them on demand."""

    title: str
    blocks: tuple["Block", ...]
    folded: bool = False


Block = Text | Points | Facts | Code | Table | Figures | Explorer | Part


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a report."""

    key: str  # its anchor on a page
    title: str
    blocks: tuple[Block, ...]
    nav: str = ""  # its name in a page's navigation; empty: it is not there
    on: Medium = Medium.ALL
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A report."""

    title: str
    lead: tuple[Text, ...]  # texts before any section: the answer or question, and caveats
    sections: tuple[Section, ...]  # empty ones are left out

    def on(self, medium: Medium) -> tuple[Section, ...]:
        """The sections that `medium` shows."""
        return tuple(each for each in self.sections if medium in each.on and each.blocks)


def drawn(
    key: str,
    title: str,
    says: str,
    keys: tuple[Key, ...],
    drawings: Drawings,
    missing: str,
    *,
    nav: str = "",
    live: str = "",
) -> Section:
    """A section of figures, which only pages show."""
    return Section(key, title, (Figures(says, keys, drawings, missing, live),), nav, on=Medium.PAGE)


def parts(named: Iterable[tuple[str, Iterable[str]]], most: int | None = None) -> tuple[Part, ...]:
    """Sentences under headings; headings without any are left out."""
    found = ((title, tuple(sentences)) for title, sentences in named)
    return tuple(Part(title, (Points(sentences, most),)) for title, sentences in found if sentences)


def again(command: str) -> Section:
    """How to run it again."""
    return Section("again", "To run it again", (Code(command), Facts((("Wirelab", __version__),))), on=Medium.FILES)

"""Shapes, colours and letters of the figures: colour is never the only cue. Pure.

Colours are names of CSS properties that the page's style sheet sets for light, dark and print.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from string import ascii_uppercase, digits
from typing import Any

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Interval
from wirelab.report.document import Key
from wirelab.report.drawing.charts import COLOURS, row
from wirelab.report.drawing.shapes import CIRCLE, CROSS, DIAMOND, DOWN, LEFT, RIGHT, SQUARE, UP
from wirelab.report.quantities import ratio_with_interval
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.results import Results
from wirelab.report.run.wording import FASTER, SLOWER, UNKNOWN, verdict_words

PLATFORM_SHAPES = (CIRCLE, SQUARE, UP, DIAMOND, CROSS, DOWN, LEFT, RIGHT)
VERDICT_MARKS = {
    FASTER: (LEFT, "var(--faster)"),
    SLOWER: (RIGHT, "var(--slower)"),
    "equivalent": (SQUARE, "var(--equivalent)"),
    f"{FASTER}, negligible": (DIAMOND, "var(--equivalent)"),
    f"{SLOWER}, negligible": (DIAMOND, "var(--equivalent)"),
    "unresolved": (CIRCLE, "var(--unresolved)"),
    "unsteady": (CROSS, "var(--unresolved)"),
    UNKNOWN: (CIRCLE, "var(--unresolved)"),
}


def ratio_row(name: str, ratio: Interval, verdict: str, says: str) -> dict[str, Any]:
    """A row of a figure of `intervals`: a ratio with the look of its verdict."""
    span = ratio.estimate, ratio.low, ratio.high
    return row(name, span, VERDICT_MARKS[verdict], ratio_with_interval(ratio)[0], says)


@dataclass(frozen=True, slots=True)
class Marks:
    """Formats' colours, repeated beyond eight, and letters, which no two share, and platforms' shapes, on one page."""

    colours: dict[str, str]
    letters: dict[str, str]
    shapes: dict[str, str]

    def look(self, format_: str, cell: Cell) -> dict[str, Any]:
        """The look of a cell's point."""
        return {
            **{"colour": self.colours[format_], "letter": self.letters[format_], "shape": self.shapes[cell.platform]},
            "hollow": cell.subject.compressor is not None,
        }


def marks_of(results: Results) -> Marks:
    """Give formats colours and letters, and platforms shapes, by name: they do not depend on the ranking."""
    cells = [finding.cell for finding in results.findings.cells]
    return marks_among(map(results.format_of, cells), (cell.platform for cell in cells))


def marks_among(named: Iterable[str], where: Iterable[str]) -> Marks:
    """Give these formats and platforms looks in the same way."""
    formats, platforms = sorted(set(named)), sorted(set(where))
    colours, shapes = zip(formats, cycle(COLOURS), strict=False), zip(platforms, cycle(PLATFORM_SHAPES), strict=False)
    return Marks(dict(colours), letters_of(formats), dict(shapes))


def point_keys(marks: Marks, compressed: bool) -> tuple[Key, ...]:
    """Explain points: colours with letters, shapes and, if there are any `compressed` ones, hollow points."""
    colours = (Key(name, CIRCLE, colour, letter=marks.letters[name]) for name, colour in marks.colours.items())
    shapes = (Key(name, shape, "var(--ink)") for name, shape in marks.shapes.items())
    hollow = (Key("compressed", CIRCLE, "var(--ink)", hollow=True),) if compressed else ()
    return (*colours, *shapes, *hollow)


def verdict_keys(shown: Iterable[Ranking]) -> tuple[Key, ...]:
    """Explain the verdicts that occur."""
    occur = {verdict_words(found) for ranking in shown for found in ranking.ratios.values() if found.ratio}
    return tuple(Key(words, *mark) for words, mark in VERDICT_MARKS.items() if words in occur)


def letters_of(formats: Sequence[str]) -> dict[str, str]:
    """Give each format a letter of its own: of its name if there is one left, the first letters of words before others.

    Once all letters and digits are taken, further formats have none.
    """
    found: dict[str, str] = {}
    for name in formats:
        initials = [word[0] for word in name.split()]
        wanted = [*initials, *name, *ascii_uppercase, *digits]
        free = (sign.upper() for sign in wanted if sign.isalnum() and sign.upper() not in found.values())
        found[name] = next(free, "")
    return found

"""A table of text, for terminal and page alike. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grid:
    """A header and rows of text.

    Attributes:
        title: what it shows.
        header: names of the columns.
        rows: each as long as the header.
        left: which columns stand to the left: words; numbers stand to the right.
        says: sentences below it.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[int] = frozenset({0})
    says: tuple[str, ...] = ()


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]], left: frozenset[int]) -> Iterator[str]:
    """Write `header` and `rows` as lines whose columns stand below each other."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        cells = (
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()

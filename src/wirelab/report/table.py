"""The one kind of table in reports: a column has its name, its place and the renderers that show it.

Pure; `terminal`, `markdown` and `page` write it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

FOLDED = 12
"""Width in a terminal that a column of text keeps when it folds."""
_NUMBER = re.compile(r"[\d.,]*")


class Entry(NamedTuple):
    """The content of a table's cell, or of a list's point."""

    text: str
    beside: tuple[str, ...] = ()  # less important parts of it: limits, a reason, a place
    look: str = ""  # its class in the style sheet, and its colour on a terminal: `faster`
    details: tuple[str, ...] = ()
    link: str = ""  # the address that a page links it to; others leave it out


def with_limits(written: tuple[str, str], behind: str = "") -> Entry:
    """An estimate with the text `behind` it, and its limits beside it."""
    estimate, limits = written
    return Entry(f"{estimate}{behind}", (limits,))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    number: bool = False  # it is aligned to the right, is never folded, and sorts by its values
    limits: str = ""
    """Heading of the parts beside its values, where these get a column of their own; empty: they are behind the
    value, after a colon."""
    below: str = ""  # the column that it is below in a terminal that is too narrow for one line per row
    wide: bool = False
    brief: bool = True  # terminals and Markdown have it too, not only pages
    choice: bool | None = None  # whether a page shows it before its reader chooses; None: always
    levels: bool = False  # a page offers each of its values to choose rows by
    day: bool = False  # its values are days, and a page greys rows whose day is long ago when it is read
    least: int | None = None
    """Width in a terminal that it keeps when it folds; None: the first column of a table is never folded."""
    says: str = ""  # its content, as a sentence; empty: its heading says it all

    @property
    def key(self) -> str:
        """Its name in style sheets."""
        return "".join(sign if sign.isalnum() else "-" for sign in self.name)


def words(*names: str) -> tuple[Column, ...]:
    """Columns of text."""
    return tuple(map(Column, names))


def numbers(*names: str) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(name, number=True) for name in names)


Row = Sequence[Entry | str]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    says: tuple[str, ...] = ()  # sentences below it
    strong: frozenset[int] = frozenset()  # numbers of the rows that stand out
    sortable: bool = False  # a page lets its reader sort and filter it
    anchors: tuple[str, ...] = ()  # names of the rows' places on a page, which links end in; empty: they have none

    @property
    def entries(self) -> tuple[tuple[Entry, ...], ...]:
        """The rows, with only entries."""
        return tuple(tuple(each if isinstance(each, Entry) else Entry(each) for each in row) for row in self.rows)

    @property
    def records(self) -> list[dict[str, str]]:
        """The texts of each row by the names of their columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, (each.text for each in row), strict=True)) for row in self.entries]

    @property
    def brief(self) -> "Table":
        """The table with the columns that terminals and Markdown have, without the empty ones."""
        return self._with([at for at, each in enumerate(self.columns) if each.brief], self.entries)

    @property
    def flat(self) -> "Table":
        """The brief table with one text per cell: limits in columns of their own, and reasons after their values."""
        brief = self.brief
        columns = tuple(part for each in brief.columns for part in _columns(each))
        rows = [
            tuple(part for column, entry in zip(brief.columns, row, strict=True) for part in _parts(column, entry))
            for row in brief.entries
        ]
        return replace(brief, columns=columns)._with(range(len(columns)), rows)

    def _with(self, kept: Iterable[int], rows: Sequence[tuple[Entry, ...]]) -> "Table":
        full = [at for at in kept if any(row[at].text or any(row[at].beside) for row in rows)]
        columns = tuple(self.columns[at] for at in full)
        return replace(self, columns=columns, rows=tuple(tuple(row[at] for at in full) for row in rows))


def _columns(column: Column) -> Iterator[Column]:
    yield column
    if column.limits:
        yield Column(column.limits, number=column.number)


def _parts(column: Column, entry: Entry) -> Iterator[Entry]:
    beside = " ".join(filter(None, entry.beside))
    if column.limits:
        yield from (entry._replace(beside=()), Entry(beside))
    else:
        yield Entry(": ".join(filter(None, (entry.text, beside))), look=entry.look)


def table_of(title: str, rows: Iterable[Mapping[str, str]], detailed: Collection[str] = ()) -> Table:
    """A table of texts by the names of their columns, which all rows share; terminals leave those in `detailed` out.

    Columns that hold only figures are numbers.
    """
    found = tuple(rows)
    columns = tuple(
        Column(name, number=all(_NUMBER.fullmatch(row[name]) for row in found), brief=name not in detailed)
        for name in (found[0] if found else ())
    )
    return Table(title, columns, tuple(tuple(row.values()) for row in found))

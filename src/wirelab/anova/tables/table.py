"""A long table: one row per measurement, as it was found."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from wirelab.model.errors import TableError

_MOST_INTERNED = 10_000
_ROWS_AT_ONCE = 5_000
_MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Which columns to analyse where the user names none: tools that are recognised say which is which."""

    response: str  # the column of measurements
    factors: tuple[str, ...]  # the columns that vary and distinguish the benchmarks
    block: str | None = None  # the column of blocks, or None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The content of a file."""

    part: str  # the table in messages: `table times.csv`
    kind: str  # its format, for people: `CSV`, `JSON of hyperfine`
    columns: Mapping[str, Sequence[str | float]]
    """Columns by name; all of one length, at least one row. Cells are unchanged text, or numbers."""
    places: Sequence[int]  # where each row is
    place: str = "row"  # the unit that `places` counts: `line` or `row`, from 1
    decimal_comma: bool = False  # whether `1,5` may be a number: the cells are separated by something else
    suggestion: Suggestion | None = None  # the columns to analyse, or None
    notes: tuple[str, ...] = ()  # facts about the measurement that the reader must know, as sentences

    def where(self, index: int) -> str:
        """The place of row `index` (from 0): `line 3`."""
        return f"{self.place} {self.places[index]}"


def follows(cells: Sequence[object], others: Sequence[object]) -> bool:
    """Whether each level of a column has one level of another, `cells`."""
    return len(set(zip(others, cells, strict=True))) == len(set(others))


def independent(columns: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Leave out columns that follow from another one (each level of which has one level of theirs).

    Gives the names that are left, and for each that is not, the column it follows from.
    """
    found: dict[str, str] = {}
    for name, cells in columns.items():
        for other, others in columns.items():
            if other not in {name, *found} and follows(cells, others):
                found[name] = other
                break
    return tuple(name for name in columns if name not in found), found


def columns_of(header: Sequence[str], rows: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    """Turn rows into columns; equal cells of a column are one text, so that a million rows of few levels are small."""
    columns: list[list[str]] = [[] for _ in header]
    known: list[dict[str, str]] = [{} for _ in header]
    remaining = iter(rows)
    while some := list(islice(remaining, _ROWS_AT_ONCE)):
        for cells, texts, column in zip(columns, known, zip(*some, strict=True), strict=True):
            cells.extend(map(texts.setdefault, column, column) if len(texts) < _MOST_INTERNED else column)
    return dict(zip(header, columns, strict=True))


def checked_header(part: str, names: Sequence[str], where: str) -> tuple[str, ...]:
    """The names of the columns, without surrounding spaces; a TableError if one is empty or appears twice."""
    header = tuple(name.strip() for name in names)
    seen: dict[str, int] = {}
    mistakes = []
    for number, name in enumerate(header, start=1):
        if not name:
            mistakes.append(f"{where}: column {number} has no name")
        elif name in seen:
            mistakes.append(f"{where}: '{name}' names column {seen[name]} and column {number}")
        seen.setdefault(name, number)
    if mistakes:
        what, remedy = "its columns cannot be distinguished", "give each column its own name in the first row"
        raise TableError(part, what, why="\n".join(mistakes), remedy=remedy)
    return header


def shortened(mistakes: Sequence[str]) -> str:
    """Mistakes, one per line; of many, the first are shown and the others counted."""
    more = [f"and {len(mistakes) - _MOST_SHOWN:,} more"] if len(mistakes) > _MOST_SHOWN else []
    return "\n".join([*mistakes[:_MOST_SHOWN], *more])


def no_rows(part: str) -> TableError:
    """There is a header and nothing else."""
    return TableError(part, "it has a header but no rows", remedy="add at least one row below the names")

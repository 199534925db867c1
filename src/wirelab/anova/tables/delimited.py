"""Text with separators: CSV with commas, semicolons, tabs or bars."""

import csv
from array import array
from collections.abc import Iterator, Sequence
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING

from wirelab.anova.tables.table import Table, checked_header, columns_of, no_rows
from wirelab.model.errors import TableError

if TYPE_CHECKING:
    import _csv

_SEPARATORS = {",": "CSV", ";": "CSV with semicolons", "\t": "CSV with tabs", "|": "CSV with bars"}
_MOST_SHOWN = 5


def read_delimited(data: bytes, encoding: str, part: str) -> Table:
    """Read a header row and rows of equally many cells; rows without any are passed over.

    The separator is the one that the header has most of. Quotes are double quotes, doubled within quotes.

    Raises:
        TableError: names are missing or double, rows have too few or too many cells (each with its line), or there is
            no row.
    """
    separator = _separator(data.decode(encoding))
    with TextIOWrapper(BytesIO(data), encoding=encoding, newline="") as lines:
        reader = csv.reader(lines, delimiter=separator, strict=True)
        rows = _Rows(reader, part)
        header = checked_header(part, rows.header, f"line {rows.header_line}")
        columns = columns_of(header, rows)
    if rows.ragged:
        raise rows.fault(len(header), separator)
    if not rows.places:
        raise no_rows(part)
    return Table(part, _SEPARATORS[separator], columns, rows.places, "line", decimal_comma=separator != ",")


class _Rows:
    """The rows of a reader, each compared with the header's width; remembers where rows are and which are ragged."""

    def __init__(self, reader: "_csv.Reader", part: str) -> None:
        self._reader, self._part = reader, part
        self.places: array[int] = array("q")  # a million lines in 8 MB
        self.header_line = 0
        self.ragged: list[tuple[int, int]] = []
        self.header: Sequence[str] = next((row for row in self._parsed() if any(map(str.strip, row))), ())
        self.header_line = reader.line_num

    def __iter__(self) -> Iterator[list[str]]:
        width, places = len(self.header), self.places
        for row in self._parsed():
            if len(row) == width:
                if width > 1 or row[0].strip():
                    places.append(self._reader.line_num)
                    yield row
            elif any(map(str.strip, row)):
                self.ragged.append((self._reader.line_num, len(row)))

    def _parsed(self) -> Iterator[list[str]]:
        try:
            yield from self._reader
        except csv.Error as error:
            begins = (self.places[-1] if self.places else self.header_line) + 1
            raise TableError(
                self._part,
                f"the row that begins at line {begins} is not valid CSV",
                why=str(error),
                remedy="put cells that contain a separator or a quote in double quotes, and write quotes there twice",
            ) from None

    def fault(self, width: int, separator: str) -> TableError:
        shown = [
            f"line {line}: {cells} {'cell' if cells == 1 else 'cells'}" for line, cells in self.ragged[:_MOST_SHOWN]
        ]
        if len(self.ragged) > _MOST_SHOWN:
            shown.append(f"and {len(self.ragged) - _MOST_SHOWN:,} more")
        count = "1 row does" if len(self.ragged) == 1 else f"{len(self.ragged):,} rows do"
        remedy = "give every row one cell per name"
        if separator == "," and all(cells > width for _, cells in self.ragged):
            remedy += "; if cells contain commas (1,5), quote them or use semicolons as separators"
        return TableError(
            self._part, f"{count} not have {width} cells like the header", why="\n".join(shown), remedy=remedy
        )


def _separator(text: str) -> str:
    """The separator that the header line has most of, outside of quotes; a comma where it has none."""
    header = next(line for line in text.lstrip("\ufeff").splitlines() if line.strip())
    outside = "".join(header.split('"')[::2])
    return max(_SEPARATORS, key=outside.count)

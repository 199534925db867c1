"""Text with separators: CSV with commas, semicolons, tabs or bars."""

import csv
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING

from wirelab.anova.tables.table import Table, checked_header, columns_of, no_rows, shortened
from wirelab.model.errors import TableError

if TYPE_CHECKING:
    import _csv

csv.field_size_limit(sys.maxsize)  # a cell may be a long text
_SEPARATORS = {",": "CSV", ";": "CSV with semicolons", "\t": "CSV with tabs", "|": "CSV with bars"}


def read_delimited(data: bytes, encoding: str, part: str) -> Table:
    """Read a header row and rows of equally many cells; rows without a filled one are passed over.

    The separator is the one that the header has most of. Quotes are double quotes, doubled within quotes.

    Raises:
        TableError: names are missing or double, rows have too few or too many cells (each with its line), or there is
            no row.
    """
    separator = _separator(data.decode(encoding))
    places: array[int] = array("q")  # a million lines in 8 MB
    ragged: list[tuple[int, int]] = []  # lines, and how many cells their rows have
    with TextIOWrapper(BytesIO(data), encoding=encoding, newline="") as lines:
        rows = _rows(csv.reader(lines, delimiter=separator, strict=True), part)
        line, names = next((row for row in rows if any(map(str.strip, row[1]))), (0, []))
        header = checked_header(part, names, f"line {line}")
        columns = columns_of(header, _fitting(rows, len(header), places, ragged))
    if ragged:
        raise _fault(ragged, len(header), separator, part)
    if not places:
        raise no_rows(part)
    return Table(part, _SEPARATORS[separator], columns, places, "line", decimal_comma=separator != ",")


def _rows(reader: "_csv.Reader", part: str) -> Iterator[tuple[int, list[str]]]:
    """Each row, and the line where it ends."""
    line = 0
    try:
        for row in reader:
            line = reader.line_num
            yield line, row
    except csv.Error as error:
        raise TableError(
            part,
            f"the row that begins at line {line + 1} is not valid CSV",
            why=str(error),
            remedy="put cells that contain a separator or a quote in double quotes, and write quotes there twice",
        ) from None


def _fitting(
    rows: Iterable[tuple[int, list[str]]], width: int, places: "array[int]", ragged: list[tuple[int, int]]
) -> Iterator[list[str]]:
    """The rows of as many cells as the header; their lines go to `places`, those of others to `ragged`."""
    for line, row in rows:
        if not any(map(str.strip, row)):
            continue
        if len(row) == width:
            places.append(line)
            yield row
        else:
            ragged.append((line, len(row)))


def _fault(ragged: Sequence[tuple[int, int]], width: int, separator: str, part: str) -> TableError:
    why = shortened([f"line {line}: {cells} {'cell' if cells == 1 else 'cells'}" for line, cells in ragged])
    count = "1 row does" if len(ragged) == 1 else f"{len(ragged):,} rows do"
    remedy = "give every row one cell per name"
    if separator == "," and all(cells > width for _, cells in ragged):
        remedy += "; if cells contain commas (1,5), quote them or use semicolons as separators"
    return TableError(part, f"{count} not have {width} cells like the header", why=why, remedy=remedy)


def _separator(text: str) -> str:
    """The separator that the header line has most of, outside of quotes; a comma where it has none."""
    header = next(line for line in text.lstrip("\ufeff").splitlines() if line.strip())
    outside = "".join(header.split('"')[::2])
    return max(_SEPARATORS, key=outside.count)

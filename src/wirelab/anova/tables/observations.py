"""From a table's columns to observations: numbers where numbers belong, labels where labels do."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wirelab.anova.observations import Factor, Observations
from wirelab.anova.tables.table import Table, shortened
from wirelab.model.errors import TableError, UsageError
from wirelab.model.names import choose

_MOST_LEVELS = 100
_LARGEST = 1e150
_NO_NUMBER = "is not a number"
_EMPTY, _NAN = "the cell is empty", "the value is NaN, not a number"
_NO_PLACE = {"": _EMPTY, "nan": _NAN}
_A_TIME = "2026-01-31T12:00"
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
_HINTS = (
    (_THOUSANDS, "; its comma may mark decimals or thousands, so write 1234 or 1.234"),
    (
        re.compile(r"[+-]?\d{1,3}([,.'_\u00a0\u202f ]\d{3})+([.,]\d+)?"),
        "; write 1234.5, without thousands separators",
    ),
    (re.compile(r"[+-]?[\d.,]+\s*[^\W\d_]+"), "; put the unit in the column's name"),
)


def observations_of(
    table: Table,
    response: str,
    factors: Sequence[str],
    block: str | None = None,
    *,
    above_zero: bool = False,
    where: Mapping[str, str] | None = None,
) -> Observations:
    """Take one response and the factors behind it out of `table`.

    It keeps the rows that have the levels of `where`; with `above_zero`, values of 0 or below are refused, because they
    have no logarithm.

    Raises:
        UsageError: a column or level that does not exist, or one column asked for twice.
        TableError: cells that are empty, no numbers, not finite, or not above 0; each with its row.
    """
    names = [response, *factors, *([block] if block else [])]
    for name in (*names, *(where or {})):
        choose("column", name, table.columns)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        remedy = "use different columns for response, factors and block"
        raise UsageError(f"column '{twice}'", "it is used twice", remedy=remedy)
    rows = rows_where(table, where or {})
    return Observations(
        response=response,
        values=_values(table, response, rows, above_zero=above_zero),
        factors=tuple(_factor(table, name, rows) for name in factors),
        block=_column(table, block, rows) if block else None,
        places=[table.places[row] for row in rows],
        place=table.place,
    )


def filled_down(table: Table, names: Sequence[str]) -> Table:
    """The table with blank cells of some columns filled by the last level above them, as merged cells are meant.

    Raises:
        UsageError: there is no such column, or its first cell is blank.
    """
    columns = dict(table.columns)
    for name in names:
        cells = list(columns[choose("column", name, table.columns)])
        if not _label(cells[0]):
            what = f"{table.where(0)} is blank, so there is no level to fill down from"
            raise UsageError(f"option --fill-down {name}", what, remedy="write the level into that cell")
        for row, cell in enumerate(cells):
            if not _label(cell):
                cells[row] = cells[row - 1]
        columns[name] = cells
    return replace(table, columns=columns)


def in_order_of(table: Table, name: str) -> Table:
    """The rows by a column of numbers, or of times as ISO 8601 writes them: `2026-01-31T12:00`.

    Raises:
        UsageError: there is no such column.
        TableError: cells are neither of these, or some are numbers and others times, or several rows are at one place.
    """
    cells = table.columns[choose("column", name, table.columns)]
    parse = _parser(table, cells)
    keys = [_place_in_order(cell, parse) for cell in cells]
    remedy = f"write numbers that count up, or times such as {_A_TIME}, or drop --order"
    wrong = [(row, _NO_PLACE.get(str(key).lower())) for row, (_, key) in enumerate(keys)]
    if any(complaint for _, complaint in wrong):
        raise _wrong_cells(table, name, wrong, "say in each of these rows when it was measured, or drop --order")
    if len(set(keys)) < len(keys):
        why = f"{len(keys):,} rows have {len(set(keys)):,} different values there"
        remedy = "name a column that differs from row to row: a number that counts up, or a time"
        raise TableError(table.part, f"column '{name}' does not order all rows", why=why, remedy=remedy)
    if any(not kind for kind, _ in keys):
        neither = "is neither a number nor a time"
        texts = ((row, None if kind else f"'{key}' {neither}") for row, (kind, key) in enumerate(keys))
        raise _wrong_cells(table, name, texts, remedy)
    if len({kind for kind, _ in keys}) > 1:
        why = "some are numbers, others times, some of them perhaps without a date or a zone"
        raise TableError(table.part, f"column '{name}' has several kinds of values", why=why, remedy=remedy)
    order = sorted(range(len(keys)), key=keys.__getitem__)
    columns = {own: [column[row] for row in order] for own, column in table.columns.items()}
    return replace(table, columns=columns, places=[table.places[row] for row in order])


def _place_in_order(cell: str | float, number: Callable[[str | float], float]) -> tuple[str, Any]:
    """The kind of a cell and its place among others of that kind; a text has no kind."""
    text = _label(cell)
    for parse in (number, datetime.fromisoformat, time.fromisoformat):
        with suppress(ValueError):
            key = parse(text)
            return f"{type(key).__name__}, {getattr(key, 'tzinfo', None) is None}", key
    return "", text


def numeric_columns(table: Table, sample: int = 100) -> tuple[str, ...]:
    """The columns whose first cells are numbers, so that they could be a response."""
    parse = {name: _parser(table, cells[:sample]) for name, cells in table.columns.items()}
    return tuple(
        name
        for name, cells in table.columns.items()
        if all(_complaint(cell, parse[name], above_zero=False) is None for cell in cells[:sample])
    )


def rows_where(table: Table, where: Mapping[str, str]) -> Sequence[int]:
    """The indexes of the rows to keep; a UsageError if no row has such a level."""
    rows: Sequence[int] = range(len(table.places))
    for name, level in where.items():
        cells = table.columns[name]
        kept = [row for row in rows if _label(cells[row]) == level]
        if not kept:
            choose(f"{name} level", level, dict.fromkeys(_label(cells[row]) for row in rows))
        rows = kept
    return rows


def _values(table: Table, name: str, rows: Sequence[int], *, above_zero: bool) -> NDArray[np.float64]:
    cells = table.columns[name]
    kept = cells if len(rows) == len(cells) else [cells[row] for row in rows]
    parse = _parser(table, kept)
    try:
        values = np.fromiter(map(parse, kept), np.float64, len(kept))
    except ValueError:
        values = np.full(1, math.nan)
    if all(map(_squarable, (values.min(), values.max(), np.abs(values).min()))) and not (
        above_zero and (values <= 0).any()
    ):
        return values
    complaints = [_complaint(cell, parse, above_zero=above_zero) for cell in kept]
    if all(complaint and complaint.endswith(_NO_NUMBER) for complaint in complaints):
        numeric = ", ".join(numeric_columns(table)) or "none"
        why = f"{table.where(rows[0])}: {complaints[0]}"
        remedy = f"choose a column of numbers: {numeric}"
        raise TableError(table.part, f"column '{name}' holds no numbers", why=why, remedy=remedy)
    remedy = "correct these rows or remove them; report failed measurements instead of listing them"
    raise _wrong_cells(table, name, zip(rows, complaints, strict=True), remedy)


def _parser(table: Table, cells: Sequence[str | float]) -> Callable[[str | float], float]:
    """The function that makes a number of a cell, with a decimal comma where the column has some.

    If each comma may as well separate thousands, the meaning is unclear, and the cell is refused.
    """
    if not table.decimal_comma:
        return _number
    commas = [cell for cell in cells if isinstance(cell, str) and "," in cell]
    unclear = all(_THOUSANDS.fullmatch(cell.strip()) for cell in commas)
    return _number if unclear else _with_decimal_comma


def _number(cell: str | float) -> float:
    """A cell as JSON, R and spreadsheets read it: not `1_000` or digits beyond ASCII, which Python takes for numbers.

    Raises:
        ValueError: it is no number.
    """
    if isinstance(cell, str) and ("_" in cell or not cell.isascii()):
        raise ValueError(cell)
    return float(cell)


def _with_decimal_comma(cell: str | float) -> float:
    text = str(cell)
    if "," in text and "." in text:
        raise ValueError("both a comma and a point")
    return _number(text.replace(",", ".", 1))


def _squarable(value: float) -> bool:
    """Whether squares, and sums of many of them, stay within double precision."""
    return value == 0 or 1 / _LARGEST <= abs(value) <= _LARGEST


def _complaint(cell: str | float, parse: Callable[[str | float], float], *, above_zero: bool) -> str | None:
    """The mistake in a cell that should be a number, or None."""
    if isinstance(cell, str) and not cell.strip():
        return _EMPTY
    try:
        value = parse(cell)
    except ValueError:
        text = str(cell).strip()
        shown = f"'{text[:40]}…'" if len(text) > 40 else f"'{text}'"
        hint = next((hint for pattern, hint in _HINTS if pattern.fullmatch(text)), "")
        return f"{shown} {_NO_NUMBER}{hint}"
    if not math.isfinite(value):
        return _NAN if math.isnan(value) else "the value is infinite"
    if not _squarable(value):
        return f"{str(cell).strip()} is too large or too small for sums of squares"
    if above_zero and value <= 0:
        return f"{str(cell).strip()} is not above 0, so it has no logarithm or power"
    return None


def _factor(table: Table, name: str, rows: Sequence[int]) -> Factor:
    found = _column(table, name, rows)
    levels = len(found.levels)
    if levels > _MOST_LEVELS:
        what = f"it has {levels:,} levels in {len(rows):,} rows"
        why = "a factor has few levels, each observed several times; a measurement or a row number does not qualify"
        raise UsageError(f"column '{name}'", what, why=why, remedy=f"choose factors with at most {_MOST_LEVELS} levels")
    return found


def _column(table: Table, name: str, rows: Sequence[int]) -> Factor:
    cells = table.columns[name]
    kept = cells if len(rows) == len(cells) else [cells[row] for row in rows]
    written = {cell: _label(cell) for cell in set(kept)}
    if "" in written.values():
        remedy = f"name the level in each of these rows, or remove them; --fill-down {name} takes the level above"
        empty = ((row, None if written[cell] else _EMPTY) for row, cell in zip(rows, kept, strict=True))
        raise _wrong_cells(table, name, empty, remedy)
    return Factor.of(name, [written[cell] for cell in kept])


def _label(cell: str | float) -> str:
    return cell.strip() if isinstance(cell, str) else str(cell)


def _wrong_cells(table: Table, name: str, complaints: Iterable[tuple[int, str | None]], remedy: str) -> TableError:
    wrong = [(row, complaint) for row, complaint in complaints if complaint]
    why = shortened([f"{table.where(row)}, column '{name}': {complaint}" for row, complaint in wrong])
    count = "1 cell" if len(wrong) == 1 else f"{len(wrong):,} cells"
    what = f"column '{name}' has {count} that cannot be used"
    return TableError(table.part, what, why=why, remedy=remedy)

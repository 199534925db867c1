"""Tables of text as documents: a column holds numbers or truth values only if all of its cells are written so. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.ASCII)
_TRUTH = {"true": True, "false": False}
_DIGITS = 300


def rows_of(columns: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], ...]:
    """One document per row; a cell without text has no key.

    `007` and `1.50` stay text, because the numbers 7 and 1.5 would be written differently.
    """
    typed = {name: list(_typed(cells)) for name, cells in columns.items()}
    return tuple(
        {name: value for name, value in zip(typed, row, strict=True) if value is not None}
        for row in zip(*typed.values(), strict=True)
    )


def _typed(cells: Sequence[str]) -> Iterator[Any]:
    filled = [cell for cell in cells if cell]
    read = next((read for fits, read in _KINDS if all(map(fits, filled))), str)
    return (read(cell) if cell else None for cell in cells)


def _is_double(cell: str) -> bool:
    return len(cell) < _DIGITS and _NUMBER.fullmatch(cell) is not None and _same(cell)


def _same(cell: str) -> bool:
    """Whether the double is written so again, but for a fraction that is zero; it holds about 16 digits."""
    number = float(cell)
    return repr(number) == cell or (_WHOLE.fullmatch(cell) is not None and cell == str(int(number)))


_KINDS: tuple[tuple[Callable[[str], object], Callable[[str], Any]], ...] = (
    (lambda cell: cell in _TRUTH, _TRUTH.__getitem__),
    (lambda cell: len(cell) < _DIGITS and _WHOLE.fullmatch(cell) and cell != "-0", int),
    (_is_double, float),
)

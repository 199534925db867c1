"""Rows of text on the terminal."""

import re
import sys
from collections.abc import Mapping, Sequence

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_PIPED_WIDTH = 10_000
_FOLDED = 12  # columns that a text keeps when it folds
_BETWEEN = 3
_NUMBER = re.compile(r"[\d.,]*")


def show_listing(title: str, rows: Sequence[Mapping[str, str]], *, err: bool = False) -> None:
    """Print `rows` as a table that fits the terminal; piped, one line a row, nothing cut.

    Where space is short, texts fold, and columns are left out from the right; numbers and names stay whole.

    Args:
        title: of the table.
        rows: the same keys in each, in the order to show.
        err: print to standard error.
    """
    if not rows:
        click.echo(f"{title}: none", err=err)
        return
    console = Console(stderr=err) if (sys.stderr if err else sys.stdout).isatty() else _piped(err)
    columns = [name for name in rows[0] if any(row[name] for row in rows)]
    shown = columns[: _fitting(columns, rows, console.width)]
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in shown:
        table.add_column(name, overflow="fold", no_wrap=name == columns[0] or _is_number(name, rows))
    for row in rows:
        table.add_row(*(Text(row[name]) for name in shown))
    console.print(table)
    if left_out := columns[len(shown) :]:
        console.print(Text(f"Left out, because the terminal is too narrow: {', '.join(left_out)}."))


def show_details(rows: Sequence[Mapping[str, str]]) -> None:
    """Print each of `rows` as a block with a line for each key, without those that are empty."""
    for row in rows:
        name, *facts = [(key, text) for key, text in row.items() if text]
        click.echo(click.style(name[1], bold=True))
        for key, text in facts:
            click.echo(f"  {key}: {text}")


def _piped(err: bool) -> Console:
    return Console(width=_PIPED_WIDTH, stderr=err)


def _is_number(name: str, rows: Sequence[Mapping[str, str]]) -> bool:
    return all(_NUMBER.fullmatch(row[name]) for row in rows)


def _fitting(columns: Sequence[str], rows: Sequence[Mapping[str, str]], width: int) -> int:
    """How many of `columns` fit."""
    kept, left = 0, width
    for name in columns:
        whole = max(len(name), *(len(row[name]) for row in rows))
        left -= (whole if not kept or _is_number(name, rows) else min(whole, _FOLDED)) + _BETWEEN
        if kept and left < 0:
            break
        kept += 1
    return kept

"""Rows of text on the terminal."""

import sys
from collections.abc import Mapping, Sequence

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_PIPED_WIDTH = 10_000


def show_listing(title: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Print `rows` as a table that fits the terminal; piped, one line a row, nothing cut."""
    if not rows:
        click.echo(f"{title}: none")
        return
    columns = [name for name in rows[0] if any(row[name] for row in rows)]
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(columns):
        table.add_column(name, overflow="fold", no_wrap=number == 0)
    for row in rows:
        table.add_row(*(Text(row[name]) for name in columns))
    console = Console() if sys.stdout.isatty() else Console(width=_PIPED_WIDTH)
    console.print(table)

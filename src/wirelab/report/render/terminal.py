"""Reports and tables on a terminal of any width; in a pipe as plain lines, nothing wrapped, coloured or cut off."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Styled

from wirelab.model.visible import visible
from wirelab.report.document import Block, Document, Facts, Medium, Part, Points, Text
from wirelab.report.table import FOLDED, Column, Entry, Table

_STYLES = {
    "faster": "green",
    "slower": "red",
    "reference": "bold",
    "unresolved": "yellow",
    "unsteady": "yellow",
    "other": "dim",
}
_BETWEEN, _EDGE = 2, 1


def print_document(document: Document, console: Console) -> None:
    """Print the sections of `document` that terminals show."""
    if not console.is_terminal:
        _print(console, text(document))
        return
    for number, block in enumerate(_blocks(document)):
        if number:
            _print(console, "")
        if isinstance(block, Table):
            print_table(block, console)
        else:
            _print(console, block)


def print_table(table: Table, console: Console) -> None:
    """Print a table: one line per row if that fits, else with limits below their values.

    If it is still too wide, columns are left out, from the right. Names fold rather than being cut off, and no number
    is ever folded.
    """
    if not console.is_terminal or not table.rows:
        _print(console, plain(table))
        return
    flat = table.flat
    fits = _EDGE + sum(map(_width, _lines(flat))) + _BETWEEN * len(flat.columns) <= console.width
    shown = flat if fits else _stacked(table.brief)
    kept = _fitting(shown, console.width)
    title = Styled(visible(table.title), style="bold")
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for at, column in enumerate(shown.columns[:kept]):
        justify: Literal["left", "right"] = "right" if column.number else "left"
        whole = column.number or (at == 0 and column.least is None)
        grid.add_column(visible(column.name, "\n"), justify=justify, overflow="fold", no_wrap=whole)
    for number, row in enumerate(shown.entries):
        texts = (Styled(visible(each.text, "\n"), style=_STYLES.get(each.look, "")) for each in row[:kept])
        grid.add_row(*texts, style="bold" if number in table.strong else "")
    console.print(grid)
    if left_out := ", ".join(column.name.replace("\n", ", ") for column in shown.columns[kept:]):
        _print(console, f"Left out, because the terminal is too narrow: {left_out}.")
    for sentence in table.says:
        _print(console, sentence)


def plain(table: Table) -> str:
    """Write a table as lines with aligned columns."""
    flat = table.flat
    if not flat.rows:
        return f"{visible(table.title)}: none"
    lines = [
        [visible(column.name) for column in flat.columns],
        *([visible(each.text) for each in row] for row in flat.entries),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = (
        "  ".join(
            text.rjust(width) if column.number else text.ljust(width)
            for text, width, column in zip(line, widths, flat.columns, strict=True)
        ).rstrip()
        for line in lines
    )
    return "\n".join([visible(table.title), *aligned, *map(visible, table.says)])


def text(document: Document) -> str:
    """Write the sections of `document` that terminals show as plain lines."""
    return "\n\n".join(plain(each) if isinstance(each, Table) else each for each in _blocks(document))


def details(table: Table) -> Iterator[str]:
    """Write each row as a block with a line for each column, without those that are empty."""
    for row in table.entries:
        name, *facts = [(column.name, each.text) for column, each in zip(table.columns, row, strict=True) if each.text]
        yield visible(name[1])
        yield from (visible(f"  {key}: {fact}") for key, fact in facts)


def _blocks(document: Document) -> Iterator[Table | str]:
    """Tables, and everything between them as lines."""
    sections = document.on(Medium.TERMINAL)
    every = [*document.lead, *(block for section in sections for block in section.blocks)]
    written = [each for block in every for each in _written(block)]
    for is_table, group in groupby(written, key=lambda each: isinstance(each, Table)):
        found = [*group]
        yield from found if is_table else ["\n".join(map(str, found))]


def _written(block: Block) -> Iterator[Table | str]:
    match block:
        case Text() if Medium.TERMINAL in block.on:
            yield visible(block.words)
        case Points():
            shown = block.entries[: block.most]
            for each in shown:
                yield visible(" ".join([each.text, *each.beside]).strip())
                yield from (visible(f"  {detail}") for detail in each.details)
            if more := len(block.items) - len(shown):
                yield block.more.format(more)
        case Facts():
            yield from (visible(f"{name}: {fact}") for name, fact in block.rows)
        case Table():
            yield block
        case Part() if not block.folded:
            yield from (each for part in block.blocks for each in _written(part))
        case _:
            return


def _stacked(table: Table) -> Table:
    """Limits and reasons below their values, and columns below others."""
    above = {column.name: [at] for at, column in enumerate(table.columns) if not column.below and not column.wide}
    for at, column in enumerate(table.columns):
        if column.below in above:
            above[column.below].append(at)
    columns, rows = [], table.entries
    for own in above.values():
        first = table.columns[own[0]]
        columns.append(Column("\n".join(table.columns[at].name for at in own), first.number, least=first.least))
    made = [
        tuple(
            Entry(
                "\n".join(part for at in own for part in (row[at].text, *row[at].beside) if part),
                (),
                row[own[0]].look,
            )
            for own in above.values()
        )
        for row in rows
    ]
    return Table(table.title, tuple(columns), tuple(made))


def _fitting(table: Table, width: int) -> int:
    """How many columns fit, if those that may fold are as narrow as possible."""
    left = width - _EDGE
    for at, (column, needed) in enumerate(zip(table.columns, map(_width, _lines(table)), strict=True)):
        least = column.least or (FOLDED if at else needed)
        left -= (needed if column.number else min(needed, least)) + _BETWEEN
        if left < 0 and (at > 1 or (at and not column.number)):  # something beside the names is always shown
            return at
    return len(table.columns)


def _lines(table: Table) -> Iterator[Sequence[str]]:
    """The texts of each column, its heading among them."""
    for at, column in enumerate(table.columns):
        yield [column.name, *(row[at].text for row in table.entries)]


def _width(texts: Sequence[str]) -> int:
    return max(len(line) for each in texts for line in each.split("\n"))


def _print(console: Console, words: str) -> None:
    soft, words = not console.is_terminal, visible(words, "\n")
    console.print(Styled(words) if not soft else words, markup=False, highlight=False, emoji=False, soft_wrap=soft)

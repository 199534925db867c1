"""The summary at the end of a run: answers, tables and notes for terminals of any width, plain text for pipes."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from wirelab.report.answer import answer
from wirelab.report.forecast import advice_notes, basis_notes
from wirelab.report.grid import Grid, aligned
from wirelab.report.ranking import Ranking, rankings
from wirelab.report.results import Results
from wirelab.report.rows import Row, rows
from wirelab.report.transfer import transfer_answer, transfer_grid
from wirelab.report.wording import (
    FASTER,
    REANALYSED,
    REFERENCE,
    SESSION,
    SLOWER,
    course_words,
    loss_words,
    steady_words,
    subjects_words,
    sustained_words,
    twins_words,
    verdict_keys,
    verified_words,
)


class Per(StrEnum):
    """What the times of a table are of."""

    OPERATION = "operation"
    OBJECT = "object"


_TIMES = {Per.OPERATION: ("time", "interval"), Per.OBJECT: ("time/object", "interval", "data rate")}
_AGAINST = "against"
_COSTS = ("size", "gzipped", "allocated", "steady", "processes")
LEFT = {"subject", "platform", "format", "codecs", _AGAINST, "verdict", "subject\nplatform", "verdict\nprocesses"}
_STYLES = {FASTER: "green", SLOWER: "red", REFERENCE: "bold", "unresolved": "yellow", "unsteady": "yellow"}
_LOSSES_SHOWN = 10
_PER_OBJECT = (
    "Times are of one object: an operation's time by the number of objects in the corpus. "
    "The data rate counts the bytes of the corpus file, the same for every codec."
)
_NAME = 14  # columns that a name keeps when it folds
_FRAME = 4  # columns that Rich adds around a wide table


def print_summary(results: Results, console: Console, per: Per = Per.OPERATION) -> None:
    """Print answers, tables and notes: styled and as wide as the terminal, or plain lines where there is none."""
    if not console.is_terminal:
        console.print(plain_text(results, per), markup=False, highlight=False, emoji=False, soft_wrap=True)
        return
    for line in answers(results):
        console.print(Text(f"{line}\n"))
    if (grid := _transfer(results)) is not None:
        console.print(_transfer_table(grid, console.width))
    else:
        for ranking in rankings(results):
            console.print(summary_table(ranking, console.width, per))
    for line in notes(results, per):
        console.print(Text(line))


def summary_table(ranking: Ranking, width: int, per: Per = Per.OPERATION) -> Table:
    """Lay a ranking out for a terminal of `width` columns: a line a cell where that fits, stacked where not.

    Names fold rather than being cut off.
    """
    needed = max(map(len, _aligned(ranking, per))) + _FRAME
    return _wide(ranking, width, per) if width >= needed else _narrow(ranking, width, per)


def plain_text(results: Results, per: Per = Per.OPERATION) -> str:
    """Write answers, tables and notes as aligned lines without colours, frames or cut-off names."""
    if (grid := _transfer(results)) is not None:
        tables = ["\n".join([grid.title, *aligned(grid.header, grid.rows, grid.left)])]
    else:
        tables = ["\n".join(chain([ranking.title], _aligned(ranking, per))) for ranking in rankings(results)]
    blocks = ["\n".join(answers(results)), *tables, "\n".join(notes(results, per))]
    return "\n\n".join(filter(None, blocks))


def answers(results: Results) -> Iterator[str]:
    """Say what the run found, one line a ranking; of a transfer, which format takes the least time."""
    if results.findings.forecast.transfer is not None:
        yield _printable(transfer_answer(results.findings.forecast.transfer))
        return
    yield from (f"{ranking.title}: {_printable(answer(ranking))}" for ranking in rankings(results))


def notes(results: Results, per: Per = Per.OPERATION) -> Iterator[str]:
    """Say what the answers rest on, what was lost or not run, and last what to do next time."""
    if (grid := _transfer(results)) is not None:
        yield from grid.says
    elif per is Per.OBJECT:
        yield _PER_OBJECT
    yield from map(_printable, subjects_words(results))
    yield from verdict_keys(results)
    yield from sustained_words(results)
    yield from steady_words(results)
    yield course_words(results)
    yield from verified_words(results)
    yield from twins_words(results)
    yield from basis_notes(results)
    yield SESSION
    if results.reanalysed:
        yield REANALYSED
    yield from (f"Lost: {_printable(loss_words(loss))}" for loss in results.losses[:_LOSSES_SHOWN])
    if len(results.losses) > _LOSSES_SHOWN:
        yield f"Lost: {len(results.losses) - _LOSSES_SHOWN} more processes; the report lists them all."
    yield from (f"Not run: {_printable(item.what)} ({_printable(item.why)})" for item in results.not_run)
    yield from advice_notes(results)


def _printable(text: str) -> str:
    """Put `text` on one line and take out what could steer a terminal: programs under test wrote it."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _time(row: Row, per: Per) -> tuple[str, str]:
    return (row.per_object, row.per_object_limits) if per is Per.OBJECT else (row.time, row.time_limits)


def texts(row: Row, per: Per, *, against: bool = False) -> tuple[str, ...]:
    """Write a row, column by column; `against`: with the reference that its ratio is against."""
    return (
        row.subject,
        row.platform,
        *_time(row, per),
        *((row.rate,) if per is Per.OBJECT else ()),
        row.ratio,
        row.ratio_limits,
        *((row.against,) if against else ()),
        _verdict(row),
        row.size,
        row.gzipped,
        row.allocated,
        row.steady,
        row.processes,
    )


def header(per: Per, *, against: bool = False) -> tuple[str, ...]:
    """Name the columns."""
    beside = (_AGAINST,) if against else ()
    return ("subject", "platform", *_TIMES[per], "ratio", "interval", *beside, "verdict", *_COSTS)


def names_references(ranking: Ranking) -> bool:
    """Tell whether rows have to say what their ratios are against, since they do not share it."""
    return len(ranking.references) > 1


def _aligned(ranking: Ranking, per: Per) -> Iterator[str]:
    against = names_references(ranking)
    names = header(per, against=against)
    left = frozenset(column for column, name in enumerate(names) if name in LEFT)
    return aligned(names, [texts(row, per, against=against) for row in rows(ranking)], left)


def _wide(ranking: Ranking, width: int, per: Per) -> Table:
    against = names_references(ranking)
    names = header(per, against=against)

    def write(row: Row) -> tuple[Text, ...]:
        written = zip(names, texts(row, per, against=against), strict=True)
        return tuple(Text(text, style=_style(row)) if name == "verdict" else Text(text) for name, text in written)

    return _ranked(ranking, names, write, width)


def _narrow(ranking: Ranking, width: int, per: Per) -> Table:
    """Leave allocation and steadiness out, and stack the rest two by two."""

    def write(row: Row) -> tuple[Text, ...]:
        why = "".join(f"\n{text}" for text in (row.against and f"({row.against})", row.why) if text)
        return (
            Text(f"{row.subject}\n{row.platform}"),
            Text("\n".join(_time(row, per))),
            Text(f"{row.ratio}\n{row.ratio_limits}"),
            Text(row.verdict + why, style=_style(row)) + Text(f"\n{row.processes}", style="dim"),
            Text(f"{row.size}\n{row.gzipped}"),
        )

    names = ("subject\nplatform", _TIMES[per][0], "ratio", "verdict\nprocesses", "size\ngzipped")
    return _ranked(ranking, names, write, width)


def _ranked(ranking: Ranking, names: tuple[str, ...], write: Callable[[Row], tuple[Text, ...]], width: int) -> Table:
    shown = rows(ranking)
    return _table(ranking.title, names, [(write(row), row.is_reference) for row in shown], width)


def _transfer_table(grid: Grid, width: int) -> Table:
    at = grid.header.index("verdict")
    body = [
        (
            tuple(
                Text(text, style=_STYLES.get(text.partition(":")[0], "") if n == at else "")
                for n, text in enumerate(row)
            ),
            False,
        )
        for row in grid.rows
    ]
    return _table(grid.title, grid.header, body, width)


def _transfer(results: Results) -> Grid | None:
    found = results.findings.forecast.transfer
    return None if found is None else transfer_grid(results, found)


def _table(title: str, names: tuple[str, ...], body: Sequence[tuple[tuple[Text, ...], bool]], width: int) -> Table:
    """The first column folds where space is short; then columns are left out, from the right. No digit is cut off.

    Each row says whether it is bold.
    """
    lines = [tuple(map(Text, names)), *(line for line, _ in body)]
    widths = [max(_width(line[at]) for line in lines) for at in range(len(names))]
    kept = len(names)
    while kept > 2 and _NAME + sum(widths[1:kept]) + 2 * kept + 1 > width:
        kept -= 1
    table = Table(title=Text(title, style="bold"), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for index, name in enumerate(names[:kept]):
        justify: Literal["left", "right"] = "left" if name in LEFT else "right"
        table.add_column(name, justify=justify, overflow="fold", no_wrap=index > 0, min_width=8)
    for line, bold in body:
        table.add_row(*line[:kept], style="bold" if bold else "")
    return table


def _width(text: Text) -> int:
    return max((len(line) for line in text.plain.splitlines()), default=0)


def _verdict(row: Row) -> str:
    return f"{row.verdict}: {row.why}" if row.why else row.verdict


def _style(row: Row) -> str:
    return _STYLES.get(row.verdict, "dim")

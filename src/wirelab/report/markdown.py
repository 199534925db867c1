"""Results as Markdown, for pull requests and wikis. Pure."""

import re
from collections.abc import Iterator, Sequence

from wirelab.report.kinds import MARKDOWN
from wirelab.report.ranking import rankings
from wirelab.report.results import Results
from wirelab.report.rows import rows
from wirelab.report.table import LEFT, Per, answers, header, names_references, notes, texts
from wirelab.report.transfer import transfer_grid

_STEERING = str.maketrans({"<": "&lt;", ">": "&gt;", "\n": " "})
_ESCAPED = re.compile(r"[|`*_\\]")


def markdown(results: Results, per: Per = Per.OPERATION) -> str:
    """Write the report of `results`, a `MARKDOWN`: question, answers, tables, notes, and how to run it again."""
    return "\n".join(_lines(results, per)) + "\n"


def _lines(results: Results, per: Per) -> Iterator[str]:
    yield from (MARKDOWN.mark.decode(), f"# Wirelab: {escaped(results.study)}", "", escaped(results.question))
    for line in answers(results):
        yield from ("", escaped(line))
    yield from _tables(results, per)
    yield from ("", "<details><summary>What this rests on</summary>", "")
    yield from (f"- {escaped(line)}" for line in notes(results, per))
    yield from ("", "</details>")
    if results.run.command:
        yield from ("", "To run it again in the same order:", "", f"    {results.run.again}")
    if results.run.version:
        yield from ("", f"Wirelab {escaped(results.run.version)}, seed {results.run.seed}")


def _tables(results: Results, per: Per) -> Iterator[str]:
    if (found := results.findings.forecast.transfer) is not None:
        grid = transfer_grid(results, found)
        yield from ("", f"## {escaped(grid.title)}", "")
        yield from table_lines(grid.header, grid.rows, grid.left)
        return
    for ranking in rankings(results):
        against = names_references(ranking)
        columns = header(per, against=against)
        left = frozenset(at for at, name in enumerate(columns) if name in LEFT)
        yield from ("", f"## {escaped(ranking.title)}", "")
        yield from table_lines(columns, [texts(row, per, against=against) for row in rows(ranking)], left)


def table_lines(names: Sequence[str], body: Sequence[Sequence[str]], left: frozenset[int]) -> Iterator[str]:
    """Write a table; the columns that are not in `left` stand to the right."""
    yield _row([escaped(name) for name in names])
    yield _row(["---" if at in left else "--:" for at in range(len(names))])
    yield from (_row([escaped(text) for text in each]) for each in body)


def escaped(text: str) -> str:
    """Keep text from being taken for markup."""
    return _ESCAPED.sub(r"\\\g<0>", text.translate(_STEERING))


def _row(texts_: Sequence[str]) -> str:
    return f"| {' | '.join(texts_)} |"

"""Reports and tables as Markdown, for pull requests and wikis. Pure."""

import re
from collections.abc import Iterator

from wirelab.model.visible import visible
from wirelab.report.document import Block, Code, Document, Facts, Medium, Part, Points, Text
from wirelab.report.table import Table

_STEERING = str.maketrans({"<": "&lt;", ">": "&gt;", "\n": " "})
_ESCAPED = re.compile(r"[|`*_\\]|\](?=[(\[:])")  # also the characters that end the text of a link or a picture


def markdown(document: Document, mark: bytes) -> str:
    """Write the sections of `document` that Markdown shows, below the mark of its kind of file."""
    return "\n".join((mark.decode(), *_lines(document))) + "\n"


def table_lines(table: Table, heading: str = "###") -> Iterator[str]:
    """Write a table below its title, and the sentences below it."""
    flat = table.flat
    yield from (f"{heading} {escaped(table.title)}", "")
    yield _row([column.name for column in flat.columns])
    yield f"| {' | '.join('--:' if column.number else '---' for column in flat.columns)} |"
    yield from (_row([each.text for each in row]) for row in flat.entries)
    for sentence in table.says:
        yield from ("", escaped(sentence))


def escaped(text: str) -> str:
    """Keep text from being taken for markup."""
    return _ESCAPED.sub(r"\\\g<0>", visible(text.translate(_STEERING)))


def _lines(document: Document) -> Iterator[str]:
    yield f"# {escaped(document.title)}"
    for text in document.lead:
        yield from _block(text)
    for section in document.on(Medium.MARKDOWN):
        yield from _headed("##", section.title, section.blocks, folded=section.folded)


def _headed(heading: str, title: str, blocks: tuple[Block, ...], *, folded: bool) -> Iterator[str]:
    yield from ("", f"<details><summary>{escaped(title)}</summary>" if folded else f"{heading} {escaped(title)}")
    for block in blocks:
        yield from _block(block)
    if folded:
        yield from ("", "</details>")


def _block(block: Block) -> Iterator[str]:
    match block:
        case Text() if Medium.MARKDOWN in block.on:
            yield from ("", escaped(block.words))
        case Points():
            yield ""
            for each in block.entries:
                yield f"- {escaped(' '.join([each.text, *each.beside]).strip())}"
                yield from (f"  - {escaped(detail)}" for detail in each.details)
        case Facts():
            yield from ("", *(f"- {escaped(f'{name}: {fact}')}" for name, fact in block.rows))
        case Code():
            yield from ("", *(f"    {visible(line)}" for line in block.words.splitlines()))
        case Table():
            yield from ("", *table_lines(block))
        case Part():
            yield from _headed("###", block.title, block.blocks, folded=block.folded)
        case _:
            return


def _row(texts: list[str]) -> str:
    return f"| {' | '.join(map(escaped, texts))} |"

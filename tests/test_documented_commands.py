"""Every command that the pages show is one that the command line takes: its options and values exist."""

import re
import shlex
from contextvars import copy_context

import click
import pytest

from tests.conftest import ROOT
from wirelab.cli.main import wirelab

DOCS = (
    *("commands", "your-own-data", "will-it-hold", "recommending", "over-versions", "hosts", "serving", "publishing"),
    *("replicating", "teaching", "analyze", "writing-a-study"),
)
PAGES = ("README.md", *(f"docs/{name}.md" for name in DOCS))
BLOCK = re.compile(r"^ *```\n(.*?)^ *```$", flags=re.MULTILINE | re.DOTALL)
SHOWN = [
    (page, line.strip())
    for page in PAGES
    for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    for line in block.splitlines()
    if re.match(r"\s*(\.venv/bin/)?wirelab ", line)
]


def test_pages_show_commands() -> None:
    assert len(SHOWN) >= 40
    assert {page for page, _ in SHOWN} >= {"docs/commands.md", "docs/teaching.md", "docs/analyze.md"}


@pytest.mark.parametrize(("page", "line"), SHOWN, ids=[f"{page}: {line}" for page, line in SHOWN])
def test_a_command_of_a_page_is_understood(page: str, line: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line, comments=True)[1:]
    words = words[: words.index(">")] if ">" in words else words
    command: click.Command = wirelab
    name = "wirelab"
    while isinstance(command, click.Group) and words and words[0] in command.list_commands(click.Context(command)):
        name = words.pop(0)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    assert name != "wirelab", f"{page} shows a command that there is not: {line}"
    copy_context().run(command.make_context, name, words)  # `--trust` would be given to the tests behind this one, too

"""Colours on the terminal, unless the user wants none."""

import os

import click


def coloured(text: str, colour: str, *, bold: bool | None = None) -> str:
    """A text in a colour, unless `NO_COLOR` is set (no-color.org). Streams that are no terminal never get colours."""
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=colour, bold=bold)

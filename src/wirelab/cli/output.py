"""The output of commands: reports, tables and JSON, on the terminal and in files."""

import json
from typing import Any

import click
from rich.console import Console

from wirelab.files.outputs import Destination
from wirelab.model.visible import visible
from wirelab.report.document import Document
from wirelab.report.render.kinds import MARKDOWNS
from wirelab.report.render.markdown import markdown
from wirelab.report.render.terminal import print_document, print_table
from wirelab.report.table import Table


def show(document: Document, page: Destination | None, values: Any = None) -> None:
    """Print a report, or its `values` as JSON, and write it to a file.

    If one of them goes to standard output, the rest goes to standard error.
    """
    if values is None:
        print_report(document, err=page is not None and page.path is None)
    else:
        print_json(values)
    if page is not None:
        write(document, page, err=values is not None)


def print_report(document: Document, *, err: bool) -> None:
    """Print a report, with `err` on standard error."""
    print_document(document, Console(stderr=err))


def write(document: Document, page: Destination, *, err: bool) -> None:
    """Write a report to its file, and say where that is: on standard output, or with `err` on standard error."""
    if page.kind in MARKDOWNS:
        text = markdown(document, page.kind.mark)
    else:
        from wirelab.report.render.page import render_page  # loads the template: only where there is a page

        text = render_page(document)
    page.write(text.encode("utf-8", "replace"))
    if page.path is not None:
        click.echo(f"Report: {page.path}", err=err)


def show_table(table: Table, *, err: bool = False) -> None:
    """Print a table, with `err` on standard error."""
    print_table(table, Console(stderr=err))


def notice(*texts: str) -> None:
    """Print notices for the user on standard error."""
    for text in texts:
        click.echo(visible(text, "\n"), err=True)


def print_json(values: Any) -> None:
    """Print values as JSON."""
    click.echo(json.dumps(values, indent=1, allow_nan=False))

"""Results on the terminal, as JSON, and as a page."""

import json
import sys
from collections.abc import Sequence

import click
from rich.console import Console

from wirelab.files.writing import Destination
from wirelab.report.analysed import Analysed
from wirelab.report.analysis_text import analysis_text
from wirelab.report.as_json import analysis_json, results_json
from wirelab.report.kinds import MARKDOWN, REPLICATION_MARKDOWN
from wirelab.report.markdown import markdown
from wirelab.report.replication import Faults, Replication
from wirelab.report.replication_json import replications_json
from wirelab.report.replication_markdown import replications_markdown
from wirelab.report.results import Results
from wirelab.report.table import Per, print_summary


def show(results: Results, page: Destination, *, as_json: bool, per: str = Per.OPERATION) -> None:
    """Write the table (or JSON) to standard output, then the page, and the page's path below it.

    Args:
        results: what a run came to.
        page: where the report goes; if to standard output, the table goes to standard error.
        as_json: JSON instead of the table; the path goes to standard error.
        per: what the table's times are of: `operation` or `object`.
    """
    if as_json:
        json.dump(results_json(results), sys.stdout, indent=1, allow_nan=False)
        click.echo()
    else:
        print_summary(results, Console(stderr=page.path is None), Per(per))
    _write(page, _report(results, page, Per(per)), as_json=as_json)


def _report(results: Results, page: Destination, per: Per) -> str:
    if page.kind is MARKDOWN:
        return markdown(results, per)
    from wirelab.report.page import render_page  # loads the templates: only where there is a page

    return render_page(results)


def _write(page: Destination, text: str, *, as_json: bool) -> None:
    page.write(text.encode("utf-8", "replace"))
    if page.path is not None:
        click.echo(f"Report: {page.path}", err=as_json)


def show_analysis(analysed: Analysed, page: Destination | None, *, command: str, as_json: bool) -> None:
    """Write the page if one is asked for, and the tables (or JSON) to standard output.

    Args:
        analysed: a table and its analysis.
        page: where the page goes, or None; if to standard output, the tables go to standard error.
        command: what was typed; the page tells it.
        as_json: JSON instead of tables; the page's path goes to standard error.
    """
    if as_json:
        json.dump(analysis_json(analysed), sys.stdout, indent=1, allow_nan=False)
        click.echo()
    else:
        click.echo(analysis_text(analysed), err=page is not None and page.path is None)
    if page is not None:
        from wirelab.report.analysis_page import render_analysis_page

        _write(page, render_analysis_page(analysed, command), as_json=as_json)


def show_replications(
    found: Sequence[Replication], faults: Faults, page: Destination, *, command: str, as_json: bool
) -> None:
    """Write the page and, if asked for, JSON to standard output.

    Args:
        found: the studies that were measured again.
        faults: what kept others from it, by their names.
        page: where the report goes.
        command: what was typed; the page tells it.
        as_json: the page's path goes to standard error.
    """
    if as_json:
        json.dump(replications_json(found, faults), sys.stdout, indent=1, allow_nan=False)
        click.echo()
    _write(page, _replications(found, faults, page, command), as_json=as_json)


def _replications(found: Sequence[Replication], faults: Faults, page: Destination, command: str) -> str:
    if page.kind is REPLICATION_MARKDOWN:
        return replications_markdown(found, faults, command)
    from wirelab.report.replication_page import render_replication_page  # loads the templates

    return render_replication_page(found, faults, command)

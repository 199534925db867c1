"""`wirelab merge`: the runs of several labs in one lab file."""

from pathlib import Path

import click

from wirelab.cli.options.values import JSON_OPTION
from wirelab.model.errors import UsageError


@click.command("merge")
@click.argument("labs", nargs=-1, metavar="LAB LAB…")
@click.option("--out", required=True, metavar="FILE", help="The lab file to make; it must not exist yet.")
@JSON_OPTION
def command(*, labs: tuple[str, ...], out: str, as_json: bool) -> None:
    """Make one lab file of the finished runs of several, of this machine and of others.

    Each run names the lab file that it comes from, and a run that several labs have counts once. The labs stay as they
    are.

    \b
    wirelab merge monday.duckdb tuesday.duckdb laptop.duckdb --out all.duckdb
    wirelab report --runs all --lab all.duckdb
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.sessions.merge import merged
    from wirelab.cli.output import show
    from wirelab.report.as_json import fields_of
    from wirelab.report.sessions.machines import merged_report

    if len({Path(each).resolve() for each in labs}) < 2:
        raise UsageError(
            "command line", "name two labs or more", remedy="wirelab merge A.duckdb B.duckdb --out C.duckdb"
        )
    found = merged([Path(each) for each in labs], Path(out))
    show(merged_report(found), None, fields_of(found) if as_json else None)

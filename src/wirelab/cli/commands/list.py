"""`wirelab list`: studies, workloads, platforms, codecs and runs."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wirelab.cli.options.values import JSON_OPTION, LAB_OPTION, other_lab, refuse
from wirelab.model.errors import UsageError

if TYPE_CHECKING:
    from wirelab.report.table import Table

KINDS = ("studies", "workloads", "platforms", "codecs", "runs")
_DETAILED = "codecs"


@click.command("list")
@click.argument("kind", required=False)
@click.argument("names", nargs=-1)
@LAB_OPTION
@click.option("--build", is_flag=True, help="Build missing runners first, to show their versions.")
@JSON_OPTION
def command(kind: str | None, names: tuple[str, ...], lab: str, build: bool, as_json: bool) -> None:
    """List everything, or one KIND: studies, workloads, platforms, codecs or runs.

    After `codecs`, give NAMES to see everything about these codecs, with contract and parameters.
    """
    from wirelab.app import catalogue
    from wirelab.app.resources import cache_folder, cache_path
    from wirelab.cli.output import notice, print_json, show_table
    from wirelab.model.names import choose
    from wirelab.report.render.terminal import details

    kinds = KINDS if kind is None else (choose("kind", kind, KINDS),)
    makers: dict[str, Callable[[], Table]] = {
        "studies": catalogue.studies,
        "workloads": catalogue.workloads,
        "platforms": lambda: catalogue.platforms(cache_path()),
        "codecs": lambda: catalogue.codecs(cache_folder(), notice) if build else catalogue.codecs(cache_path()),
        "runs": lambda: catalogue.runs(Path(lab)),
    }
    if names and kind != _DETAILED:
        raise UsageError("argument NAMES", f"only {_DETAILED} have more to show", remedy="drop the names")
    if kind not in (None, _DETAILED):
        refuse({"build": build}, f"only {_DETAILED} show versions of runners", "drop it")
    if kind not in (None, "runs"):
        refuse({"lab": other_lab(lab)}, "only runs are in a lab file", "drop it")
    listings = {each: makers[each]() for each in kinds}
    if names:
        listings = {_DETAILED: catalogue.named(listings[_DETAILED], names)}
    if as_json:
        print_json({name: listing.records for name, listing in listings.items()})
    elif names:
        click.echo("\n".join(details(listings[_DETAILED])))
    else:
        for listing in listings.values():
            show_table(listing)

"""`wirelab list`: what there is."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from wirelab.cli.parameters import JSON_OPTION, LAB_OPTION
from wirelab.model.errors import UsageError

KINDS = ("studies", "workloads", "platforms", "codecs", "runs")
_DETAILED = "codecs"


@click.command("list")
@click.argument("kind", required=False)
@click.argument("names", nargs=-1)
@LAB_OPTION
@click.option("--build", is_flag=True, help="Build missing runners first, to show versions too.")
@JSON_OPTION
def command(kind: str | None, names: tuple[str, ...], lab: str, build: bool, as_json: bool) -> None:
    """List everything, or one KIND: studies, workloads, platforms, codecs or runs.

    After `codecs`, NAMES show all there is to know of these codecs: contract and parameters too.
    """
    from wirelab.app import catalogue
    from wirelab.app.resources import cache_folder, cache_path
    from wirelab.cli.listing import show_details, show_listing
    from wirelab.model.names import choose

    kinds = KINDS if kind is None else (choose("kind", kind, KINDS),)
    makers: dict[str, Callable[[], catalogue.Listing]] = {
        "studies": catalogue.studies,
        "workloads": catalogue.workloads,
        "platforms": lambda: catalogue.platforms(cache_path()),
        "codecs": lambda: catalogue.codecs(cache_folder(), _notice) if build else catalogue.codecs(cache_path()),
        "runs": lambda: catalogue.runs(Path(lab)),
    }
    if names and kind != _DETAILED:
        raise UsageError("argument NAMES", f"only {_DETAILED} have more to show", remedy="drop the names")
    listings = {each: makers[each]() for each in kinds}
    if names:
        listings = {_DETAILED: catalogue.named(listings[_DETAILED], names)}
    if as_json:
        click.echo(
            json.dumps({name: [dict(row) for row in listing.rows] for name, listing in listings.items()}, indent=1)
        )
        return
    if names:
        show_details(listings[_DETAILED].rows)
        return
    for listing in listings.values():
        show_listing(listing.title, listing.brief)


def _notice(text: str) -> None:
    click.echo(f"· {text}", err=True)

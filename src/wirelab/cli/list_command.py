"""`wirelab list`: what there is."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from wirelab.cli.parameters import JSON_OPTION, LAB_OPTION

KINDS = ("studies", "workloads", "platforms", "codecs", "runs")


@click.command("list")
@click.argument("kind", required=False)
@LAB_OPTION
@click.option("--build", is_flag=True, help="Build missing runners first, to show versions and contracts.")
@JSON_OPTION
def command(kind: str | None, lab: str, build: bool, as_json: bool) -> None:
    """List everything, or one KIND: studies, workloads, platforms, codecs or runs."""
    from wirelab.app import catalogue
    from wirelab.app.resources import cache_folder
    from wirelab.cli.listing import show_listing
    from wirelab.model.names import choose

    kinds = KINDS if kind is None else (choose("kind", kind, KINDS),)
    makers: dict[str, Callable[[], catalogue.Listing]] = {
        "studies": catalogue.studies,
        "workloads": catalogue.workloads,
        "platforms": lambda: catalogue.platforms(cache_folder()),
        "codecs": lambda: catalogue.codecs(cache_folder(), _notice if build else None),
        "runs": lambda: catalogue.runs(Path(lab)),
    }
    listings = {name: makers[name]() for name in kinds}
    if as_json:
        click.echo(
            json.dumps({name: [dict(row) for row in listing.rows] for name, listing in listings.items()}, indent=1)
        )
        return
    for listing in listings.values():
        show_listing(listing.title, listing.rows)


def _notice(text: str) -> None:
    click.echo(f"· {text}", err=True)

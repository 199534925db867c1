"""`wirelab workload`: for those who write one."""

import json
from typing import Any

import click

from wirelab.cli.parameters import JSON_OPTION, SUBJECT
from wirelab.model.errors import ExitCode
from wirelab.model.subject import Subject


@click.group("workload")
def command() -> None:
    """Check a workload while you write it."""


@command.command("check")
@click.argument("workload", metavar="FOLDER")
@click.option("--record", is_flag=True, help="Record the digests of changed corpora, too.")
@click.option(
    "--platform",
    "platforms",
    multiple=True,
    metavar="NAME",
    help="Platforms of the table of sizes (repeatable).  [default: all that run here]",
)
@click.option(
    "--codec",
    "subjects",
    multiple=True,
    type=SUBJECT,
    metavar="SUBJECT",
    help="Codecs of the table of sizes (repeatable).  [default: all]",
)
@JSON_OPTION
def check(
    *, workload: str, record: bool, platforms: tuple[str, ...], subjects: tuple[Subject, ...], as_json: bool
) -> int:
    """Make the corpora of the workload in FOLDER, record their digests, and show sizes.

    The table of sizes is of the default corpus. If a corpus is not the recorded one, what changed is shown and the
    exit code is 3. It is 5 if a codec cannot carry the data; its row says why.
    """
    from wirelab.app.resources import cache_folder
    from wirelab.app.sizing import rows, sizes_json, sizes_of
    from wirelab.app.workload_check import check_corpora, corpora_rows, find_workload, first_study
    from wirelab.cli.listing import show_listing

    def notice(text: str) -> None:
        click.echo(text, err=True)

    found = find_workload(workload)
    study = first_study(found, platforms, subjects)
    corpora = corpora_rows(check_corpora(found, cache_folder(), notice, record=record))
    if not as_json:
        show_listing(f"corpora of {found.name}", corpora)
    sizes = sizes_of(study, cache_folder(), notice)
    if as_json:
        told: dict[str, Any] = {"corpora": corpora, **sizes_json(sizes)}
        click.echo(json.dumps(told, indent=1))
    else:
        for corpus, table in rows(sizes.cells, None).items():
            show_listing(f"{corpus}, bytes", table)
    for missing in sizes.not_run:
        click.echo(f"{missing.what}: {missing.why}", err=True)
    return ExitCode.OK if sizes.complete else ExitCode.MEASUREMENT

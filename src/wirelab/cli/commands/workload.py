"""`wirelab workload`: for those who make one."""

from typing import Any

import click

from wirelab.cli.commands.sizes import ended
from wirelab.cli.options.data import data_options, made_of, taken
from wirelab.cli.options.values import JSON_OPTION, TRUST_OPTION, codec_option, repeatable
from wirelab.model.errors import ExitCode, UsageError
from wirelab.model.subject import Subject


@click.group("workload")
def command() -> None:
    """Make a workload of your own data, or check one while you write it."""


@command.command("check")
@click.argument("workload", metavar="FOLDER")
@click.option("--record", is_flag=True, help="Record the digests of changed corpora, too.")
@repeatable("platform", "Platforms of the table of sizes (repeatable).  [default: all that run here]")
@codec_option("Codecs of the table of sizes (repeatable).  [default: all]")
@TRUST_OPTION
@JSON_OPTION
def check(*, workload: str, record: bool, platform: tuple[str, ...], codec: tuple[Subject, ...], as_json: bool) -> int:
    """Make the corpora of the workload in FOLDER, record their digests, and show sizes.

    The table of sizes is of the default corpus. If a corpus differs from the recorded one, the changes are shown,
    and without --record the exit code is 3. It is 5 if a codec cannot carry the data; its row has the reason.
    """
    from wirelab.app.check.workload import check_corpora, find_workload, first_study
    from wirelab.app.resources import cache_folder
    from wirelab.app.sizes_table import sizes_json, sizes_of, sizes_tables
    from wirelab.cli.output import notice, print_json, show_table
    from wirelab.report.table import table_of

    found = find_workload(workload)
    study = first_study(found, platform, codec)
    corpora = check_corpora(found, cache_folder(), notice, record=record)
    if not as_json:
        show_table(table_of(f"corpora of {found.name}", corpora))
    sizes = sizes_of(study, cache_folder(), notice)
    if as_json:
        print_json({"corpora": corpora, **sizes_json(sizes)})
    else:
        for table in sizes_tables(sizes.cells, None):
            show_table(table)
    return ended(sizes)


@command.command("add")
@data_options
def add(**given: Any) -> int:
    """Make a workload folder of your own data, with its schema, its documents and workload.toml.

    \b
    wirelab workload add --data orders.jsonl        makes the folder orders
    wirelab run --workload ./orders
    """  # noqa: D301 - click reads the backspace
    data = taken(given)
    if data is None:
        raise UsageError("command line", "there is no data", remedy="name it with --data FILE")
    _, folder = made_of(data)
    click.echo(f"{folder}: a workload; `wirelab run --workload ./{folder}` measures it")
    return ExitCode.OK

"""`wirelab crosscheck`: the lab against the platform's own benchmark harness."""

import click

from wirelab.cli.parameters import JSON_OPTION, SUBJECT
from wirelab.model.errors import ExitCode
from wirelab.model.subject import Subject

_ROUNDS, _SHORT_ROUNDS = 9, 2


@click.command("crosscheck")
@click.argument("platform")
@click.option(
    "--codec",
    "subjects",
    multiple=True,
    type=SUBJECT,
    metavar="SUBJECT",
    help="Measure only this codec's cells (repeatable).",
)
@click.option("--rounds", type=click.IntRange(2, 1000), help="Processes per cell on each side.  [default: 9]")
@click.option("--short", is_flag=True, help="Measure only the first cells, in two rounds unless --rounds is given.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of the order.")
@JSON_OPTION
def command(
    platform: str, subjects: tuple[Subject, ...], rounds: int | None, short: bool, seed: int, as_json: bool
) -> int:
    """Measure the same cells on PLATFORM with the lab and with the platform's own harness, taking turns.

    The exit code is 0 if the 95 % interval of at least nine in ten cells' ratio lies within 5 % of 1, and 5 otherwise.
    Leave the machine idle meanwhile.
    """
    from wirelab.app.crosscheck import crosscheck
    from wirelab.app.resources import cache_folder
    from wirelab.app.showing import show_crosscheck

    found = crosscheck(
        platform,
        subjects,
        rounds or (_SHORT_ROUNDS if short else _ROUNDS),
        short=short,
        seed=seed,
        cache=cache_folder(),
        notice=lambda text: click.echo(text, err=True),
    )
    show_crosscheck(found, as_json=as_json)
    return ExitCode.OK if found.ok else ExitCode.MEASUREMENT

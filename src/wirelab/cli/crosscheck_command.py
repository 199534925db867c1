"""`wirelab crosscheck`: the lab against the platform's own benchmark harness."""

from pathlib import Path

import click

from wirelab.cli.parameters import JSON_OPTION, codec_option
from wirelab.model.errors import ExitCode
from wirelab.model.subject import Subject

LOOKS = (10, 25)
_SHORT_ROUNDS = 2


@click.command("crosscheck")
@click.argument("platform")
@codec_option("Measure only this codec's cells (repeatable).")
@click.option(
    "--rounds",
    type=click.IntRange(2, 1000),
    help="Processes per cell on each side.  [default: 10; 25 for cells that 10 do not decide]",
)
@click.option("--short", is_flag=True, help="Measure only the first cells, in two rounds unless --rounds is given.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of the order.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what is measured in FILE, and go on from what it has.",
)
@JSON_OPTION
def command(
    platform: str,
    *,
    subjects: tuple[Subject, ...],
    rounds: int | None,
    short: bool,
    seed: int,
    keep: Path | None,
    as_json: bool,
) -> int:
    """Measure the same cells on PLATFORM with the lab and with the platform's own harness, taking turns.

    Cells that are undecided after 10 rounds are measured for 15 more. The exit code is 0 if the 95 % interval of the
    ratio lies within 5 % of 1 for at least nine in ten cells, and 5 otherwise. Leave the machine idle meanwhile. It
    takes an hour or more: with --keep it may be ended and go on at a quieter time.
    """
    from wirelab.app.crosscheck import crosscheck
    from wirelab.app.resources import cache_folder
    from wirelab.app.showing import show_crosscheck

    looks = (rounds,) if rounds else (_SHORT_ROUNDS,) if short else LOOKS
    found = crosscheck(
        platform,
        subjects,
        looks,
        short=short,
        seed=seed,
        keep=keep,
        cache=cache_folder(),
        notice=lambda text: click.echo(text, err=True),
    )
    show_crosscheck(found, as_json=as_json)
    if found.interrupted:
        raise KeyboardInterrupt
    return ExitCode.OK if found.ok else ExitCode.MEASUREMENT

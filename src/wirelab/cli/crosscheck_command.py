"""`wirelab crosscheck`: the lab against the platform's own benchmark harness."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wirelab.cli.parameters import JSON_OPTION, SUBJECT
from wirelab.model.errors import ExitCode
from wirelab.model.subject import Subject

if TYPE_CHECKING:
    from wirelab.app.crosscheck import CrossCheck

_ROUNDS, _SHORT_ROUNDS = 5, 2


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
@click.option("--rounds", type=click.IntRange(2, 1000), help="Processes per cell on each side.  [default: 5]")
@click.option("--short", is_flag=True, help="Measure only the first cells, in two rounds unless --rounds is given.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of the order.")
@JSON_OPTION
def command(
    platform: str, subjects: tuple[Subject, ...], rounds: int | None, short: bool, seed: int, as_json: bool
) -> int:
    """Measure the same cells on PLATFORM with the lab and with the platform's own harness, taking turns.

    The exit code is 0 if at least 11 of 12 cells agree within 5 %, and 5 otherwise. Leave the machine idle meanwhile.
    """
    from wirelab.app.crosscheck import crosscheck
    from wirelab.app.resources import cache_folder
    from wirelab.process.stopping import stop_on_signals

    with stop_on_signals():
        found = crosscheck(
            platform,
            subjects,
            rounds or (_SHORT_ROUNDS if short else _ROUNDS),
            short=short,
            seed=seed,
            cache=cache_folder(),
            notice=lambda text: click.echo(text, err=True),
        )
    _show(found, as_json)
    return ExitCode.OK if found.ok else ExitCode.MEASUREMENT


def _show(found: "CrossCheck", as_json: bool) -> None:
    from wirelab.app.crosscheck import BAND
    from wirelab.report.agreement import agreement_lines
    from wirelab.report.as_json import agreements_json

    losses = [
        {"cell": each.cell.key, "round": each.round, "side": each.side, "loss": asdict(each.loss)}
        for each in found.losses
    ]
    if as_json:
        head = {"platform": found.platform, "harness": found.harness, "rounds": found.rounds, "ok": found.ok}
        agreements = agreements_json(found.agreements)
        click.echo(json.dumps({**head, "agreements": agreements, "losses": losses}, indent=1, allow_nan=False))
        return
    for line in agreement_lines(found.agreements, found.first, found.harness, BAND):
        click.echo(line)
    for lost in found.losses:
        click.echo(f"Lost: {lost.side} in round {lost.round + 1} of {lost.cell.key}: {lost.loss.what}")
    within = sum(each.within for each in found.agreements)
    click.echo(f"{within} of {len(found.agreements)} cells agree, which is {'enough' if found.ok else 'too few'}.")

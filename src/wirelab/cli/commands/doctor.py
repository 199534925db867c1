"""`wirelab doctor`: a check of what can run here."""

from dataclasses import asdict

import click

from wirelab.cli.colour import coloured
from wirelab.cli.options.values import JSON_OPTION
from wirelab.model.errors import ExitCode

_MARKS = {"ok": ("✓", "green"), "missing": ("–", "yellow"), "fault": ("✗", "red")}


@click.command("doctor")
@JSON_OPTION
def command(as_json: bool) -> int:
    """Show what can run here, what is missing, and the one command that installs it.

    A missing toolchain is not a fault: studies use the installed ones. The exit code is 7 if the machine itself
    is unsuitable.
    """
    from wirelab.app.check.diagnosis import State, diagnose
    from wirelab.cli.output import print_json

    found = diagnose()
    if as_json:
        print_json([asdict(diagnosis) for diagnosis in found])
    else:
        width = max(len(diagnosis.what) for diagnosis in found)
        for diagnosis in found:
            mark, colour = _MARKS[diagnosis.state]
            click.echo(f"{coloured(mark, colour)} {diagnosis.what:<{width}}  {diagnosis.says}")
            if diagnosis.get:
                click.echo(f"  {'':<{width}}  → {diagnosis.get}")
    return ExitCode.HOST if any(diagnosis.state is State.FAULT for diagnosis in found) else ExitCode.OK

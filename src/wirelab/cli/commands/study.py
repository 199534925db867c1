"""`wirelab study`: checks study files, and shows their claims."""

import click

from wirelab.cli.options.values import JSON_OPTION
from wirelab.model.errors import ExitCode
from wirelab.model.visible import visible


@click.group("study")
def command() -> None:
    """Check a study file, or compare a study's claims with its own numbers."""


@command.command("check")
@click.argument("study")
def check(study: str) -> int:
    """Check STUDY, a name or a file: its mistakes, each with its line, or the claims that its design cannot decide."""
    from wirelab.app.resources import cache_folder
    from wirelab.app.study.check import check_study
    from wirelab.cli.output import show_table
    from wirelab.report.table import table_of

    checked = check_study(study, cache_folder())
    claims = len(checked.study.claim)
    click.echo(f"study {checked.study.name}: no mistakes; {claims} claim{'' if claims == 1 else 's'}")
    for title, found in (
        ("Claims that this design cannot decide", checked.undecidable),
        ("Claims that the published figures do not cover", checked.unprinted),
    ):
        rows = [{"claim": claim.id, "place": claim.place, "why": why} for claim, why in found]
        if rows:
            show_table(table_of(title, rows))
    if levels := [{"factor": str(factor), "level": level} for factor, level in checked.foreign]:
        show_table(table_of("Levels of the published figures that this study does not have", levels))
    return ExitCode.OK


@command.command("claims")
@click.argument("study")
@click.option("--claim", "chosen", metavar="ID", help="Show only this claim, wherever it was tried.")
@JSON_OPTION
def claims(study: str, chosen: str | None, as_json: bool) -> int:
    """Show each claim of STUDY with its verdict by the numbers that the study itself printed."""
    from wirelab.app.study.claims import judged_by_print
    from wirelab.cli.output import print_json, show_table
    from wirelab.model.names import choose
    from wirelab.report.replicate.evidence import claims_json, claims_table, trials_table

    judged = {one.claim.id: one for one in judged_by_print(study)}
    if chosen is not None:
        judged = {chosen: judged[choose("claim", chosen, judged)]}
    if as_json:
        print_json(claims_json(judged.values()))
    elif chosen is None:
        show_table(claims_table(f"Claims of {study}, by its own printed numbers", judged.values()))
    else:
        one = judged[chosen]
        says = f"{one.claim.place}: {one.claim.words}\n{one.verdict}{'' if one.trials else f': {one.why}'}"
        click.echo(visible(says, "\n"))
        if one.trials:
            show_table(trials_table(one))
    return ExitCode.OK

"""`wirelab replicate`: published studies measured again, and their claims held against it."""

from pathlib import Path

import click

from wirelab.cli.parameters import DURATION, typed
from wirelab.model.errors import ExitCode, UsageError, WirelabError

_BRIEF_S, _FULL_S = 150.0, 1800.0


@click.command("replicate")
@click.argument("study", required=False)
@click.option("--all", "every", is_flag=True, help="Every study that has claims, each into its own lab file.")
@click.option(
    "--method",
    type=click.Choice(["published", "sound", "both"]),
    default="both",
    show_default=True,
    help="The authors' own method, the lab's, or both.",
)
@click.option(
    "--quick", "brief", is_flag=True, help="Few sizes and short processes: under 3 minutes. May leave claims open."
)
@click.option(
    "--budget",
    type=DURATION,
    metavar="30m",
    help="Start no round that would end later.  [default: 30m; 150s with --quick]",
)
@click.option("--lab", metavar="FILE", help="Lab file.  [default: STUDY-replication.duckdb]")
def command(*, study: str | None, every: bool, method: str, brief: bool, budget: float | None, lab: str | None) -> int:
    """Measure the published STUDY again and say which of its claims hold.

    STUDY is a .toml file or a name that `wirelab list studies` shows. Each figure is shown as published, by the
    authors' method on this machine, and by the lab's method; then each claim with its verdicts. What the lab file has
    already is not measured again, and what was stopped goes on.

    \b
    wirelab replicate school-formats --quick
    wirelab replicate school-formats --method sound --budget 1h
    wirelab replicate --all --quick
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.catalogue import studies_with_claims

    if every == (study is not None):
        raise UsageError("command line", "name one study, or --all", remedy="wirelab replicate STUDY")
    if every and lab is not None:
        raise UsageError("option --lab", "with --all each study has a lab file of its own", remedy="drop --lab")
    names = studies_with_claims() if study is None else (study,)
    budget_s = budget or (_BRIEF_S if brief else _FULL_S)
    codes = [_replicated(name, method, budget_s=budget_s, brief=brief, lab=lab, alone=not every) for name in names]
    return max(codes, default=ExitCode.OK)


def _replicated(name: str, method: str, *, budget_s: float, brief: bool, lab: str | None, alone: bool) -> int:
    """Replicate one study and show it; of several, one that cannot be is told, and the others go on."""
    from wirelab.app.replicating import Method, lines, replicate, sections
    from wirelab.app.resources import cache_folder
    from wirelab.cli.listing import show_listing
    from wirelab.cli.main import complain
    from wirelab.cli.progress import Progress

    path = Path(lab or f"{Path(name).stem}-replication.duckdb")
    try:
        with Progress(path, again=typed()) as listener:
            found = replicate(
                name,
                Method(method),
                budget_s=budget_s,
                brief=brief,
                lab=path,
                cache=cache_folder(),
                listener=listener,
                command=typed(),
            )
    except WirelabError as error:
        if alone:
            raise
        complain(error)
        return error.exit_code
    for title, rows in sections(found):
        show_listing(title, rows)
    for line in lines(found):
        click.echo(line)
    return ExitCode.OK if found.complete else ExitCode.MEASUREMENT

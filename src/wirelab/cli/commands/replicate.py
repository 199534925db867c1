"""`wirelab replicate`: published studies measured again, and their claims compared with the new measurements."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wirelab.cli.options.values import (
    FORCE_OPTION,
    FORMAT_OPTION,
    JSON_OPTION,
    REPORT_OPTION,
    TRUST_OPTION,
    duration,
    typed,
)
from wirelab.model.errors import ExitCode, UsageError, WirelabError

if TYPE_CHECKING:
    from wirelab.report.replicate.replication import Replication

_BRIEF_S, _FULL_S = 150.0, 1800.0


@click.command("replicate")
@click.argument("study", required=False)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Every study that describes its authors' method ([measure.published]), each into its own lab file.",
)
@click.option(
    "--method",
    type=click.Choice(["published", "sound", "both"]),
    default="both",
    show_default=True,
    help="The authors' own method (where the study describes it), the lab's, or both.",
)
@click.option(
    "--quick",
    "brief",
    is_flag=True,
    help="Few sizes and short processes: under 3 minutes, unless one round takes longer. May leave claims open.",
)
@click.option(
    "--budget",
    type=duration,
    metavar="30m",
    help="Start no round that would end later.  [default: 30m; 150s with --quick]",
)
@click.option("--lab", metavar="FILE", help="Lab file.  [default: STUDY-replication.duckdb]")
@REPORT_OPTION
@FORMAT_OPTION
@TRUST_OPTION
@FORCE_OPTION
@JSON_OPTION
def command(*, study: str | None, every: bool, lab: str | None, report: str | None, form: str, **given: Any) -> int:
    """Measure the published STUDY again and say which of its claims hold.

    STUDY is a .toml file or a name that `wirelab list studies` shows. Each figure is shown as published, by the
    authors' method on this machine, and by the lab's method; then each claim with its verdicts. Measurements that the
    lab file has are not repeated unless the budget is larger, and a stopped replication continues. With --all, one
    report has all studies.

    \b
    wirelab replicate school-formats --quick
    wirelab replicate school-formats --method sound --budget 1h
    wirelab replicate --all --quick
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.catalogue import studies_with_claims
    from wirelab.app.destinations import report_at
    from wirelab.cli.main import complain
    from wirelab.cli.output import print_json, print_report, write
    from wirelab.report.render.kinds import REPLICATIONS
    from wirelab.report.replicate.as_json import replications_json
    from wirelab.report.replicate.report import replication_report, studies_in_short

    if every == (study is not None):
        raise UsageError("command line", "name one study, or --all", remedy="wirelab replicate STUDY")
    if every and lab is not None:
        raise UsageError("option --lab", "with --all each study has a lab file of its own", remedy="drop --lab")
    names = studies_with_claims() if study is None else (study,)
    if not names:
        what = "no study has claims and describes its authors' method"
        raise UsageError("option --all", what, remedy="docs/writing-a-study.md shows how to write them")
    labs = {name: Path(lab or f"{Path(name).stem}-replication.duckdb") for name in names}
    force, as_json = given.pop("force"), given.pop("as_json")
    reads = [Path(name) for name in names]
    page = report_at(report, [*labs.values()], reads, force=force, as_json=as_json, form=form, kinds=REPLICATIONS)
    found, faults = [], {}
    for name, path in labs.items():
        try:
            one = _replicated(name, path, **given)
        except WirelabError as error:  # of several studies, the others continue
            if not every:
                raise
            complain(error)
            faults[name] = error
            continue
        found.append(one)
        if not as_json:
            print_report(replication_report([one], {}), err=page.path is None)
    if as_json:
        print_json(replications_json(found, faults))
    elif every:
        print_report(studies_in_short(found, faults), err=page.path is None)
    write(replication_report(found, faults, typed()), page, err=as_json)
    codes = [ExitCode.OK if one.complete else ExitCode.MEASUREMENT for one in found]
    return max([*codes, *(error.exit_code for error in faults.values())], default=ExitCode.OK)


def _replicated(name: str, lab: Path, *, method: str, brief: bool, budget: float | None) -> "Replication":
    from wirelab.app.replicate.replication import Method, replicate
    from wirelab.app.resources import cache_folder
    from wirelab.app.run.listener import Where
    from wirelab.cli.progress import Progress

    with Progress(lab, again=typed()) as listener:
        where = Where(lab, cache_folder(), listener, typed())
        budget_s = budget or (_BRIEF_S if brief else _FULL_S)
        return replicate(name, Method(method), where, budget_s=budget_s, brief=brief)

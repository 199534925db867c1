"""`wirelab bisect`: the release that made a codec slower."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.commands.versions.compare import workloads_of
from wirelab.cli.options.comparing import comparing_options
from wirelab.cli.options.data import data_options, taken
from wirelab.cli.options.values import typed
from wirelab.model.errors import ExitCode


@click.command("bisect")
@click.argument("codec")
@click.argument("oldest")
@click.argument("newest")
@data_options
@comparing_options
def command(*, codec: str, oldest: str, newest: str, lab: str, **given: Any) -> int:
    """Find the release of CODEC, from OLDEST to NEWEST, that made it slower.

    Releases are compared with OLDEST in turns, each for at most --budget; the releases between are halved until one is
    left. The exit code is 8 if one was found.

    \b
    wirelab bisect orjson 3.10.0 3.13.0 --workload school --worse 5%
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.compare.bisecting import bisected
    from wirelab.app.compare.in_turns import Turns
    from wirelab.app.destinations import file_at
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder
    from wirelab.cli.output import show
    from wirelab.cli.progress import Progress
    from wirelab.report.as_json import fields_of
    from wirelab.report.compare.bisect import bisect_report
    from wirelab.report.render.kinds import COMPARISONS

    data = taken(given)
    out, form, force, as_json, as_markdown = (
        given.pop(name) for name in ("out", "form", "force", "as_json", "as_markdown")
    )
    if as_markdown:
        out, form = out or "-", "markdown"
    page = None if out is None else file_at(out, COMPARISONS[form], [Path(lab)], force=force, as_json=as_json)
    tolerated, seed, budget_s = given.pop("worse"), given.pop("seed"), given.pop("budget")
    with workloads_of(data, given.pop("workload")) as workload, Progress(Path(lab)) as listener:
        overrides = Overrides(workload=workload, budget_s=budget_s, **given)
        turns = Turns(tolerated, Path(lab), cache_folder(), listener, seed, typed())
        found = bisected(codec, (oldest, newest), overrides, turns)
    show(bisect_report(found, typed()), page, fields_of(found) if as_json else None)
    return ExitCode.WORSE if found.change is not None else ExitCode.OK

"""`wirelab bisect`: the release that made a codec slower."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.commands.versions.compare import comparing_options, turns_of
from wirelab.cli.options.data import data_options, read_files, taken
from wirelab.cli.options.trials import taken_place
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
    from wirelab.app.compare.bisection import bisected
    from wirelab.report.compare.bisect import bisect_report
    from wirelab.report.render.kinds import COMPARISONS

    data = taken(given)
    show = taken_place(given, COMPARISONS, [Path(lab), *read_files(data)])
    with turns_of(lab, data, given) as (turns, overrides):
        found = bisected(codec, (oldest, newest), overrides, turns)
    show(bisect_report(found, typed()), found)
    return ExitCode.WORSE if found.change is not None else ExitCode.OK

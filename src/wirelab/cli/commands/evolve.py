"""`wirelab evolve`: what codecs make of values of another version of their schema."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.values import (
    FORCE_OPTION,
    FORMAT_OPTION,
    JSON_OPTION,
    PROFILE_OPTION,
    codec_option,
    repeatable,
    typed,
)
from wirelab.model.errors import ExitCode


@click.command("evolve")
@click.argument("folder", required=False)
@repeatable("platform", "Platforms to use (repeatable).  [default: one of each runner that runs here]")
@codec_option("codec[:parameter=value,…][+compressor[-level]] (repeatable).  [default: all]")
@PROFILE_OPTION
@click.option("--out", metavar="FILE", help="Also write a report to this file; - for standard output.")
@FORMAT_OPTION
@FORCE_OPTION
@JSON_OPTION
def command(*, folder: str | None, out: str | None, form: str, force: bool, as_json: bool, **given: Any) -> int:
    """Let codecs read with one version of a schema what they wrote with another.

    Changes are those that Wirelab brings, such as a field added, removed, renamed or widened; or those of a FOLDER with
    a changes.toml and the workloads old and new. Nothing is timed. Where a format's own rules promise something else
    than what is seen, that comes first. The exit code is 5 if a value was lost or changed without an error.
    """
    from wirelab.app.compatibility.evolve import evolution_of
    from wirelab.app.destinations import file_at
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder, resources
    from wirelab.cli.output import notice, show
    from wirelab.report.as_json import fields_of
    from wirelab.report.compatibility.evolve import evolution_report
    from wirelab.report.render.kinds import EVOLUTIONS

    page = None if out is None else file_at(out, EVOLUTIONS[form], (), force=force, as_json=as_json)
    base = resources() / "evolution" if folder is None else Path(folder)
    found = evolution_of(base, Overrides(**given), cache_folder(), notice)
    show(evolution_report(found, typed()), page, fields_of(found) if as_json else None)
    return ExitCode.MEASUREMENT if any(each.outcome.silent for each in found.trials) else ExitCode.OK

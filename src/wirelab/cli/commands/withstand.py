"""`wirelab withstand`: what codecs make of bytes that nobody honest would send."""

from typing import Any

import click

from wirelab.cli.options.data import data_options, taken, workload_of
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


@click.command("withstand")
@click.argument("workload", required=False)
@data_options
@repeatable("size", "Sizes to try (repeatable).  [default: the workload's]", "SIZE")
@repeatable("variant", "Variants to try (repeatable).  [default: the workload's]")
@repeatable("platform", "Platforms to use (repeatable).  [default: one of each runner that runs here]")
@codec_option("codec[:parameter=value,…][+compressor[-level]] (repeatable).  [default: all]")
@PROFILE_OPTION
@click.option("--seed", type=int, default=1, show_default=True, help="Of the places where valid bytes are changed.")
@click.option("--out", metavar="FILE", help="Also write a report to this file; - for standard output.")
@FORMAT_OPTION
@FORCE_OPTION
@JSON_OPTION
def command(
    *, workload: str | None, seed: int, out: str | None, form: str, force: bool, as_json: bool, **given: Any
) -> int:
    """Let codecs read bytes that nobody honest would send.

    They are made of what a codec writes of WORKLOAD's first object, or with --data of yours: cut off, bits changed,
    lengths made huge, parts twice; and of what is hard on its format: nesting, lengths of 2^31, entities, broken UTF-8.
    Each codec has a process of its own with bounds on memory, time and files. The exit code is 5 if a process ended or
    did not answer.
    """
    from wirelab.app.compatibility.withstand import withstanding_of
    from wirelab.app.destinations import file_at
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder, resources
    from wirelab.cli.output import notice, show
    from wirelab.report.as_json import fields_of
    from wirelab.report.compatibility.withstand import withstanding_report
    from wirelab.report.render.kinds import WITHSTANDINGS

    page = None if out is None else file_at(out, WITHSTANDINGS[form], (), force=force, as_json=as_json)
    with workload_of(workload, taken(given)) as name:
        overrides = Overrides(workload=(name,), **given)
        found = withstanding_of(resources() / "hostile", overrides, seed, cache_folder(), notice)
    show(withstanding_report(found, typed()), page, fields_of(found) if as_json else None)
    return ExitCode.MEASUREMENT if any(True for _ in found.fatal()) else ExitCode.OK

"""`wirelab withstand`: how codecs read bytes that nobody honest would send."""

from typing import Any

import click

from wirelab.cli.options.data import data_options, read_files, taken, workload_of
from wirelab.cli.options.trials import code_of, taken_place, trying_options
from wirelab.cli.options.values import typed


@click.command("withstand")
@click.argument("workload", required=False)
@data_options
@click.option("--size", metavar="SIZE", help="The size to take the object from.  [default: the workload's]")
@click.option("--variant", metavar="NAME", help="The variant to take it from.  [default: the workload's]")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the places where valid bytes change.")
@click.option(
    "--input",
    "only",
    metavar="NUMBER",
    type=click.IntRange(min=1),
    multiple=True,
    help="Only the input with this number in reports, for each codec (repeatable).  [default: all]",
)
@trying_options
def command(
    *, workload: str | None, size: str | None, variant: str | None, seed: int, only: tuple[int, ...], **given: Any
) -> int:
    """Let codecs read bytes that nobody honest would send.

    Some inputs are the bytes of WORKLOAD's first object, or of yours with --data, spoiled: cut off, with changed bits,
    huge lengths or repeated parts. Others are hard on the format: nesting, long texts and numbers, lengths of 2^31,
    entities, broken UTF-8. Keys with the same hash and long numbers come in several sizes, which shows how the time
    grows. Behind a compressor, few bytes unpack to many. Each codec has a process of its own with bounds on memory,
    time and files. The exit code is 5 if a process ended, did not answer, used up its memory or touched a file, a
    connection or a class that the bytes name, or if a codec that you named could not be tried.
    """
    from wirelab.app.compatibility.journal import Trying
    from wirelab.app.compatibility.withstand import withstanding_of
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder, resources
    from wirelab.cli.output import notice
    from wirelab.report.compatibility.withstand import withstanding_report
    from wirelab.report.render.kinds import WITHSTANDINGS

    show = taken_place(given, WITHSTANDINGS, read_files(given))
    trying = Trying(cache_folder(), notice, given.pop("resume"))
    with workload_of(workload, taken(given)) as name:
        sizes, variants = ((size,) if size else ()), ((variant,) if variant else ())
        overrides = Overrides(workload=(name,), size=sizes, variant=variants, **given)
        found = withstanding_of(resources() / "hostile", overrides, seed, trying, only)
    show(withstanding_report(found, typed()), found)
    tried = (each.subject for each in found.codecs)
    return code_of(found.not_run, given["codec"], tried, well=not any(True for _ in found.harmful()))

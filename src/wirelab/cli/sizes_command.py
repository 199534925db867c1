"""`wirelab sizes`: how large codecs make a workload's data."""

from pathlib import Path

import click

from wirelab.cli.parameters import FORCE_OPTION, SUBJECT
from wirelab.model.cell import Operation
from wirelab.model.errors import ExitCode
from wirelab.model.subject import Subject


@click.command("sizes")
@click.argument("workload")
@click.option("--size", "sizes", multiple=True, metavar="SIZE", help="Sizes to show (repeatable).  [default: all]")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Variants to show (repeatable).  [default: the workload's]",
)
@click.option(
    "--platform",
    "platforms",
    multiple=True,
    metavar="NAME",
    help="Platforms to use (repeatable).  [default: all that run here]",
)
@click.option(
    "--codec",
    "subjects",
    multiple=True,
    type=SUBJECT,
    metavar="SUBJECT",
    help="codec[:parameter=value,…][+compressor[-level]] (repeatable).  [default: all]",
)
@click.option("--csv", "csv_file", metavar="FILE", help="Also write one row per size to this file; - for standard output.")
@FORCE_OPTION
@click.option("--beside", metavar="FILE", help="Published figures to compare with, such as studies/published/….csv.")
def command(
    *,
    workload: str,
    sizes: tuple[str, ...],
    variants: tuple[str, ...],
    platforms: tuple[str, ...],
    subjects: tuple[Subject, ...],
    csv_file: str | None,
    force: bool,
    beside: str | None,
) -> int:
    """Show how many bytes each codec needs for WORKLOAD's data: raw, and after gzip, deflate and zstd.

    Nothing is timed. Each object is compressed on its own and the sizes are added up; `together` compresses all
    objects as one. If a codec cannot carry the data, the reason is shown.
    """
    from wirelab.app.published import read_published
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder, workload_catalogue
    from wirelab.app.sizing import rows, sizes_csv, sizes_of
    from wirelab.app.writing import sizes_at
    from wirelab.cli.listing import show_listing

    levels = workload_catalogue().find(workload).sizes.values
    figures = Path(beside) if beside else None
    output = None if csv_file is None else sizes_at(csv_file, figures, force=force, as_json=False)
    published = None if figures is None else read_published(figures)
    study = asked(
        None,
        Overrides(
            workloads=(workload,),
            sizes=sizes or levels,
            variants=variants,
            platforms=platforms,
            subjects=subjects,
            operations=(Operation.SERIALIZE,),
        ),
    )
    found = sizes_of(study, cache_folder(), lambda text: click.echo(text, err=True))
    for corpus, table in rows(found.cells, published).items():
        show_listing(f"{corpus}, bytes", table)
    for missing in found.not_run:
        click.echo(f"{missing.what}: {missing.why}", err=True)
    if output is not None:
        output.write(sizes_csv(found.cells).encode())
    return ExitCode.OK if found.complete else ExitCode.MEASUREMENT

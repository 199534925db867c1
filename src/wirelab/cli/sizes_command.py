"""`wirelab sizes`: how large codecs make a workload's data."""

from pathlib import Path

import click

from wirelab.cli.parameters import SUBJECT
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
@click.option("--csv", "csv_file", metavar="FILE", help="Also write one row per size to this file.")
@click.option("--beside", metavar="FILE", help="Published figures to compare with, such as studies/published/….csv.")
def command(
    *,
    workload: str,
    sizes: tuple[str, ...],
    variants: tuple[str, ...],
    platforms: tuple[str, ...],
    subjects: tuple[Subject, ...],
    csv_file: str | None,
    beside: str | None,
) -> int:
    """Show how many bytes each codec needs for WORKLOAD's data: raw, and after gzip, deflate and zstd.

    Nothing is timed. Each object is compressed on its own and the sizes are added up; `together` compresses all
    objects as one. If a codec cannot carry the data, the reason is shown.
    """
    from wirelab.app.published import published_sizes, read_published
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder, workload_catalogue
    from wirelab.app.sizing import rows, sizes_of, write_csv
    from wirelab.cli.listing import show_listing

    levels = workload_catalogue().find(workload).sizes.values
    published = published_sizes(read_published(Path(beside))) if beside else None
    study = asked(
        None,
        Overrides(
            workloads=(workload,),
            sizes=sizes or levels,
            variants=variants,
            platforms=platforms,
            subjects=subjects,
            further=published.subjects(workload) if published else (),
            operations=(Operation.SERIALIZE,),
        ),
    )
    found = sizes_of(study, cache_folder(), lambda text: click.echo(text, err=True))
    for corpus, table in rows(found.cells, published).items():
        show_listing(f"{corpus}, bytes", table)
    for missing in found.not_run:
        click.echo(f"{missing.what}: {missing.why}", err=True)
    if csv_file:
        write_csv(found.cells, Path(csv_file))
    return ExitCode.OK if found.complete else ExitCode.MEASUREMENT

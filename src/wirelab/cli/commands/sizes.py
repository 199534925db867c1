"""`wirelab sizes`: how large codecs make a workload's data."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.data import data_options, taken, workload_of
from wirelab.cli.options.values import (
    FORCE_OPTION,
    JSON_OPTION,
    PROFILE_OPTION,
    TRUST_OPTION,
    codec_option,
    repeatable,
)
from wirelab.model.cell import Operation
from wirelab.model.errors import ExitCode, UsageError


@click.command("sizes")
@click.argument("workload", required=False)
@data_options
@repeatable("size", "Sizes to show (repeatable).  [default: all]", "SIZE")
@repeatable("variant", "Variants to show (repeatable).  [default: the workload's]")
@repeatable("platform", "Platforms to use (repeatable).  [default: all that run here]")
@codec_option("codec[@version][:parameter=value,…][+compressor[-level]] (repeatable).  [default: all]")
@PROFILE_OPTION
@TRUST_OPTION
@click.option(
    "--csv", "csv_file", metavar="FILE", help="Also write one row per size to this file; - for standard output."
)
@FORCE_OPTION
@click.option("--beside", metavar="FILE", help="Published figures to compare with, such as studies/published/….csv.")
@JSON_OPTION
@click.option("--markdown", "as_markdown", is_flag=True, help="Write Markdown to standard output.")
def command(
    *,
    workload: str | None,
    size: tuple[str, ...],
    csv_file: str | None,
    force: bool,
    beside: str | None,
    as_json: bool,
    as_markdown: bool,
    **given: Any,
) -> int:
    """Show how many bytes each codec needs for WORKLOAD's data, or with --data for yours.

    They are shown raw, and after gzip, deflate and zstd.

    Nothing is timed. Each object is compressed on its own and the sizes are added up; `together` compresses all
    objects as one. `with a dictionary` compresses each on its own, with a dictionary trained on the other half of the
    objects, which is not counted. If a codec cannot carry the data, the reason is shown.
    """
    from wirelab.app.destinations import file_at
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder, workload_catalogue
    from wirelab.app.sizes_table import SIZES, sizes_csv, sizes_json, sizes_of, sizes_tables
    from wirelab.app.study.published import names_of, published_sizes, read_published
    from wirelab.cli.output import notice, print_json, show_table
    from wirelab.report.render.markdown import table_lines

    if as_json and as_markdown:
        raise UsageError("option --markdown", "it cannot be combined with --json", remedy="drop one of them")
    figures = Path(beside) if beside else None
    reads = [] if figures is None else [figures, names_of(figures)]
    destination = None if csv_file is None else file_at(csv_file, SIZES, reads, force=force, as_json=as_json)
    published = None if figures is None else published_sizes(read_published(figures))
    with workload_of(workload, taken(given)) as name:
        levels = workload_catalogue().find(name).sizes.values
        overrides = Overrides(
            workload=(name,),
            size=size or levels,
            further=() if published is None else published.subjects(name),
            operation=(Operation.SERIALIZE,),
            **given,
        )
        found = sizes_of(asked(None, overrides), cache_folder(), notice)
    aside = destination is not None and destination.path is None
    if as_json:
        print_json(sizes_json(found))
    else:
        for table in sizes_tables(found.cells, published):
            if as_markdown:
                click.echo("\n".join((*table_lines(table, "##"), "")), err=aside)
            else:
                show_table(table, err=aside)
    for missing in found.not_run:
        notice(f"{missing.what}: {missing.why}")
    if destination is not None:
        destination.write(sizes_csv(found.cells).encode())
    return ExitCode.OK if found.complete else ExitCode.MEASUREMENT

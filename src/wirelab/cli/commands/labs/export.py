"""`wirelab export`: a lab file's tables as files."""

from pathlib import Path

import click

from wirelab.cli.options.values import FORCE_OPTION, LAB_OPTION, other_lab, refuse
from wirelab.model.errors import UsageError


@click.command("export")
@click.argument("folder", required=False)
@LAB_OPTION
@FORCE_OPTION
@click.option("--format", "form", type=click.Choice(["parquet", "csv"]), help="[default: parquet]")
@click.option(
    "--partitions",
    is_flag=True,
    help="Write a new folder that --lab takes like a lab file, but only to read: Parquet, with batches in one file per "
    "run and phase.",
)
@click.option(
    "--for-analyze",
    "analyzed",
    metavar="LAB",
    help="Instead, write one table of a run of this lab file to standard output: CSV, one row per process.",
)
@click.option("--run", "run_id", type=int, metavar="N", help="Run for that table.  [default: the latest]")
def command(
    *,
    folder: str | None,
    lab: str,
    force: bool,
    form: str | None,
    partitions: bool,
    analyzed: str | None,
    run_id: int | None,
) -> None:
    """Write every table of the lab file, raw batches included, to FOLDER (default: wirelab-export)."""
    from wirelab.app.lab.export import export, export_for_analysis, export_partitions

    if analyzed is not None:
        what = "--for-analyze writes one table of CSV to standard output"
        parquet = None if form == "csv" else form
        unused = {"force": force, "partitions": partitions, "lab": other_lab(lab), "format": parquet}
        refuse(unused, what, "drop one of them")
        if folder is not None:
            raise UsageError("command line", f"{what}, so there is no folder {folder}", remedy="drop it")
        click.echo(export_for_analysis(Path(analyzed), run_id), nl=False)
        return
    if run_id is not None:
        what = "--run chooses a run for --for-analyze; the tables have all runs"
        raise UsageError("command line", what, remedy="add --for-analyze LAB, or drop --run")
    folder = folder or "wirelab-export"
    if partitions:
        csv = form if form == "csv" else None
        refuse({"force": force, "format": csv}, "--partitions writes a new folder of Parquet files", "drop one of them")
        click.echo(export_partitions(Path(lab), Path(folder)))
        return
    for path in export(Path(lab), Path(folder), "csv" if form == "csv" else "parquet", force=force):
        click.echo(path)

"""`wirelab export`: a lab file's tables as files."""

from pathlib import Path

import click

from wirelab.cli.options.values import FORCE_OPTION, LAB_OPTION


@click.command("export")
@click.argument("folder", default="wirelab-export")
@LAB_OPTION
@FORCE_OPTION
@click.option("--format", "form", type=click.Choice(["parquet", "csv"]), default="parquet", show_default=True)
def command(folder: str, lab: str, force: bool, form: str) -> None:
    """Write every table of the lab file, raw batches included, to FOLDER (default: wirelab-export)."""
    from wirelab.app.lab.export import export

    for path in export(Path(lab), Path(folder), "csv" if form == "csv" else "parquet", force=force):
        click.echo(path)

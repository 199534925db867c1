"""`wirelab report`: a run in a lab file, shown again."""

from pathlib import Path

import click

from wirelab.cli.options.values import FORCE_OPTION, FORMAT_OPTION, JSON_OPTION, LAB_OPTION, PER_OPTION


@click.command("report")
@LAB_OPTION
@click.option("--run", "run_id", type=int, help="Run to show; `wirelab list runs` numbers them.  [default: the latest]")
@click.option(
    "--out", metavar="FILE", help="Where to write the report; - for standard output.  [default: beside the lab file]"
)
@FORMAT_OPTION
@FORCE_OPTION
@PER_OPTION
@JSON_OPTION
def command(*, lab: str, run_id: int | None, out: str | None, form: str, force: bool, per: str, as_json: bool) -> None:
    """Print the table and write the report of a run in a lab file, even of one that was stopped."""
    from wirelab.app.destinations import report_at
    from wirelab.app.lab.results import results_in
    from wirelab.cli.output import show
    from wirelab.report.as_json import results_json
    from wirelab.report.run.report import run_report
    from wirelab.report.run.tables import Per

    page = report_at(out, [Path(lab)], force=force, as_json=as_json, form=form)
    results = results_in(Path(lab), run_id)
    show(run_report(results, Per(per)), page, results_json(results) if as_json else None)

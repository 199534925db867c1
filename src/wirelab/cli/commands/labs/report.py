"""`wirelab report`: a run in a lab file, shown again, or several runs together."""

from pathlib import Path

import click

from wirelab.cli.options.values import FORCE_OPTION, FORMAT_OPTION, JSON_OPTION, LAB_OPTION, PER_OPTION, refuse, typed


@click.command("report")
@LAB_OPTION
@click.option("--run", "run_id", type=int, help="Run to show; `wirelab list runs` numbers them.  [default: the latest]")
@click.option(
    "--runs",
    metavar="3,5,9|all",
    help="Instead, show the pooled results of several runs, with intervals that cover sessions and machines.",
)
@click.option(
    "--out", metavar="FILE", help="Where to write the report; - for standard output.  [default: beside the lab file]"
)
@FORMAT_OPTION
@FORCE_OPTION
@PER_OPTION
@JSON_OPTION
def command(
    *,
    lab: str,
    run_id: int | None,
    runs: str | None,
    out: str | None,
    form: str,
    force: bool,
    per: str,
    as_json: bool,
) -> None:
    """Print the table and write the report of a run in a lab file, even of one that was stopped.

    With --runs, several finished runs are sessions of one model: of one machine, or of several after `wirelab merge`.
    """
    from wirelab.app.destinations import report_at
    from wirelab.cli.output import show

    if runs is not None:
        refuse({"run": run_id, "per": None if per == "operation" else per}, "it is about one run", "drop it, or --runs")
    page = report_at(out, [Path(lab)], force=force, as_json=as_json, form=form)
    if runs is not None:
        from wirelab.app.lab.session import numbers
        from wirelab.app.sessions.together import together_in
        from wirelab.report.sessions.together import together_json, together_report

        found = together_in(Path(lab), None if runs == "all" else numbers(runs))
        show(together_report(found, typed()), page, together_json(found) if as_json else None)
        return
    from wirelab.app.lab.results import results_in
    from wirelab.report.as_json import results_json
    from wirelab.report.run.report import run_report
    from wirelab.report.run.tables import Per

    results = results_in(Path(lab), run_id)
    show(run_report(results, Per(per)), page, results_json(results) if as_json else None)

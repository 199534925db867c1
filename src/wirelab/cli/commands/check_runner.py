"""`wirelab check-runner`: whether a runner keeps to the protocol."""

from dataclasses import asdict

import click

from wirelab.cli.colour import coloured
from wirelab.cli.options.values import JSON_OPTION, TRUST_OPTION, repeatable
from wirelab.model.conformance import Check, Outcome
from wirelab.model.errors import ExitCode, UsageError
from wirelab.model.visible import visible

_SHOWN = 20  # lines of a process's stderr


@click.command("check-runner")
@click.argument("runner")
@click.option("--platform", metavar="NAME", help="Platform to check.  [default: the runner's first]")
@repeatable("codec", "Check only this codec (repeatable), and list the hard data that it does not carry.")
@click.option("--draft", is_flag=True, help="Print the failures as tables for expected-failures.toml.")
@TRUST_OPTION
@JSON_OPTION
def command(runner: str, platform: str | None, codec: tuple[str, ...], draft: bool, as_json: bool) -> int:
    """Check RUNNER, a name or a folder such as runners/NAME, against the runner protocol.

    The exit code is 5 if the runner breaks the protocol.
    """
    from wirelab.app.check.runner import check, find_runner
    from wirelab.app.resources import cache_folder
    from wirelab.cli.output import notice, print_json
    from wirelab.report.quantities import several

    if draft and as_json:
        raise UsageError("command line", "--draft and --json print different things", remedy="drop one of them")

    def each_check(ended: Check) -> None:
        if not as_json:
            show(ended, err=draft)

    report = check(find_runner(runner), platform, codec, cache_folder(), notice, each_check)
    failed = sum(not each.ok for each in report.checks)
    if as_json:
        print_json([asdict(each) for each in report.checks])
    else:
        checks = several(len(report.checks), "check")
        verdict = f"keeps to the protocol ({checks})" if report.ok else f"fails {failed} of {checks}"
        click.echo(f"{report.runner} on {report.platform} {verdict}", err=draft)
    if draft:
        click.echo(report.draft, nl=False)
    return ExitCode.OK if report.ok else ExitCode.MEASUREMENT


def show(ended: Check, *, err: bool = False) -> None:
    """Print one check: an expected failure with its cause, any other failure also with the observed output."""
    mark = coloured("✓", "green") if ended.ok else coloured("✗", "red")
    reason = f" ({ended.outcome}: {ended.reason})" if ended.reason else ""
    click.echo(f"{mark} {visible(f'{ended.name}: {ended.says}{reason}')}", err=err)
    if ended.outcome is Outcome.EXPECTED:
        click.echo("    " + visible(ended.what, "\n"), err=err)
    if ended.ok:
        return
    for text in (ended.what or str(ended.outcome), ended.seen, ended.stderr_tail):
        for line in text.splitlines()[-_SHOWN:]:
            click.echo(f"    {visible(line)}", err=err)

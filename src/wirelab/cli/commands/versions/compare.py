"""`wirelab compare`: what changed between two versions, two runs or two labs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wirelab.cli.options.data import data_options, read_files, taken, workload_of
from wirelab.cli.options.trials import taken_place
from wirelab.cli.options.values import (
    FORCE_OPTION,
    FORMAT_OPTION,
    JSON_OPTION,
    LAB_OPTION,
    OUT_OPTION,
    PROFILE_OPTION,
    TRUST_OPTION,
    between,
    codec_option,
    duration,
    instructions_option,
    operation_option,
    other_lab,
    refuse,
    repeatable,
    typed,
    with_options,
)
from wirelab.model.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from wirelab.app.compare.in_turns import Turns
    from wirelab.app.request import Overrides
    from wirelab.model.findings.change import Changes
    from wirelab.model.subject import Subject


_BUDGET_S = 600.0
_DEFAULT = "  [default: the default study's]"
_OF_WORKLOAD = "  [default: that of --workload or --data, else the default study's]"

comparing_options = with_options(
    repeatable("workload", "Workload to measure (repeatable)." + _DEFAULT),
    repeatable("size", "Size to measure (repeatable)." + _OF_WORKLOAD, "SIZE"),
    repeatable("variant", "Variant to measure (repeatable)." + _OF_WORKLOAD),
    repeatable("platform", "Platform to run on (repeatable).  [default: all that run here and have the codec]"),
    operation_option("the default study's"),
    PROFILE_OPTION,
    click.option(
        "--worse",
        type=between("share", 1, 0.05, least=0.005),
        default=0.05,
        show_default=True,
        metavar="SHARE",
        help="Smallest change that matters: measure until a change of this size would be detected.",
    ),
    click.option(
        "--budget",
        type=duration,
        metavar="10m",
        help="Start no round of a comparison that would end later.  [default: 10m]",
    ),
    click.option("--rounds", type=click.IntRange(2, 1000), help="Most rounds of a comparison.  [default: 40]"),
    instructions_option(),
    click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of the plan."),
    TRUST_OPTION,
    LAB_OPTION,
    OUT_OPTION,
    click.option(
        "--markdown", "as_markdown", is_flag=True, help="The same as --format markdown --out -, for a pull request."
    ),
    FORMAT_OPTION,
    FORCE_OPTION,
    JSON_OPTION,
)
"""Gives this command and `bisect` the options about a comparison, its duration and its report."""


@click.command("compare")
@click.argument("runs", nargs=-1, metavar="[LAB LAB | RUN RUN]")
@codec_option(
    "codec[@version][:parameter=value,…][+compressor[-level]], two or more of one codec: the first is the old one. Or "
    "codec@old..new: all releases from old to new, at most 20."
)
@click.option(
    "--project", metavar="FOLDER", help="A git repository of the codec's library: compare its --old and --new."
)
@click.option("--old", metavar="REF", help="With --project, the revision to compare with.")
@click.option("--new", metavar="REF", help="With --project, the revision to judge.")
@data_options
@click.option(
    "--between-sessions",
    type=between("share", 1, 0.04),
    metavar="SHARE",
    help="With two labs or runs: how much sessions differ without a change.  [default: 0.04 of ratios, 0.10 of times]",
)
@comparing_options
def command(*, runs: tuple[str, ...], lab: str, **given: Any) -> int:
    """Show what is slower, faster or writes different bytes, between versions measured in turns, or two runs.

    With --codec, versions or settings of one codec take turns on this machine, within --budget. Without --codec, the
    latest finished runs of two lab files are compared, or two runs of --lab by their numbers. Sessions differ more than
    turns within one do, which hides smaller changes. The exit code is 8 if anything was found to be slower.

    \b
    wirelab compare --codec orjson@3.11.0 --codec orjson@3.13.0
    wirelab compare --codec orjson@3.11.0..latest --workload site --budget 5m
    wirelab compare --codec cbor2 --project . --old main --new HEAD --trust
    wirelab compare before.duckdb after.duckdb --markdown
    wirelab compare 3 5 --lab wirelab.duckdb
    """  # noqa: D301 - click reads the backspace
    from wirelab.model.findings.change import Effect
    from wirelab.report.compare.report import compare_json, compare_report
    from wirelab.report.render.kinds import COMPARISONS

    data = taken(given)
    show = taken_place(given, COMPARISONS, [Path(lab), *map(Path, runs), *read_files(data)], compare_json)
    if bool(runs) == bool(given["codec"]):
        remedy = "wirelab compare --codec NAME@OLD --codec NAME@NEW, or wirelab compare A.duckdb B.duckdb"
        raise UsageError("command line", "name versions with --codec, or two runs", remedy=remedy)
    found = _of_runs(runs, lab, data, given) if runs else _in_turns(lab, data, given)
    show(compare_report(found, typed()), found)
    if found.with_effect(Effect.SLOWER):
        return ExitCode.WORSE
    return ExitCode.OK if found.complete and found.changes else ExitCode.MEASUREMENT


def _of_runs(runs: tuple[str, ...], lab: str, data: object, given: Mapping[str, Any]) -> "Changes":
    from wirelab.app.compare.labs import compared_sessions
    from wirelab.app.lab.session import session_in

    measuring = (
        *("project", "old", "new", "workload", "size", "variant"),
        *("platform", "operation", "profile", "budget", "rounds", "instructions", "seed"),
    )
    measured = {name: given[name] for name in measuring} | {"data": data}
    refuse(measured, "two runs have been measured", "drop it, or name versions with --codec")
    if len(runs) != 2:
        raise UsageError("command line", f"two runs are compared, not {len(runs)}", remedy="name two lab files or runs")
    numbered = all(each.isascii() and each.isdigit() and len(each) < 10 for each in runs)
    if not numbered:
        refuse({"lab": other_lab(lab)}, "both labs are named", "drop it, or name runs by numbers")
    before, after = (session_in(Path(lab), int(each)) if numbered else session_in(Path(each), None) for each in runs)
    return compared_sessions(before, after, tolerated=given["worse"], allowed=given["between_sessions"])


def _in_turns(lab: str, data: Mapping[str, Any] | None, given: dict[str, Any]) -> "Changes":
    of_sessions = {"between_sessions": given.pop("between_sessions")}
    refuse(of_sessions, "versions that take turns share one session", "drop it")
    project, old, new = (given.pop(name) for name in ("project", "old", "new"))
    if len({each is None for each in (project, old, new)}) > 1:
        remedy = "wirelab compare --codec NAME --project FOLDER --old REF --new REF --trust"
        raise UsageError("option --project", "it takes a folder and two revisions", remedy=remedy)
    if project is not None:
        given["codec"] = _of_revisions(given["codec"], given["platform"], Path(project), (old, new))
    with turns_of(lab, data, given) as (turns, overrides):
        return turns.compared(overrides)


def _of_revisions(
    codecs: tuple["Subject", ...], platforms: tuple[str, ...], project: Path, named: tuple[str, str]
) -> tuple["Subject", "Subject"]:
    from wirelab.app.compare.revisions import of_revisions
    from wirelab.app.names import require_names
    from wirelab.app.resources import cache_folder

    if len(codecs) != 1:
        raise UsageError("option --codec", "revisions belong to one codec", remedy="name it once: --codec NAME")
    require_names({"codec": codecs, "platform": platforms})
    return of_revisions(codecs[0], platforms, (project, named), cache_folder())


@contextmanager
def turns_of(lab: str, data: Mapping[str, Any] | None, given: dict[str, Any]) -> "Iterator[tuple[Turns, Overrides]]":
    """Yield how versions take turns, and the overrides of the study."""
    from wirelab.app.compare.in_turns import Turns
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder
    from wirelab.app.run.listener import Where
    from wirelab.cli.progress import Progress

    tolerated, seed, budget_s = given.pop("worse"), given.pop("seed"), given.pop("budget") or _BUDGET_S
    with _workloads_of(data, given.pop("workload")) as workload, Progress(Path(lab)) as listener:
        overrides = Overrides(workload=workload, budget_s=budget_s, **given)
        yield Turns(tolerated, Where(Path(lab), cache_folder(), listener, typed()), seed), overrides


@contextmanager
def _workloads_of(data: Mapping[str, Any] | None, named: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the requested workloads: those named, or a temporary one made of the user's own data."""
    if data is not None and named:
        raise UsageError("option --workload", "it cannot be combined with --data", remedy="drop one of them")
    if data is None:
        yield named
        return
    with workload_of(None, data) as name:
        yield (name,)

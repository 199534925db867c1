"""`wirelab run`: a study, from the plan to the report."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.data import DATA_OPTIONS, data_options, is_data, made_of, read_files, taken, workload_added
from wirelab.cli.options.groups import grouped
from wirelab.cli.options.transfer import taken_transfer, transfer_options
from wirelab.cli.options.values import (
    FORCE_OPTION,
    JSON_OPTION,
    LAB_OPTION,
    PER_OPTION,
    PROFILE_OPTION,
    REPORT_OPTION,
    TRUST_OPTION,
    between,
    codec_option,
    duration,
    instructions_option,
    level,
    operation_option,
    refuse,
    repeatable,
    typed,
)
from wirelab.model.cell import ModeKind, Sink
from wirelab.model.errors import ExitCode, UsageError

_STUDYS = " (repeatable).  [default: the study's]"
_OF_WORKLOAD = " (repeatable).  [default: that of --workload or of your own data, else the study's]"


_GROUPS = {
    "Your own data": (*DATA_OPTIONS, "schema_only", "all_codecs"),
    "What is measured": ("size", "variant", "profile", "operation", "sink", "link", "trust"),
    "How it is measured": ("mode", "turns", "precision", "instructions", "seed"),
    "What is written": ("force", "per", "as_json"),
    "Where it is measured": ("hosts",),
}


@click.command("run", cls=grouped(_GROUPS))
@click.argument("study", required=False, metavar="[STUDY|FILE]")
@data_options
@transfer_options
@click.option("--schema-only", is_flag=True, help="With your own data: write the schema, then stop.")
@click.option(
    "--all-codecs",
    is_flag=True,
    help="With your own data, or with --from: measure every codec, not only the usual ones.",
)
@repeatable("workload", "Workload to measure" + _STUDYS)
@repeatable("size", "Size to measure" + _OF_WORKLOAD, "SIZE")
@repeatable("variant", "Variant to measure" + _OF_WORKLOAD)
@repeatable("platform", "Platform to run on" + _STUDYS)
@codec_option("codec[@version][:parameter=value,…][+compressor[-level]]" + _STUDYS)
@PROFILE_OPTION
@operation_option("the study's")
@click.option("--sink", multiple=True, type=level("sink", Sink), help="Where bytes go: memory, file or table" + _STUDYS)
@click.option(
    "--mode",
    type=level("mode", ModeKind),
    help="How to measure: steady, collected, cold or fixed.  [default: the study's]",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    help="Most rounds to run, with one process per cell in each.  [default: the study's, else 20; 15 if you name no"
    " study, or 18 for the usual codecs on your own data, or 10 with --from]",
)
@click.option(
    "--turns",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Turns per process and round; each measures one batch.",
)
@click.option(
    "--precision",
    type=between("share", 1, 0.01),
    metavar="SHARE",
    help="Measure until every ratio is known this well; 0.02 means ±2 %.  [default: the study's, else 0.05;"
    " 0.08 if you name no study]",
)
@instructions_option()
@click.option("--budget", type=duration, metavar="5m", help="Start no round that would end after this time.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of the plan; the same seed gives the same plan.")
@TRUST_OPTION
@click.option(
    "--hosts",
    metavar="FILE",
    help="Measure on each of the hosts that this file names (`wirelab hosts init` makes it), and show their pooled"
    " results.",
)
@LAB_OPTION
@REPORT_OPTION
@FORCE_OPTION
@click.option("--resume", is_flag=True, help="Finish the lab file's last stopped run.")
@PER_OPTION
@JSON_OPTION
def command(
    *,
    study: str | None,
    lab: str,
    report: str | None,
    force: bool,
    seed: int | None,
    resume: bool,
    per: str,
    as_json: bool,
    **given: Any,
) -> int:
    """Run STUDY, or measure the data in FILE; print the table and write the report.

    STUDY is a .toml file or a name that `wirelab list studies` shows. Without it, the default study runs. FILE is your
    own data, as with --data: Wirelab infers its schema and makes it a workload in a folder of its name. If you name a
    workload, but no STUDY and no codec, every codec runs on that workload. --from and --to compare formats: by the time
    to write the data on one platform, to take it over a link, and to read it on others. The exit code is 5 if something
    that you named could not be measured.

    \b
    wirelab run                                    the default study
    wirelab run school-formats --rounds 3
    wirelab run --workload school --rounds 2       every codec, on that data
    wirelab run --codec gson --codec gson+zstd-19 --size 110 --budget 2m
    wirelab run --workload school --profile tuned
    wirelab run orders.jsonl                       the usual codecs, on your own data
    wirelab run orders.jsonl --from jvm --to python
    wirelab run school-formats --hosts hosts/hosts.toml
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.destinations import report_at
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder
    from wirelab.app.run.listener import Where
    from wirelab.app.run.run import resume_run, run_study
    from wirelab.cli.output import show
    from wirelab.cli.progress import Progress
    from wirelab.report.as_json import results_json
    from wirelab.report.run.report import run_report
    from wirelab.report.run.tables import Per

    hosts = given.pop("hosts")
    only, usual = given.pop("schema_only"), not given.pop("all_codecs")
    if study is not None and given["data"] is None and is_data(study):
        study, given["data"] = None, study
    data = taken(given)
    transfer = taken_transfer(given, {"data": data, "study": study, "resume": resume})
    if data is None:
        of_data = {"schema_only": only, "all_codecs": not usual and transfer is None}
        refuse(of_data, "it is about data of your own", "give it with --data")
    else:
        instead = {"resume": resume, "workload": given["workload"]}
        refuse(instead, "it cannot be combined with --data", "drop one of them")
    if hosts is not None:
        refuse({"per": None if per == "operation" else per}, "it is about one run", "drop it, or --hosts")
    path = Path(lab)
    reads = [*map(Path, filter(None, (study, hosts))), *read_files(data)]
    page = report_at(report, [path], reads, force=force, as_json=as_json)
    if data is not None:
        if only:
            _show_schema(data, {**given, "from": transfer, "hosts": hosts, "seed": seed, "json": as_json})
            return ExitCode.OK
        given["workload"] = (f"./{workload_added(data)}",)
    overrides = Overrides(budget_s=given.pop("budget"), transfer=transfer, **given)
    if resume and (overrides != Overrides() or seed is not None or study is not None):
        what = "it can be combined only with --hosts, --lab, --report, --force, --trust, --per and --json"
        remedy = "drop the other options: a resumed run keeps its own study and seed"
        raise UsageError("option --resume", what, remedy=remedy)
    usual = usual and (data is not None or transfer is not None)
    if hosts is not None:
        from wirelab.cli.on_hosts import on_hosts

        given_study = None if resume else asked(study, overrides, usual=usual)
        return on_hosts(Path(hosts), path, page, given_study, seed, as_json=as_json)
    with Progress(path) as listener:
        where = Where(path, cache_folder(), listener, typed())
        if resume:
            results = resume_run(where)
        else:
            wanted = asked(study, overrides, usual=usual)
            results = run_study(wanted, where, seed=seed, sizes_first=data is not None)
    show(run_report(results, Per(per)), page, results_json(results) if as_json else None)
    return ExitCode.OK if results.complete else ExitCode.MEASUREMENT


def _show_schema(data: Mapping[str, Any], measuring: Mapping[str, Any]) -> None:
    """Write the schema and show it on standard output: the inferred one, or one that the data was checked against."""
    from wirelab.cli.output import notice

    refuse(measuring, "it has no effect with --schema-only, which measures nothing", "drop one of them")
    made, folder = made_of(data, schema_only=True)
    notice(f"schema {folder / made.addition.proto}:\n")
    click.echo(made.schema)

"""`wirelab run`: a study, from the plan to the report."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.parameters import (
    BATCHES,
    DURATION,
    FORCE_OPTION,
    JSON_OPTION,
    LAB_OPTION,
    PER_OPTION,
    PROFILE_OPTION,
    SUBJECT,
    BetweenType,
    LevelType,
    typed,
)
from wirelab.model.cell import ModeKind, Operation, Sink
from wirelab.model.errors import ExitCode, UsageError

_STUDYS = " (repeatable).  [default: the study's]"


@click.command("run")
@click.argument("study", required=False)
@click.option("--workload", "workloads", multiple=True, metavar="NAME", help="Workload to measure" + _STUDYS)
@click.option("--size", "sizes", multiple=True, metavar="SIZE", help="Size to measure" + _STUDYS)
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="Variant to measure" + _STUDYS)
@click.option("--platform", "platforms", multiple=True, metavar="NAME", help="Platform to run on" + _STUDYS)
@click.option(
    "--codec",
    "subjects",
    multiple=True,
    type=SUBJECT,
    metavar="SUBJECT",
    help="codec[:parameter=value,…][+compressor[-level]]" + _STUDYS,
)
@PROFILE_OPTION
@click.option(
    "--operation",
    "operations",
    multiple=True,
    type=LevelType("operation", Operation),
    help="Operation to measure" + _STUDYS,
)
@click.option("--sink", "sinks", multiple=True, type=LevelType("sink", Sink), help="Where bytes go" + _STUDYS)
@click.option("--mode", type=LevelType("mode", ModeKind), help="How to measure.  [default: the study's]")
@click.option("--rounds", type=click.IntRange(1, 1000), help="Most rounds to run, with one process per cell in each.")
@click.option(
    "--batches",
    type=BATCHES,
    metavar="N|auto",
    help="Measured batches per process; auto takes what an earlier run of the same cells suggests.",
)
@click.option(
    "--precision",
    type=BetweenType("share", 1, 0.01),
    metavar="SHARE",
    help="Also end a comparison once its interval is this narrow; 0.01 means ±1 %.",
)
@click.option("--budget", type=DURATION, metavar="5m", help="Start no round that would end after this time.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of the plan; the same seed gives the same plan.")
@LAB_OPTION
@click.option(
    "--report",
    metavar="FILE",
    help="Where to write the report; - for standard output.  [default: beside the lab file]",
)
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
    """Run STUDY, print its table and write its report.

    STUDY is a .toml file or a name that `wirelab list studies` shows. Without it, the default study runs. If you name
    a workload but no codec, every codec runs on that workload.

    \b
    wirelab run                                    the default study
    wirelab run school-formats --rounds 3
    wirelab run --workload school --rounds 2       every codec, on that data
    wirelab run --codec gson --codec gson+zstd-19 --size 110 --budget 2m
    wirelab run --workload school --profile tuned
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder
    from wirelab.app.running import resume_run, run_study
    from wirelab.app.showing import show
    from wirelab.app.writing import report_at
    from wirelab.cli.progress import Progress

    batches = given.pop("batches")
    learn_batches = batches == "auto"
    overrides = Overrides(budget_s=given.pop("budget"), batches=None if learn_batches else batches, **given)
    path = Path(lab)
    reads = [Path(study)] if study else []
    page = report_at(report, path, reads, force=force, as_json=as_json)
    with Progress(path) as listener:
        if resume:
            if overrides != Overrides() or learn_batches or seed is not None or study is not None:
                remedy = "drop the other options: a resumed run keeps its own study and seed"
                raise UsageError(
                    "option --resume", "it can only be combined with --lab, --report, --per and --json", remedy=remedy
                )
            outcome = resume_run(lab=path, cache=cache_folder(), listener=listener)
        else:
            outcome = run_study(
                asked(study, overrides),
                seed=seed,
                lab=path,
                cache=cache_folder(),
                listener=listener,
                learn_batches=learn_batches,
                command=typed(),
            )
    show(outcome.results, page, as_json=as_json, per=per)
    return ExitCode.OK if outcome.complete else ExitCode.MEASUREMENT

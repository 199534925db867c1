"""`wirelab run`: a study, from the plan to the report."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.parameters import BATCHES, DURATION, JSON_OPTION, LAB_OPTION, SUBJECT, LevelType
from wirelab.model.cell import ModeKind, Operation, Sink
from wirelab.model.errors import ExitCode, UsageError


@click.command("run")
@click.argument("study", required=False)
@click.option("--workload", "workloads", multiple=True, metavar="NAME", help="Instead of the study's (repeatable).")
@click.option("--size", "sizes", multiple=True, metavar="SIZE", help="Instead of the study's (repeatable).")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="Instead of the study's (repeatable).")
@click.option("--platform", "platforms", multiple=True, metavar="NAME", help="Instead of the study's (repeatable).")
@click.option(
    "--codec",
    "subjects",
    multiple=True,
    type=SUBJECT,
    metavar="SUBJECT",
    help="codec[:parameter=value,…][+compressor[-level]], instead of the study's (repeatable).",
)
@click.option(
    "--operation",
    "operations",
    multiple=True,
    type=LevelType("operation", Operation),
    help="Instead of the study's (repeatable).",
)
@click.option(
    "--sink", "sinks", multiple=True, type=LevelType("sink", Sink), help="Instead of the study's (repeatable)."
)
@click.option("--mode", type=LevelType("mode", ModeKind), help="Instead of the study's.")
@click.option("--rounds", type=click.IntRange(1, 1000), help="At most this many processes a cell.")
@click.option(
    "--batches",
    type=BATCHES,
    metavar="N|auto",
    help="Measured batches a process; auto: what an earlier run of the same cells in the lab file suggests.",
)
@click.option(
    "--precision",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Decide a comparison too when its interval is as narrow as this: 0.01 for ±1 %.",
)
@click.option("--budget", type=DURATION, metavar="5m", help="Start no round that would end later than this.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Of the plan; the same seed gives the same plan.")
@LAB_OPTION
@click.option("--report", "page", metavar="FILE", help="Where the report goes.  [default: beside the lab file]")
@click.option("--resume", is_flag=True, help="Finish the run that was stopped last in the lab file.")
@JSON_OPTION
def command(
    *, study: str | None, lab: str, page: str | None, seed: int | None, resume: bool, as_json: bool, **given: Any
) -> int:
    """Run STUDY: progress, verdicts, a table and a report.

    STUDY is a name that `wirelab list` shows or a .toml file; without it, the default study is run, or, where a
    workload is named and no codec, every codec on that workload.

    \b
    wirelab run                                    the default study
    wirelab run school-formats --rounds 3
    wirelab run --workload school --rounds 2       every codec there is, on that data
    wirelab run --codec gson --codec gson+zstd-19 --size 110 --budget 2m
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder
    from wirelab.app.running import resume_run, run_study
    from wirelab.cli.progress import Progress
    from wirelab.cli.showing import show
    from wirelab.process.stopping import stop_on_signals

    batches = given.pop("batches")
    learn_batches = batches == "auto"
    overrides = Overrides(budget_s=given.pop("budget"), batches=None if learn_batches else batches, **given)
    path = Path(lab)
    with stop_on_signals(), Progress(path) as listener:
        if resume:
            if overrides != Overrides() or learn_batches or seed is not None or study is not None:
                remedy = "leave the other options out: a resumed run goes on with its own study and seed"
                raise UsageError("option --resume", "it goes with --lab, --report and --json alone", remedy=remedy)
            outcome = resume_run(lab=path, cache=cache_folder(), listener=listener)
        else:
            outcome = run_study(
                asked(study, overrides),
                seed=seed,
                lab=path,
                cache=cache_folder(),
                listener=listener,
                learn_batches=learn_batches,
            )
    show(outcome.results, Path(page) if page else None, as_json=as_json)
    return ExitCode.OK if outcome.complete else ExitCode.MEASUREMENT

"""`wirelab recommend`: which codec to take, given needs and costs."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.data import DATA_OPTIONS, data_options, is_data, read_files, taken, workload_added
from wirelab.cli.options.groups import grouped
from wirelab.cli.options.transfer import taken_transfer
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
    refuse,
    repeatable,
    typed,
)
from wirelab.model.cell import ModeKind
from wirelab.model.errors import ExitCode, UsageError
from wirelab.model.link import parse_link

_USE = ("needs", "messages", "reads", "months", "copies", "link", "cold_starts", "prices", "tried")
_MEASURING = ("sender", "receivers", "all_codecs", "rounds", "budget", "profile")
_NOT_HERE = ("workload", "size", "variant", "operation", "sink")
_MOST = 1e12
_GROUPS = {
    "What you need, and what it is for": _USE,
    "Your own data, measured first": (*DATA_OPTIONS, *_MEASURING),
}


def _amount(name: str, example: str) -> Any:
    """A number that is 0 or above; anything else is refused, including `nan`."""

    def convert(text: str | float) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= _MOST:
            raise click.BadParameter(f"'{text}' is not a number of {name}; give 0 or more, such as {example}")
        return number

    return convert


@click.command("recommend", cls=grouped(_GROUPS))
@click.argument("file", required=False)
@click.option(
    "--needs",
    metavar="NEED,…",
    default="",
    help="What the codec must have: evolution, readable, schema, no-schema, canonical, zero-copy, no-codegen, "
    "hostile-safe, license=permissive, languages=java+python.",
)
@click.option(
    "--messages",
    type=between("number of messages per second", _MOST, 1000),
    default=1000,
    show_default=True,
    metavar="N",
    help="Messages per second, each written once.",
)
@click.option("--reads", type=_amount("reads", "3"), default=1, show_default=True, metavar="N", help="Reads per write.")
@click.option(
    "--months",
    type=_amount("months", "12"),
    default=0,
    metavar="N",
    help="Months that a message is kept.  [default: 0]",
)
@click.option(
    "--copies", type=_amount("copies", "3"), default=1, metavar="N", help="Stored copies of a message.  [default: 1]"
)
@click.option(
    "--link",
    type=parse_link,
    metavar="RATE[,DELAY]",
    help="The link that each read crosses, such as 20Mbit/s,40ms.  [default: the transfer's, else none]",
)
@click.option(
    "--cold-starts",
    type=_amount("shares", "0.01"),
    default=0,
    metavar="SHARE",
    help="Share of writes and reads that are the first of their process; needs a run with --mode cold, which "
    "Wirelab adds for your own data.",
)
@click.option("--prices", metavar="FILE", help="Your own prices.  [default: Wirelab's prices.toml]")
@repeatable(
    "tried", "Results on your own data, from `interop`, `evolve` or `withstand` with --json (repeatable).", "FILE"
)
@click.option("--explain", is_flag=True, help="Show every step of the decision, for each codec.")
@LAB_OPTION
@click.option(
    "--run",
    "run_id",
    type=int,
    help="Run to choose from; `wirelab list runs` numbers them.  [default: the latest whose mode is not cold]",
)
@click.option("--corpus", metavar="NAME", help="The data to choose for, if the run has several.")
@data_options
@click.option("--from", "sender", metavar="PLATFORM", help="The platform that writes the data, with --to.")
@click.option("--to", "receivers", multiple=True, metavar="PLATFORM", help="A platform that reads it (repeatable).")
@click.option("--all-codecs", is_flag=True, help="Measure every codec, not only the usual ones.")
@click.option("--rounds", type=click.IntRange(1, 1000), help="Most rounds to run.")
@click.option(
    "--budget",
    type=duration,
    metavar="5m",
    help="Start no round that would end after this time; with --cold-starts, first calls have half of it.",
)
@repeatable("platform", "Platforms to choose among (repeatable).  [default: all that were measured]")
@codec_option(
    "codec[@version][:parameter=value,…][+compressor[-level]] to choose among (repeatable).  [default: all measured]"
)
@PROFILE_OPTION
@TRUST_OPTION
@OUT_OPTION
@FORMAT_OPTION
@FORCE_OPTION
@JSON_OPTION
def command(*, file: str | None, lab: str, run_id: int | None, corpus: str | None, explain: bool, **given: Any) -> int:
    """Recommend a codec, by your needs and by the cost of a year.

    It chooses among the codecs of a run in the lab file, or measures your own data in FILE first. Needs are answered by
    executed trials where there are any, else by contracts. A year's cost is the sum of processor time, traffic, storage
    and waiting, at list prices that you can edit. Codecs whose costs the run does not distinguish are called a tie. The
    exit code is 5 if no codec can be taken.

    \b
    wirelab recommend
    wirelab recommend --needs evolution,languages=java+python --messages 5000 --reads 3
    wirelab recommend orders.jsonl --months 12 --copies 3 --needs hostile-safe
    wirelab recommend orders.jsonl --from jvm --to python --link 100Mbit/s
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.recommend.recommend import Wanted, checked, recommendation
    from wirelab.report.recommend.report import recommendation_report
    from wirelab.report.render.kinds import RECOMMENDATIONS

    if file is not None and given["data"] is None:
        if not is_data(file):
            what = f"there is no file or folder of data '{file}'"
            raise UsageError("argument FILE", what, remedy="check the path; a lab file is named with --lab")
        file, given["data"] = None, file
    elif file is not None:
        raise UsageError("argument FILE", "it cannot be combined with --data", remedy="drop one of them")
    data = taken(given)
    use = {name: given.pop(name) for name in _USE}
    if (share := use["cold_starts"]) > 1:
        what = f"{share:g} is not a share of all calls"
        raise UsageError("option --cold-starts", what, remedy="give a number from 0 to 1, such as 0.01")
    reads = map(Path, (lab, *use["tried"], *filter(None, [use["prices"]])))
    show = taken_place(given, RECOMMENDATIONS, [*reads, *read_files(data)])
    among = (
        {"platforms": given["platform"], "codecs": given["codec"]} if data is None else {}
    )  # else every measured one
    asked = checked(Wanted(corpus=corpus, **among, **use))
    measuring = {name: given.pop(name) for name in _MEASURING}
    if data is None:
        refuse(measuring, "it is about measuring data of your own", "give it with --data")
    else:
        refuse({"run": run_id, "corpus": corpus}, "it cannot be combined with --data", "drop one of them")
        _measure(data, Path(lab), {**given, **measuring}, use)
    found = recommendation(Path(lab), run_id, asked, typed())
    show(recommendation_report(found, explain=explain), found)
    return ExitCode.OK if found.found.taken is not None else ExitCode.MEASUREMENT


def _measure(data: dict[str, Any], lab: Path, given: dict[str, Any], use: dict[str, Any]) -> None:
    """Run a study of the data into the lab file, and a second one of first calls, if those count."""
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder
    from wirelab.app.run.listener import Where
    from wirelab.app.run.run import run_study
    from wirelab.cli.progress import Progress

    usual = not given.pop("all_codecs")
    modes = (None, ModeKind.COLD) if use["cold_starts"] else (None,)
    budget = given.pop("budget")
    budget_s = budget and budget / len(modes)
    link = use["link"] if given["sender"] is not None else None
    beside = {"data": data, "study": None, "resume": False, **dict.fromkeys(_NOT_HERE, ())}
    transfer = taken_transfer({**given, "link": link}, beside)
    for name in ("sender", "receivers"):
        del given[name]
    given["workload"] = (f"./{workload_added(data)}",)
    for mode in modes:
        overrides = Overrides(budget_s=budget_s, transfer=transfer, mode=mode, **given)
        with Progress(lab) as listener:
            where = Where(lab, cache_folder(), listener, typed())
            run_study(asked(None, overrides, usual=usual), where, seed=None, sizes_first=mode is None)

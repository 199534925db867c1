"""`wirelab evolve`: what codecs make of values of another version of their schema."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.trying import taken_place, trying_options
from wirelab.cli.options.values import typed
from wirelab.model.errors import ExitCode, UsageError


@click.command("evolve")
@click.argument("folder", required=False)
@click.option("--old", metavar="FILE", help="A .proto file of your own, with --new.")
@click.option("--new", metavar="FILE", help="The same, another version.")
@click.option("--message", metavar="NAME", help="The message of --old and --new to write.  [default: the only root]")
@click.option("--proto-path", "-I", multiple=True, metavar="FOLDER", help="Where their imports are (repeatable).")
@trying_options
def command(
    *,
    folder: str | None,
    old: str | None,
    new: str | None,
    message: str | None,
    proto_path: tuple[str, ...],
    **given: Any,
) -> int:
    """Let codecs read with one version of a schema what they wrote with another.

    Changes are those that Wirelab brings, such as a field added, removed, renamed or widened; those of a FOLDER with a
    changes.toml and the workloads old and new; or with --old and --new whatever differs between two schemas of yours,
    tried with a value for each field of the message, everything within it set.

    Nothing is timed. Where a format's own rules promise something else than what is seen, that comes first. The exit
    code is 5 if a value was lost or changed without an error.
    """
    from wirelab.app.compatibility.evolve import Versions, evolution_between, evolution_of
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder, resources
    from wirelab.cli.output import notice
    from wirelab.report.compatibility.evolve import evolution_report
    from wirelab.report.render.kinds import EVOLUTIONS

    show = taken_place(given, EVOLUTIONS)
    overrides, cache = Overrides(**given), cache_folder()
    if old is not None and new is not None and folder is None:
        versions = Versions(Path(old), Path(new), message, tuple(map(Path, proto_path)))
        found = evolution_between(versions, overrides, cache, notice)
    elif (old, new, message) == (None, None, None) and not proto_path:
        base = resources() / "evolution" if folder is None else Path(folder)
        found = evolution_of(base, overrides, cache, notice)
    else:
        remedy = "give both --old and --new, and no folder; or neither, and no --message and --proto-path"
        raise UsageError("command line", "what evolves is not clear", remedy=remedy)
    show(evolution_report(found, typed()), found)
    return ExitCode.MEASUREMENT if any(each.outcome.silent for each in found.trials) else ExitCode.OK

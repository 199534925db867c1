"""`wirelab evolve`: what codecs make of values of another version of their schema."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.trials import taken_place, trying_options
from wirelab.cli.options.values import typed
from wirelab.model.errors import ExitCode, UsageError


@click.command("evolve")
@click.argument("changes", nargs=-1, metavar="[FOLDER | OLD.proto … NEW.proto]")
@click.option("--message", metavar="NAME", help="The message of your schemas to write.  [default: the only root]")
@click.option("--proto-path", "-I", multiple=True, metavar="FOLDER", help="Where their imports are (repeatable).")
@trying_options
def command(
    *,
    changes: tuple[str, ...],
    message: str | None,
    proto_path: tuple[str, ...],
    **given: Any,
) -> int:
    """Let codecs read with one version of a schema what they wrote with another.

    Changes are those that Wirelab brings, such as a field added, removed, renamed or widened; those of a FOLDER with a
    changes.toml and the workloads old and new; or whatever differs between versions of your own schema, the oldest
    first: every two of them, tried with a value for each field of the message, everything within it set.

    Nothing is timed. Where a format's own rules promise something else than what is seen, that comes first. The exit
    code is 5 if a value was lost or changed without an error.
    """
    from wirelab.app.compatibility.evolve import Versions, evolution_of, evolution_over
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder, resources
    from wirelab.cli.output import notice
    from wirelab.report.compatibility.evolve import evolution_report
    from wirelab.report.render.kinds import EVOLUTIONS

    show, resume = taken_place(given, EVOLUTIONS), given.pop("resume")
    overrides, cache, own = Overrides(**given), cache_folder(), resources() / "evolution"
    schemas = [Path(each) for each in changes if each.endswith(".proto")]
    if len(schemas) == len(changes) > 1:
        versions = Versions(tuple(schemas), message, tuple(map(Path, proto_path)))
        found = evolution_over(versions, own, overrides, cache, notice, resume=resume)
    elif not schemas and len(changes) <= 1 and message is None and not proto_path:
        found = evolution_of(Path(*changes) if changes else own, overrides, cache, notice, resume=resume)
    else:
        remedy = "give two versions of a schema or more, the oldest first; or one folder; or nothing"
        raise UsageError("command line", "what evolves is not clear", remedy=remedy)
    show(evolution_report(found, typed()), found)
    return ExitCode.MEASUREMENT if any(each.outcome.silent for each in found.trials) else ExitCode.OK

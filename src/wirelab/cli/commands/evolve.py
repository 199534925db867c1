"""`wirelab evolve`: how codecs read values of another version of their schema."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.trials import code_of, taken_place, trying_options
from wirelab.cli.options.values import repeatable, typed
from wirelab.model.errors import UsageError


@click.command("evolve")
@click.argument("changes", nargs=-1, metavar="[FOLDER | OLD.proto … NEW.proto | OLD.json … NEW.json]")
@click.option("--message", metavar="NAME", help="The message of your schemas to write.  [default: the only root]")
@click.option("--proto-path", "-I", multiple=True, metavar="FOLDER", help="Where their imports are (repeatable).")
@repeatable("change", "Only this change, or this value of your versions (repeatable).  [default: all]")
@trying_options
def command(
    *,
    changes: tuple[str, ...],
    message: str | None,
    proto_path: tuple[str, ...],
    change: tuple[str, ...],
    **given: Any,
) -> int:
    """Let codecs write with one version of a schema and read with another.

    There are three kinds of changes. Wirelab brings some, such as a field added, removed, renamed or widened. A FOLDER
    with a changes.toml and the workloads old and new has others. Or give versions of your own schema, the oldest first:
    every two of them are tried with a value for each field of the message, with everything within it set. Versions may
    also be data (JSON, JSON Lines, CSV, Parquet, Avro): Wirelab infers their schemas and writes the first 20 documents.

    Nothing is timed. Results that contradict a format's own rules come first. With three versions or more, values also
    pass through all versions between, each of which reads and writes them again. The exit code is 5 if a value was lost
    or changed without an error, or if a codec that you named could not be tried.
    """
    from wirelab.app.compatibility.evolve import evolution_of, evolution_over
    from wirelab.app.compatibility.journal import Trying
    from wirelab.app.compatibility.versions import PROTO, Versions
    from wirelab.app.request import Overrides
    from wirelab.app.resources import cache_folder, resources
    from wirelab.cli.output import notice
    from wirelab.report.compatibility.evolve import evolution_report
    from wirelab.report.render.kinds import EVOLUTIONS

    show = taken_place(given, EVOLUTIONS, [*map(Path, changes)])
    trying = Trying(cache_folder(), notice, given.pop("resume"))
    overrides, own = Overrides(**given), resources() / "evolution"
    schemas = [each.endswith(PROTO) for each in changes]
    of_schemas = bool(message is not None or proto_path)
    are_data = not any(schemas) and not any(Path(each).is_dir() for each in changes)
    if len(changes) > 1 and (all(schemas) or (are_data and not of_schemas)):
        versions = Versions(tuple(map(Path, changes)), message, tuple(map(Path, proto_path)))
        found = evolution_over(versions, own, overrides, trying, change)
    elif not any(schemas) and len(changes) <= 1 and not of_schemas:
        folder = Path(*changes) if changes else own
        found = evolution_of(folder, overrides, trying, change)
    else:
        remedy = "give two or more versions of a schema or of data, the oldest first; or one folder; or nothing"
        raise UsageError("command line", "it is not clear what evolves", remedy=remedy)
    show(evolution_report(found, typed()), found)
    tried = (each.subject for each in found.trials)
    return code_of(found.not_run, given["codec"], tried, well=not any(each.outcome.silent for each in found.trials))

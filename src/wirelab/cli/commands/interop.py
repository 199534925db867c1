"""`wirelab interop`: whether codecs read the bytes of others, and how they answer the cases of public suites."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.data import DATA_OPTIONS, data_options, read_files, taken, workload_of
from wirelab.cli.options.trials import code_of, taken_place, trying_options
from wirelab.cli.options.values import refuse, repeatable, typed
from wirelab.model.cell import Operation
from wirelab.model.errors import UsageError


@click.command("interop")
@click.argument("workload", required=False)
@data_options
@click.option(
    "--vectors",
    metavar="FOLDER",
    help="Instead, read the cases of public suites in this folder and in archives there, or in this archive: JSON, "
    "MessagePack, CBOR, Avro.",
)
@click.option("--torture", is_flag=True, help="Instead, try the hard data that runners are checked with.")
@repeatable("size", "Sizes to try (repeatable).  [default: the workload's]", "SIZE")
@repeatable("variant", "Variants to try (repeatable).  [default: all]")
@trying_options
def command(*, workload: str | None, vectors: str | None, torture: bool, variant: tuple[str, ...], **given: Any) -> int:
    """Let every codec read the bytes that the others of its format wrote, with WORKLOAD's data or your own (--data).

    Nothing is timed. All values are compared. Values that a reader changed without an error come first, with the first
    value that differs. The report also shows which codecs write the very same bytes, and whether a codec repeats its
    bytes, also for maps that were filled in another order. The exit code is 5 if any pair did not read every value, if
    a codec whose contract promises equal bytes for equal values wrote different ones, or if a codec that you named
    could not be tried.

    With --torture, the data are Wirelab's own, one variant per kind of trouble: numbers beyond 2^53, -0.0 and NaN,
    absent, empty and default values, control characters, keys and order of maps, unions, enums without a name.

    With --vectors, every codec reads each case of suites that others wrote, in a process with bounds on memory and
    time, and the exit code is 5 if any answer contradicts the suite.
    """
    from wirelab.app.compatibility.interop import interop_of
    from wirelab.app.compatibility.journal import Trying
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder, workload_catalogue
    from wirelab.cli.output import notice
    from wirelab.model.findings.interop import Outcome
    from wirelab.report.compatibility.interop import interop_report
    from wirelab.report.render.kinds import INTEROPS

    show = taken_place(given, INTEROPS, [*read_files(given), *map(Path, filter(None, [vectors]))])
    trying = Trying(cache_folder(), notice, given.pop("resume"))
    if vectors is not None:
        given |= {"workload": workload, "torture": torture, "variant": variant}
        return _suites(Path(vectors), show, trying, given)
    data = taken(given)
    if torture:
        refuse({"data": data}, "--torture has data of its own", "drop one of them")
        workload = _hard(workload)
    with workload_of(workload, data) as name:
        overrides = Overrides(
            workload=(name,),
            variant=variant or workload_catalogue().find(name).variants.values,
            operation=(Operation.SERIALIZE, Operation.DESERIALIZE),
            **given,
        )
        found = interop_of(asked(None, overrides), trying)
    show(interop_report(found, typed()), found)
    well = all(each.outcome is Outcome.SAME for each in found.readings)
    well = well and not any(each.breaks_promise for each in found.written)
    tried = (each.cell.subject for each in found.written if not each.why)
    return code_of(found.not_run, given["codec"], tried, well=well)


def _hard(workload: str | None) -> str:
    from wirelab.app.resources import hard_data

    if workload is not None:
        what, remedy = "--torture names the workload", "drop one of them"
        raise UsageError("command line", what, remedy=remedy)
    return str(hard_data())


def _suites(named: Path, show: Any, trying: Any, given: dict[str, Any]) -> int:
    """Read the cases of suites, which bring their own data."""
    from wirelab.app.compatibility.vectors import vectors_of
    from wirelab.app.request import Overrides
    from wirelab.app.resources import resources
    from wirelab.model.findings.vectors import Outcome
    from wirelab.report.compatibility.vectors import vectors_report

    for name in ("workload", "torture", "size", "variant", *DATA_OPTIONS):
        if given.pop(name) not in (None, False, ()):
            what = f"--vectors has data of its own, and takes no {name.replace('_', '-')}"
            raise UsageError("command line", what, remedy="drop one of them")
    found = vectors_of(named, resources() / "vectors", Overrides(**given), trying)
    show(vectors_report(found, typed()), found)
    tried = (each.subject for each in found.answers if each.outcome is not Outcome.UNASKED)
    return code_of(found.not_run, given["codec"], tried, well=not any(each.outcome.wrong for each in found.answers))

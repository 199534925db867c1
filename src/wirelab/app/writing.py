"""Where the files go that a command writes; found before its work begins."""

from collections.abc import Sequence
from pathlib import Path

from wirelab.app.published import names_of
from wirelab.app.sizing import SIZES
from wirelab.files.writing import Destination, destination_at
from wirelab.model.errors import UsageError
from wirelab.report.kinds import ANALYSIS, MARKDOWN, REPLICATION, REPLICATION_MARKDOWN, REPORT

_LAB_SUFFIX = ".duckdb"


def report_at(
    named: str | None,
    lab: Path,
    reads: Sequence[Path] = (),
    *,
    force: bool,
    as_json: bool,
    as_markdown: bool = False,
) -> Destination:
    """Where a run's report goes; to be asked before anything is measured.

    Args:
        named: what the user says; None: beside the lab, and named after it.
        lab: the lab file, which may be missing yet.
        reads: what else the command reads.
        force: replace any file.
        as_json: standard output is taken.
        as_markdown: it is Markdown rather than HTML.

    Raises:
        UsageError, HostError: see `destination_at`.
    """
    own = lab.with_name(_report_of(lab, "md" if as_markdown else "html"))
    kind = MARKDOWN if as_markdown else REPORT
    reads = (lab, _log_of(lab), *reads)
    return _beside_json(destination_at(named or own, kind, reads=reads, force=force), as_json=as_json)


def replication_at(
    named: str | None,
    labs: Sequence[Path],
    reads: Sequence[Path] = (),
    *,
    force: bool,
    as_json: bool,
    as_markdown: bool = False,
) -> Destination:
    """Where the report of replications goes; to be asked before anything is measured.

    Args:
        named: what the user says; None: beside the lab file, or the first of several.
        labs: the lab file of each study; they may be missing yet.
        reads: what else the command reads.
        force: replace any file.
        as_json: standard output is taken.
        as_markdown: it is Markdown rather than HTML.

    Raises:
        UsageError, HostError: see `destination_at`.
    """
    first, suffix = labs[0], "md" if as_markdown else "html"
    name = _report_of(first, suffix) if len(labs) == 1 else f"replications-report.{suffix}"
    kind = REPLICATION_MARKDOWN if as_markdown else REPLICATION
    own, kept = first.with_name(name), [path for lab in labs for path in (lab, _log_of(lab))]
    destination = destination_at(named or own, kind, reads=[*kept, *reads], force=force)
    return _beside_json(destination, as_json=as_json)


def analysis_at(named: str, source: str, *, force: bool, as_json: bool) -> Destination:
    """Where the page of an analysis goes; `source` is the table. The rest as `report_at`."""
    return _beside_json(destination_at(named, ANALYSIS, reads=(Path(source),), force=force), as_json=as_json)


def sizes_at(named: str, beside: Path | None, *, force: bool, as_json: bool) -> Destination:
    """Where a table of sizes goes; `beside` are published figures that are read. The rest as `report_at`."""
    reads = () if beside is None else (beside, names_of(beside))
    return _beside_json(destination_at(named, SIZES, reads=reads, force=force), as_json=as_json)


def _report_of(lab: Path, suffix: str) -> str:
    return f"{lab.name.removesuffix(_LAB_SUFFIX)}-report.{suffix}"


def _log_of(lab: Path) -> Path:
    """What the lab's database writes beside it."""
    return lab.with_name(f"{lab.name}.wal")


def _beside_json(destination: Destination, *, as_json: bool) -> Destination:
    if as_json and destination.path is None:
        what = "standard output cannot hold both the JSON and this"
        raise UsageError(destination.kind.says, what, remedy="name a file, or drop --json")
    return destination

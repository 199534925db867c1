"""Where the files go that a command writes; found before its work begins."""

from collections.abc import Sequence
from pathlib import Path

from wirelab.app.published import names_of
from wirelab.app.sizing import SIZES
from wirelab.files.writing import Output, output_at
from wirelab.model.errors import UsageError
from wirelab.report.kinds import ANALYSIS, REPORT

_LAB_SUFFIX = ".duckdb"


def report_at(named: str | None, lab: Path, reads: Sequence[Path] = (), *, force: bool, as_json: bool) -> Output:
    """Where a run's report goes; to be asked before anything is measured.

    Args:
        named: what the user says; None: beside the lab, and named after it.
        lab: the lab file, which may be missing yet.
        reads: what else the command reads.
        force: replace any file.
        as_json: standard output is taken.

    Raises:
        UsageError, HostError: see `output_at`.
    """
    own = lab.with_name(f"{lab.name.removesuffix(_LAB_SUFFIX)}-report.html")
    log = lab.with_name(f"{lab.name}.wal")
    return _beside_json(output_at(named or own, REPORT, reads=(lab, log, *reads), force=force), as_json=as_json)


def analysis_at(named: str, source: str, *, force: bool, as_json: bool) -> Output:
    """Where the page of an analysis goes; `source` is the table. The rest as `report_at`."""
    return _beside_json(output_at(named, ANALYSIS, reads=(Path(source),), force=force), as_json=as_json)


def sizes_at(named: str, beside: Path | None, *, force: bool, as_json: bool) -> Output:
    """Where a table of sizes goes; `beside` are published figures that are read. The rest as `report_at`."""
    reads = () if beside is None else (beside, names_of(beside))
    return _beside_json(output_at(named, SIZES, reads=reads, force=force), as_json=as_json)


def _beside_json(output: Output, *, as_json: bool) -> Output:
    if as_json and output.path is None:
        what = "standard output cannot hold both the JSON and this"
        raise UsageError(output.kind.says, what, remedy="name a file, or drop --json")
    return output



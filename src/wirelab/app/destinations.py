"""Where a command writes its files; found before its work begins."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from wirelab.files.outputs import Destination, Kind, destination_at
from wirelab.model.errors import UsageError
from wirelab.report.render.kinds import REPORTS

PARTS, SESSION = ".hosts", "session.json"
"""The ending of the folder beside a lab that has the parts of its hosts until all have ended, and a file in it."""
_LAB_SUFFIX = ".duckdb"
_SUFFIXES = {"html": "html", "markdown": "md"}


def report_at(
    named: str | None,
    labs: Sequence[Path],
    reads: Sequence[Path] = (),
    *,
    force: bool,
    as_json: bool,
    form: str = "html",
    kinds: Mapping[str, Kind] = REPORTS,
) -> Destination:
    """Find where a report goes; call this before anything is measured.

    If the user has not `named` a file, it is beside the lab file and named after it, or beside the first of several.
    With `as_json`, standard output is taken. The other parameters and errors are those of `destination_at`.
    """
    kept = [path for lab in labs for path in (lab, Path(f"{lab}.wal"))]  # with its database's log
    lasting = _lasting(labs[0]) if len(labs) == 1 else labs[0].parent / "replications"
    name = lasting.name.removesuffix(_LAB_SUFFIX)
    own = lasting.parent / f"{name}-report.{_SUFFIXES[form]}"  # `.` has no name that could be replaced
    return file_at(named or own, kinds[form], [*kept, *reads], force=force, as_json=as_json)


def _lasting(lab: Path) -> Path:
    """The lab itself; for a host's part of a session, whose folder is removed in the end, a place beside the folder."""
    folder = lab.absolute().parent
    if folder.suffix != PARTS or not (folder / SESSION).exists():
        return lab
    return folder.with_name(f"{folder.stem.removesuffix(_LAB_SUFFIX)}-{lab.name}")


def file_at(named: str | Path, kind: Kind, reads: Sequence[Path], *, force: bool, as_json: bool) -> Destination:
    """Find where any file goes; `named` by the user, the other parameters as in `report_at`."""
    destination = destination_at(named, kind, reads=reads, force=force)
    if as_json and destination.path is None:
        what = "standard output cannot hold both the JSON and this"
        raise UsageError(kind.says, what, remedy="name a file, or drop --json")
    return destination

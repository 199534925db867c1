"""A run in a lab file as a table: one row per process."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path

from wirelab.anova.tables.table import Suggestion, Table, independent
from wirelab.model.cell import Cell
from wirelab.model.errors import LabError
from wirelab.model.measurement import ProcessSummary
from wirelab.store.lab import Lab, runs_of

RESPONSE, BLOCK, ORDER = "time_ns", "round", "order"
_MEASURED: Mapping[str, Callable[[ProcessSummary], float | None]] = {
    RESPONSE: lambda each: each.time_ns,
    "sustained_ns": lambda each: each.mean_ns,
    "allocated_bytes": lambda each: each.allocated_bytes,
    "encoded_bytes": lambda each: each.encoded_bytes,
}
_NONE = "none"


def lab_table(path: Path, run_id: int | None) -> Table:
    """The processes of a run that count, in the order they ran: each with its cell, its round and its measurements.

    Columns are the cell's labels, each parameter that a subject names, `round` and `order`. Columns of values are the
    time of a call in ns, of a call with its collections in ns, the bytes that it allocates if all runtimes report them,
    and the encoded bytes. A/A twins are left out. The suggested factors are the labels that vary and do not follow from
    another factor; rounds are the blocks.

    Raises:
        LabError: there is no such file or run, or no process counts.
    """
    with _opened(path) as opened:
        runs = runs_of(opened)
        run = runs[-1] if run_id is None else opened.run(run_id)
        summaries = opened.summaries(run.id)
        order = {(v.cell, v.round, v.order): place for place, v in enumerate(opened.planned(run.id))}
    counted = [each for each in summaries if each.time_ns is not None and each.loss is None and not each.cell.twin]
    if not counted:
        raise LabError(
            f"lab {path}",
            f"no process of run {run.id} counts",
            remedy=f"`wirelab report --run {run.id}` shows why",
        )
    counted.sort(key=lambda summary: order[summary.cell, summary.round, summary.order or 0])
    labels = {name: [_labels(each)[name] for each in counted] for name in _labels(counted[0])}
    parameters = parameter_columns(counted, {*labels, BLOCK, ORDER, *_MEASURED})
    offered = {
        name: labels[name] for name in labels if name not in {"codec", "compressor"} and len(set(labels[name])) > 1
    }
    factors, follows = independent(offered)
    lost = sum(each.loss is not None for each in summaries)
    return Table(
        f"lab {path}",
        f"lab file, run {run.id} ({run.info.study})",
        {
            **labels,
            **parameters,
            BLOCK: [str(each.round + 1) for each in counted],
            ORDER: list(range(1, len(counted) + 1)),
            **_measured(counted),
        },
        range(1, len(counted) + 1),
        place="process",
        suggestion=Suggestion(RESPONSE, factors, BLOCK if len({each.round for each in counted}) > 1 else None),
        notes=(
            "Each observation is one process: the median of its measured batches.",
            *(f"{name} is not a separate factor, because {other} determines it." for name, other in follows.items()),
            *([f"Lost processes left out: {lost}."] if lost else []),
            *_stopped(_rounds_of(counted, summaries), unfinished=run.finished_at is None),
        ),
    )


def _rounds_of(counted: Sequence[ProcessSummary], summaries: Sequence[ProcessSummary]) -> Mapping[Cell, int]:
    """The last round of each cell of which a process counts, lost processes included."""
    cells = {each.cell for each in counted}
    return dict(sorted(((each.cell, each.round + 1) for each in summaries if each.cell in cells), key=itemgetter(1)))


def _stopped(last: Mapping[Cell, int], *, unfinished: bool) -> Iterator[str]:
    """Say which cells left the run before its last round; an unfinished run may have stopped within that."""
    rounds = max(last.values()) - unfinished
    early = [each for each in last.values() if each < rounds]
    if early:
        yield (
            f"{len(early)} of {len(last)} cells left before the last of {rounds} rounds, the first after {min(early)}:"
            " a cell leaves a run when its comparisons are decided. Differences that were decided early look larger "
            "than they are. The intervals here do not allow for that; the intervals of `wirelab report` do."
        )


@contextmanager
def _opened(path: Path) -> Iterator[Lab]:
    """Open a lab file that the command names as its argument: there is no `--lab` to name another with."""
    try:
        with Lab.open(path, create=False, read_only=True) as opened:
            yield opened
    except LabError as error:
        raise LabError(error.part, error.what, why=error.why, remedy=error.remedy.replace(" with --lab", "")) from error


def _measured(counted: Sequence[ProcessSummary]) -> dict[str, list[float]]:
    """The columns of measured values; columns without a value for each process are left out."""
    columns = {name: [of(each) for each in counted] for name, of in _MEASURED.items()}
    return {
        name: present
        for name, values in columns.items()
        if len(present := [value for value in values if value is not None]) == len(values)
    }


def parameter_columns(counted: Sequence[ProcessSummary], taken: Collection[str]) -> dict[str, list[str]]:
    """A column for each parameter that a subject names; `none` where one does not name it."""
    own = [dict(each.cell.subject.parameters) for each in counted]
    return {
        f"{name} (parameter)" if name in taken else name: [each.get(name, _NONE) for each in own]
        for name in dict.fromkeys(name for each in own for name in each)
    }


def _labels(summary: ProcessSummary) -> dict[str, str]:
    cell = summary.cell
    return {
        "workload": cell.corpus.workload,
        "size": cell.corpus.size,
        "variant": cell.corpus.variant,
        "platform": cell.platform,
        "subject": str(cell.subject),
        "codec": cell.subject.codec,
        "compressor": str(cell.subject.compressor or _NONE),
        "operation": str(cell.operation),
        "mode": str(cell.mode),
        "sink": str(cell.sink),
    }

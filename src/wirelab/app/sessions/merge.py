"""`wirelab merge`: the runs of several labs in one lab file, each once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirelab.app.sessions.machines import facts_of, machines_of
from wirelab.model.errors import LabError
from wirelab.model.findings.sessions import Merged, MergedRun
from wirelab.model.groups import gathered
from wirelab.model.run import ORIGIN, Run
from wirelab.report.quantities import several
from wirelab.store.copied_runs import Source, merge_into, require_new
from wirelab.store.lab import Lab
from wirelab.store.reader import Contents


@dataclass(frozen=True, slots=True)
class _Copy:
    """A run as one of the labs has it."""

    lab: Path
    run: Run
    has: Contents
    origin: str
    last: bool  # of its lab, so that it can be resumed there

    @property
    def finished(self) -> bool:
        return self.run.finished_at is not None


def merged(labs: Sequence[Path], out: Path) -> Merged:
    """Make the lab file `out` of the finished runs of `labs`, the earliest first; the labs stay as they are.

    A run that several labs have counts once: the copy that was finished, if another was stopped. A stopped run is left
    out, as only its own machine can resume it.

    Raises:
        UsageError: there is a file of that name.
        LabError: a lab cannot be read, or is of another format; copies of one run differ; nothing is left.
    """
    require_new(out)
    copies = [each for lab in dict.fromkeys(labs) for each in _copies(lab, labs)]
    by_run = gathered((each.run.identity, each) for each in copies)
    chosen, once, left_out = [], [], []
    for own in sorted(by_run.values(), key=lambda own: own[0].run.info.started_at):
        best = _best(own)
        if not best.finished:
            finish = ": finish it where it began, with wirelab run --resume"
            left_out.append(f"{_called(best)} was stopped{finish if best.last else ', and others began after it'}.")
            continue
        chosen.append(best)
        if len(own) > 1:
            others = ", ".join(_called(each) for each in own if each is not best)
            once.append(f"{_called(best)} is the same run as {others}: it counts once.")
    if not chosen:
        named, remedy = " and ".join(map(str, labs)), "finish a run first: wirelab run --resume"
        raise LabError(f"lab {named}", "they have no finished run", why="\n".join(left_out), remedy=remedy)
    merge_into(out, [Source(each.lab, each.run.id, "" if _kept(each.run) else each.origin) for each in chosen])
    hosts = [each.run.info.host for each in chosen]
    machines = machines_of(hosts)
    return Merged(
        lab=str(out),
        runs=tuple(
            MergedRun(number, each.origin, each.run.info.study, each.run.info.started_at, each.run.processes, machine)
            for number, (each, machine) in enumerate(zip(chosen, machines, strict=True), start=1)
        ),
        machines=facts_of(hosts, machines),
        once=tuple(once),
        left_out=tuple(left_out),
    )


def _copies(lab: Path, labs: Sequence[Path]) -> Iterator[_Copy]:
    alike = {each.resolve() for each in labs if each.name == lab.name}
    named = lab.name if len(alike) == 1 else str(lab)
    with Lab.open(lab, create=False, read_only=True) as opened:
        if lab.is_dir():
            what, remedy = "it is a folder of Parquet files, and only lab files can be merged", "name its lab file"
            raise LabError(f"lab {lab}", what, remedy=remedy)
        runs = opened.runs()
        for run in runs:
            origin = _kept(run) or f"{named} run {run.id}"
            yield _Copy(lab, run, opened.contents(run.id), origin, last=run is runs[-1])


def _kept(run: Run) -> str:
    """The origin of a run, as a merged lab records it; empty for a run that was measured into its lab."""
    return run.info.host.get(ORIGIN, "")


def _best(copies: Sequence[_Copy]) -> _Copy:
    best = max(copies, key=lambda each: (each.finished, each.has.order))
    for each in copies:
        if each.finished and best.finished and each.has != best.has:
            raise LabError(
                f"{_called(best)} and {_called(each)}",
                "they are copies of one run, but their measurements differ",
                why=f"they have {best.has.processes} and {several(each.has.processes, 'process')},"
                f" {best.has.batches} and {each.has.batches} batches",
                remedy="leave out the lab that was changed",
            )
    return best


def _called(each: _Copy) -> str:
    return f"{each.lab} run {each.run.id}"

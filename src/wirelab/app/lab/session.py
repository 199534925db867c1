"""A finished run of a lab as a session that others are compared with, or pooled with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.app.lab.results import findings_of, study_of
from wirelab.model.cell import Cell
from wirelab.model.errors import DefinitionError, LabError, UsageError
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import NO_COMPRESSOR, Run
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

_Bytes = Mapping[tuple[object, str, Subject], ByteCount]


@dataclass(frozen=True, slots=True)
class Session:
    """A run with all the facts that comparisons need from its lab."""

    called: str
    run: Run
    study: Study
    summaries: tuple[ProcessSummary, ...]  # empty where only findings were asked for
    digests: Mapping[object, str]  # of each corpus
    bytes: _Bytes
    versions: Mapping[tuple[str, str], str]  # of each codec, by platform and name
    runtimes: Mapping[str, str]  # of each platform
    host: Mapping[str, str]
    canaries: tuple[tuple[str, float], ...]  # each process's platform, and its canary in ns
    findings: Findings | None = None  # None: nobody asked for them
    unsteady: frozenset[Cell] = frozenset()  # most of their processes still changed their speed

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it measured, without twins, in the study's order."""
        measured = self.summaries if self.findings is None else self.findings.cells
        return tuple(dict.fromkeys(each.cell for each in measured if not each.cell.twin))

    def version(self, cell: Cell) -> str:
        """The version of the library behind a cell; empty if no runner announced one."""
        return self.versions.get((cell.platform, cell.subject.codec), "")


def session_in(lab: Path, run_id: int | None) -> Session:
    """A finished run of `lab`: the latest, or that of the id. A LabError if there is none, or it was stopped."""
    with Lab.open(lab, create=False, read_only=True) as opened:
        runs = opened.runs()
        if run_id is not None:
            return _alone(opened, _finished(opened, run_id))
        run = next((each for each in reversed(runs) if each.finished_at is not None), None)
        if run is None:
            remedy = "finish the stopped one: wirelab run --resume" if runs else "start one: wirelab run"
            raise LabError(f"lab {lab}", "it has no finished run", remedy=remedy)
        return _alone(opened, run)


def _alone(opened: Lab, run: Run) -> Session:
    """A session without its findings, but for the cells that get no verdict."""
    findings, _ = findings_of(opened, run)
    unsteady = frozenset(each.cell for each in findings.cells if each.mostly_unsteady)
    return replace(_session(opened, run), unsteady=unsteady)


def sessions_in(
    labs: Sequence[Path], run_ids: Sequence[int] | None = None, *, summaries: bool = True
) -> tuple[tuple[Session, ...], tuple[str, ...]]:
    """The finished runs of `labs` with their findings, the earliest first, each once however many labs have it.

    `run_ids` are runs of the only lab that is named, or None for all runs. Without `summaries`, sessions have only
    findings, which are read quickly however much was measured. Sentences beside them name runs that are left out of all
    because this version of Wirelab cannot read their study.

    Raises:
        LabError: a lab cannot be read, there is no such run, it was stopped, or no lab has a finished one.
        DefinitionError: a named study, or that of every run, cannot be read.
    """
    found: dict[object, Session] = {}
    faults: dict[str, DefinitionError] = {}
    for lab in labs:
        with Lab.open(lab, create=False, read_only=True) as opened:
            runs = opened.runs() if run_ids is None else [_finished(opened, each) for each in run_ids]
            for run in runs:
                if run.finished_at is None or run.identity in found:
                    continue
                try:
                    found[run.identity] = _session(opened, run, findings_of(opened, run)[0], summaries=summaries)
                except DefinitionError as fault:
                    if run_ids is not None:
                        raise
                    faults[f"{lab} run {run.id}"] = fault
    if not found and faults:
        raise next(iter(faults.values()))
    if not found:
        named = " and ".join(map(str, labs))
        raise LabError(f"lab {named}", "it has no finished run", remedy="start one: wirelab run")
    left_out = (f"{called} is left out: {fault.what}." for called, fault in faults.items())
    return tuple(sorted(found.values(), key=lambda each: each.run.info.started_at)), tuple(left_out)


def numbers(text: str) -> tuple[int, ...]:
    """The runs that `3,5,9` names; a UsageError where it names none, or one twice."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        what = f"'{text}' names no runs"
        raise UsageError("option --runs", what, remedy="write their numbers, such as 3,5,9; or all")
    found = tuple(map(int, parts))
    if twice := [each for each in dict.fromkeys(found) if found.count(each) > 1]:
        raise UsageError("option --runs", f"run {twice[0]} is named twice", remedy="name each once")
    return found


def _finished(opened: Lab, run_id: int) -> Run:
    run = opened.run(run_id)
    if run.finished_at is None:
        last = opened.unfinished_run() == run
        remedy = "finish it: wirelab run --resume" if last else "name another: only a lab's last run can be finished"
        raise LabError(f"lab {opened.path}", f"run {run_id} was stopped", remedy=remedy)
    return run


def _session(opened: Lab, run: Run, findings: Findings | None = None, *, summaries: bool = True) -> Session:
    offered = opened.announcements(run.id)
    return Session(
        called=f"{opened.path} run {run.id}",
        run=run,
        study=study_of(run),
        summaries=opened.summaries(run.id) if summaries else (),
        digests={corpus.name: corpus.digest for corpus in opened.corpora(run.id)},
        bytes={
            (each.corpus, each.platform, each.subject): each.size_bytes
            for each in opened.sizes(run.id)
            if each.compressor == NO_COMPRESSOR
        },
        versions={(platform, codec.name): codec.version for platform, ready in offered for codec in ready.codecs},
        runtimes={platform: ready.runtime for platform, ready in offered},
        host=run.info.host,
        canaries=opened.canary(run.id),
        findings=findings,
    )

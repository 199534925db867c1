"""What a run in a lab file came to: read from it, analysed, and stored once the run has ended."""

from collections.abc import Collection, Iterator

from wirelab.analysis.findings import analyse, audited, checked
from wirelab.analysis.forecast import Session, batches_suggested, forecast
from wirelab.design.design import Design
from wirelab.model.cell import Cell, ModeKind
from wirelab.model.findings import Findings
from wirelab.model.run import Run
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

_OTHER_RUNS = 9  # of the same cells, whose sessions are taken in


def findings_after(lab: Lab, run: int, study: Study, design: Design, *, rounds: int, ended: bool = False) -> Findings:
    """What the lab knows of cells and comparisons after `rounds` complete rounds; with the last retries once `ended`.

    A look that is replayed for a resumed run sees what it saw then, not what came later.
    """
    bound = rounds if ended else rounds - 1
    return analyse(
        [summary for summary in lab.summaries(run) if summary.round <= bound],
        comparisons=design.comparisons,
        band=study.analysis.band,
        confidence=study.analysis.confidence,
        schedule=design.schedule,
        rounds=rounds,
        ended=ended,
        sizes=lab.sizes(run),
    )


def all_findings(lab: Lab, run: Run, study: Study, design: Design, *, rounds: int, ended: bool) -> Findings:
    """All that is to be worked out of `run`: its findings, checked and audited, and what follows from them."""
    findings = findings_after(lab, run.id, study, design, rounds=rounds, ended=ended)
    findings = checked(findings, lab.summaries(run.id))
    if study.measure.mode is ModeKind.STEADY:
        findings = audited(findings, lab.courses(run.id))
    follows = forecast(
        findings,
        _session(lab, run),
        _other_sessions(lab, run),
        corpora=lab.corpora(run.id),
        schedule=design.schedule,
        confidence=study.analysis.confidence,
    )
    return Findings(findings.cells, findings.comparisons, follows)


def batches_of_latest(lab: Lab, cells: Collection[Cell]) -> int | None:
    """How many batches a process should have, by the latest finished run with all of `cells`; None: no such."""
    wanted = {cell for cell in cells if not cell.twin}
    for run in reversed(lab.runs()):
        if run.finished_at is not None:
            spreads = lab.spreads(run.id)
            if wanted <= {spread.cell for spread in spreads}:
                return batches_suggested(spreads, wanted)
    return None


def _session(lab: Lab, run: Run) -> Session:
    return Session(run.info.host, lab.spreads(run.id))


def _other_sessions(lab: Lab, run: Run) -> Iterator[Session]:
    others = [other for other in lab.runs() if other.id != run.id and other.finished_at is not None]
    return (_session(lab, other) for other in others[-_OTHER_RUNS:])

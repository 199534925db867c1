"""Results from a lab file, without measuring."""

from pathlib import Path

from wirelab.app.lab.results import results_of, study_of
from wirelab.design.design import design_of
from wirelab.model.errors import LabError
from wirelab.model.findings.findings import Findings
from wirelab.model.run import Run
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab


def results_in(lab: Path, run_id: int | None) -> Results:
    """The results of a run in `lab`, finished or stopped; of the latest if none is named.

    Raises:
        LabError: there is no such file or run.
    """
    with Lab.open(lab, create=False, read_only=True) as opened:
        runs = opened.runs()
        if not runs:
            raise LabError(f"lab {lab}", "it has no runs yet", remedy="start one: wirelab run")
        run = runs[-1] if run_id is None else opened.run(run_id)
        stored = None if run.finished_at is None else opened.findings(run.id)
        if stored is not None:
            return results_of(opened, run, stored)
        return results_of(opened, run, _worked_out(opened, run), reanalysed=run.finished_at is not None)


def _worked_out(lab: Lab, run: Run) -> Findings:
    """Findings of a run that was stopped, or that an earlier Wirelab measured."""
    from wirelab.analysis.evaluation import evaluate  # loads NumPy: what is stored is read without
    from wirelab.app.lab.findings import circumstances, measured

    study = study_of(run)
    design = design_of(study, tuple(dict.fromkeys(summary.cell for summary in lab.summaries(run.id))))
    rounds, ended = min(study.measure.rounds, run.rounds), run.finished_at is not None
    return evaluate(
        measured(lab, run.id, study, design, rounds=rounds, ended=ended), circumstances(lab, run.id, design)
    )

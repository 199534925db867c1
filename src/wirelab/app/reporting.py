"""Results from a lab file, without measuring."""

from pathlib import Path

from wirelab.app.results import results_of, study_of
from wirelab.app.rounds import design_of, findings_of
from wirelab.model.errors import LabError
from wirelab.report.results import Results
from wirelab.store.lab import Lab


def results_in(lab: Path, run_id: int | None) -> Results:
    """The results of a run in `lab`, finished or stopped.

    Args:
        lab: the lab file.
        run_id: which run; None: the latest.

    Raises:
        LabError: there is no such file or run.
    """
    with Lab.open(lab, create=False, read_only=True) as opened:
        runs = opened.runs()
        if not runs:
            raise LabError(f"lab {lab}", "it has no runs yet", remedy="start one: wirelab run")
        run = runs[-1] if run_id is None else opened.run(run_id)
        study = study_of(run)
        summaries = opened.summaries(run.id)
        plan = design_of(study, tuple(dict.fromkeys(summary.cell for summary in summaries)))
        rounds = min(study.measure.rounds, max((summary.round + 1 for summary in summaries), default=0))
        findings = findings_of(opened, run.id, study, plan, rounds=rounds, ended=run.finished_at is not None)
        return results_of(opened, run, findings, plan.schedule)

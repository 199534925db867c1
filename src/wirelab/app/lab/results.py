"""The results of a run in a lab file, as reports show them."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from wirelab.app.executed.kept import executed, known_of
from wirelab.app.lab.prices import prices_if_any
from wirelab.app.resources import cache_path
from wirelab.choice.needs import Left
from wirelab.design.profiles import untuned
from wirelab.files.toml import value_at
from wirelab.model.cell import Cell
from wirelab.model.errors import DefinitionError
from wirelab.model.findings.findings import Findings
from wirelab.model.groups import gathered
from wirelab.model.measurement import PlannedProcess
from wirelab.model.run import Run, exchanges_of
from wirelab.model.subject import Profile
from wirelab.protocol.codecs import Announcement, Contract
from wirelab.report.run.results import CodecFacts, LostProcess, Results, RunFacts, TwinTally
from wirelab.store.lab import Lab, runs_of
from wirelab.study.definition import Measure, PublishedMethod, Study
from wirelab.workload.addition import VARIANT

_WARM_UP_BATCHES, _WARM_UP_VALUES, _LEAST_BATCHES = 40, 20_000, 8


def results_of(lab: Lab, run: Run, findings: Findings, *, reanalysed: bool = False, tally: bool = True) -> Results:
    """Gather the facts of `run` around its findings; `reanalysed` if another Wirelab measured it.

    A `tally` of twins reads the findings of all runs before it.
    """
    study = study_of(run)
    announcements = lab.announcements(run.id)
    lost = lab.losses(run.id)
    results = Results(
        study=study.name,
        question=study.question,
        profile=study.profile,
        untuned=()
        if study.profile is Profile.DEFAULT
        else untuned(study.factors.codec, [codec for _, ready in announcements for codec in ready.codecs]),
        run=RunFacts(
            started_at=run.info.started_at,
            ended_at=run.finished_at or datetime.now(UTC),
            seed=run.info.seed,
            rounds=min(run.rounds, study.measure.rounds),
            ending=run.ending or "it was interrupted",
            lab=str(lab.path),
            version=run.info.wirelab_version,
            command=run.info.command,
            one_process=study.measure.one_process,
            as_listed=study.measure.order == "as listed",
        ),
        host=run.info.host,
        runtimes={platform: ready.runtime for platform, ready in announcements},
        details={platform: ready.details for platform, ready in announcements},
        codecs=tuple(_codecs(announcements, findings)),
        corpora=lab.corpora(run.id),
        rounds=_rounds(lab.planned(run.id), {planned for planned, _ in lost}),
        warm_ups=_warm_ups(lab, run, findings),
        findings=findings,
        losses=tuple(
            LostProcess(planned.cell, planned.round, loss.kind, loss.what, loss.stderr_tail) for planned, loss in lost
        ),
        not_run=run.info.not_run,
        prices=prices_if_any(),
        twins_of_lab=TwinTally(*lab.twins(run.id)) if tally else TwinTally(),
        reanalysed=reanalysed,
        exchanges=tuple(exchanges_of(lab.checks(run.id))),
    )
    return replace(results, questions=_questions(lab, run, study, results))


def _rounds(planned: Iterable[PlannedProcess], lost: Collection[PlannedProcess]) -> dict[Cell, tuple[int, ...]]:
    """The rounds of each cell's processes that count, in order."""
    rounds = gathered((each.cell, each.round) for each in planned if each not in lost)
    return {cell: tuple(sorted(own)) for cell, own in rounds.items()}


def _warm_ups(lab: Lab, run: Run, findings: Findings) -> dict[Cell, tuple[float, ...]]:
    """The warm-up of one process per cell, with fewer batches where there are very many cells."""
    cells = len(findings.cells)
    batches = min(_WARM_UP_BATCHES, _WARM_UP_VALUES // max(1, cells))
    if batches < _LEAST_BATCHES:
        return {}
    seen = lab.warm_ups(run.id, processes=1, batches=batches)
    return {each.cell: tuple(float(f"{ns:.4g}") for ns in each.times_ns) for each in seen if len(each.times_ns) > 1}


def _questions(lab: Lab, run: Run, study: Study, results: Results) -> tuple[Left, ...]:
    if not results.corpora or any(each.name.variant != VARIANT for each in results.corpora):
        return ()
    from wirelab.app.lab.questions import questions_of  # loads NumPy, which no other data need

    return questions_of(lab, run, study, results)


def study_of(run: Run) -> Study:
    """The study as it was measured; settings of measuring that earlier Wirelabs had are left out."""
    try:
        document = json.loads(run.info.study_json)
        _forget_unknown(value_at(document, "measure"), Measure)
        _forget_unknown(value_at(document, "measure", "published"), PublishedMethod)
        return Study.model_validate_json(json.dumps(document))
    except (ValueError, RecursionError) as error:
        remedy = "use the version of Wirelab that measured it, or name another run"
        why = f"Wirelab {run.info.wirelab_version} wrote it\n{error}"
        raise DefinitionError(
            f"study of run {run.id}", "this version of Wirelab cannot read it", why=why, remedy=remedy
        ) from None


def readable_study(run: Run) -> Study | None:
    """The study as it was measured; None if this version of Wirelab cannot read it."""
    try:
        return study_of(run)
    except DefinitionError:
        return None


def _forget_unknown(table: Any, kind: type[BaseModel]) -> None:
    for name in table.keys() - kind.model_fields if isinstance(table, dict) else ():
        del table[name]


def contract_words(contract: Contract) -> str:
    """A contract in one line: promises and costs, without the usual ones."""
    clauses = [
        f"{contract.input} to {contract.output}",
        "including conversion to its own messages" if contract.conversion else "",
        "reuses its buffer" if contract.reuses_buffer else "fresh output",
        "validates" if contract.validates else "",
        "deterministic" if contract.deterministic else "",
        "unsafe memory" if contract.unsafe_memory else "",
        "needs a schema" if contract.needs_schema else "",
        "no evolution" if contract.evolution == "none" else f"evolves by {contract.evolution}",
        "human-readable" if contract.human_readable else "",
        "lazy" if contract.lazy else "",
        contract.notes,
    ]
    return "; ".join(clause for clause in clauses if clause)


def _codecs(announcements: Sequence[tuple[str, Announcement]], findings: Findings) -> Iterator[CodecFacts]:
    """Every codec that was measured, once for each platform and each choice of parameters."""
    known = executed(cache_path())
    measured = {(finding.cell.platform, finding.cell.subject.uncompressed) for finding in findings.cells}
    for platform, ready in announcements:
        for codec in ready.codecs:
            for subject in sorted(own for at, own in measured if (at, own.codec) == (platform, codec.name)):
                contract = codec.contract_with(dict(subject.parameters))
                yield CodecFacts(
                    platform=platform,
                    name=str(subject),
                    format=codec.format,
                    library=codec.library,
                    version=codec.version,
                    input=contract.input,
                    contract=contract_words(contract),
                    needs_schema=contract.needs_schema,
                    human_readable=contract.human_readable,
                    documentation=codec.documentation,
                    source=codec.source,
                    authors=codec.authors,
                    executed=known_of(known, (platform,), str(subject)),
                )


def results_in(lab: Path, run_id: int | None) -> Results:
    """The results of a run in `lab`, finished or stopped; of the latest if none is named.

    Raises:
        LabError: there is no such file or run.
    """
    with Lab.open(lab, create=False, read_only=True) as opened:
        runs = runs_of(opened)
        run = runs[-1] if run_id is None else opened.run(run_id)
        return results_of_run(opened, run)


def results_of_run(lab: Lab, run: Run, *, tally: bool = True) -> Results:
    """The results of a run, finished or stopped; `tally` as in `results_of`."""
    findings, reanalysed = findings_of(lab, run)
    return results_of(lab, run, findings, reanalysed=reanalysed, tally=tally)


def findings_of(lab: Lab, run: Run) -> tuple[Findings, bool]:
    """The findings of a run, and whether they were worked out again because an earlier Wirelab measured it."""
    stored = None if run.finished_at is None else lab.findings(run.id)
    if stored is not None:
        return stored, False
    from wirelab.analysis.evaluation import evaluate  # loads NumPy, which stored findings do not need
    from wirelab.app.lab.findings import circumstances, measured_in

    seen = measured_in(lab, run, study_of(run))
    return evaluate(seen, circumstances(lab, run.id, seen.design)), run.finished_at is not None

"""What a run in a lab file says beyond its findings: steadiness, scatter, growth, and what the next run should be."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from wirelab.analysis.growth import FEWEST_SIZES, CostModel, compare, cost_model
from wirelab.analysis.power import paired_sd, rounds_needed
from wirelab.analysis.steadiness import steadiness
from wirelab.analysis.variance import Component, batch_advice, batches_for_all, study_components
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, ModeKind
from wirelab.model.finding import CellFinding, Verdict
from wirelab.model.measurement import Spread
from wirelab.model.run import CorpusFacts, Run
from wirelab.report.results import BatchPlan, Growth, Needed, Outlook
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

ASKED_RATIOS = (1.02, 1.05, 1.1)
"""And the one that was seen, where it is further from 1 than these."""
_OTHER_RUNS = 9  # of the same cells, whose sessions are taken in


def audited(lab: Lab, run: Run, findings: Sequence[CellFinding]) -> tuple[CellFinding, ...]:
    """The findings with what the audit made of their processes."""
    if not any(finding.cell.mode is ModeKind.STEADY for finding in findings):
        return tuple(findings)
    found = steadiness(lab.courses(run.id))
    return tuple(replace(finding, steadiness=found.get(finding.cell)) for finding in findings)


def outlook_of(lab: Lab, run: Run, study: Study, findings: Sequence[CellFinding], schedule: Schedule) -> Outlook:
    """What follows from a run for sizes that it did not measure, and for the next run."""
    spreads = lab.spreads(run.id)
    components, runs = _components(lab, run, spreads)
    return Outlook(
        components=components,
        runs=runs,
        batches=_batch_plan(spreads) if study.measure.mode is ModeKind.STEADY else None,
        needed=tuple(_needed(findings, schedule, study.analysis.band)),
        growth=_growth(findings, lab.corpora(run.id), study.analysis.confidence),
    )


def batches_suggested(lab: Lab, cells: Iterable[Cell]) -> int | None:
    """How many batches a process should have, by the latest finished run with all of `cells`; None: no such."""
    wanted = {cell for cell in cells if not cell.twin}
    for run in reversed(lab.runs()):
        if run.finished_at is None:
            continue
        by_cell = _by_cell(lab.spreads(run.id))
        if wanted <= by_cell.keys():
            advices = (batch_advice(by_cell[cell]) for cell in sorted(wanted))
            return batches_for_all(advice for advice in advices if advice is not None)
    return None


def _components(lab: Lab, run: Run, spreads: Sequence[Spread]) -> tuple[tuple[Component, ...], int]:
    """Over this run and the latest others that measured all of its cells; a session is a run."""
    cells = {spread.cell for spread in spreads}
    taken = [(run, list(spreads))]
    others = [other for other in lab.runs() if other.id != run.id and other.finished_at is not None]
    for other in others[-_OTHER_RUNS:]:
        shared = [spread for spread in lab.spreads(other.id) if spread.cell in cells]
        if cells <= {spread.cell for spread in shared}:
            taken.append((other, shared))
    machines = {host: code for code, host in enumerate(dict.fromkeys(_machine(own) for own, _ in taken))}
    return study_components(
        [spread for _, own in taken for spread in own],
        sessions=[code for code, (_, own) in enumerate(taken) for _ in own],
        machines=[machines[_machine(owner)] for owner, own in taken for _ in own],
    ), len(taken)


def _machine(run: Run) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(run.info.host.items()))


def _by_cell(spreads: Iterable[Spread]) -> dict[Cell, list[Spread]]:
    found: dict[Cell, list[Spread]] = {}
    for spread in spreads:
        found.setdefault(spread.cell, []).append(spread)
    return found


def _batch_plan(spreads: Sequence[Spread]) -> BatchPlan | None:
    advices = [advice for own in _by_cell(spreads).values() if (advice := batch_advice(own)) is not None]
    together = batches_for_all(advices)
    if together is None:
        return None
    wanted = [advice.batches for advice in advices]
    return BatchPlan(together, min(wanted), max(wanted), max(spread.batches for spread in spreads))


def _needed(findings: Iterable[CellFinding], schedule: Schedule, band: float) -> Iterable[Needed]:
    for finding in findings:
        ratio = finding.ratio
        if ratio is None or ratio.ratio is None or finding.cell.twin or ratio.verdict is not Verdict.UNRESOLVED:
            continue
        sd = paired_sd(ratio.ratio)
        if sd is not None:
            seen = max(ratio.ratio.estimate, 1 / ratio.ratio.estimate)
            ratios = [*ASKED_RATIOS, *([seen] if seen > max(ASKED_RATIOS) else [])]
            answers = tuple(rounds_needed(sd, asked, band=band, schedule=schedule) for asked in ratios)
            yield Needed(finding.cell, ratio.reference, ratio.ratio.processes, answers)


def _growth(findings: Sequence[CellFinding], corpora: Sequence[CorpusFacts], confidence: float) -> tuple[Growth, ...]:
    sizes = {corpus.name: corpus.encoded_bytes for corpus in corpora}
    series: dict[Cell, list[CellFinding]] = {}
    for finding in findings:
        if not finding.cell.twin and finding.process_times_ns and finding.cell.corpus in sizes:
            series.setdefault(_without_size(finding.cell), []).append(finding)
    models = {key: model for key, own in series.items() if (model := _model(own, sizes, confidence)) is not None}
    return tuple(_grown(series[key], model, models, sizes) for key, model in models.items())


def _model(findings: Sequence[CellFinding], sizes: Mapping[CorpusName, int], confidence: float) -> CostModel | None:
    points = [(sizes[finding.cell.corpus], time) for finding in findings for time in finding.process_times_ns]
    distinct = len({size for size, _ in points})
    if distinct < FEWEST_SIZES or len(points) == distinct:
        return None
    return cost_model([size for size, _ in points], [time for _, time in points], confidence)


def _grown(
    findings: Sequence[CellFinding],
    model: CostModel,
    models: Mapping[Cell, CostModel],
    sizes: Mapping[CorpusName, int],
) -> Growth:
    smallest = min(findings, key=lambda finding: sizes[finding.cell.corpus])
    if smallest.ratio is None:
        return Growth(smallest.cell, model)
    reference = models.get(_without_size(smallest.ratio.reference))
    if reference is None or reference.smallest_bytes >= model.largest_bytes:
        return Growth(smallest.cell, model)
    return Growth(smallest.cell, model, smallest.ratio.reference, compare(model, reference))


def _without_size(cell: Cell) -> Cell:
    return replace(cell, corpus=replace(cell.corpus, size=""))

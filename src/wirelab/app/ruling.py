"""Claims held against a run of the lab: which cells they still need, and what the run shows of them."""

from dataclasses import replace

from wirelab.analysis.capped import mostly_unsteady
from wirelab.analysis.findings import process_times
from wirelab.app.findings import fast_limits, machine_of
from wirelab.app.own_figures import levels_of, size_figures, time_figures
from wirelab.claims.ruling import Ruled
from wirelab.claims.selecting import place
from wirelab.claims.sound import numbers_of, open_places, places_of, rule
from wirelab.claims.verdict import Place
from wirelab.design.design import Design
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell
from wirelab.model.comparison import Question
from wirelab.model.findings import Findings
from wirelab.store.lab import Lab
from wirelab.study.definition import Study


def needed_for_claims(study: Study, design: Design) -> tuple[Cell, ...]:
    """The cells that claims speak of, a cell of each subject's sizes, and twins."""
    any_times = tuple(time_figures({cell: {0: 1.0} for cell in design.cells}))
    spoken_of = places_of(study.claim, any_times, study.analysis.band)
    sized = {(cell.corpus, cell.platform, cell.subject) for cell in design.cells if _place(cell) in spoken_of}
    needed = []
    for cell in design.cells:
        subject = cell.corpus, cell.platform, cell.subject
        if cell.twin or _place(cell) in spoken_of or subject not in sized:
            needed.append(cell)
            sized.add(subject)
    originals = {replace(cell, twin=False) for cell in needed if cell.twin}
    return tuple(cell for cell in design.cells if cell in needed or cell in originals)


def open_for_claims(lab: Lab, run: int, study: Study, design: Design, *, rounds: int) -> tuple[Cell, ...]:
    """The cells that a claim needs a further round of; twins ride along. Until the first look, all of them."""
    if rounds < claims_schedule(study, design).looks[0]:
        return needed_for_claims(study, design)
    needed = open_places(_ruled(lab, run, study, design, rounds=rounds, ended=False))
    twins = {cell for each in design.comparisons if each.question is Question.TWIN for cell in each.cells}
    return tuple(cell for cell in design.cells if _place(cell) in needed or (needed and cell in twins))


def ruled_by(lab: Lab, run: int, study: Study, design: Design, findings: Findings) -> tuple[Ruled, ...]:
    """Each claim with what the finished run shows of it."""
    unsteady = frozenset(_place(finding.cell) for finding in findings.cells if mostly_unsteady(finding))
    rounds = min(lab.run(run).rounds, study.measure.rounds)
    return _ruled(lab, run, study, design, rounds=rounds, ended=True, unsteady=unsteady)


def claims_schedule(study: Study, design: Design) -> Schedule:
    """Looks and levels of all numbers that the study's claims rest on."""
    any_times = tuple(time_figures({cell: {0: 1.0} for cell in design.cells}))
    numbers = numbers_of(study.claim, any_times, study.analysis.band)
    return Schedule(
        rounds=study.measure.rounds,
        comparisons=max(1, numbers),
        alpha=study.analysis.alpha,
        planned=study.analysis.looks,
    )


def _ruled(
    lab: Lab,
    run: int,
    study: Study,
    design: Design,
    *,
    rounds: int,
    ended: bool,
    unsteady: frozenset[Place] = frozenset(),
) -> tuple[Ruled, ...]:
    summaries = lab.summaries(run, fast_limits(machine_of(lab, run, None if ended else rounds)))
    times = process_times([each for each in summaries if ended or each.round < rounds])
    return rule(
        study.claim,
        [*time_figures(times), *size_figures(lab.sizes(run))],
        schedule=claims_schedule(study, design),
        band=study.analysis.band,
        rounds=rounds,
        ended=ended,
        unsteady=unsteady,
    )


def _place(cell: Cell) -> Place:
    return place(levels_of(cell))

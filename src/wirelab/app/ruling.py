"""Claims held against a run of the lab: which cells they still need, and what the run shows of them."""

from dataclasses import replace

from wirelab.analysis.findings import given_up
from wirelab.analysis.round_ratios import levelled_times
from wirelab.analysis.unsteady import mostly_unsteady
from wirelab.app.own_figures import levels_of, planned_figures, size_figures, time_figures
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

_LOST = "its processes were lost"
_UNSTEADY = "most processes still changed their speed while they were measured"
_SHORT = "most processes were too short to tell whether they were steady"


def needed_for_claims(study: Study, design: Design) -> tuple[Cell, ...]:
    """The cells that claims speak of, a cell of each subject's sizes, and twins."""
    spoken_of = places_of(study.claim, planned_figures(design.cells), study.analysis.band)
    sized = {(cell.corpus, cell.platform, cell.subject) for cell in design.cells if _place(cell) in spoken_of}
    needed = []
    for cell in design.cells:
        subject = cell.corpus, cell.platform, cell.subject
        if cell.twin or _place(cell) in spoken_of or subject not in sized:
            needed.append(cell)
            sized.add(subject)
    originals = {replace(cell, twin=False) for cell in needed if cell.twin}
    return tuple(cell for cell in design.cells if cell in needed or cell in originals)


def open_for_claims(
    lab: Lab, run: int, study: Study, design: Design, findings: Findings, rounds: int
) -> tuple[Cell, ...]:
    """The cells that a claim needs a further round of; twins ride along. Until the first look, all that claims need."""
    hopeless = given_up(findings)
    if rounds < claims_schedule(study, design).looks[0]:
        return tuple(cell for cell in needed_for_claims(study, design) if cell not in hopeless)
    silent = {_place(cell): _LOST for cell in hopeless}
    needed = open_places(_ruled(lab, run, study, design, rounds=rounds, ended=False, silent=silent))
    twins = {cell for each in design.comparisons if each.question is Question.TWIN for cell in each.cells}
    wanted = (cell for cell in design.cells if _place(cell) in needed or (needed and cell in twins))
    return tuple(cell for cell in wanted if cell not in hopeless)


def ruled_by(lab: Lab, run: int, study: Study, design: Design, findings: Findings) -> tuple[Ruled, ...]:
    """Each claim with what the finished run shows of it."""
    unsteady = {
        _place(finding.cell): _SHORT if finding.steadiness is None else _UNSTEADY
        for finding in findings.cells
        if mostly_unsteady(finding)
    }
    silent = unsteady | {_place(cell): _LOST for cell in given_up(findings)}
    rounds = min(lab.run(run).rounds, study.measure.rounds)
    return _ruled(lab, run, study, design, rounds=rounds, ended=True, silent=silent)


def claims_schedule(study: Study, design: Design) -> Schedule:
    """Looks and levels of all numbers that the study's claims rest on."""
    numbers = numbers_of(study.claim, planned_figures(design.cells), study.analysis.band)
    return Schedule(
        rounds=study.measure.rounds,
        comparisons=max(1, numbers),
        alpha=study.analysis.alpha,
        planned=study.analysis.looks,
    )


def times_by_round(lab: Lab, run: int, rounds: int | None = None) -> dict[Cell, dict[int, float]]:
    """What each cell took in each round, in ns, what the machine did to turns taken out.

    Args:
        lab: that holds the run.
        run: which.
        rounds: as many as count; None: the run has ended, so all do.
    """
    return levelled_times(each for each in lab.summaries(run) if rounds is None or each.round < rounds)


def _ruled(
    lab: Lab, run: int, study: Study, design: Design, *, rounds: int, ended: bool, silent: dict[Place, str]
) -> tuple[Ruled, ...]:
    times = times_by_round(lab, run, None if ended else rounds)
    return rule(
        study.claim,
        [*time_figures(times), *size_figures(lab.sizes(run))],
        planned=planned_figures(design.cells),
        schedule=claims_schedule(study, design),
        band=study.analysis.band,
        rounds=rounds,
        ended=ended,
        silent=silent,
    )


def _place(cell: Cell) -> Place:
    return place(levels_of(cell))

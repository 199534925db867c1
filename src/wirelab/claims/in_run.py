"""Claims compared with a run of the lab: which cells they still need, and the run's rulings on them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wirelab.analysis.findings import given_up
from wirelab.analysis.measured import Measured
from wirelab.claims.missing_levels import Lacking, lacking
from wirelab.claims.own_figures import levels_of, planned_figures, size_figures, time_figures
from wirelab.claims.rulings import Ruled
from wirelab.claims.selection import place
from wirelab.claims.sound import DIFFERENT, numbers_of, open_places, places_of, rule
from wirelab.claims.verdict import Place
from wirelab.design.design import Design
from wirelab.design.sequential import Schedule, schedule_of
from wirelab.model.cell import Cell
from wirelab.model.comparison import Question
from wirelab.model.figure import FactorName, Figure
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import LossKind
from wirelab.study.claims import Assumption, Claim, Effect, Restored
from wirelab.study.definition import Study

_LOST = "its processes were lost"
_UNSTEADY = "most processes still changed their speed while they were measured"
_SHORT = "most processes were too short to judge whether they were steady"


def open_for_claims(measured: Measured, findings: Findings) -> tuple[Cell, ...]:
    """The cells of which a claim needs a further round, and twins; until the first look, all with times in a claim."""
    design, hopeless = measured.design, given_up(findings.cells)
    if measured.rounds < _schedule(measured.study, design).looks[0]:
        return tuple(cell for cell in _timed(measured.study, design, measured.rounds) if cell not in hopeless)
    claims = [claim for claim in measured.study.claim if not isinstance(claim, Effect | Assumption)]  # tests need none
    needed = open_places(_ruled(claims, measured, dict.fromkeys(map(_place, hopeless), _LOST)))
    twins = {cell for each in design.comparisons if each.question is Question.TWIN for cell in each.cells}
    wanted = (cell for cell in design.cells if _place(cell) in needed or (needed and cell in twins))
    return tuple(cell for cell in wanted if cell not in hopeless)


def ruled_by(measured: Measured, findings: Findings, facts: Sequence[Figure] = ()) -> tuple[Ruled, ...]:
    """Each claim with its rulings by the finished run, and by figures that need no clock (`facts`)."""
    silent = {
        _place(finding.cell): _SHORT if finding.steadiness is None else _UNSTEADY
        for finding in findings.cells
        if finding.mostly_unsteady
    }
    silent |= dict.fromkeys(map(_place, given_up(findings.cells)), _LOST)
    return _ruled(measured.study.claim, measured, silent, facts)


def bytes_alone(study: Study, design: Design) -> tuple[Cell, ...]:
    """A cell of each subject and corpus whose times no claim is about: its bytes may be claimed, and need no clock."""
    timed = {cell.encoder for cell in _timed(study, design, 0)}
    first = {cell.encoder: cell for cell in reversed(design.cells)}
    return tuple(cell for cell in design.cells if first[cell.encoder] == cell and cell.encoder not in timed)


def _timed(study: Study, design: Design, rounds: int) -> tuple[Cell, ...]:
    """The cells whose times claims need after so many rounds, and twins; one round shows whether values came back."""
    claims = [claim for claim in study.claim if not rounds or not isinstance(claim, Restored)]
    places = places_of(claims, _planned(study, design), study.analysis.band)
    wanted = {cell for cell in design.cells if cell.twin or _place(cell) in places}
    wanted |= {replace(cell, twin=False) for cell in wanted}
    return tuple(cell for cell in design.cells if cell in wanted)


def _ruled(
    claims: Sequence[Claim], measured: Measured, silent: Mapping[Place, str], facts: Sequence[Figure] = ()
) -> tuple[Ruled, ...]:
    study, design = measured.study, measured.design
    changed = {_place(one.cell): DIFFERENT for one in measured.summaries if one.loss is LossKind.MISMATCH}
    planned, sizes = _planned(study, design), tuple(size_figures(measured.sizes))
    lacks = lacking(levels_named(study), planned)
    found = rule(
        claims,
        [*time_figures(measured.times_ns), *sizes, *facts],
        planned=(*_with_sizes(planned, sizes), *facts),
        schedule=_schedule(study, design),
        band=study.analysis.band,
        rounds=measured.rounds,
        ended=measured.ended,
        silent={**silent, **changed},
    )
    return tuple(_over(one, lacks) for one in found)


def _with_sizes(planned: Sequence[Figure], sizes: Sequence[Figure]) -> tuple[Figure, ...]:
    """The planned figures, and sizes of cells that no process timed: a run from a lab has only cells with processes."""
    known = {(one.quantity, place(one.levels)) for one in planned}
    return (*planned, *(one for one in sizes if (one.quantity, place(one.levels)) not in known))


def levels_named(study: Study) -> dict[FactorName, tuple[str, ...]]:
    """The codecs and platforms that a study names; a factor that names none takes all that are there."""
    named = {FactorName.CODEC: study.factors.codec, FactorName.PLATFORM: study.factors.platform}
    return {name: tuple(map(str, levels)) for name, levels in named.items() if levels}


def _over(one: Ruled, lacks: Lacking) -> Ruled:
    if why := lacks.hindrance(one.claim):
        return Ruled(one.claim, why=why)
    return replace(one, over=lacks.over(one.claim)) if one.rulings else one


def _schedule(study: Study, design: Design) -> Schedule:
    """Looks and levels of all numbers that the study's claims are based on."""
    numbers = numbers_of(study.claim, _planned(study, design), study.analysis.band)
    return replace(schedule_of(study, numbers), precision=None, joint=True)


def _planned(study: Study, design: Design) -> tuple[Figure, ...]:
    return planned_figures(design.cells, study.measure.timed_sizes)


def _place(cell: Cell) -> Place:
    return place(levels_of(cell))

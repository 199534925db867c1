"""Several runs as sessions of one model: each comparison and each time that they share, over all of them. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from wirelab.analysis.decide.intervals import by_round
from wirelab.analysis.decide.round_ratios import round_ratios, sustains, time_of
from wirelab.analysis.sessions.estimates import Repeated, estimated
from wirelab.analysis.sessions.verdicts import Judged, judged_by, known
from wirelab.design.design import comparisons
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import OnMachine, PooledRatio, PooledTime
from wirelab.model.groups import gathered
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import Subject

_Ratio = tuple[Comparison, str, str, bool]
"""A comparison, the versions of its two libraries, and whether it is of mean calls."""
_Time = tuple[Cell, str, bool]
"""A cell, the version of its library, and whether its time is of a mean call."""


@dataclass(frozen=True)
class Session:
    """The part of a run that goes into the model."""

    at: int  # its number
    machine: str
    summaries: Sequence[ProcessSummary]  # of the cells that are compared: others' data under one name left out
    reference: Subject | None  # None: formats are compared, not cells
    versions: Mapping[Cell, str]  # of the library behind each cell
    unsteady: Collection[Comparison] = ()  # these get no verdict

    @cached_property
    def by_cell(self) -> Mapping[Cell, list[ProcessSummary]]:
        """Its processes by cell, without twins."""
        return gathered((each.cell, each) for each in self.summaries if not each.cell.twin)

    def ratios(self) -> Iterator[tuple[_Ratio, Repeated]]:
        """Each ratio to the reference."""
        compared = () if self.reference is None else comparisons(tuple(self.by_cell), self.reference)
        for each in compared:
            if each.question is Question.REFERENCE and each not in self.unsteady:
                found = round_ratios(self.by_cell[each.cell], self.by_cell[each.against])
                if found.logs:
                    version, version_against = (self.versions.get(cell, "") for cell in each.cells)
                    key = each, version, version_against, found.sustained
                    yield key, self._repeated(ratio for _, ratio in found.logs)

    def times(self) -> Iterator[tuple[_Time, Repeated]]:
        """Each cell's time in ns."""
        for cell, own in self.by_cell.items():
            sustained = sustains(own)
            times = by_round((each.round, ns) for each in own if (ns := time_of(each, sustained=sustained)) is not None)
            if times:
                yield (cell, self.versions.get(cell, ""), sustained), self._repeated(map(log, times.values()))

    def _repeated(self, logs: Iterable[float]) -> Repeated:
        return Repeated(self.at, self.machine, tuple(logs))


def pooled_ratios(sessions: Sequence[Session], *, alpha: float, band: float) -> tuple[PooledRatio, ...]:
    """Each comparison that any session has, over all sessions that have it with the same versions.

    In at most a share `alpha` of such reports, any comparison is wrongly called different; the same holds for verdicts
    on single machines.
    """
    seen = gathered(each for session in sessions for each in session.ratios())
    family, of_machines = judged_by(seen, alpha=alpha, band=band), _by_machine(seen, alpha, band)
    return tuple(_ratio(key, own, family.get(key), of_machines.get(key, ())) for key, own in seen.items())


def pooled_times(sessions: Sequence[Session], confidence: float) -> tuple[PooledTime, ...]:
    """Each cell's time, over all sessions that have it with the same version."""
    seen = gathered(each for session in sessions for each in session.times())
    return tuple(
        PooledTime(cell, version, known(estimate, confidence), tuple(each.found for each in own), sustained)
        for (cell, version, sustained), own in seen.items()
        if (estimate := estimated(own)) is not None
    )


def _by_machine(
    seen: Mapping[_Ratio, Sequence[Repeated]], alpha: float, band: float
) -> dict[_Ratio, tuple[OnMachine, ...]]:
    """Each comparison on each machine that measured it in several sessions, if there are several machines."""
    asked: dict[tuple[_Ratio, str], Sequence[Repeated]] = {}
    for key, own in seen.items():
        machines = gathered((each.machine, each) for each in own)
        for machine, repeated in machines.items() if len(machines) > 1 else ():
            if len(repeated) > 1:
                asked[key, machine] = repeated
    found = judged_by(asked, alpha=alpha, band=band)
    pairs = ((key, OnMachine(machine, each.pooled, each.verdict)) for (key, machine), each in found.items())
    return {key: tuple(each) for key, each in gathered(pairs).items()}


def _ratio(key: _Ratio, seen: Sequence[Repeated], found: Judged | None, machines: tuple[OnMachine, ...]) -> PooledRatio:
    comparison, version, version_against, sustained = key
    return PooledRatio(
        cell=comparison.cell,
        against=comparison.against,
        version=version,
        version_against=version_against,
        ratio=None if found is None else found.pooled,
        verdict=Verdict.UNRESOLVED if found is None else found.verdict,
        sessions=tuple(each.found for each in seen),
        machines=machines,
        sustained=sustained,
    )

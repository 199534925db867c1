"""Several runs as sessions of one model: each comparison and each time that they share, over all of them. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from statistics import fmean

from wirelab.analysis.decide.intervals import by_round
from wirelab.analysis.decide.round_ratios import Logs, round_ratios, sustains, time_of
from wirelab.analysis.sessions.estimates import Estimate, Repeated, estimated
from wirelab.analysis.sessions.verdicts import Judged, judged, known
from wirelab.design.design import comparisons
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import InSession, OnMachine, PooledRatio, PooledTime
from wirelab.model.groups import gathered
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import Subject


@dataclass(frozen=True)
class Session:
    """The part of a run that goes into the model."""

    machine: str
    summaries: Sequence[ProcessSummary]  # of the cells that are compared: others' data under one name left out
    reference: Subject | None  # None: formats are compared, not cells
    versions: Mapping[Cell, str]  # of the library behind each cell
    unsteady: Collection[Comparison] = ()  # these get no verdict

    @cached_property
    def by_cell(self) -> Mapping[Cell, list[ProcessSummary]]:
        """Its processes by cell, without twins."""
        return gathered((each.cell, each) for each in self.summaries if not each.cell.twin)

    def ratios(self) -> Iterator[tuple[Comparison, bool, Logs]]:
        """Each comparison with the reference, whether it is of mean calls, and ln(ratio) by round."""
        compared = () if self.reference is None else comparisons(tuple(self.by_cell), self.reference)
        for each in compared:
            if each.question is Question.REFERENCE and each not in self.unsteady:
                found = round_ratios(self.by_cell[each.cell], self.by_cell[each.against])
                if found.logs:
                    yield each, found.sustained, found.logs

    def times(self) -> Iterator[tuple[Cell, bool, Logs]]:
        """Each cell, whether its time is of a mean call, and ln(time in ns) by round."""
        for cell, own in self.by_cell.items():
            sustained = sustains(own)
            times = by_round((each.round, ns) for each in own if (ns := time_of(each, sustained=sustained)) is not None)
            if times:
                yield cell, sustained, tuple((at, log(ns)) for at, ns in times.items())


@dataclass(frozen=True, slots=True)
class _Seen:
    """A number in one session."""

    at: int  # the session's number
    machine: str
    logs: Logs

    @property
    def repeated(self) -> Repeated:
        return Repeated(self.machine, tuple(value for _, value in self.logs))

    @property
    def found(self) -> InSession:
        return InSession(self.at, exp(fmean(value for _, value in self.logs)), len(self.logs))


def pooled_ratios(sessions: Sequence[Session], *, alpha: float, band: float) -> tuple[PooledRatio, ...]:
    """Each comparison that any session has, over all sessions that have it with the same versions.

    In at most a share `alpha` of such reports, any comparison is wrongly called different; the same holds for verdicts
    on single machines.
    """
    gathered_: dict[tuple[Comparison, str, str, bool], list[_Seen]] = {}
    for at, session in enumerate(sessions):
        for each, sustained, logs in session.ratios():
            version, version_against = (session.versions.get(cell, "") for cell in each.cells)
            key = each, version, version_against, sustained
            gathered_.setdefault(key, []).append(_Seen(at, session.machine, logs))
    estimates = {key: estimated([each.repeated for each in seen]) for key, seen in gathered_.items()}
    usable = {key: each for key, each in estimates.items() if each is not None}
    family = dict(zip(usable, judged(list(usable.values()), alpha=alpha, band=band), strict=True))
    of_machines = _by_machine(gathered_, alpha, band)
    return tuple(_ratio(key, seen, family.get(key), of_machines.get(key, ())) for key, seen in gathered_.items())


def pooled_times(sessions: Sequence[Session], confidence: float) -> tuple[PooledTime, ...]:
    """Each cell's time, over all sessions that have it with the same version."""
    seen: dict[tuple[Cell, str, bool], list[_Seen]] = {}
    for at, session in enumerate(sessions):
        for cell, sustained, logs in session.times():
            key = cell, session.versions.get(cell, ""), sustained
            seen.setdefault(key, []).append(_Seen(at, session.machine, logs))
    return tuple(
        PooledTime(cell, version, known(estimate, confidence), tuple(each.found for each in own), sustained)
        for (cell, version, sustained), own in seen.items()
        if (estimate := estimated([each.repeated for each in own])) is not None
    )


_Key = tuple[Comparison, str, str, bool]


def _by_machine(seen: Mapping[_Key, Sequence[_Seen]], alpha: float, band: float) -> dict[_Key, tuple[OnMachine, ...]]:
    """Each comparison on each machine that measured it in several sessions, if there are several machines."""
    asked: list[tuple[_Key, str, Estimate]] = []
    for key, own in seen.items():
        machines = gathered((each.machine, each.repeated) for each in own)
        for machine, repeated in machines.items() if len(machines) > 1 else ():
            if len(repeated) > 1 and (estimate := estimated(repeated)) is not None:
                asked.append((key, machine, estimate))
    found: list[Judged] = [*judged([each for _, _, each in asked], alpha=alpha, band=band)]
    pairs = ((key, OnMachine(on, each.pooled, each.verdict)) for (key, on, _), each in zip(asked, found, strict=True))
    return {key: tuple(each) for key, each in gathered(pairs).items()}


def _ratio(key: _Key, seen: Sequence[_Seen], found: Judged | None, machines: tuple[OnMachine, ...]) -> PooledRatio:
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

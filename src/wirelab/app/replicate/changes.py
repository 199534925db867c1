"""Single changes of the authors' method that may change a verdict: the cells of each, and its verdicts."""

from collections.abc import Iterable, Iterator, Sequence
from math import floor

from wirelab.app.lab.findings import measured_in
from wirelab.app.replicate.runs import ReplicationWhere, known, measured, seen, spent_s, with_known_calls
from wirelab.claims.factorial import FactorialClaim
from wirelab.claims.own_figures import time_figures
from wirelab.claims.printed import judge_here
from wirelab.claims.verdict import Judged
from wirelab.model.cell import ModeKind
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.report.replicate.outcome import ClaimVerdicts, claim_verdicts
from wirelab.report.replicate.replication import Changed, Replication
from wirelab.store.lab import Lab
from wirelab.study.claims import Claim
from wirelab.study.definition import Study
from wirelab.study.replication import Part, repeated_in_one_process, single_changes, with_claim


def changed_methods(
    found: Replication, derived: Study, ours: Study, budget_s: float, where: ReplicationWhere
) -> Iterator[Changed]:
    """The authors' method on the cells of claims that did not hold, unchanged and with single changes to the lab's.

    All disputed claims and all unexplained ones are tried, with fewer calls in a run if the budget is small; others
    only if the budget suffices. Claims of sizes are left out, because no method changes them. Claims of analyses of
    variance have `_whole_design`.
    """
    candidates = [one for one in claim_verdicts(found) if one.published is not None and (one.disputed or one.unheld)]
    times = [figure for figure in (found.published.figures if found.published else ()) if _is_time(figure)]
    spent = spent_s(derived, where.lab)

    def costs_s(of: Iterable[Part]) -> float:
        return sum(spent * _share(part.study, times) * len([*single_changes(part.study, ours, 1)]) for part in of)

    parts: tuple[Part, ...] = ()
    for one in sorted(candidates, key=lambda one: (not one.disputed, not one.unexplained, not one.surprising)):
        places = [figure.levels for figure in _times_of(one)]
        joined = with_claim(parts, one.claim, places, derived) if places else parts
        if one.disputed or one.unexplained or costs_s(joined) <= budget_s:
            parts = joined
    whole_s = costs_s(parts)
    kept = min(1.0, budget_s / whole_s) if whole_s else 1.0
    calls = max(1, floor(derived.measure.calls * kept))
    judged: dict[tuple[str, bool], list[Judged]] = {}
    for part in parts:
        theirs = with_known_calls(part.study.changed(measure={"calls": calls}), where.lab)
        changes = [*single_changes(theirs, ours, derived.measure.calls)]
        for_each_s = budget_s * costs_s([part]) / whole_s / len(changes)
        for what, study in changes:
            own = _judged_so(what, study.changed(measure={"budget_s": for_each_s}), part.claims, where)
            judged.setdefault((what, study == theirs), []).extend(own)
    yield from (Changed(what, tuple(own), unchanged) for (what, unchanged), own in judged.items())
    if whole := [one.claim for one in candidates if isinstance(one.claim, FactorialClaim)]:
        yield from _whole_design(whole, derived, ours, where)


def _share(part: Study, times: Sequence[Figure]) -> float:
    """The share of a run's measured times, from 0 to 1, that cells of a part of its study took."""
    own = {
        name: {str(part.named(level) if name is FactorName.CODEC else level) for level in levels}
        for name in FactorName
        if (levels := getattr(part.factors, name, ()))
    }
    kept = sum(
        figure.value
        for figure in times
        if all(level in own[name] for name, level in figure.levels.items() if name in own)
    )
    return kept / sum(figure.value for figure in times)


def _times_of(one: ClaimVerdicts) -> list[Figure]:
    """The times that a claim's trials by the authors' method are made of."""
    trials = one.published.trials if one.published else ()
    readings = [reading for trial in trials for reading in trial.readings]
    return [figure for reading in readings for figure in reading.of if _is_time(figure)]


def _is_time(figure: Figure) -> bool:
    return figure.quantity is Quantity.TIME


def _whole_design(claims: Sequence[Claim], derived: Study, ours: Study, where: ReplicationWhere) -> Iterator[Changed]:
    """Claims of analyses of variance if the whole design is measured differently, and analysed in the authors' way.

    The lab's own measurements show the effect of its warm-up, turns and copies of the data together.
    """
    if derived.measure.mode is ModeKind.COLD:
        what, study = repeated_in_one_process(derived)
        yield Changed(what, _judged_so(what, study, claims, where))
    if (run := known(ours, where.lab)) is not None:
        with Lab.open(where.lab, create=False, read_only=True) as lab:
            times = tuple(time_figures(measured_in(lab, run, ours).times_ns))
        yield Changed("with the lab's measurements under their analysis", judge_here(claims, times, ()))


def _judged_so(what: str, study: Study, claims: Sequence[Claim], where: ReplicationWhere) -> tuple[Judged, ...]:
    """The claims by the authors' method with one change."""
    where.listener.notice(f"the authors' method with one change: {what}")
    own = seen(measured(study, where), study, where)
    return judge_here(claims, (*own.times, *own.sizes), own.runs, own.filed)
